"""All state of one exchange: rows in flat arrays, found through open-addressing indexes.

Rows are never moved or removed; a command edits them through `edit_*`, which keeps a copy for
`roll_back`. Each row ends in `epoch`, the number of the transaction that last copied it: it is
bookkeeping and is in no hash. The positions of an account are together in one block; there
are tables of blocks for up to 3, 6 and 12, and an account's block is of the smallest that fits.
"""

from engine.core.book.book cimport Book
from engine.core.book.ledger cimport Holding, Points
from engine.core.book.orders cimport Order
from engine.core.generated.records cimport (
    MINT_COLLATERAL, MINT_NONE, MINT_TOKEN, REQUEST_AUTHORISED, REQUEST_CLAIMED_DEPOSIT,
    REQUEST_FEES, REQUEST_LIQUIDATION_FEE, REQUEST_LIQUIDITY, REQUEST_MARGIN, REQUEST_PAYABLE,
    REQUEST_PENDING, REQUEST_SETTLED, REQUEST_STAKE, STATUS_ACTIVE, STATUS_HALTED, STATUS_PAUSED,
    ExchangeParameters, MarketParameters,
)
from engine.core.numbers.numbers cimport i128, i128_row
from engine.core.predictions.rows cimport (
    ORDER_CANCELED, ORDER_EXPIRED, ORDER_FILLED, ORDER_OPEN, ORDER_PARTIALLY_FILLED, OUTCOME_NO,
    OUTCOME_NONE, OUTCOME_VOID, OUTCOME_YES, PREDICTION_CLOSED, PREDICTION_OPEN,
    PREDICTION_RESOLVED, PREDICTION_UPCOMING, PREDICTION_VOIDED, Heap, HeapEntry, Prediction,
    PredictionText, RowIndex, Ticket,
)
from engine.core.state.derived cimport PoolFigures, Projection, Sums, Watch, Watches, WatchEntry
from engine.core.state.rows cimport (
    Buffer, Index, Mark, Rows, UndoEntry, grow_array, grow_rows, mark_all, mark_row, reserve_bytes,
)
from libc.stddef cimport size_t
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp

cdef enum:
    NO_ROW = 0xFFFFFFFF
    POSITIONS_MAX = 12
    MARKETS_MAX = 1024
    DELEGATE_MARKETS_MAX = 8
    REASONS_MAX = 24
    OPEN_LPS_MAX = 100  # of one wallet
    OPEN_REQUESTS_MAX = 200

cdef enum:
    HELD_NONE = 0
    HELD_ORDINARY = 1
    HELD_OPERATOR_ONLY = 2

# The risk of a wallet: not screened, high or normal by the operator's word, high by his list.
cdef enum:
    RISK_LISTED = 0
    RISK_HIGH = 1
    RISK_NORMAL = 2
    RISK_ON_LIST = 3

# What changed a market since the last emitted updates.
cdef enum:
    MARK_CLOCK = 1
    MARK_COMMAND = 2
    MARK_LISTED = 4

cdef enum:
    TABLE_POOL
    TABLE_MARKET
    TABLE_USER
    TABLE_ACCOUNT
    TABLE_LP
    TABLE_REQUEST
    TABLE_DEPOSIT
    TABLE_STAKER  # from here on rows are found through other rows
    TABLE_STAKE
    TABLE_CLOSURE
    TABLE_PERP_ORDER
    TABLE_ORDER  # of predictions, until TABLE_BLOCK: these rows are never undone and have no epoch
    TABLE_TICKET
    TABLE_HOLDING
    TABLE_POINTS
    TABLE_PREDICTION
    TABLE_PREDICTION_TEXT
    TABLE_BLOCK  # three tables of position blocks: 3, 6 and 12 places
    TABLE_COUNT = TABLE_BLOCK + 3
    TABLE_RULES  # undo log names for state outside tables
    TABLE_LISTING

cdef struct Facts:
    unsigned char operator_address[32]
    unsigned char exchange[32]
    unsigned char collateral_mint[32]
    unsigned char token_mint[32]
    unsigned char vault_authority[32]
    unsigned char chain_genesis[32]
    uint64_t is_demo

# One row: balances, counts and status of the exchange.
cdef struct Pool:
    int64_t vault_e6
    int64_t token_vault_e6
    int64_t margin_e6
    int64_t lp_balance_e6
    int64_t lp_shares_e6
    int64_t reserve_e6
    int64_t protocol_fees_e6
    int64_t unsettled_e6
    int64_t token_unsettled_e6
    int64_t quarantined_e6
    int64_t token_quarantined_e6
    int64_t token_staked_e6
    int64_t cumulative_volume_e6
    int64_t cumulative_lp_fee_e6
    int64_t status
    int64_t status_before_halt
    uint64_t is_created
    uint64_t rows[24]  # how many rows each table has
    # Payouts of collateral in the order in which they became payable.
    int64_t outflow_hour_e6
    int64_t outflow_day_e6
    uint32_t next_payout  # first that was never authorised
    uint32_t last_payout
    uint32_t first_in_hour  # oldest authorised within each sliding window
    uint32_t first_in_day
    uint32_t first_flagged  # accounts in liquidation, in (owner, id) order
    uint32_t free_closure  # rows to use again
    uint32_t free_stake
    uint32_t first_open  # requests that are not settled, newest first
    uint32_t free_blocks[3]
    uint32_t free_order  # places of orders to use again
    uint32_t free_holding
    uint32_t first_client  # orders with a client id, oldest first
    uint32_t last_client
    uint32_t free_perp_order
    uint64_t last_perp_order_id
    uint64_t last_due_rank  # of the turns of waiting orders
    # Predictions.
    uint64_t last_order_id
    uint64_t last_order_rank  # of the priority on a level
    uint64_t last_prediction_trade_id
    int64_t points_granted_e6
    int64_t points_burned_e6
    uint64_t epoch

# What never changes after a market's creation.
cdef struct Listing:
    char symbol[12]
    char name[80]
    char state[12]
    char country[12]
    char category[12]
    char metric[12]
    char price_feed[80]
    unsigned char authorized_liquidator[32]
    uint32_t acre_id
    MarketParameters parameters

cdef struct Market:
    i128 funding_e18
    i128 holding_e18  # G, the sum of the holding charge of a unit of either side
    i128 cost_price_e14  # sum of n * e
    i128 cost_funding_e24  # sum of n * f, f the index of the position's side
    int64_t rate_e18
    int64_t hold_rate_e18
    int64_t touched_at_s
    int64_t price_e8
    int64_t published_at_s
    int64_t schedule_s  # latest scheduled print that has arrived
    int64_t schedule_accepted_at_s
    int64_t mu_fast_e12
    int64_t mu_slow_e12
    int64_t level_e8
    int64_t s_ref_e6
    int64_t long_e6
    int64_t short_e6
    int64_t held_price_e8
    int64_t held_published_at_s
    uint32_t held
    uint32_t is_paused
    # Sizes closed by liquidations within the sliding window.
    int64_t window_e6
    uint32_t window_first
    uint32_t window_last
    int64_t settled_at_s  # 0: not; the price is then that of the settlement, and F stays
    int64_t noise_e18  # variance of a print's error (rule 65)
    uint64_t is_auction_only  # its increases wait for the auction
    uint64_t epoch

cdef struct User:
    unsigned char address[32]
    uint64_t nonce
    uint32_t next_lp_id
    uint32_t next_request_id
    uint32_t next_deposit_id
    uint32_t first_account
    uint32_t first_lp
    uint32_t first_request
    uint32_t first_deposit
    uint32_t legacy_lp
    uint32_t staker
    uint32_t delegate  # the user who may act for this one
    uint16_t open_accounts
    uint16_t is_high_risk
    uint32_t points  # row of the prediction points
    uint32_t open_lps  # positions that are not closed; the legacy account is none
    uint32_t open_requests  # settlement requests that are not settled
    int64_t delegate_until_s  # 0: without end
    int64_t delegate_limit_e6  # notional that the delegate may add per UTC day; 0: no limit
    int64_t delegate_used_e6  # of the limit, on `delegate_day`
    uint32_t delegate_day  # days since 1970
    uint32_t delegate_market_count  # 0: all markets
    uint16_t delegate_markets[8]  # ids
    uint64_t epoch

cdef struct Position:
    i128_row entry_funding_e18
    int64_t size_e6
    int64_t entry_price_e8
    uint32_t market
    uint32_t next_free  # in the first place of a block that is free

cdef struct Account:
    int64_t collateral_e6
    int64_t accumulated_liquidation_fees_e6
    int64_t liquidated_at_s
    # Of the liquidation that continues, from its first call until the account is out of it.
    int64_t liquidation_started_at_s
    int64_t liquidation_fee_parts_e6  # sum of notional * rate, before the clamp
    int64_t max_liquidation_fee_e6
    uint32_t user
    uint32_t account_id
    uint32_t next
    uint32_t next_flagged
    uint32_t block  # row of its positions; 0 without any
    uint8_t position_count
    uint8_t is_open
    uint8_t in_liquidation
    uint8_t reserved
    uint32_t first_order  # of its waiting orders, newest first
    uint16_t order_count  # with the legs of their brackets
    uint16_t entry_count  # of those that hold margin: not reduce-only
    char name[32]
    uint64_t epoch

# Positions of one account, in market order. The larger blocks have more places and the same end.
cdef struct Block:
    Position places[3]
    uint64_t epoch

cdef struct Lp:
    int64_t liquidity_e6
    int64_t shares_e6
    int64_t maturity_s
    int64_t entry_price_e8
    int64_t added_at_s
    uint64_t lp_id  # 0: the legacy account
    uint32_t user
    uint32_t next
    uint64_t is_closed
    uint64_t epoch

cdef struct Request:
    int64_t amount_e6
    int64_t tip_e6
    int64_t maturity_s
    uint64_t request_id
    uint64_t last_valid_block_height
    int64_t shares_e6  # of a removal of liquidity
    int64_t authorised_at_s  # first time
    uint64_t payout_number  # place in the line of collateral payouts, from 1; 0: not in it
    uint32_t next_payout
    uint32_t is_counted  # in the outflow
    uint32_t next_open
    uint32_t last_open
    uint32_t user
    uint32_t next
    uint32_t kind
    uint32_t mint
    uint32_t state
    uint32_t has_processor
    unsigned char processor[32]
    unsigned char payout_signature[64]
    uint64_t epoch

cdef struct Deposit:
    int64_t amount_e6
    uint64_t deposit_id
    uint32_t user
    uint32_t next
    uint32_t mint
    uint32_t is_claimed
    uint64_t epoch

# Amounts of one staker: positions in the order in which they were made, and vesting.
cdef struct Staker:
    int64_t withdrawable_e6  # taken back while LOCKING
    int64_t vesting_total_e6
    int64_t vesting_start_s
    int64_t vesting_period_s
    uint32_t vesting_periods
    uint32_t user
    uint32_t first_stake
    uint32_t last_stake
    uint64_t stake_count
    uint64_t epoch

cdef struct Stake:
    int64_t amount_e6
    uint64_t activation_epoch
    uint64_t unlocking_start  # epoch; 0: none
    uint32_t next
    uint32_t reserved
    uint64_t epoch

# A size that a liquidation closed.
cdef struct Closure:
    int64_t at_s
    int64_t size_e6
    uint32_t next
    uint32_t reserved
    uint64_t epoch

# An order of an account that waits (rules/orders.md). A row without an id is free.
cdef struct PerpOrder:
    int64_t size_e6  # what is left of it, signed; 0 where it closes the whole position
    int64_t trigger_e8
    int64_t trail_e6
    int64_t worst_e8
    int64_t best_e8  # of a trailing order
    int64_t expires_at_s
    int64_t stop_e8
    int64_t target_e8
    int64_t from_schedule_s  # it takes part in price updates of later schedules
    uint64_t order_id
    uint64_t group
    uint64_t due_rank  # of its turn; 0: it waits
    uint32_t account
    uint32_t market
    uint32_t next  # of its account, older; of free rows
    uint32_t last
    uint32_t delegate  # who placed it; NO_ROW: the owner
    uint16_t code  # why it was deferred
    uint8_t kind
    uint8_t source
    uint8_t is_reduce_only
    uint8_t is_whole
    uint8_t is_buy
    uint8_t is_parked  # until the next price update
    uint32_t is_update_turn  # its turn comes from a price update
    # Derived: its places in the heaps, the first in `heap` - 1 of `heap_market`.
    uint32_t places[3]
    uint16_t heap
    uint16_t heap_market
    uint64_t epoch

cdef struct State:
    int64_t now_s
    uint64_t sequence
    uint64_t cursor_slot
    uint32_t cursor_transaction
    uint32_t cursor_instruction
    int64_t shown_unrealized_e6  # of the last PoolUpdated
    int64_t detail  # of the refusal that a transition answers with
    uint64_t transaction
    int is_open  # a transaction that can be rolled back
    Facts facts
    ExchangeParameters rules
    Listing *listings
    Projection *projections
    Sums sums
    uint8_t market_marks[1024]
    uint32_t marked[1024]  # the rows with MARK_LISTED, in no order
    uint32_t marked_count
    uint32_t recent_user  # found last; where the next search begins
    Rows tables[28]
    uint64_t hash_key[5]  # random: where indexes look, never what they find
    Index users
    Index accounts
    Index lps
    Index requests
    Index deposits
    RowIndex order_ids
    RowIndex client_order_ids
    RowIndex holdings
    # Derived from the rows of the prediction tables, in no hash.
    Book *books  # one a prediction market
    size_t book_capacity
    Heap expiries  # rows of orders by (expires_at_s, order id)
    Heap deadlines  # rows of points by (cancel_at_s, user row)
    int64_t next_life_s  # no prediction market changes by the clock before
    # Derived from the rows of waiting orders, in no hash.
    Watches *watches  # one a market
    Watch due
    Watch endings  # by time
    Buffer touched  # rows of waiting orders that the open transaction edits
    uint32_t updated_market  # id of the market whose price the command updated; 0: none
    Buffer undo
    Buffer events
    size_t event_mark  # where the events of the open transaction begin
    int can_keep  # the open transaction is a trade that may be kept before its first write
    PoolFigures before
    int skips_events  # a replay: the events of an ordinary trade are not made
    # In a replay the time of the last trade, for `shown_unrealized_e6`; -1: it is up to date.
    int64_t unshown_at_s
    uint64_t edits  # of accounts, markets, rules and listings; a roll-back counts too
    # Sum of negative equity as it was at one second after so many edits; a cache, in no hash.
    int64_t owed_e6
    int64_t owed_at_s
    uint64_t owed_edits
    # When every flagged account was looked at last; a cache, in no hash.
    int64_t healed_at_s
    uint64_t healed_edits

cdef State *state_new() except NULL
cdef void state_free(State *st) noexcept nogil

cdef inline const unsigned char *owner_or_user(
    const unsigned char *owner, const unsigned char *user
) noexcept nogil:
    """The wallet whose account a command names: the sender's own where the address is zero."""
    cdef int place
    for place in range(32):
        if owner[place]:
            return owner
    return user

cdef inline Pool *pool_of(State *st) noexcept nogil:
    return <Pool *> st.tables[TABLE_POOL].data

cdef inline Market *market_at(State *st, uint32_t row) noexcept nogil:
    return (<Market *> st.tables[TABLE_MARKET].data) + row

cdef inline MarketParameters *market_rules(State *st, uint32_t row) noexcept nogil:
    return &st.listings[row].parameters

cdef inline User *user_at(State *st, uint32_t row) noexcept nogil:
    return (<User *> st.tables[TABLE_USER].data) + row

cdef inline int is_high_risk(State *st, uint32_t row) noexcept nogil:
    """Whether a wallet may not add exposure (API 7.9); NO_ROW: no wallet."""
    if row == NO_ROW:
        return 0
    return user_at(st, row).is_high_risk == RISK_HIGH or (
        user_at(st, row).is_high_risk == RISK_ON_LIST
    )

cdef inline Account *account_at(State *st, uint32_t row) noexcept nogil:
    return (<Account *> st.tables[TABLE_ACCOUNT].data) + row

cdef inline int block_table(uint32_t count) noexcept nogil:
    """The table for this many positions."""
    return TABLE_BLOCK + (count > 3) + (count > 6)

cdef inline Position *positions_of(State *st, const Account *account) noexcept nogil:
    """The account's positions, in market order; stays until the next edit or new row."""
    cdef Rows *rows = &st.tables[block_table(account.position_count)]
    return <Position *> (rows.data + account.block * rows.width)

cdef inline Staker *staker_at(State *st, uint32_t row) noexcept nogil:
    return (<Staker *> st.tables[TABLE_STAKER].data) + row

cdef inline Stake *stake_at(State *st, uint32_t row) noexcept nogil:
    return (<Stake *> st.tables[TABLE_STAKE].data) + row

cdef inline Closure *closure_at(State *st, uint32_t row) noexcept nogil:
    return (<Closure *> st.tables[TABLE_CLOSURE].data) + row

cdef inline Lp *lp_at(State *st, uint32_t row) noexcept nogil:
    return (<Lp *> st.tables[TABLE_LP].data) + row

cdef inline Request *request_at(State *st, uint32_t row) noexcept nogil:
    return (<Request *> st.tables[TABLE_REQUEST].data) + row

cdef inline Deposit *deposit_at(State *st, uint32_t row) noexcept nogil:
    return (<Deposit *> st.tables[TABLE_DEPOSIT].data) + row

cdef inline PerpOrder *perp_order_at(State *st, uint32_t row) noexcept nogil:
    return (<PerpOrder *> st.tables[TABLE_PERP_ORDER].data) + row

cdef inline Order *order_at(State *st, uint32_t row) noexcept nogil:
    return (<Order *> st.tables[TABLE_ORDER].data) + row

cdef inline Ticket *ticket_at(State *st, uint32_t row) noexcept nogil:
    return (<Ticket *> st.tables[TABLE_TICKET].data) + row

cdef inline Holding *holding_at(State *st, uint32_t row) noexcept nogil:
    return (<Holding *> st.tables[TABLE_HOLDING].data) + row

cdef inline Points *points_at(State *st, uint32_t row) noexcept nogil:
    return (<Points *> st.tables[TABLE_POINTS].data) + row

cdef inline Prediction *prediction_at(State *st, uint32_t row) noexcept nogil:
    return (<Prediction *> st.tables[TABLE_PREDICTION].data) + row

cdef inline PredictionText *prediction_text_at(State *st, uint32_t row) noexcept nogil:
    return (<PredictionText *> st.tables[TABLE_PREDICTION_TEXT].data) + row

cdef inline uint32_t prediction_count(State *st) noexcept nogil:
    return <uint32_t> pool_of(st).rows[TABLE_PREDICTION]

cdef inline uint32_t market_count(State *st) noexcept nogil:
    return <uint32_t> pool_of(st).rows[TABLE_MARKET]

cdef inline void drop_projection(State *st, uint32_t row) noexcept nogil:
    """Forget what was projected for a market and take it out of the sums."""
    cdef Projection *seen = &st.projections[row]
    seen.at_s = -1
    if seen.is_counted:
        st.sums.unrealized_e6 -= seen.counted.unrealized_e6
        st.sums.open_interest_e14 -= seen.counted.open_interest_e14
        st.sums.exposure_e14 -= seen.counted.exposure_e14
        seen.is_counted = 0
    if not seen.is_dropped:
        seen.is_dropped = 1
        st.sums.dropped[st.sums.dropped_count] = row
        st.sums.dropped_count += 1

# A command's edits: everything between begin and keep or roll_back.

cdef inline int begin(State *st) except -1 nogil:
    st.undo.used = 0
    st.transaction += 1
    st.is_open = 1
    st.event_mark = st.events.used
    st.touched.used = 0
    st.updated_market = 0
    st.can_keep = 0
    return reserve_bytes(&st.undo, sizeof(UndoEntry) + sizeof(Pool))


cdef inline void keep(State *st) noexcept nogil:
    st.undo.used = 0
    st.is_open = 0

cdef void roll_back(State *st) noexcept nogil

cdef void set_mark(State *st, Mark *mark) noexcept nogil
cdef void roll_back_to(State *st, const Mark *mark) noexcept nogil
cdef void order_marked(State *st) noexcept nogil

# For rows of which the other parts of the state take care: note a change, add a zeroed one.
cdef int save_row(State *st, int table, uint32_t row) except -1 nogil
cdef uint32_t append_row(State *st, int table) except? 0xFFFFFFFF nogil
cdef int touch_order(State *st, uint32_t row) except -1 nogil

cdef inline Pool *edit_pool(State *st) except NULL nogil:
    cdef Pool *pool = pool_of(st)
    if st.is_open and pool.epoch != st.transaction:
        save_row(st, TABLE_POOL, 0)
    mark_row(&st.tables[TABLE_POOL], 0)
    return pool

cdef Market *edit_market(State *st, uint32_t row) except NULL nogil
cdef Market *edit_traded_market(State *st, uint32_t row) except NULL nogil
cdef User *edit_user(State *st, uint32_t row) except NULL nogil
cdef Account *edit_account(State *st, uint32_t row) except NULL nogil
cdef Request *edit_request(State *st, uint32_t row) except NULL nogil
cdef Deposit *edit_deposit(State *st, uint32_t row) except NULL nogil
cdef Lp *edit_lp(State *st, uint32_t row) except NULL nogil
cdef Staker *edit_staker(State *st, uint32_t row) except NULL nogil
cdef Stake *edit_stake(State *st, uint32_t row) except NULL nogil
cdef Closure *edit_closure(State *st, uint32_t row) except NULL nogil
cdef PerpOrder *edit_perp_order(State *st, uint32_t row) except NULL nogil
cdef ExchangeParameters *edit_rules(State *st) except NULL nogil
cdef Listing *edit_listing(State *st, uint32_t row) except NULL nogil

# Lookups answer NO_ROW for an unknown key.
cdef uint32_t search_user(State *st, const unsigned char *address) noexcept nogil
cdef uint32_t search_account(State *st, uint32_t user, uint32_t account_id) noexcept nogil

cdef inline uint32_t find_user(State *st, const unsigned char *address) noexcept nogil:
    """A command looks for its wallet several times: the one found last is tried first."""
    cdef uint32_t row = st.recent_user
    if row < pool_of(st).rows[TABLE_USER] and memcmp(user_at(st, row).address, address, 32) == 0:
        return row
    return search_user(st, address)

cdef inline uint32_t find_account(State *st, uint32_t user, uint32_t account_id) noexcept nogil:
    """Most users have one account: their newest is tried first."""
    cdef uint32_t row = user_at(st, user).first_account
    if row == NO_ROW or account_at(st, row).account_id == account_id:
        return row
    return search_account(st, user, account_id)

cdef uint32_t find_request(State *st, uint32_t user, uint64_t request_id) noexcept nogil
cdef uint32_t find_lp(State *st, uint32_t user, uint64_t lp_id) noexcept nogil
cdef uint32_t find_deposit(State *st, uint32_t user, uint64_t deposit_id) noexcept nogil

cdef uint32_t new_plain_row(State *st, int table) except? 0xFFFFFFFF nogil
cdef uint32_t user_row(State *st, const unsigned char *address) except? 0xFFFFFFFF nogil
cdef Market *new_market(State *st) except NULL nogil
cdef uint32_t new_account(State *st, uint32_t user, uint32_t account_id) except? 0xFFFFFFFF nogil
cdef Lp *new_lp(State *st, uint32_t user) except NULL nogil
cdef Request *new_request(State *st, uint32_t user) except NULL nogil
cdef Deposit *new_deposit(State *st, uint32_t user) except NULL nogil
cdef uint32_t new_legacy_lp(State *st, uint32_t user) except? 0xFFFFFFFF nogil
cdef uint32_t new_staker(State *st, uint32_t user) except? 0xFFFFFFFF nogil

# Rows that come and go: a released row is used again. The caller links and unlinks them.
cdef uint32_t new_stake(State *st) except? 0xFFFFFFFF nogil
cdef int release_stake(State *st, uint32_t row) except -1 nogil
cdef uint32_t new_closure(State *st) except? 0xFFFFFFFF nogil
cdef int release_closure(State *st, uint32_t row) except -1 nogil
