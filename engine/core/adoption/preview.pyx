"""What an operator's new parameters would change for the positions of a market (rule 67).

The command runs in a transaction that is rolled back, and the sizes that follow are moved until
they stand still at the present price and NAV. All figures are reads of the engine.
"""

from engine.core.generated.records cimport OK, AdoptParametersC
from engine.core.numbers.numbers cimport TIME_MAX, abs64, max64, min64
from engine.core.operations cimport adopt_parameters
from engine.core.perps.accounting cimport (
    Totals, Valuation, nav_e6, totals_now, value_account,
)
from engine.core.perps.fill cimport market_price_e8
from engine.core.perps.oracle cimport FOLLOW_DAYS_MAX, follow
from engine.core.perps.positions cimport size_in
from engine.core.perps.prints cimport set_references
from engine.core.reads cimport position_view
from engine.core.state.state cimport (
    TABLE_ACCOUNT, Account, Market, MarketParameters, State, account_at, begin, edit_listing,
    market_at, market_count, market_rules, pool_of, positions_of, roll_back, user_at,
)
from libc.stdint cimport int64_t, uint32_t

from engine.core.generated.messages import AdoptParameters, encode
from engine.core.adoption.views import ParametersPreview, PositionPreview
from engine.schema.errors import EngineError, ErrorCode

cdef enum:
    SHOWN_MAX = 64
    STEPS_MAX = 4_000  # a size of 10**17 has gone to 1, or come from it, long before

# An account with a position in the market.
cdef struct Pick:
    int64_t size_e6  # its magnitude
    uint32_t row


cdef int _is_before(State *st, const Pick *a, const Pick *b) except -1:
    """The largest position first, then by owner and account id."""
    cdef Account *first
    cdef Account *second
    if a.size_e6 != b.size_e6:
        return a.size_e6 > b.size_e6
    first = account_at(st, a.row)
    second = account_at(st, b.row)
    return (user_at(st, first.user).address[:32], first.account_id) < (
        user_at(st, second.user).address[:32], second.account_id
    )


cdef int _largest(
    State *st, uint32_t market, int most, Pick *picks, int *count, int64_t *liquidatable
) except -1:
    """Fill in up to `most` accounts; how many there are, and how many may be liquidated now."""
    cdef Account *account
    cdef Valuation value
    cdef Pick pick
    cdef uint32_t row
    cdef int place
    cdef int found = 0
    count[0] = 0
    liquidatable[0] = 0
    for row in range(<uint32_t> pool_of(st).rows[TABLE_ACCOUNT]):
        account = account_at(st, row)
        pick.size_e6 = abs64(size_in(st, account, market)) if account.position_count else 0
        if pick.size_e6 == 0:
            continue
        count[0] += 1
        value_account(st, account, 0, &value)
        liquidatable[0] += value.required_e6 > value.available_e6
        pick.row = row
        if found == most and not _is_before(st, &pick, &picks[most - 1]):
            continue
        place = min(found, most - 1)
        while place > 0 and _is_before(st, &pick, &picks[place - 1]):
            picks[place] = picks[place - 1]
            place -= 1
        picks[place] = pick
        found = min(found + 1, most)
    return found


cdef object _view(State *st, uint32_t row, uint32_t market):
    cdef Account *account = account_at(st, row)
    cdef Valuation value
    cdef uint32_t place = 0
    while positions_of(st, account)[place].market != market:
        place += 1
    value_account(st, account, 0, &value)
    return position_view(st, account, place, &value)


cdef int _stand_still(State *st, uint32_t row) except -1:
    """Move the sizes at the present price and NAV until they stay."""
    cdef Totals totals
    cdef MarketParameters before
    cdef MarketParameters *rules = &edit_listing(st, row).parameters
    cdef int64_t nav
    cdef int _step
    totals_now(st, &totals)
    nav = nav_e6(st, &totals)
    for _step in range(STEPS_MAX):
        before = rules[0]
        follow(rules, nav, market_at(st, row).price_e8, FOLLOW_DAYS_MAX)
        if (
            rules.skew_scale_e6 == before.skew_scale_e6
            and rules.max_side_size_e6 == before.max_side_size_e6
        ):
            break
    return set_references(st, row)


cdef object _price(State *st, uint32_t row):
    cdef Market *market = market_at(st, row)
    return market_price_e8(
        market.price_e8, market.long_e6 - market.short_e6, market_rules(st, row).skew_scale_e6
    )


def preview_parameters(size_t state, command, int64_t now_s, limit):
    """What AdoptParameters would change, for up to `limit` of the largest positions.

    EngineError for a command that would be refused; nothing of the state changes.
    """
    cdef State *st = <State *> state
    cdef bytes record
    cdef Pick picks[SHOWN_MAX]
    cdef int most = limit
    cdef int shown
    cdef int count = 0
    cdef int code
    cdef int place
    cdef int64_t liquidatable = 0
    cdef int64_t own_time = st.now_s
    cdef uint32_t row
    if not isinstance(command, AdoptParameters):
        raise ValueError("only AdoptParameters has a preview")
    if not 1 <= limit <= SHOWN_MAX:
        raise ValueError(f"1 to {SHOWN_MAX} positions")
    if not 1 <= command.market_id <= market_count(st):
        raise EngineError(ErrorCode.MARKET_NOT_FOUND, command.market_id)
    row = command.market_id - 1
    record = encode(command)
    st.now_s = max64(own_time, min64(now_s, TIME_MAX))
    begin(st)
    try:
        shown = _largest(st, row, most, picks, &count, &liquidatable)
        liquidatable_before = liquidatable
        price_before = _price(st, row)
        rules_before = market_rules(st, row)[0]
        before = [_view(st, picks[place].row, row) for place in range(shown)]
        code = adopt_parameters(
            st, <const AdoptParametersC *> <const unsigned char *> record
        )
        if code != OK:
            raise EngineError(ErrorCode(code), st.detail)
        _stand_still(st, row)
        _largest(st, row, most, picks, &count, &liquidatable)
        return ParametersPreview(
            market_price_before_e8=price_before,
            market_price_after_e8=_price(st, row),
            skew_scale_before_e6=rules_before.skew_scale_e6,
            skew_scale_after_e6=market_rules(st, row).skew_scale_e6,
            max_side_size_before_e6=rules_before.max_side_size_e6,
            max_side_size_after_e6=market_rules(st, row).max_side_size_e6,
            liquidatable_before=liquidatable_before,
            liquidatable_after=liquidatable,
            position_count=count,
            positions=tuple([
                PositionPreview(
                    user_at(st, account_at(st, picks[place].row).user).address[:32],
                    account_at(st, picks[place].row).account_id,
                    before[place],
                    _view(st, picks[place].row, row),
                )
                for place in range(shown)
            ]),
        )
    finally:
        roll_back(st)
        st.now_s = own_time
