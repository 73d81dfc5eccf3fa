"""The exchange: one deterministic state machine over fixed-width records."""

from engine.core.dispatch cimport (
    apply_records, check_admission, decide, is_chain_command, is_undone, replay_records,
)
from engine.core.framing cimport check_framing, record_length
from engine.core.generated.records cimport ERR_AMOUNT_OUT_OF_RANGE, HeaderC
from engine.core.numbers.numbers cimport TIME_MAX, max64, min64
from engine.core.orders.views cimport coming_auction, orders_of
from engine.core.payouts.claims cimport (
    ClaimRow, list_claims, quarantined_deposit, quarantined_deposits,
)
from engine.core.payouts.request_pages cimport (
    open_request_page, settlement_request, unsettled_e6, unsettled_request_page,
)
from engine.core.perps.quotes cimport (
    quote_add_liquidity, quote_basket, quote_limits, quote_liquidation, quote_remove_liquidity,
    quote_trade,
)
from engine.core.pool.pool_reads cimport (
    do_removals_wait, lp_account, lp_position, lp_position_page, lp_positions, lp_value_e6,
    outflow_view, pool_if_moved,
)
from engine.core.pool.staking_reads cimport staking_totals, staking_view
from engine.core.predictions.reads cimport (
    prediction_book, prediction_market, prediction_order, prediction_order_by_client_id,
    prediction_orders, prediction_portfolio, prediction_positions, prediction_totals,
)
from engine.core.reads cimport (
    exchange_view, liquidation_candidates, margin_account_view, market_view,
    open_settlement_requests, require_account, settlement_requests, user_view,
)
from engine.core.scan cimport PositionRow, ScanRow, list_positions, scan_accounts, scan_lanes
from engine.core.state.digest cimport StateDigest
from engine.core.state.snapshot cimport restore_state, snapshot_body
from engine.core.state.state cimport (
    TABLE_ACCOUNT, Account, State, account_at, begin, market_count, pool_of, prediction_count,
    roll_back, state_free, state_new, user_at,
)
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint32_t, uint64_t

from hashlib import sha256

from engine.core.arrays import claim_rows, position_rows, scan_rows
from engine.core.generated.messages import decode_all, encode
from engine.schema.errors import EngineError, ErrorCode


def snapshot_checksum(bytes body):
    """Return what follows the body in a whole snapshot."""
    return sha256(body).digest()


cdef uint32_t _known(object number, object code) except? 0xFFFFFFFF:
    """An id as the records have it; one beyond its width names nothing."""
    if not 0 <= number <= 0xFFFFFFFF:
        raise EngineError(code, number)
    return number


cdef class Exchange:
    """All state of one exchange; a pure function of the commands applied so far."""

    cdef State *st
    cdef StateDigest digest

    def __cinit__(self):
        self.st = state_new()
        self.digest = StateDigest()

    def __dealloc__(self):
        state_free(self.st)

    def __reduce__(self):
        raise TypeError("an exchange is rebuilt from its journal, not pickled")

    def apply(self, command):
        """Apply one command (its header's seq and time_s filled in) and return its events.

        A refusal is a CommandRejected event. A command that the sequencer could not have issued
        (time or number going back, a repeated chain position) raises ValueError.
        """
        return list(decode_all(self.apply_batch(encode(command))))

    def apply_record(self, record):
        """Apply one command record and return its events."""
        return list(decode_all(self.apply_batch(record)))

    def apply_batch(self, records):
        """Apply consecutive command records without the GIL; return the event records.

        ValueError before anything is applied when a record is malformed. A record that the
        sequencer could not have issued stops with ValueError; those before it stay applied.
        """
        self._apply_all(records, False)
        return (<char *> self.st.events.data)[: self.st.events.used]

    def replay_batch(self, records):
        """Do what `apply_batch` does, without its events."""
        self._apply_all(records, True)

    cdef int _apply_all(self, const unsigned char[::1] view, bint is_replay) except -1:
        cdef size_t total = view.shape[0]
        self.st.events.used = 0
        if total:
            with nogil:
                check_framing(&view[0], total)
            if is_replay:
                replay_records(self.st, &view[0], total)
            else:
                apply_records(self.st, &view[0], total)
        return 0

    def state_address(self):
        """Where the state is, for callers of c_interface.pxd; as long as the exchange lives."""
        return <size_t> self.st

    def state_hash(self):
        """Return 32 bytes over all money and rules: neither clock, number nor chain cursor.

        It costs what changed since the last call.
        """
        return self.digest.root(self.st)

    # Snapshots.

    def snapshot(self):
        """Return all state as bytes, clock, number and chain cursor too.

        The same commands give the same bytes, whatever was read or quoted between them.
        """
        cdef bytes body = self.snapshot_body()
        return body + snapshot_checksum(body)

    def snapshot_body(self):
        """Return a snapshot without its checksum: the part for which nothing may be applied."""
        return snapshot_body(self.st)

    @classmethod
    def restore(cls, data):
        """Return the exchange of a snapshot; ValueError says what is wrong with the bytes."""
        cdef const unsigned char[::1] view = data
        cdef Exchange exchange = cls()
        if view.shape[0] == 0:
            raise ValueError("the snapshot is empty")
        restore_state(exchange.st, &view[0], view.shape[0])
        return exchange

    # Facts about the prefix.

    @property
    def sequence(self):
        """Number of the last command applied."""
        return self.st.sequence

    @property
    def now_s(self):
        """Engine time of the last command applied."""
        return self.st.now_s

    @property
    def chain_cursor(self):
        """(slot, transaction index, instruction index) of the last chain command."""
        return (self.st.cursor_slot, self.st.cursor_transaction, self.st.cursor_instruction)

    # Reads and quotes, at `now_s` or the engine's own time where that is later.

    cdef int64_t _enter(self, int64_t now_s) noexcept:
        """Move the state's time for a read; returns the time to go back to."""
        cdef int64_t own = self.st.now_s
        self.st.now_s = max64(own, min64(now_s, TIME_MAX))
        return own

    def exchange_view(self, int64_t now_s):
        """Return the exchange's row (API 3.1)."""
        cdef int64_t own = self._enter(now_s)
        try:
            return exchange_view(self.st)
        finally:
            self.st.now_s = own

    def market_ids(self):
        """Return the ids of all markets, rising."""
        return list(range(1, market_count(self.st) + 1))

    def market_id_of(self, str symbol):
        """Return the id of a symbol, or None."""
        cdef uint32_t row
        cdef bytes wanted = symbol.encode("ascii", "replace").ljust(12, b"\0")
        for row in range(market_count(self.st)):
            if self.st.listings[row].symbol[:12] == wanted:
                return row + 1
        return None

    def market_view(self, market_id, int64_t now_s):
        """Return a market's row (API 3.2); EngineError(MARKET_NOT_FOUND) for an unknown id."""
        cdef int64_t own = self._enter(now_s)
        try:
            return market_view(self.st, _known(market_id, ErrorCode.MARKET_NOT_FOUND))
        finally:
            self.st.now_s = own

    def user_view(self, bytes owner):
        """Return what is kept per wallet; zeros for a wallet never seen."""
        return user_view(self.st, owner)

    def margin_account_view(self, bytes owner, account_id, int64_t now_s):
        """Return a margin account's row; EngineError(MARGIN_ACCOUNT_NOT_FOUND) without one."""
        cdef int64_t own = self._enter(now_s)
        try:
            return margin_account_view(
                self.st, owner, _known(account_id, ErrorCode.MARGIN_ACCOUNT_NOT_FOUND)
            )
        finally:
            self.st.now_s = own

    def perp_orders(self, bytes owner, account_id, int64_t now_s):
        """Return the waiting orders of a margin account by id."""
        cdef uint32_t number = _known(account_id, ErrorCode.MARGIN_ACCOUNT_NOT_FOUND)
        cdef int64_t own = self._enter(now_s)
        try:
            return orders_of(self.st, require_account(self.st, owner, number))
        finally:
            self.st.now_s = own

    def coming_auction(self, market_id, int64_t now_s):
        """Return the sums of what would meet at the next price update, at the index of now."""
        cdef uint32_t number = _known(market_id, ErrorCode.MARKET_NOT_FOUND)
        cdef int64_t own = self._enter(now_s)
        try:
            if not 1 <= number <= market_count(self.st):
                raise EngineError(ErrorCode.MARKET_NOT_FOUND, number)
            return coming_auction(self.st, number - 1)
        finally:
            self.st.now_s = own

    def lp_positions(self, bytes owner, int64_t now_s):
        """Return a wallet's LP positions by id."""
        cdef int64_t own = self._enter(now_s)
        try:
            return lp_positions(self.st, owner)
        finally:
            self.st.now_s = own

    def lp_position(self, bytes owner, lp_position_id, int64_t now_s):
        """Return a wallet's LP position with an id, closed or not, or None."""
        cdef int64_t own = self._enter(now_s)
        try:
            return lp_position(self.st, owner, lp_position_id)
        finally:
            self.st.now_s = own

    def lp_position_page(
        self, bytes owner, int64_t now_s, *, limit, after=None, bint is_all=False,
        bint is_descending=False
    ):
        """Return at most 256 LP positions of a wallet by (maturity, id), behind `after`."""
        cdef int64_t own = self._enter(now_s)
        try:
            return lp_position_page(self.st, owner, after, limit, is_all, is_descending)
        finally:
            self.st.now_s = own

    def lp_value_e6(self, bytes owner, int64_t now_s):
        """Return what all LP positions of a wallet are worth at the exit price."""
        cdef int64_t own = self._enter(now_s)
        try:
            return lp_value_e6(self.st, owner)
        finally:
            self.st.now_s = own

    def lp_account(self, bytes owner, int64_t now_s):
        """Return a wallet's legacy LP account, or None."""
        cdef int64_t own = self._enter(now_s)
        try:
            return lp_account(self.st, owner)
        finally:
            self.st.now_s = own

    def outflow_view(self, int64_t now_s):
        """Return what was paid out lately, its limits and the freeze; looks at every account."""
        cdef int64_t own = self._enter(now_s)
        try:
            return outflow_view(self.st)
        finally:
            self.st.now_s = own

    def do_removals_wait(self, int64_t now_s):
        """Return whether mature removals wait for a price in a market in use (rule 45)."""
        cdef int64_t own = self._enter(now_s)
        try:
            return bool(do_removals_wait(self.st))
        finally:
            self.st.now_s = own

    def pool_if_moved(self, int64_t move_e12, int64_t now_s, market_id=0):
        """Return the pool's value as if an index, or for 0 every one, moved by `move`.

        EngineError(MARKET_NOT_FOUND); ValueError for a move beyond -100 to +100 %.
        """
        cdef int64_t own = self._enter(now_s)
        try:
            return pool_if_moved(
                self.st, _known(market_id, ErrorCode.MARKET_NOT_FOUND), move_e12
            )
        finally:
            self.st.now_s = own

    def settlement_requests(self, bytes owner):
        """Return a wallet's settlement requests by id."""
        return settlement_requests(self.st, owner)

    def settlement_request(self, bytes owner, request_id):
        """Return a wallet's settlement request with an id, or None."""
        return settlement_request(self.st, owner, request_id)

    def unsettled_request_page(
        self, bytes owner, *, limit, after=None, mature_at_s=None, bint is_descending=False
    ):
        """Return at most 256 unsettled requests of a wallet by (maturity, id), behind `after`.

        With `mature_at_s` only those that can be processed at that time: removals of liquidity are
        left out while `do_removals_wait`.
        """
        cdef int64_t own = self._enter(0 if mature_at_s is None else mature_at_s)
        try:
            return unsettled_request_page(
                self.st, owner, after, limit, mature_at_s, is_descending
            )
        finally:
            self.st.now_s = own

    def unsettled_e6(self, bytes owner, mint):
        """Return what a wallet asked for in a mint and was not paid yet."""
        return unsettled_e6(self.st, owner, mint)

    def open_request_page(self, *, limit, after=None, mature_at_s=None):
        """Return at most 256 unsettled requests by (maturity, owner, id), behind `after`.

        With `mature_at_s` only those that can be processed at that time: removals of liquidity are
        left out while `do_removals_wait`.
        """
        cdef int64_t own = self._enter(0 if mature_at_s is None else mature_at_s)
        try:
            return open_request_page(self.st, after, limit, mature_at_s)
        finally:
            self.st.now_s = own

    def open_settlement_requests(self):
        """Return every request not yet settled: oldest maturity first, then owner, then id."""
        return open_settlement_requests(self.st)

    def quarantined_deposit(self, bytes owner, deposit_id):
        """Return a wallet's quarantined deposit with an id, or None."""
        return quarantined_deposit(self.st, owner, deposit_id)

    def quarantined_deposits(self, bytes owner):
        """Return a wallet's quarantined deposits by id, claimed ones too."""
        return quarantined_deposits(self.st, owner)

    def quote_modify_position(
        self, bytes owner, account_id, market_id, size_e6, int64_t now_s, bytes actor=None,
        int64_t limit_e8=0, int64_t index_e8=0,
    ):
        """Return what a trade would do and every reason against it; nothing changes.

        The actor is the owner unless given; a limit price of 0 accepts any fill. With an index
        as a waiting order that runs when the index is there.
        """
        return self.trade_figures(
            owner, account_id, market_id, size_e6, now_s, False, actor, limit_e8, index_e8
        ).quote()

    def trade_figures(
        self, bytes owner, account_id, market_id, size_e6, int64_t now_s, bint is_close,
        bytes actor=None, int64_t limit_e8=0, int64_t index_e8=0,
    ):
        """Return the quote of a change or a close as figures that a form reads in place."""
        cdef int64_t own = self._enter(now_s)
        try:
            return quote_trade(
                self.st, owner, _known(account_id, ErrorCode.MARGIN_ACCOUNT_NOT_FOUND),
                _known(market_id, ErrorCode.MARKET_NOT_FOUND), size_e6, is_close,
                owner if actor is None else actor, limit_e8, index_e8,
            )
        finally:
            self.st.now_s = own

    def quote_basket(
        self, bytes owner, account_id, legs, int64_t now_s, bytes actor=None, limits_e8=None
    ):
        """Return what legs of (market id, size) would do in one order; nothing changes."""
        cdef int64_t own = self._enter(now_s)
        try:
            return quote_basket(
                self.st, owner, _known(account_id, ErrorCode.MARGIN_ACCOUNT_NOT_FOUND), legs,
                owner if actor is None else actor, limits_e8 or [0] * len(legs),
            )
        finally:
            self.st.now_s = own

    def quote_close_position(
        self, bytes owner, account_id, market_id, size_e6, int64_t now_s, bytes actor=None,
        int64_t limit_e8=0,
    ):
        """Return what a close would do; `size_e6` is the amount to close, 0 for all."""
        return self.trade_figures(
            owner, account_id, market_id, size_e6, now_s, True, actor, limit_e8
        ).quote()

    def quote_limits(self, bytes owner, account_id, market_id, bint is_long, int64_t now_s):
        """Return the largest and the smallest executable size of one side; nothing changes."""
        cdef int64_t own = self._enter(now_s)
        try:
            return quote_limits(
                self.st, owner, _known(account_id, ErrorCode.MARGIN_ACCOUNT_NOT_FOUND),
                _known(market_id, ErrorCode.MARKET_NOT_FOUND), is_long,
            )
        finally:
            self.st.now_s = own

    def quote_add_liquidity(self, amount_e6, int64_t now_s):
        """Return the shares that a deposit would mint now; nothing changes."""
        cdef int64_t own = self._enter(now_s)
        try:
            return quote_add_liquidity(self.st, amount_e6)
        finally:
            self.st.now_s = own

    def staking_view(self, bytes owner, int64_t now_s):
        """Return a wallet's staking balance (API 3.8); zeros without a stake account."""
        cdef int64_t own = self._enter(now_s)
        try:
            return staking_view(self.st, owner)
        finally:
            self.st.now_s = own

    def staking_totals(self, int64_t now_s):
        """Return the sums over all stakers; visits every stake."""
        cdef int64_t own = self._enter(now_s)
        try:
            return staking_totals(self.st)
        finally:
            self.st.now_s = own

    # Predictions: nothing of them depends on the time at which they are read.

    def prediction_market_ids(self):
        """Return the ids of all prediction markets."""
        return list(range(1, prediction_count(self.st) + 1))

    def prediction_market(self, market_id):
        """Return a prediction market; EngineError(PREDICTION_MARKET_NOT_FOUND)."""
        return prediction_market(self.st, market_id)

    def prediction_book(self, market_id, depth):
        """Return up to `depth` levels of each side; EngineError(PREDICTION_MARKET_NOT_FOUND)."""
        return prediction_book(self.st, market_id, depth)

    def prediction_orders(self, bytes owner, market_id=0):
        """Return a wallet's open orders by id, in one market or, for 0, in all."""
        return prediction_orders(self.st, owner, market_id)

    def prediction_order(self, bytes owner, order_id):
        """Return a wallet's order that is open or kept for its client id, or None."""
        return prediction_order(self.st, owner, order_id)

    def prediction_order_by_client_id(self, bytes owner, str client_order_id):
        """Return a wallet's newest order with a client id, or None."""
        return prediction_order_by_client_id(self.st, owner, client_order_id)

    def prediction_positions(self, bytes owner):
        """Return the contracts that a wallet holds, by market."""
        return prediction_positions(self.st, owner)

    def prediction_portfolio(self, bytes owner):
        """Return a wallet's points; zeros for one that does not participate."""
        return prediction_portfolio(self.st, owner)

    def prediction_totals(self):
        """Return the sums over all wallets and markets; visits all of them."""
        return prediction_totals(self.st)

    def liquidation_candidates(self, int64_t now_s, limit):
        """Return the accounts that are liquidatable: worst health first, then owner, then id."""
        cdef int64_t own = self._enter(now_s)
        try:
            return liquidation_candidates(self.st, limit)
        finally:
            self.st.now_s = own

    def account_scan(self, int64_t now_s, out=None, *, int _lanes=0):
        """Return every open margin account with its value, as rows of `arrays.SCAN_ROW`.

        Prices are the last accepted ones. `out` is overwritten if given and needs a row for each
        account; the result is its beginning. `_lanes` is for tests and benchmarks: 4, 2 or 1
        positions at a time, instead of as many as the processor can; ValueError if it cannot.
        """
        cdef int most = scan_lanes()
        cdef uint32_t count = <uint32_t> pool_of(self.st).rows[TABLE_ACCOUNT]
        cdef unsigned char[::1] room
        cdef int64_t own
        if _lanes not in (0, 1, 2, 4) or _lanes > most:
            raise ValueError(f"4, 2 or 1 lanes, and here at most {most}")
        out = scan_rows(count, out)
        if count == 0:
            return out[:0]
        room = out.view("u1")
        own = self._enter(now_s)
        with nogil:
            count = scan_accounts(self.st, count, _lanes or most, <ScanRow *> &room[0])
        self.st.now_s = own
        return out[:count]

    def scan_owner(self, uint32_t account):
        """Return owner and account id of a row; EngineError(MARGIN_ACCOUNT_NOT_FOUND)."""
        cdef Account *row
        if account >= pool_of(self.st).rows[TABLE_ACCOUNT]:
            raise EngineError(ErrorCode.MARGIN_ACCOUNT_NOT_FOUND, account)
        row = account_at(self.st, account)
        return user_at(self.st, row.user).address[:32], row.account_id

    def position_rows(self):
        """Return every position, by account, as rows of `arrays.POSITION_ROW`."""
        cdef uint64_t count = list_positions(self.st, NULL, 0)
        cdef unsigned char[::1] room
        rows = position_rows(count)
        if count:
            room = rows.view("u1")
            with nogil:
                list_positions(self.st, <PositionRow *> &room[0], count)
        return rows

    def claim_rows(self):
        """Return what is owed to each creditor as rows of `arrays.CLAIM_ROW`, in no order."""
        cdef uint64_t count = list_claims(self.st, NULL, 0)
        cdef unsigned char[::1] room
        rows = claim_rows(count)
        if count:
            room = rows.view("u1")
            with nogil:
                list_claims(self.st, <ClaimRow *> &room[0], count)
        return rows

    def quote_liquidation(self, bytes owner, account_id, int64_t now_s):
        """Return what a liquidation by anyone would close and pay; nothing changes."""
        cdef int64_t own = self._enter(now_s)
        try:
            return quote_liquidation(
                self.st, owner, _known(account_id, ErrorCode.MARGIN_ACCOUNT_NOT_FOUND)
            )
        finally:
            self.st.now_s = own

    def quote_remove_liquidity(self, bytes owner, position_id, shares_e6, int64_t now_s):
        """Return what shares of a position would pay now and every reason against it."""
        cdef int64_t own = self._enter(now_s)
        try:
            return quote_remove_liquidity(self.st, owner, position_id, shares_e6)
        finally:
            self.st.now_s = own

    def check(self, command):
        """Return the code with which `apply` would refuse the command now, or NONE."""
        cdef bytes record = encode(command)
        cdef const unsigned char *data = record
        cdef int64_t own
        cdef int code
        record_length(data, len(record))
        if not is_undone((<const HeaderC *> data).tag):
            raise ValueError("a command of predictions is not undone, so it cannot be tried")
        own = self._enter((<const HeaderC *> data).time_s)
        begin(self.st)
        try:
            code = decide(self.st, data)
        except OverflowError:
            code = ERR_AMOUNT_OUT_OF_RANGE
        finally:
            roll_back(self.st)
            self.st.now_s = own
        return ErrorCode(code)

    def check_admission(self, command):
        """Return the code that refuses a wallet's command before its rule runs now, or NONE.

        Halt, nonce, expiry, deposit and risk: all that a quote does not show.
        """
        cdef bytes record = encode(command)
        cdef const unsigned char *data = record
        cdef int64_t own
        record_length(data, len(record))
        if not is_chain_command((<const HeaderC *> data).tag):
            raise ValueError("only a wallet's command is admitted")
        own = self._enter((<const HeaderC *> data).time_s)
        try:
            return ErrorCode(check_admission(self.st, data))
        finally:
            self.st.now_s = own
