"""Reads of settlement requests by id, by page and in sum."""

from engine.core.numbers.numbers cimport i128, saturate_amount
from engine.core.pool.pool_reads cimport do_removals_wait
from engine.core.reads cimport request_view
from engine.core.state.row_pages cimport RowKey, RowPage, begin_owner_page, begin_page, offer_row
from engine.core.state.state cimport (
    NO_ROW, REQUEST_LIQUIDITY, REQUEST_PENDING, REQUEST_SETTLED, Request, State, find_request,
    find_user, pool_of, request_at, user_at,
)
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint32_t, uint64_t


cdef object settlement_request(State *st, bytes owner, uint64_t request_id):
    """The request with an id, or None."""
    cdef uint32_t user = find_user(st, owner) if len(owner) == 32 else NO_ROW
    cdef uint32_t row
    if user == NO_ROW:
        return None
    row = find_request(st, user, request_id)
    return None if row == NO_ROW else request_view(st, row)


cdef struct Choice:
    # Which requests a page has: the unsettled ones, or those that can be processed at a time.
    bint is_mature
    bint do_removals_wait
    int64_t until_s


cdef void _begin_choice(State *st, Choice *choice, object mature_at_s) except *:
    choice.is_mature = mature_at_s is not None
    choice.until_s = mature_at_s if choice.is_mature else 0
    choice.do_removals_wait = choice.is_mature and do_removals_wait(st)


cdef bint _is_chosen(const Request *request, const Choice *choice) noexcept nogil:
    """Whether a request is unsettled, or with `is_mature` can be processed."""
    if not choice.is_mature:
        return request.state != REQUEST_SETTLED
    return (
        request.state == REQUEST_PENDING
        and request.maturity_s <= choice.until_s
        and not (choice.do_removals_wait and request.kind == REQUEST_LIQUIDITY)
    )


cdef list unsettled_request_page(
    State *st, bytes owner, object after, size_t limit, object mature_at_s, bint is_descending
):
    """Unsettled requests of a wallet by maturity and id, behind `after`.

    With `mature_at_s`, which is the state's time, only those that can be processed then.
    """
    cdef Choice choice
    cdef uint32_t user = find_user(st, owner) if len(owner) == 32 else NO_ROW
    cdef uint32_t row
    cdef size_t place
    cdef Request *request
    cdef RowKey key
    cdef RowPage page
    if user == NO_ROW:
        return []
    begin_owner_page(&page, &key, user_at(st, user).address, limit, is_descending)
    _begin_choice(st, &choice, mature_at_s)
    if after is not None:
        page.has_after = True
        page.after.maturity_s, page.after.number = after
    row = user_at(st, user).first_request
    while row != NO_ROW:
        request = request_at(st, row)
        if _is_chosen(request, &choice):
            key.maturity_s = request.maturity_s
            key.number = request.request_id
            offer_row(&page, &key, row)
        row = request.next
    return [request_view(st, page.rows[place]) for place in range(page.count)]


cdef list open_request_page(State *st, object after, size_t limit, object mature_at_s):
    """Unsettled requests of all wallets by maturity, owner and id, behind `after`.

    With `mature_at_s`, which is the state's time, only those that can be processed then.
    """
    cdef uint32_t row = pool_of(st).first_open
    cdef size_t place
    cdef Choice choice
    cdef Request *request
    cdef bytes owner
    cdef RowKey key
    cdef RowPage page
    begin_page(&page, limit, False)
    _begin_choice(st, &choice, mature_at_s)
    if after is not None:
        page.has_after = True
        page.after.maturity_s, owner, page.after.number = after
        if len(owner) != 32:
            raise ValueError("an owner is an address of 32 bytes")
        page.after.owner = owner
    while row != NO_ROW:
        request = request_at(st, row)
        if _is_chosen(request, &choice):
            key.maturity_s = request.maturity_s
            key.owner = user_at(st, request.user).address
            key.number = request.request_id
            offer_row(&page, &key, row)
        row = request.next_open
    return [request_view(st, page.rows[place]) for place in range(page.count)]


cdef object unsettled_e6(State *st, bytes owner, uint32_t mint):
    """Unpaid amount of a wallet in a mint."""
    cdef uint32_t user = find_user(st, owner) if len(owner) == 32 else NO_ROW
    cdef uint32_t row
    cdef i128 sum_e6 = 0
    if user == NO_ROW:
        return 0
    row = user_at(st, user).first_request
    while row != NO_ROW:
        if request_at(st, row).state != REQUEST_SETTLED and request_at(st, row).mint == mint:
            sum_e6 += request_at(st, row).amount_e6
        row = request_at(st, row).next
    return saturate_amount(sum_e6)
