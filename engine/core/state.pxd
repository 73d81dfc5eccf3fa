"""All state of one exchange: rows in flat arrays, found through open-addressing indexes.

Rows are never moved or removed; a command edits them through `edit_*`, which keeps a copy for
`roll_back`. Each row ends in `epoch`, the number of the transaction that last copied it: it is
bookkeeping and stands in no hash.
"""

from engine.core.generated.records cimport ExchangeParameters, MarketParameters
from engine.core.numbers cimport i128
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from libc.stddef cimport size_t

cdef enum:
    NO_ROW = 0xFFFFFFFF
    POSITIONS_MAX = 12
    MARKETS_MAX = 1024
    REASONS_MAX = 24

cdef enum:
    STATUS_ACTIVE = 0
    STATUS_PAUSED = 1
    STATUS_HALTED = 2

cdef enum:
    HELD_NONE = 0
    HELD_ORDINARY = 1
    HELD_OPERATOR_ONLY = 2

cdef enum:
    MINT_NONE = 0
    MINT_COLLATERAL = 1
    MINT_TOKEN = 2

cdef enum:
    REQUEST_MARGIN = 0
    REQUEST_LIQUIDITY = 1
    REQUEST_CLAIMED_DEPOSIT = 2

cdef enum:
    REQUEST_PENDING = 0
    REQUEST_PAYABLE = 1
    REQUEST_AUTHORISED = 2
    REQUEST_SETTLED = 3

cdef enum:
    TABLE_POOL
    TABLE_MARKET
    TABLE_USER
    TABLE_ACCOUNT
    TABLE_LP
    TABLE_REQUEST
    TABLE_DEPOSIT
    TABLE_COUNT

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
    int64_t cumulative_volume_e6
    int64_t cumulative_lp_fee_e6
    int64_t status
    int64_t status_before_halt
    uint64_t is_created
    uint64_t rows[8]  # how many rows each table has
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
    i128 cost_price_e14  # sum of n * e
    i128 cost_funding_e24  # sum of n * f
    int64_t rate_e18
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
    uint64_t epoch

cdef struct User:
    unsigned char address[32]
    unsigned char delegate[32]
    uint64_t nonce
    uint64_t next_lp_id
    uint64_t next_request_id
    uint64_t next_deposit_id
    uint32_t first_account
    uint32_t first_lp
    uint32_t first_request
    uint32_t first_deposit
    uint64_t open_accounts
    uint64_t epoch

cdef struct Position:
    i128 entry_funding_e18
    int64_t size_e6
    int64_t entry_price_e8
    uint32_t market
    uint32_t reserved_a
    uint64_t reserved_b

cdef struct Account:
    Position positions[12]
    int64_t collateral_e6
    int64_t accumulated_liquidation_fees_e6
    int64_t liquidated_at_s
    uint32_t user
    uint32_t account_id
    uint32_t next
    uint32_t position_count
    uint32_t is_open
    uint32_t in_liquidation
    char name[32]
    uint64_t reserved
    uint64_t epoch

cdef struct Lp:
    int64_t liquidity_e6
    int64_t shares_e6
    int64_t maturity_s
    int64_t entry_price_e8
    uint64_t lp_id
    uint32_t user
    uint32_t next
    uint64_t epoch

cdef struct Request:
    int64_t amount_e6
    int64_t tip_e6
    int64_t maturity_s
    uint64_t request_id
    uint64_t last_valid_block_height
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

# Projection of one market to one second; a cache, in no hash.
cdef struct Projection:
    i128 funding_e18
    int64_t rate_e18
    int64_t unrealized_e6
    int64_t at_s

cdef struct Rows:
    unsigned char *data
    size_t width
    size_t capacity

cdef struct Index:
    uint32_t *slots
    size_t capacity

cdef struct Buffer:
    unsigned char *data
    size_t used
    size_t capacity

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
    uint8_t market_marks[1024]  # 1: changed by the clock step, 2: by the command
    Rows tables[7]
    Index users
    Index accounts
    Index lps
    Index requests
    Index deposits
    Buffer undo
    Buffer events
    size_t event_mark  # where the events of the open transaction begin

cdef State *state_new() except NULL
cdef void state_free(State *st) noexcept nogil

cdef int reserve_bytes(Buffer *buffer, size_t more) except -1 nogil

cdef inline Pool *pool_of(State *st) noexcept nogil:
    return <Pool *> st.tables[TABLE_POOL].data

cdef inline Market *market_at(State *st, uint32_t row) noexcept nogil:
    return (<Market *> st.tables[TABLE_MARKET].data) + row

cdef inline MarketParameters *market_rules(State *st, uint32_t row) noexcept nogil:
    return &st.listings[row].parameters

cdef inline User *user_at(State *st, uint32_t row) noexcept nogil:
    return (<User *> st.tables[TABLE_USER].data) + row

cdef inline Account *account_at(State *st, uint32_t row) noexcept nogil:
    return (<Account *> st.tables[TABLE_ACCOUNT].data) + row

cdef inline Lp *lp_at(State *st, uint32_t row) noexcept nogil:
    return (<Lp *> st.tables[TABLE_LP].data) + row

cdef inline Request *request_at(State *st, uint32_t row) noexcept nogil:
    return (<Request *> st.tables[TABLE_REQUEST].data) + row

cdef inline Deposit *deposit_at(State *st, uint32_t row) noexcept nogil:
    return (<Deposit *> st.tables[TABLE_DEPOSIT].data) + row

cdef inline uint32_t market_count(State *st) noexcept nogil:
    return <uint32_t> pool_of(st).rows[TABLE_MARKET]

# A command's edits: everything between begin and keep or roll_back.
cdef int begin(State *st) except -1 nogil
cdef void keep(State *st) noexcept nogil
cdef void roll_back(State *st) noexcept nogil

cdef Pool *edit_pool(State *st) except NULL nogil
cdef Market *edit_market(State *st, uint32_t row) except NULL nogil
cdef User *edit_user(State *st, uint32_t row) except NULL nogil
cdef Account *edit_account(State *st, uint32_t row) except NULL nogil
cdef Request *edit_request(State *st, uint32_t row) except NULL nogil
cdef Deposit *edit_deposit(State *st, uint32_t row) except NULL nogil

# Lookups answer NO_ROW for an unknown key.
cdef uint32_t find_user(State *st, const unsigned char *address) noexcept nogil
cdef uint32_t find_account(State *st, uint32_t user, uint32_t account_id) noexcept nogil
cdef uint32_t find_request(State *st, uint32_t user, uint64_t request_id) noexcept nogil
cdef uint32_t find_deposit(State *st, uint32_t user, uint64_t deposit_id) noexcept nogil

cdef uint32_t user_row(State *st, const unsigned char *address) except? 0xFFFFFFFF nogil
cdef Market *new_market(State *st) except NULL nogil
cdef uint32_t new_account(State *st, uint32_t user, uint32_t account_id) except? 0xFFFFFFFF nogil
cdef Lp *new_lp(State *st, uint32_t user) except NULL nogil
cdef Request *new_request(State *st, uint32_t user) except NULL nogil
cdef Deposit *new_deposit(State *st, uint32_t user) except NULL nogil
