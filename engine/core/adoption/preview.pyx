"""What an operator's new parameters would change for the positions of a market (rule 67).

The command runs in a transaction that is rolled back, and the sizes that follow are moved until
they stand still at the present price and NAV. All figures are reads of the engine. Accounts are
looked at a few at a time, between which the exchange goes on: each once, as it is then.
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


cdef int64_t _held_e6(State *st, uint32_t row, uint32_t market) noexcept:
    """The magnitude of an account's position in the market."""
    cdef Account *account = account_at(st, row)
    return abs64(size_in(st, account, market)) if account.position_count else 0


cdef int _is_liquidatable(State *st, uint32_t row) except -1:
    cdef Valuation value
    value_account(st, account_at(st, row), 0, &value)
    return value.required_e6 > value.available_e6


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


cdef class PreviewOfParameters:
    """What AdoptParameters would change, for up to `limit` of the largest positions."""

    cdef object exchange  # it owns the state
    cdef State *st
    cdef object command
    cdef bytes record
    cdef uint32_t market
    cdef uint32_t next_account
    cdef Pick picks[SHOWN_MAX]
    cdef int most
    cdef int found
    cdef int64_t count
    cdef int64_t before
    cdef int64_t after

    def __init__(self, exchange, command, limit):
        if not isinstance(command, AdoptParameters):
            raise ValueError("only AdoptParameters has a preview")
        if not 1 <= limit <= SHOWN_MAX:
            raise ValueError(f"1 to {SHOWN_MAX} positions")
        self.exchange = exchange
        self.st = <State *> <size_t> exchange.state_address()
        if not 1 <= command.market_id <= market_count(self.st):
            raise EngineError(ErrorCode.MARKET_NOT_FOUND, command.market_id)
        self.market = command.market_id - 1
        self.record = encode(command)
        self.most = limit

    def step(self, int64_t now_s, uint32_t accounts):
        """Look at the next accounts; whether there are more. EngineError as the command would."""
        cdef State *st = self.st
        cdef int64_t own_time = st.now_s
        cdef uint32_t end = <uint32_t> pool_of(st).rows[TABLE_ACCOUNT]
        cdef uint32_t row
        accounts = min(accounts, end - self.next_account)
        end = self.next_account + accounts
        st.now_s = max64(own_time, min64(now_s, TIME_MAX))
        begin(st)
        try:
            for row in range(self.next_account, end):
                self._count(row)
            self._adopt()
            for row in range(self.next_account, end):
                if _held_e6(st, row, self.market):
                    self.after += _is_liquidatable(st, row)
        finally:
            roll_back(st)
            st.now_s = own_time
        self.next_account = end
        return end < <uint32_t> pool_of(st).rows[TABLE_ACCOUNT]

    cdef int _count(self, uint32_t row) except -1:
        """Note an account with a position, and whether it is one of the largest."""
        cdef State *st = self.st
        cdef Pick pick
        cdef int place
        pick.row = row
        pick.size_e6 = _held_e6(st, row, self.market)
        if pick.size_e6 == 0:
            return 0
        self.count += 1
        self.before += _is_liquidatable(st, row)
        if self.found == self.most and not _is_before(st, &pick, &self.picks[self.most - 1]):
            return 0
        place = min(self.found, self.most - 1)
        while place > 0 and _is_before(st, &pick, &self.picks[place - 1]):
            self.picks[place] = self.picks[place - 1]
            place -= 1
        self.picks[place] = pick
        self.found = min(self.found + 1, self.most)
        return 0

    cdef int _adopt(self) except -1:
        """Carry the command out in the open transaction, and move the sizes until they stay."""
        cdef const unsigned char *record = self.record
        cdef int code = adopt_parameters(self.st, <const AdoptParametersC *> record)
        if code != OK:
            raise EngineError(ErrorCode(code), self.st.detail)
        return _stand_still(self.st, self.market)

    def result(self, int64_t now_s):
        """Return the preview: counts of the steps, and figures of now for what is still held."""
        cdef State *st = self.st
        cdef int64_t own_time = st.now_s
        cdef uint32_t market = self.market
        cdef uint32_t row
        cdef int place
        rows = [
            self.picks[place].row for place in range(self.found)
            if _held_e6(st, self.picks[place].row, market)
        ]
        st.now_s = max64(own_time, min64(now_s, TIME_MAX))
        begin(st)
        try:
            price_before = _price(st, market)
            rules_before = market_rules(st, market)[0]
            before = [_view(st, row, market) for row in rows]
            self._adopt()
            return ParametersPreview(
                market_price_before_e8=price_before,
                market_price_after_e8=_price(st, market),
                skew_scale_before_e6=rules_before.skew_scale_e6,
                skew_scale_after_e6=market_rules(st, market).skew_scale_e6,
                max_side_size_before_e6=rules_before.max_side_size_e6,
                max_side_size_after_e6=market_rules(st, market).max_side_size_e6,
                liquidatable_before=self.before,
                liquidatable_after=self.after,
                position_count=self.count,
                positions=tuple([
                    PositionPreview(
                        user_at(st, account_at(st, row).user).address[:32],
                        account_at(st, row).account_id,
                        old,
                        _view(st, row, market),
                    )
                    for row, old in zip(rows, before)
                ]),
            )
        finally:
            roll_back(st)
            st.now_s = own_time
