"""The exchange for callers that are compiled outside of Cython, by `__pyx_capi__`."""

from engine.core.dispatch cimport apply_records
from engine.core.framing cimport set_head
from engine.core.generated.records cimport (
    ERR_MARGIN_ACCOUNT_NOT_FOUND, ERR_MARKET_NOT_FOUND, OK, TAG_BAD_DEBT_COVERED,
    TAG_COMMAND_REJECTED, TAG_LIQUIDATE, TAG_MODIFY_POSITION, TAG_POSITION_LIQUIDATED,
    TAG_POSITION_MODIFIED, TAG_POST_PRINT, TAG_PRINT_HELD,
    BadDebtCoveredC, CommandRejectedC, HeaderC, LiquidateC, ModifyPositionC,
    PositionLiquidatedC, PositionModifiedC, PostPrintC,
)
from engine.core.numbers.numbers cimport PRICE_MAX, TIME_MAX, max64, min64
from engine.core.perps.accounting cimport Valuation, value_account
from engine.core.perps.fill cimport notional_floor_e6, price_pnl_floor_e6
from engine.core.perps.positions cimport size_in
from engine.core.perps.quotes cimport ask, quote_figures
from engine.core.perps.trading cimport Trade
from engine.core.state.state cimport (
    TABLE_ACCOUNT, TABLE_USER, Account, State, User, account_at, market_at, market_count, pool_of,
    user_at,
)
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcpy, memset

# What every chain command begins with, as far as it is filled in here.
cdef packed struct Sent:
    HeaderC header
    unsigned char user[32]
    unsigned char signature[64]
    uint64_t slot
    uint32_t transaction_index
    uint32_t instruction_index
    uint64_t nonce
    uint64_t expires_slot


cdef int _has_account(State *st, uint32_t account) noexcept:
    return account < pool_of(st).rows[TABLE_ACCOUNT]


cdef void _sign(
    State *st, Sent *command, uint16_t tag, uint32_t user, int64_t now_s
) noexcept:
    """Sender and chain position: the next slot, alone in it."""
    set_head(&command.header, tag, st.sequence + 1, now_s)
    memcpy(command.user, user_at(st, user).address, 32)
    command.slot = st.cursor_slot + 1
    command.expires_slot = command.slot
    command.nonce = user_at(st, user).nonce + 1


cdef int64_t _apply(State *st, const HeaderC *command, Flows *flows) noexcept:
    st.events.used = 0
    try:
        apply_records(st, <const unsigned char *> command, command.length)
    except (MemoryError, OverflowError, ValueError):
        return FAILED
    return _count_events(st, flows)


cdef int64_t _count_events(State *st, Flows *flows) noexcept:
    """Add up what the command did; the code of its refusal, or OK."""
    cdef size_t offset = 0
    cdef const HeaderC *event
    cdef int64_t code = OK
    cdef int64_t liquidated = 0
    while offset < st.events.used:
        event = <const HeaderC *> (st.events.data + offset)
        offset += event.length
        if event.tag == TAG_POSITION_MODIFIED:
            _count_trade(<const PositionModifiedC *> event, flows)
        elif event.tag == TAG_POSITION_LIQUIDATED:
            liquidated = 1
            _count_piece(<const PositionLiquidatedC *> event, flows)
        elif event.tag == TAG_BAD_DEBT_COVERED:
            flows.bad_debt_e6 += (<const BadDebtCoveredC *> event).from_reserve_e6
            flows.bad_debt_e6 += (<const BadDebtCoveredC *> event).from_pool_e6
        elif event.tag == TAG_PRINT_HELD:
            flows.held_prints += 1
        elif event.tag == TAG_COMMAND_REJECTED:
            code = (<const CommandRejectedC *> event).code
            flows.refusals += 1
            flows.last_refusal = code
    flows.liquidations += liquidated
    return code


cdef void _count_trade(const PositionModifiedC *event, Flows *flows) noexcept:
    flows.trades += 1
    flows.turnover_e6 += notional_floor_e6(event.size_delta_e6, event.fill_price_e8)
    flows.fees_e6 += event.trade_fee_e6
    flows.surcharge_e6 += event.surcharge_e6
    flows.impact_e6 += price_pnl_floor_e6(
        event.size_delta_e6, event.fill_price_e8, event.index_price_e8
    )
    flows.price_pnl_e6 += event.price_performance_e6
    flows.funding_pnl_e6 += event.funding_performance_e6


cdef void _count_piece(const PositionLiquidatedC *event, Flows *flows) noexcept:
    flows.liquidated_e6 += event.notional_e6
    flows.liquidation_fees_e6 += event.liquidation_fee_e6
    flows.price_pnl_e6 += event.price_performance_e6
    flows.funding_pnl_e6 += event.funding_performance_e6


cdef int64_t send_print(
    State *st, uint32_t market_id, int64_t price_e8, int64_t published_at_s, int64_t now_s,
    Flows *flows
) noexcept:
    cdef PostPrintC command
    memset(&command, 0, sizeof(PostPrintC))
    set_head(<HeaderC *> &command, TAG_POST_PRINT, st.sequence + 1, now_s)
    command.market_id = market_id
    command.price_e8 = price_e8
    command.published_at_s = published_at_s
    return _apply(st, <const HeaderC *> &command, flows)


cdef int64_t send_order(
    State *st, uint32_t account, uint32_t market_id, int64_t size_e6, int64_t now_s, Flows *flows
) noexcept:
    """An order of the account's owner at any price."""
    cdef ModifyPositionC command
    if not _has_account(st, account):
        return ERR_MARGIN_ACCOUNT_NOT_FOUND
    memset(&command, 0, sizeof(ModifyPositionC))
    _sign(st, <Sent *> &command, TAG_MODIFY_POSITION, account_at(st, account).user, now_s)
    command.account_id = account_at(st, account).account_id
    command.market_id = market_id
    command.size_e6 = size_e6
    command.limit_e8 = PRICE_MAX if size_e6 > 0 else 1
    return _apply(st, <const HeaderC *> &command, flows)


cdef int64_t send_liquidation(
    State *st, uint32_t account, uint32_t liquidator, int64_t now_s, Flows *flows
) noexcept:
    """A keeper's call; `liquidator` is the row of its wallet."""
    cdef LiquidateC command
    if not _has_account(st, account) or liquidator >= pool_of(st).rows[TABLE_USER]:
        return ERR_MARGIN_ACCOUNT_NOT_FOUND
    memset(&command, 0, sizeof(LiquidateC))
    _sign(st, <Sent *> &command, TAG_LIQUIDATE, liquidator, now_s)
    memcpy(command.owner, user_at(st, account_at(st, account).user).address, 32)
    command.account_id = account_at(st, account).account_id
    return _apply(st, <const HeaderC *> &command, flows)


cdef int64_t read_worth(
    State *st, uint32_t account, uint32_t market_id, Worth *worth
) noexcept:
    """The account at the time of the last command."""
    cdef Account *row
    cdef Valuation value
    memset(worth, 0, sizeof(Worth))
    if not _has_account(st, account):
        return ERR_MARGIN_ACCOUNT_NOT_FOUND
    if market_id == 0 or market_id > market_count(st):
        return ERR_MARKET_NOT_FOUND
    row = account_at(st, account)
    value_account(st, row, 0, &value)
    worth.price_e8 = market_at(st, market_id - 1).price_e8
    worth.size_e6 = size_in(st, row, market_id - 1)
    worth.collateral_e6 = value.collateral_e6
    worth.equity_e6 = value.available_e6
    worth.price_pnl_e6 = value.price_pnl_e6
    worth.funding_pnl_e6 = value.funding_pnl_e6
    worth.initial_e6 = value.initial_e6
    worth.required_e6 = value.required_e6
    worth.in_liquidation = row.in_liquidation
    return OK


cdef int64_t quote_order(
    State *st, uint32_t account, uint32_t market_id, int64_t size_e6, int64_t now_s, Quoted *quoted
) noexcept:
    """What the owner's order at any price would do at a time; nothing changes."""
    cdef int64_t own = st.now_s
    cdef Trade trade
    cdef User *user
    memset(quoted, 0, sizeof(Quoted))
    if not _has_account(st, account):
        return ERR_MARGIN_ACCOUNT_NOT_FOUND
    user = user_at(st, account_at(st, account).user)
    ask(&trade, user.address, account_at(st, account).account_id, market_id)
    trade.delta_e6 = size_e6
    st.now_s = max64(own, min64(now_s, TIME_MAX))
    try:
        quote_figures(st, &trade)
    except (MemoryError, OverflowError, ValueError):
        return FAILED
    finally:
        st.now_s = own
    quoted.code = trade.reasons[0] if trade.reason_count else OK
    quoted.new_size_e6 = trade.new_size_e6
    quoted.fill_e8 = trade.fill_e8
    quoted.fee_e6 = trade.fee_e6
    quoted.surcharge_e6 = trade.surcharge_e6
    quoted.mark_down_e6 = trade.mark_down_e6
    quoted.required_e6 = trade.required_e6
    return quoted.code
