"""Accounts in liquidation, linked by owner and id (rules 2, 20)."""

from engine.core.generated.records cimport OK, TAG_LIQUIDATION_ENDED, LiquidationEndedC
from engine.core.perps.accounting cimport Valuation, emit, value_account
from engine.core.state.state cimport (
    NO_ROW, Account, State, account_at, edit_account, edit_pool, pool_of, user_at,
)
from libc.stddef cimport size_t
from libc.stdint cimport uint32_t
from libc.string cimport memcmp, memcpy


cdef int _is_healthy(State *st, Account *account) noexcept nogil:
    cdef Valuation value
    value_account(st, account, 0, &value)
    return value.required_e6 <= value.available_e6


cdef int conclude(State *st, uint32_t row) except -1 nogil:
    """After a call the liquidation is over, or the account is in it until its health is back."""
    cdef int was_flagged = account_at(st, row).in_liquidation
    cdef uint32_t before
    if _is_healthy(st, account_at(st, row)):
        if was_flagged:
            _unlink(st, row, _place_before(st, row))
        return _end(st, row)
    if not was_flagged:
        before = _place_before(st, row)
        edit_account(st, row).in_liquidation = 1
        _link(st, row, before)
    return OK


cdef int _is_before(State *st, uint32_t first, uint32_t second) noexcept nogil:
    cdef Account *a = account_at(st, first)
    cdef Account *b = account_at(st, second)
    cdef int order = memcmp(user_at(st, a.user).address, user_at(st, b.user).address, 32)
    return order < 0 or (order == 0 and a.account_id < b.account_id)


cdef uint32_t _place_before(State *st, uint32_t row) noexcept nogil:
    """The last flagged account before another in order; NO_ROW: none."""
    cdef uint32_t before = NO_ROW
    cdef uint32_t other = pool_of(st).first_flagged
    while other != NO_ROW and _is_before(st, other, row):
        before = other
        other = account_at(st, other).next_flagged
    return before


cdef int _set_next(State *st, uint32_t before, uint32_t row) except -1 nogil:
    if before == NO_ROW:
        edit_pool(st).first_flagged = row
    else:
        edit_account(st, before).next_flagged = row
    return 0


cdef int _link(State *st, uint32_t row, uint32_t before) except -1 nogil:
    cdef uint32_t following = (
        pool_of(st).first_flagged if before == NO_ROW else account_at(st, before).next_flagged
    )
    edit_account(st, row).next_flagged = following
    return _set_next(st, before, row)


cdef int _unlink(State *st, uint32_t row, uint32_t before) except -1 nogil:
    _set_next(st, before, account_at(st, row).next_flagged)
    edit_account(st, row).next_flagged = NO_ROW
    return 0


cdef int _end(State *st, uint32_t row) except -1 nogil:
    """The account is out of its liquidation; its row keeps only when it was."""
    cdef Account *account = edit_account(st, row)
    cdef LiquidationEndedC *event
    account.in_liquidation = 0
    account.liquidation_started_at_s = 0
    account.max_liquidation_fee_e6 = 0
    account.liquidation_fee_parts_e6 = 0
    account.accumulated_liquidation_fees_e6 = 0
    event = <LiquidationEndedC *> emit(st, TAG_LIQUIDATION_ENDED, sizeof(LiquidationEndedC))
    memcpy(event.owner, user_at(st, account.user).address, 32)
    event.account_id = account.account_id
    return OK


cdef size_t endings_size(State *st) noexcept nogil:
    """Bytes of the events when every flagged account and one more are out of liquidation."""
    cdef size_t size = sizeof(LiquidationEndedC)
    cdef uint32_t row = pool_of(st).first_flagged
    while row != NO_ROW:
        size += sizeof(LiquidationEndedC)
        row = account_at(st, row).next_flagged
    return size


cdef int end_liquidations(State *st) except -1 nogil:
    """Every flagged account whose health is back is out of its liquidation."""
    cdef uint32_t row = pool_of(st).first_flagged
    cdef uint32_t before = NO_ROW
    cdef uint32_t following
    if row == NO_ROW or (st.healed_at_s == st.now_s and st.healed_edits == st.edits):
        return 0  # no account, or no input of a health has moved since
    while row != NO_ROW:
        following = account_at(st, row).next_flagged
        if _is_healthy(st, account_at(st, row)):
            _unlink(st, row, before)
            _end(st, row)
        else:
            before = row
        row = following
    st.healed_at_s = st.now_s
    st.healed_edits = st.edits
    return 0
