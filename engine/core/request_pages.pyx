"""Reads of settlement requests by id, by page and in sum."""

from engine.core.numbers cimport i128, saturate_amount
from engine.core.reads cimport request_view
from engine.core.row_pages cimport RowKey, RowPage, begin_page, offer_row
from engine.core.state cimport (
    NO_ROW, REQUEST_PENDING, REQUEST_SETTLED, Request, State, find_user, pool_of, request_at,
    user_at,
)
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint32_t, uint64_t


cdef object settlement_request(State *st, bytes owner, uint64_t request_id):
    """The request with an id, or None."""
    cdef uint32_t user = find_user(st, owner) if len(owner) == 32 else NO_ROW
    cdef uint32_t row
    if user == NO_ROW:
        return None
    row = user_at(st, user).first_request
    while row != NO_ROW and request_at(st, row).request_id != request_id:
        row = request_at(st, row).next
    return None if row == NO_ROW else request_view(st, row)


cdef bint _is_chosen(const Request *request, bint is_mature, int64_t until_s) noexcept nogil:
    """Whether a request is unsettled, or with `is_mature` one that may be processed."""
    if not is_mature:
        return request.state != REQUEST_SETTLED
    return request.state == REQUEST_PENDING and request.maturity_s <= until_s


cdef list unsettled_request_page(
    State *st, bytes owner, object after, size_t limit, object mature_at_s, bint is_descending
):
    """Unsettled requests of a wallet by maturity and id, behind `after`.

    With `mature_at_s` those alone that anybody may process at that time.
    """
    cdef bint is_mature = mature_at_s is not None
    cdef int64_t until_s = mature_at_s if is_mature else 0
    cdef uint32_t user = find_user(st, owner) if len(owner) == 32 else NO_ROW
    cdef uint32_t row
    cdef size_t place
    cdef Request *request
    cdef RowKey key
    cdef RowPage page
    if user == NO_ROW:
        return []
    begin_page(&page, limit, is_descending)
    key.owner = user_at(st, user).address
    if after is not None:
        page.has_after = True
        page.after.owner = key.owner
        page.after.maturity_s, page.after.number = after
    row = user_at(st, user).first_request
    while row != NO_ROW:
        request = request_at(st, row)
        if _is_chosen(request, is_mature, until_s):
            key.maturity_s = request.maturity_s
            key.number = request.request_id
            offer_row(&page, &key, row)
        row = request.next
    return [request_view(st, page.rows[place]) for place in range(page.count)]


cdef list open_request_page(State *st, object after, size_t limit, object mature_at_s):
    """Unsettled requests of all wallets by maturity, owner and id, behind `after`.

    With `mature_at_s` those alone that anybody may process at that time.
    """
    cdef uint32_t row = pool_of(st).first_open
    cdef size_t place
    cdef bint is_mature = mature_at_s is not None
    cdef int64_t until_s = mature_at_s if is_mature else 0
    cdef Request *request
    cdef bytes owner
    cdef RowKey key
    cdef RowPage page
    begin_page(&page, limit, False)
    if after is not None:
        page.has_after = True
        page.after.maturity_s, owner, page.after.number = after
        if len(owner) != 32:
            raise ValueError("an owner is an address of 32 bytes")
        page.after.owner = owner
    while row != NO_ROW:
        request = request_at(st, row)
        if _is_chosen(request, is_mature, until_s):
            key.maturity_s = request.maturity_s
            key.owner = user_at(st, request.user).address
            key.number = request.request_id
            offer_row(&page, &key, row)
        row = request.next_open
    return [request_view(st, page.rows[place]) for place in range(page.count)]


cdef object unsettled_e6(State *st, bytes owner, uint32_t mint):
    """What a wallet asked for in a mint and was not paid yet."""
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
