# distutils: extra_compile_args = -fno-tree-slp-vectorize -fno-code-hoisting
"""A book with points accounts: reserves, holdings, pairs redeemed, fees burned, settlement."""

from cpython.number cimport PyNumber_Index
from engine.core.book.alone cimport IS_ALONE
from engine.core.book.book cimport BookEvent, EventTail, remove_order
from engine.core.book.checks cimport check_core, check_ledger
from engine.core.book.commands cimport PENDING_NOTHING, BookCommand, Core
from engine.core.book.ledger cimport PAYOUT_MAX_E6, RATE_ONE_E6, fill_ticks
from engine.core.book.matching cimport Book
from engine.core.book.orders cimport NO_ORDER
from engine.core.book.rows cimport (
    Holding, Level, Points, Tick, add_held, points_of, reserved_of,
)
from engine.core.book.running cimport finish_pending, run_commands, run_other
from libc.stdint cimport int64_t, uint32_t
from libc.stdlib cimport free
from libc.string cimport memset
from posix.stdlib cimport posix_memalign

from engine.core.book import arrays as book_arrays
from engine.core.book.views import Portfolio, Totals

cdef extern from *:
    """
    /* The loop over commands is one function: its parts, one for each side, are not called. Code
       is not hoisted there (first line): what it computes early would go through the stack. */
    #undef CYTHON_INLINE
    #define CYTHON_INLINE inline __attribute__((always_inline))
    """

assert IS_ALONE and sizeof(Holding) == 128 and sizeof(Level) == 64

cdef enum:
    ACCOUNTS_MAX = 100_000_000
cdef int64_t GRANTED_MAX_E6 = 1 << 61  # every sum of points is part of it

WHOLE_POINTS = tuple(tick * 1_000_000 for tick in range(1, 100))


cdef BookEvent *run_apart(
    Core *core, const BookCommand *command, EventTail tail, BookEvent *out, BookEvent *end
) noexcept nogil:
    return run_other(core, &core.ledger, command, tail, out, end)


cdef class PointsBook(Book):
    """A book whose owners are `accounts` of points, numbered from 0.

    `prices_e6` has the YES price of each tick in raw points: rising, symmetric about half the
    payout. The fee is the taker's: fee_rate x contracts x price x (payout - price) / payout,
    rounded up. Raises ValueError for a table that does not do.
    """

    cdef int64_t granted_e6

    def __init__(
        self, orders: int, accounts: int, prices_e6: object = WHOLE_POINTS,
        fee_rate_e6: int = 20_000, payout_e6: int = PAYOUT_MAX_E6,
    ):
        if not 1 <= accounts <= ACCOUNTS_MAX:
            raise ValueError(f"accounts: 1 to {ACCOUNTS_MAX}")
        if not 0 <= fee_rate_e6 <= RATE_ONE_E6:
            raise ValueError(f"fee_rate_e6: 0 to {RATE_ONE_E6}")
        if not 1 <= payout_e6 <= PAYOUT_MAX_E6 or PAYOUT_MAX_E6 % payout_e6:
            raise ValueError(f"payout_e6: a divisor of {PAYOUT_MAX_E6}")
        super().__init__(orders, len(prices_e6))
        self.core.accounts = accounts
        self.is_made = False
        self.make_table(prices_e6, fee_rate_e6, payout_e6)
        self.make_accounts()
        self.is_made = True

    def __dealloc__(self):
        free(self.core.ledger.holdings)

    cdef int make_table(self, prices_e6, int64_t fee_rate_e6, int64_t payout_e6) except -1:
        cdef uint32_t count = self.core.book.tick_count
        cdef uint32_t tick
        cdef Tick *ticks = <Tick *> self.core.book.levels
        for tick in range(1, count + 1):
            ticks[tick].side_e6[0] = PyNumber_Index(prices_e6[tick - 1])
        if not fill_ticks(ticks, count, payout_e6, fee_rate_e6):
            raise ValueError(
                "prices_e6: must rise, be above 0 and below payout_e6, and be symmetric: the "
                "first and the last add up to payout_e6, and so on"
            )
        self.core.ledger.ticks = ticks
        self.core.ledger.tick_count = count
        self.core.ledger.payout_e6 = payout_e6
        return 0

    cdef int make_accounts(self) except -1:
        cdef uint32_t account
        cdef size_t size = self.core.accounts * sizeof(Holding)
        cdef void *rows = NULL
        self.core.ledger.orders = self.core.book.orders
        if posix_memalign(&rows, sizeof(Holding), size):
            raise MemoryError
        memset(rows, 0, size)
        self.core.ledger.holdings = <Holding *> rows
        self.core.ledger.points = points_of(NULL, self.core.ledger.holdings)
        for account in range(self.core.accounts):
            self.core.ledger.holdings[account].first = [NO_ORDER, NO_ORDER]
            self.core.ledger.holdings[account].last = [NO_ORDER, NO_ORDER]
        return 0

    # points
    def grant(self, account, amount_e6):
        """Create points; OverflowError when 2**61 raw points were granted in all."""
        self.be_ready()
        cdef uint32_t row = self.row_of(account)
        cdef int64_t more_e6 = PyNumber_Index(amount_e6)
        if more_e6 < 0:
            raise ValueError("amount_e6: 0 or more")
        if more_e6 > GRANTED_MAX_E6 - self.granted_e6:
            raise OverflowError("more than 2**61 raw points granted")
        self.granted_e6 += more_e6
        self.core.ledger.points[row].granted_e6 += more_e6
        self.core.ledger.points[row].available_e6 += more_e6

    def portfolio(self, account):
        """Figures of one account."""
        self.be_ready()
        cdef uint32_t row = self.row_of(account)
        cdef const Points *points = &self.core.ledger.points[row]
        cdef const Holding *holding = &self.core.ledger.holdings[row]
        return Portfolio(
            points.available_e6, reserved_of(points, holding), points.realized_e6,
            points.granted_e6, holding.contracts, holding.cost_e6, self.orders_of(holding),
        )

    def totals(self):
        """Sums over all accounts; visits each."""
        self.be_ready()
        cdef int64_t available_e6 = 0
        cdef int64_t reserved_e6 = 0
        cdef uint32_t account
        for account in range(self.core.accounts):
            available_e6 += self.core.ledger.points[account].available_e6
            reserved_e6 += reserved_of(
                &self.core.ledger.points[account], &self.core.ledger.holdings[account]
            )
        return Totals(
            self.granted_e6, available_e6, reserved_e6, self.core.ledger.burned_e6,
            self.core.ledger.pairs * self.core.ledger.payout_e6, self.core.ledger.pairs,
        )

    @property
    def payout_e6(self):
        """Payout of a contract of the winning side."""
        return self.core.ledger.payout_e6

    @property
    def is_settled(self):
        """Whether `settle` has closed the book."""
        return bool(self.is_closed)

    def settle(self, yes_value_e6):
        """Cancel all orders, pay every contract, close the book.

        A YES contract is worth `yes_value_e6` (the payout when YES has won, 0 when NO has), a NO
        contract what that leaves. Returns PAYOUT rows by account. Commands raise RuntimeError
        from then on.
        """
        self.be_ready()
        if self.is_closed:
            raise RuntimeError("the book is settled")
        cdef int64_t value_e6 = PyNumber_Index(yes_value_e6)
        if not 0 <= value_e6 <= self.core.ledger.payout_e6:
            raise ValueError("yes_value_e6: 0 to payout_e6")
        self.cancel_everything()
        self.is_closed = True
        rows = []
        cdef uint32_t account
        for account in range(self.core.accounts):
            if self.core.ledger.holdings[account].contracts:
                rows.append(self.pay(account, value_e6))
        self.core.ledger.pairs = 0
        return book_arrays.payouts(rows)

    cdef uint32_t orders_of(self, const Holding *holding) noexcept nogil:
        """Open orders of an account, counted in its lists."""
        cdef uint32_t count = 0
        cdef uint32_t place
        cdef int side
        for side in range(2):
            place = holding.first[side]
            while place != NO_ORDER:
                count += 1
                place = self.core.book.orders[place].next_own
        return count

    cdef int cancel_everything(self) except -1:
        cdef uint32_t account
        cdef uint32_t place
        cdef int side
        if self.core.book.order_count:
            self.core.book.sequence += 1
        for account in range(self.core.accounts):
            for side in range(2):
                place = self.core.ledger.holdings[account].first[side]
                while place != NO_ORDER:
                    remove_order(&self.core.book, &self.core.ledger, place)
                    place = self.core.ledger.holdings[account].first[side]
        return 0

    cdef object pay(self, uint32_t account, int64_t yes_value_e6):
        cdef Holding *holding = &self.core.ledger.holdings[account]
        cdef int64_t contracts = holding.contracts
        cdef int64_t cost_e6 = holding.cost_e6
        cdef int64_t payout_e6
        if contracts > 0:
            payout_e6 = contracts * yes_value_e6
        else:
            payout_e6 = -contracts * (self.core.ledger.payout_e6 - yes_value_e6)
        self.core.ledger.points[account].available_e6 += payout_e6
        self.core.ledger.points[account].realized_e6 += payout_e6 - cost_e6
        add_held(holding, 0, -contracts)
        holding.cost_e6 = 0
        return account, contracts, cost_e6, payout_e6

    def check(self):
        """Raise AssertionError when book or ledger contradict themselves; slow."""
        self.be_ready()
        check_core(&self.core)
        check_ledger(&self.core, &self.core.ledger, self.granted_e6)

    cdef uint32_t row_of(self, account) except? 0xFFFFFFFF:
        cdef object row = PyNumber_Index(account)
        if not 0 <= row < self.core.accounts:
            raise ValueError(f"account: 0 to {self.core.accounts - 1}")
        return row

    cdef size_t run_many(
        self, const BookCommand *commands, size_t count, BookEvent **events, BookEvent *end
    ) noexcept nogil:
        if self.core.pending != PENDING_NOTHING and not self.go_on(events, end):
            return 0
        return run_commands(
            &self.core, &self.core.ledger, run_apart, commands, count, events, end
        )

    cdef int go_on(self, BookEvent **events, BookEvent *end) noexcept nogil:
        return finish_pending(&self.core, &self.core.ledger, events, end)
