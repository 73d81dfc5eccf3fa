"""Payees when prediction markets end: holdings by market, then by user."""

from engine.core.book.ledger cimport Holding
from engine.core.generated.records cimport (
    PredictionPaidC, PredictionResolvedC, PredictionVoidedC,
)
from engine.core.state.state cimport (
    NO_ROW, TABLE_POINTS, State, holding_at, points_at, pool_of, prediction_count,
)
from libc.stddef cimport size_t
from libc.stdint cimport uint8_t, uint32_t
from libc.stdlib cimport malloc, qsort


cdef int _raise_memory() except -1 nogil:
    with gil:
        raise MemoryError("no memory to list the holders of a prediction market")


cdef int _order_of_payees(const void *a, const void *b) noexcept nogil:
    cdef const Payee *first = <const Payee *> a
    cdef const Payee *second = <const Payee *> b
    if first.market != second.market:
        return (first.market > second.market) - (first.market < second.market)
    return (first.user > second.user) - (first.user < second.user)


cdef size_t _list(State *st, const uint8_t *ends, Payee *payees) noexcept nogil:
    """Holdings in the markets that end; with NULL they are only counted."""
    cdef uint32_t account
    cdef uint32_t row
    cdef const Holding *holding
    cdef size_t count = 0
    for account in range(<uint32_t> pool_of(st).rows[TABLE_POINTS]):
        row = points_at(st, account).first_holding
        while row != NO_ROW:
            holding = holding_at(st, row)
            if ends[holding.market]:
                if payees != NULL:
                    payees[count].market = holding.market
                    payees[count].user = points_at(st, account).user
                    payees[count].holding = row
                count += 1
            row = holding.next
    return count


cdef size_t first_payee(const Payee *payees, size_t count, uint32_t market) noexcept nogil:
    """The place of the first holding of a market, or of a later one."""
    cdef size_t low = 0
    cdef size_t high = count
    cdef size_t middle
    while low < high:
        middle = (low + high) >> 1
        if payees[middle].market < market:
            low = middle + 1
        else:
            high = middle
    return low


cdef int list_payees(State *st, const uint8_t *ends, Payout *payout) except -1 nogil:
    """List who is paid when markets end, and how many bytes of events tell it."""
    cdef size_t markets = 0
    cdef uint32_t row
    for row in range(prediction_count(st)):
        markets += ends[row] != 0
    payout.count = _list(st, ends, NULL)
    payout.payees = <Payee *> malloc((payout.count + 1) * sizeof(Payee))
    if payout.payees == NULL:
        return _raise_memory()
    _list(st, ends, payout.payees)
    qsort(payout.payees, payout.count, sizeof(Payee), _order_of_payees)
    payout.event_bytes = payout.count * sizeof(PredictionPaidC) + markets * (
        sizeof(PredictionResolvedC) + sizeof(PredictionVoidedC)
    )
    return 0
