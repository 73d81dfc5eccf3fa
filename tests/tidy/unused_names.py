"""Names whose use vulture cannot see, by the place that uses them."""

# ruff: noqa: B018, F821

# Called by pytest-benchmark.
test_place_and_cancel
test_match
test_depth

# Attributes that argparse, logging, aiohttp, decimal and numpy read.
_.formatter_class
default_time_format
default_msec_format
_.handle_error
_.prec
_.writeable

# Attributes of the connections and requests of aiohttp, and of a future that a coroutine awaits.
_.requests_count
_._request_in_progress
_._next_keepalive_close_time
_._message
_._protocol
_._payload
_._version
_._rel_url
_._cache
_._asyncio_future_blocking

# In a quoted type.
AllocateWithSeedParams

# Fields of wire structs, written or read by msgspec.
preTokenBalances
postTokenBalances
loadedAddresses
previousBlockhash
parentSlot
blockTime
jti
market_metadata
expired_token
inventory_months
filled_contracts
average_price
created_at
updated_at
canceled_contracts
opens_at
participated_at
fee_margin_account_id
settlement_request_ids
create_account

# Bounds that the schemas of requests use.
PAGE_ROWS_DEFAULT
LEADERBOARD_ROWS_DEFAULT
SEARCH_TEXT_MAX
CANCEL_AFTER_S_MAX
INTERESTS_MAX
ALERT_LEAD_MAX_S
MARGIN_ACCOUNT_IDS_MAX

# The parent of the generated clients, and what the public client has for its users.
liquidate
to_pandas
_.iterate
Calls
_.place_order

# The spellings of CCXT.
loadMarkets
fetchMarkets
fetchTicker
fetchOHLCV
fetchOrderBook
fetchFundingRate
fetchTime
fetchBalance
fetchPositions
fetchMyTrades
fetchOpenOrders
createOrder
cancelOrder
cancelAllOrders

# What tests wait for or make.
_.vault_balances_e6
_.checked_slot
has_ended
last_observation_at_s
EXIT_REWOUND
_.create_database

# Places of a range.
FEES
FUNDING
SURCHARGE
RETAIL_GROUP
