"""Points of the prediction markets: who takes part, what is granted, the daily top-up (rule 30).

A refused command writes nothing; room for rows and events comes before the first write.
"""

from engine.core.book.ledger cimport Points
from engine.core.generated.records cimport (
    ERR_AMOUNT_OUT_OF_RANGE, ERR_NOT_PARTICIPATING, ERR_VALIDATION, OK,
    TAG_PARTICIPATION_STARTED, TAG_POINTS_GRANTED, GrantPointsC, ParticipateC,
    ParticipationStartedC, PointsGrantedC,
)
from engine.core.numbers.numbers cimport DAY_S
from engine.core.perps.accounting cimport emit
from engine.core.predictions.state cimport find_points, new_points
from engine.core.state.state cimport (
    NO_ROW, PREDICTION_OPEN, TABLE_POINTS, State, edit_pool, holding_at, mark_row, points_at,
    pool_of, prediction_at, reserve_bytes, user_at, user_row,
)
from libc.stdint cimport int64_t, uint8_t, uint32_t
from libc.string cimport memcpy

cdef enum:
    PROGRAMME_MAX = 3

cdef int64_t GRANT_E6 = 10_000_000_000
cdef int64_t TOP_UP_E6 = 1_000_000_000  # to so much
cdef int64_t GRANTED_MAX_E6 = <int64_t> 1 << 61  # in all: what the ledger's sums can hold


cdef int participate(State *st, const ParticipateC *command) except -1 nogil:
    """Join a programme; joining again changes nothing."""
    cdef uint32_t bit = <uint32_t> 1 << (command.programme & 31)
    cdef uint32_t user
    cdef uint32_t row
    cdef ParticipationStartedC *event
    if not 1 <= command.programme <= PROGRAMME_MAX:
        return ERR_VALIDATION
    reserve_bytes(&st.events, sizeof(ParticipationStartedC))
    user = user_row(st, command.user)
    row = user_at(st, user).points
    if row == NO_ROW:
        row = new_points(st, user)
    if points_at(st, row).programmes & bit:
        return OK
    points_at(st, row).programmes |= bit
    mark_row(&st.tables[TABLE_POINTS], row)
    event = <ParticipationStartedC *> emit(
        st, TAG_PARTICIPATION_STARTED, sizeof(ParticipationStartedC)
    )
    memcpy(event.user, command.user, 32)
    event.programme = command.programme
    return OK


cdef int grant_points(State *st, const GrantPointsC *command) except -1 nogil:
    """10,000 points to a participant, once; asking again changes nothing."""
    cdef uint32_t row = find_points(st, command.user)
    if row == NO_ROW or points_at(st, row).programmes == 0:
        return ERR_NOT_PARTICIPATING
    if points_at(st, row).granted_e6:
        return OK
    if pool_of(st).points_granted_e6 > GRANTED_MAX_E6 - GRANT_E6:
        return ERR_AMOUNT_OUT_OF_RANGE
    reserve_bytes(&st.events, sizeof(PointsGrantedC))
    give_points(st, row, GRANT_E6, 0)
    return OK


cdef int give_points(State *st, uint32_t row, int64_t amount_e6, int is_top_up) except -1 nogil:
    """Make points; the room for the event was reserved."""
    cdef Points *points = points_at(st, row)
    cdef PointsGrantedC *event
    points.available_e6 += amount_e6
    points.granted_e6 += amount_e6
    edit_pool(st).points_granted_e6 += amount_e6
    mark_row(&st.tables[TABLE_POINTS], row)
    event = <PointsGrantedC *> emit(st, TAG_POINTS_GRANTED, sizeof(PointsGrantedC))
    memcpy(event.user, user_at(st, points.user).address, 32)
    event.amount_e6 = amount_e6
    event.is_top_up = <uint8_t> is_top_up
    return 0


cdef int64_t top_up_e6(State *st, uint32_t row) noexcept nogil:
    """Top-up of an order now: up to 1,000 points, once a UTC day (rule 30)."""
    cdef const Points *points
    cdef int64_t short_e6
    if row == NO_ROW:
        return 0
    points = points_at(st, row)
    if points.granted_e6 == 0 or points.top_up_day == st.now_s // DAY_S:
        return 0
    short_e6 = TOP_UP_E6 - points.available_e6 - points.reserved_e6
    row = points.first_holding
    while row != NO_ROW and short_e6 > 0:
        if prediction_at(st, holding_at(st, row).market).status == PREDICTION_OPEN:
            short_e6 -= holding_at(st, row).cost_e6
        row = holding_at(st, row).next
    if short_e6 <= 0 or pool_of(st).points_granted_e6 > GRANTED_MAX_E6 - short_e6:
        return 0
    return short_e6
