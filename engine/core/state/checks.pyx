"""Whether a state that was read can be worked with: every number, link and list in its bounds.

The checksum of a snapshot detects damage; this check keeps forged bytes from leading the engine
out of its tables, into a list without end or to a division by zero. It does not audit the books.
"""

from engine.core.numbers.numbers cimport AMOUNT_MAX, FUNDING_MAX, PRICE_MAX, SIDE_MAX, TIME_MAX
from engine.core.perps.oracle cimport NOISE_MAX, judge_noise
from engine.core.state.index cimport find_row
from engine.core.state.list_checks cimport check_lists
from engine.core.state.state cimport (
    DELEGATE_MARKETS_MAX, HELD_NONE, HELD_OPERATOR_ONLY, MINT_NONE, MINT_TOKEN, NO_ROW,
    REQUEST_FEES, REQUEST_SETTLED, STATUS_HALTED, TABLE_ACCOUNT, TABLE_BLOCK, TABLE_CLOSURE,
    TABLE_DEPOSIT, TABLE_LP, TABLE_MARKET, TABLE_POOL, TABLE_REQUEST, TABLE_STAKE, TABLE_STAKER,
    TABLE_USER, Account, Closure, Deposit, Listing, Lp, Market, Pool, Request, Rows, Stake, Staker,
    State, User, account_at, deposit_at, lp_at, market_at, market_count, market_rules, pool_of,
    request_at, staker_at, user_at,
)
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint32_t, uint64_t

from engine.schema.parameters import EXCHANGE_PARAMETERS, MARKET_PARAMETERS

_TABLES = (
    "pool", "market", "user", "account", "LP position", "request", "deposit", "staker", "stake",
    "closure", "waiting order", "order", "ticket", "holding", "points", "prediction",
    "prediction text",
    "block of 3", "block of 6", "block of 12",
)


cdef int wrong(int table, uint64_t row, const char *what) except -1 with gil:
    text = what[:].decode("ascii")
    raise ValueError(f"the snapshot holds an impossible state: {_TABLES[table]} {row}: {text}")


cdef int check_state(State *st) except -1:
    """Raise ValueError, naming table and row, for a state that no run of commands leaves."""
    if not 0 <= st.now_s <= TIME_MAX:
        raise ValueError("the snapshot's time is beyond what the engine counts")
    _check_rules(st)
    with nogil:
        _check_links(st)
        _check_older(st)
        _check_keys(st)
        _check_owners(st)
        _check_amounts(st)
        _check_values(st)
        _check_accounts(st)
        _check_delegates(st)
        _check_stakers(st)
        _check_markets(st)
    check_lists(st)
    return 0


# Rules and texts.

cdef int _check_rules(State *st) except -1:
    cdef uint32_t row
    if pool_of(st).is_created > 1 or st.facts.is_demo > 1:
        raise ValueError("the snapshot's exchange is neither created nor not")
    if not pool_of(st).is_created and pool_of(st).rows[TABLE_USER] + market_count(st):
        raise ValueError("the snapshot has rows of an exchange that was never created")
    if pool_of(st).is_created:
        _check_ranges(<const int64_t *> &st.rules, EXCHANGE_PARAMETERS, "exchange")
    for row in range(market_count(st)):
        _check_ranges(
            <const int64_t *> &st.listings[row].parameters, MARKET_PARAMETERS, f"market {row}"
        )
        _check_texts(&st.listings[row], row)
    return 0


cdef int _check_ranges(const int64_t *values, tuple parameters, str whose) except -1:
    cdef Py_ssize_t place
    for place in range(len(parameters)):
        if not parameters[place].low <= values[place] <= parameters[place].high:
            raise ValueError(
                f"the snapshot's {whose} has {parameters[place].name} = {values[place]}"
            )
    return 0


cdef int _check_texts(const Listing *listing, uint32_t row) except -1:
    texts = (
        listing.symbol[:12], listing.name[:80], listing.state[:12], listing.country[:12],
        listing.category[:12], listing.metric[:12], listing.price_feed[:80],
    )
    for text in texts:
        shown = text.rstrip(b"\0")
        if b"\0" in shown or not (shown.isascii() and shown.decode("ascii").isprintable()):
            raise ValueError(f"the snapshot's market {row} has a text that cannot be shown")
    return 0


# Links: each is a row of its table, or NO_ROW where there may be none.

cdef int _link(
    State *st, int table, size_t offset, int target, int is_needed, const char *name
) except -1 nogil:
    cdef Rows *rows = &st.tables[table]
    cdef uint64_t count = pool_of(st).rows[target]
    cdef uint64_t row
    cdef uint32_t value
    for row in range(pool_of(st).rows[table]):
        value = (<uint32_t *> (rows.data + row * rows.width + offset))[0]
        if value >= count and (is_needed or value != NO_ROW):
            return wrong(table, row, name)
    return 0


cdef int _check_links(State *st) except -1 nogil:
    cdef User *u = NULL
    cdef Pool *p = NULL
    cdef int place
    _link(st, TABLE_USER, <size_t> &u.first_account, TABLE_ACCOUNT, 0, b"first account")
    _link(st, TABLE_USER, <size_t> &u.first_lp, TABLE_LP, 0, b"first LP position")
    _link(st, TABLE_USER, <size_t> &u.first_request, TABLE_REQUEST, 0, b"first request")
    _link(st, TABLE_USER, <size_t> &u.first_deposit, TABLE_DEPOSIT, 0, b"first deposit")
    _link(st, TABLE_USER, <size_t> &u.legacy_lp, TABLE_LP, 0, b"legacy LP account")
    _link(st, TABLE_USER, <size_t> &u.staker, TABLE_STAKER, 0, b"staker")
    _link(st, TABLE_USER, <size_t> &u.delegate, TABLE_USER, 0, b"delegate")
    _link(st, TABLE_ACCOUNT, <size_t> &(<Account *> NULL).user, TABLE_USER, 1, b"user")
    _link(st, TABLE_ACCOUNT, <size_t> &(<Account *> NULL).next, TABLE_ACCOUNT, 0, b"next")
    _link(
        st, TABLE_ACCOUNT, <size_t> &(<Account *> NULL).next_flagged, TABLE_ACCOUNT, 0,
        b"next in liquidation",
    )
    _link(st, TABLE_LP, <size_t> &(<Lp *> NULL).user, TABLE_USER, 1, b"user")
    _link(st, TABLE_LP, <size_t> &(<Lp *> NULL).next, TABLE_LP, 0, b"next")
    _link(st, TABLE_REQUEST, <size_t> &(<Request *> NULL).user, TABLE_USER, 1, b"user")
    _link(st, TABLE_REQUEST, <size_t> &(<Request *> NULL).next, TABLE_REQUEST, 0, b"next")
    _link(
        st, TABLE_REQUEST, <size_t> &(<Request *> NULL).next_payout, TABLE_REQUEST, 0,
        b"next payout",
    )
    _link(st, TABLE_REQUEST, <size_t> &(<Request *> NULL).next_open, TABLE_REQUEST, 0, b"next open")
    _link(st, TABLE_REQUEST, <size_t> &(<Request *> NULL).last_open, TABLE_REQUEST, 0, b"last open")
    _link(st, TABLE_DEPOSIT, <size_t> &(<Deposit *> NULL).user, TABLE_USER, 1, b"user")
    _link(st, TABLE_DEPOSIT, <size_t> &(<Deposit *> NULL).next, TABLE_DEPOSIT, 0, b"next")
    _link(st, TABLE_STAKER, <size_t> &(<Staker *> NULL).user, TABLE_USER, 1, b"user")
    _link(
        st, TABLE_STAKER, <size_t> &(<Staker *> NULL).first_stake, TABLE_STAKE, 0, b"first stake"
    )
    _link(st, TABLE_STAKER, <size_t> &(<Staker *> NULL).last_stake, TABLE_STAKE, 0, b"last stake")
    _link(st, TABLE_STAKE, <size_t> &(<Stake *> NULL).next, TABLE_STAKE, 0, b"next")
    _link(st, TABLE_CLOSURE, <size_t> &(<Closure *> NULL).next, TABLE_CLOSURE, 0, b"next")
    _link(
        st, TABLE_MARKET, <size_t> &(<Market *> NULL).window_first, TABLE_CLOSURE, 0,
        b"first in window",
    )
    _link(
        st, TABLE_MARKET, <size_t> &(<Market *> NULL).window_last, TABLE_CLOSURE, 0,
        b"last in window",
    )
    _link(st, TABLE_POOL, <size_t> &p.next_payout, TABLE_REQUEST, 0, b"next payout")
    _link(st, TABLE_POOL, <size_t> &p.last_payout, TABLE_REQUEST, 0, b"last payout")
    _link(st, TABLE_POOL, <size_t> &p.first_in_hour, TABLE_REQUEST, 0, b"first in the hour")
    _link(st, TABLE_POOL, <size_t> &p.first_in_day, TABLE_REQUEST, 0, b"first in the day")
    _link(st, TABLE_POOL, <size_t> &p.first_flagged, TABLE_ACCOUNT, 0, b"first in liquidation")
    _link(st, TABLE_POOL, <size_t> &p.first_open, TABLE_REQUEST, 0, b"first open request")
    _link(st, TABLE_POOL, <size_t> &p.free_closure, TABLE_CLOSURE, 0, b"free closure")
    _link(st, TABLE_POOL, <size_t> &p.free_stake, TABLE_STAKE, 0, b"free stake")
    for place in range(3):
        _link(
            st, TABLE_POOL, <size_t> &p.free_blocks[place], TABLE_BLOCK + place, 0, b"free block"
        )
    return 0


cdef int _check_older(State *st) except -1 nogil:
    """Lists of a user go from newer rows to older ones, and so come to an end."""
    cdef uint64_t row
    cdef uint32_t following
    for row in range(pool_of(st).rows[TABLE_ACCOUNT]):
        following = account_at(st, row).next
        if following != NO_ROW and following >= row:
            return wrong(TABLE_ACCOUNT, row, b"the next one is not older")
    for row in range(pool_of(st).rows[TABLE_LP]):
        following = lp_at(st, row).next
        if following != NO_ROW and following >= row:
            return wrong(TABLE_LP, row, b"the next one is not older")
    for row in range(pool_of(st).rows[TABLE_REQUEST]):
        following = request_at(st, row).next
        if following != NO_ROW and following >= row:
            return wrong(TABLE_REQUEST, row, b"the next one is not older")
    for row in range(pool_of(st).rows[TABLE_DEPOSIT]):
        following = deposit_at(st, row).next
        if following != NO_ROW and following >= row:
            return wrong(TABLE_DEPOSIT, row, b"the next one is not older")
    return 0


cdef int _check_keys(State *st) except -1 nogil:
    """No two rows of a table have the same key."""
    cdef uint64_t row
    cdef Account *account
    cdef Lp *lp
    cdef Request *request
    cdef Deposit *deposit
    for row in range(pool_of(st).rows[TABLE_USER]):
        if find_row(st, TABLE_USER, user_at(st, row).address, 0, 0) != row:
            return wrong(TABLE_USER, row, b"its address appears twice")
    for row in range(pool_of(st).rows[TABLE_ACCOUNT]):
        account = account_at(st, row)
        if find_row(st, TABLE_ACCOUNT, NULL, account.user, account.account_id) != row:
            return wrong(TABLE_ACCOUNT, row, b"its id appears twice")
    for row in range(pool_of(st).rows[TABLE_LP]):
        lp = lp_at(st, row)
        if find_row(st, TABLE_LP, NULL, lp.user, lp.lp_id) != row:
            return wrong(TABLE_LP, row, b"its id appears twice")
    for row in range(pool_of(st).rows[TABLE_REQUEST]):
        request = request_at(st, row)
        if find_row(st, TABLE_REQUEST, NULL, request.user, request.request_id) != row:
            return wrong(TABLE_REQUEST, row, b"its id appears twice")
    for row in range(pool_of(st).rows[TABLE_DEPOSIT]):
        deposit = deposit_at(st, row)
        if find_row(st, TABLE_DEPOSIT, NULL, deposit.user, deposit.deposit_id) != row:
            return wrong(TABLE_DEPOSIT, row, b"its id appears twice")
    return 0


cdef int _check_owners(State *st) except -1 nogil:
    """Rows of a user's lists are the user's own, with ids that were given already.

    The legacy LP account has id 0 and is in no list.
    """
    cdef uint64_t row
    cdef User *user
    cdef Account *account
    cdef Lp *lp
    cdef Request *request
    cdef Deposit *deposit
    for row in range(pool_of(st).rows[TABLE_USER]):
        user = user_at(st, row)
        if user.first_account != NO_ROW and account_at(st, user.first_account).user != row:
            return wrong(TABLE_USER, row, b"its first account is another's")
        if user.first_request != NO_ROW and request_at(st, user.first_request).user != row:
            return wrong(TABLE_USER, row, b"its first request is another's")
        if user.first_deposit != NO_ROW and deposit_at(st, user.first_deposit).user != row:
            return wrong(TABLE_USER, row, b"its first deposit is another's")
        if user.staker != NO_ROW and staker_at(st, user.staker).user != row:
            return wrong(TABLE_USER, row, b"its staker is another's")
        if user.first_lp != NO_ROW:
            lp = lp_at(st, user.first_lp)
            if lp.user != row or lp.lp_id == 0:
                return wrong(TABLE_USER, row, b"its first LP position is another's")
        if user.legacy_lp != NO_ROW:
            lp = lp_at(st, user.legacy_lp)
            if lp.user != row or lp.lp_id != 0:
                return wrong(TABLE_USER, row, b"its legacy LP account is another's")
    for row in range(pool_of(st).rows[TABLE_ACCOUNT]):
        account = account_at(st, row)
        if account.next != NO_ROW and account_at(st, account.next).user != account.user:
            return wrong(TABLE_ACCOUNT, row, b"the next one is another's")
    for row in range(pool_of(st).rows[TABLE_LP]):
        lp = lp_at(st, row)
        if lp.lp_id == 0:
            if lp.next != NO_ROW or user_at(st, lp.user).legacy_lp != row:
                return wrong(TABLE_LP, row, b"a legacy account in a list")
        elif lp.lp_id >= user_at(st, lp.user).next_lp_id:
            return wrong(TABLE_LP, row, b"id")
        if lp.next != NO_ROW and (
            lp_at(st, lp.next).user != lp.user or lp_at(st, lp.next).lp_id == 0
        ):
            return wrong(TABLE_LP, row, b"the next one is another's")
    for row in range(pool_of(st).rows[TABLE_REQUEST]):
        request = request_at(st, row)
        if not 1 <= request.request_id < user_at(st, request.user).next_request_id:
            return wrong(TABLE_REQUEST, row, b"id")
        if request.next != NO_ROW and request_at(st, request.next).user != request.user:
            return wrong(TABLE_REQUEST, row, b"the next one is another's")
    for row in range(pool_of(st).rows[TABLE_DEPOSIT]):
        deposit = deposit_at(st, row)
        if not 1 <= deposit.deposit_id < user_at(st, deposit.user).next_deposit_id:
            return wrong(TABLE_DEPOSIT, row, b"id")
        if deposit.next != NO_ROW and deposit_at(st, deposit.next).user != deposit.user:
            return wrong(TABLE_DEPOSIT, row, b"the next one is another's")
    for row in range(pool_of(st).rows[TABLE_STAKER]):
        if user_at(st, staker_at(st, row).user).staker != row:
            return wrong(TABLE_STAKER, row, b"its user has another one")
    return 0


cdef inline int _is_amount(int64_t value) noexcept nogil:
    return 0 <= value <= AMOUNT_MAX


cdef inline int _is_signed_amount(int64_t value) noexcept nogil:
    return -AMOUNT_MAX <= value <= AMOUNT_MAX


cdef inline int _is_maturity(int64_t time_s) noexcept nogil:
    """A time of the engine and a delay, which is one itself at most."""
    return 0 <= time_s <= 2 * TIME_MAX


cdef int _check_amounts(State *st) except -1 nogil:
    """Amounts within the limit that every sum of them counts on."""
    cdef Pool *pool = pool_of(st)
    cdef int64_t[14] held = [
        pool.vault_e6, pool.token_vault_e6, pool.margin_e6, pool.lp_balance_e6,
        pool.lp_shares_e6, pool.reserve_e6, pool.protocol_fees_e6, pool.unsettled_e6,
        pool.token_unsettled_e6, pool.quarantined_e6, pool.token_quarantined_e6,
        pool.token_staked_e6, pool.cumulative_volume_e6, pool.cumulative_lp_fee_e6,
    ]
    cdef Lp *lp
    cdef Request *request
    cdef uint64_t row
    cdef int place
    for place in range(14):
        if not _is_signed_amount(held[place]):
            return wrong(TABLE_POOL, 0, b"amount")
    if pool.lp_shares_e6 < 0:
        return wrong(TABLE_POOL, 0, b"shares")
    for row in range(pool.rows[TABLE_LP]):
        lp = lp_at(st, row)
        if not (
            _is_amount(lp.liquidity_e6) and _is_amount(lp.shares_e6)
            and _is_amount(lp.entry_price_e8)
        ):
            return wrong(TABLE_LP, row, b"amount")
        if not _are_times(lp.added_at_s, 0, 0, 0) or not _is_maturity(lp.maturity_s):
            return wrong(TABLE_LP, row, b"time")
        if lp.is_closed > 1:
            return wrong(TABLE_LP, row, b"status")
    for row in range(pool.rows[TABLE_REQUEST]):
        request = request_at(st, row)
        if not (_is_amount(request.amount_e6) and _is_amount(request.shares_e6)):
            return wrong(TABLE_REQUEST, row, b"amount")
        if not 0 <= request.tip_e6 <= request.amount_e6:
            return wrong(TABLE_REQUEST, row, b"tip")
        if not _are_times(request.authorised_at_s, 0, 0, 0) or not _is_maturity(request.maturity_s):
            return wrong(TABLE_REQUEST, row, b"time")
    for row in range(pool.rows[TABLE_DEPOSIT]):
        if not _is_amount(deposit_at(st, row).amount_e6):
            return wrong(TABLE_DEPOSIT, row, b"amount")
    return 0


cdef int _check_values(State *st) except -1 nogil:
    """Kinds and states."""
    cdef Pool *pool = pool_of(st)
    cdef Request *request
    cdef Deposit *deposit
    cdef uint64_t row
    if not 0 <= pool.status <= STATUS_HALTED or not 0 <= pool.status_before_halt <= STATUS_HALTED:
        return wrong(TABLE_POOL, 0, b"status")
    for row in range(pool.rows[TABLE_REQUEST]):
        request = request_at(st, row)
        if (
            request.kind > REQUEST_FEES or not MINT_NONE < request.mint <= MINT_TOKEN
            or request.state > REQUEST_SETTLED or request.has_processor > 1
            or request.is_counted > 1
        ):
            return wrong(TABLE_REQUEST, row, b"kind, mint or state")
    for row in range(pool.rows[TABLE_DEPOSIT]):
        deposit = deposit_at(st, row)
        if not MINT_NONE < deposit.mint <= MINT_TOKEN or deposit.is_claimed > 1:
            return wrong(TABLE_DEPOSIT, row, b"mint or state")
    return 0


cdef int _check_accounts(State *st) except -1 nogil:
    """Status, name and what a liquidation that continues has counted."""
    cdef Account *account
    cdef uint64_t row
    cdef int place
    for row in range(pool_of(st).rows[TABLE_ACCOUNT]):
        account = account_at(st, row)
        if account.is_open > 1 or account.in_liquidation > 1:
            return wrong(TABLE_ACCOUNT, row, b"status")
        if not account.is_open and (account.position_count or account.in_liquidation):
            return wrong(TABLE_ACCOUNT, row, b"closed, but not empty")
        if not (
            _is_signed_amount(account.collateral_e6)
            and _is_amount(account.accumulated_liquidation_fees_e6)
            and _is_amount(account.liquidation_fee_parts_e6)
            and _is_amount(account.max_liquidation_fee_e6)
        ):
            return wrong(TABLE_ACCOUNT, row, b"amount")
        if not _are_times(account.liquidated_at_s, account.liquidation_started_at_s, 0, 0):
            return wrong(TABLE_ACCOUNT, row, b"time")
        for place in range(32):
            if account.name[place] != 0 and not 32 <= account.name[place] <= 126:
                return wrong(TABLE_ACCOUNT, row, b"name")
    return 0


cdef int _check_delegates(State *st) except -1 nogil:
    """Terms of delegates; unused places of the markets are 0."""
    cdef User *user
    cdef uint64_t row
    cdef uint32_t place
    for row in range(pool_of(st).rows[TABLE_USER]):
        user = user_at(st, row)
        if not _are_times(user.delegate_until_s, 0, 0, 0):
            return wrong(TABLE_USER, row, b"end of the delegate")
        if not _is_amount(user.delegate_limit_e6) or not (
            0 <= user.delegate_used_e6 <= user.delegate_limit_e6
        ):
            return wrong(TABLE_USER, row, b"limit of the delegate")
        if user.delegate_market_count > DELEGATE_MARKETS_MAX:
            return wrong(TABLE_USER, row, b"markets of the delegate")
        for place in range(<uint32_t> DELEGATE_MARKETS_MAX):
            if (user.delegate_markets[place] == 0) == (place < user.delegate_market_count):
                return wrong(TABLE_USER, row, b"markets of the delegate")
            if user.delegate_markets[place] > market_count(st):
                return wrong(TABLE_USER, row, b"markets of the delegate")
    return 0


cdef int _check_stakers(State *st) except -1 nogil:
    """Vesting: what is divided by. Without a total its other fields are not read."""
    cdef Staker *staker
    cdef uint64_t row
    for row in range(pool_of(st).rows[TABLE_STAKER]):
        staker = staker_at(st, row)
        if not _is_amount(staker.vesting_total_e6) or not _is_amount(staker.withdrawable_e6):
            return wrong(TABLE_STAKER, row, b"amount")
        if staker.vesting_total_e6 and not (
            0 <= staker.vesting_start_s <= TIME_MAX
            and 1 <= staker.vesting_period_s <= TIME_MAX
            and staker.vesting_periods
        ):
            return wrong(TABLE_STAKER, row, b"vesting")
    return 0


cdef int _check_markets(State *st) except -1 nogil:
    cdef Market *market
    cdef Market judged
    cdef uint32_t row
    for row in range(market_count(st)):
        market = market_at(st, row)
        if not 1 <= market.price_e8 <= PRICE_MAX:
            return wrong(TABLE_MARKET, row, b"price")
        if not -FUNDING_MAX <= market.funding_e18 <= FUNDING_MAX:
            return wrong(TABLE_MARKET, row, b"funding")
        if not 0 <= market.holding_e18 <= FUNDING_MAX or not _is_amount(market.hold_rate_e18):
            return wrong(TABLE_MARKET, row, b"holding charge")
        if not 0 <= market.long_e6 <= SIDE_MAX or not 0 <= market.short_e6 <= SIDE_MAX:
            return wrong(TABLE_MARKET, row, b"open interest")
        if market.s_ref_e6 < 0 or market.is_paused > 1 or market.held > HELD_OPERATOR_ONLY:
            return wrong(TABLE_MARKET, row, b"status")
        if market.settled_at_s and (not market.is_paused or market.held != HELD_NONE):
            return wrong(TABLE_MARKET, row, b"settlement")
        if not 0 <= market.settled_at_s <= TIME_MAX:
            return wrong(TABLE_MARKET, row, b"settlement")
        if market.held != HELD_NONE and not 1 <= market.held_price_e8 <= PRICE_MAX:
            return wrong(TABLE_MARKET, row, b"held price")
        if not _is_amount(market.window_e6):
            return wrong(TABLE_MARKET, row, b"size closed in the window")
        if not 0 <= market.noise_e18 <= NOISE_MAX or market.is_auction_only > 1:
            return wrong(TABLE_MARKET, row, b"noise")
        judged = market[0]
        judge_noise(&judged, market_rules(st, row))
        if market.is_auction_only != judged.is_auction_only:
            return wrong(TABLE_MARKET, row, b"noise and its bound")
        if not _are_times(
            market.touched_at_s, market.published_at_s, market.schedule_s,
            market.schedule_accepted_at_s,
        ):
            return wrong(TABLE_MARKET, row, b"time")
    return 0


cdef int _are_times(int64_t a, int64_t b, int64_t c, int64_t d) noexcept nogil:
    """Seconds that the engine counts; a schedule may lie before its beginning."""
    return (
        0 <= a <= TIME_MAX and 0 <= b <= TIME_MAX and -TIME_MAX <= c <= TIME_MAX
        and 0 <= d <= TIME_MAX
    )
