"""Bounds of the service: every queue, body, page and cache has its number here."""

from dataclasses import dataclass

BODY_BYTES_MAX = 64 * 1024
REQUEST_LINE_BYTES_MAX = 8 * 1024
LIST_ITEMS_MAX = 20  # of a comma list in a URL
LIST_TEXT_MAX = 64
SLOW_REQUEST_S = 15.0  # within which a request's head, and then its body, has to arrive
LINGER_S = 5.0
TURNS_PER_STEP = 4  # requests of a lane that start before the loop reads its sockets again
SHORT_REQUESTS_PER_TURN = 8  # of those that take a few µs
SHORT_WRITES_PER_TURN = 4  # of those that submit one command
TURN_STEP_S = 0.002  # of the loop; beyond, fewer start in the next step
TURN_COST_MIN_S = 0.00005  # that a request is charged when it starts
TURN_CREDIT_S = 0.05  # of the loop, that a client has before others that kept it busy
TURNS_CLIENTS_MAX = 4_096  # whose use of the loop is remembered
TURNS_WAITING_MAX = 2_000  # of a lane; beyond, a client may have an equal share
CONNECTIONS_MAX = 20_000  # and fewer where the system allows fewer open files
CONNECTIONS_PER_ADDRESS_MAX = 200
NODE_DEADLINE_S = 2.0
DATABASE_DEADLINE_S = 3.0
DATABASE_CONNECTIONS_MAX = 8  # of writes, sign-in and the projector
HISTORY_CONNECTIONS_MAX = 6
DATABASE_CONNECTIONS_EACH = DATABASE_CONNECTIONS_MAX + HISTORY_CONNECTIONS_MAX + 2  # of a process
HISTORY_READS_WAITING_MAX = 48  # beyond that a read is refused at once
HISTORY_READS_PER_ADDRESS_MAX = 16  # those that run or wait; two browsers ask so much at once
COMPRESSED_BYTES_MIN = 2 * 1024  # below, the head and one packet of the network decide
COMPRESSED_BYTES_MAX = 256 * 1024  # above, the loop would wait too long for the packing
COMPRESSED_ANSWERS_MAX = 32
PAGE_ROWS_MAX = 200
PAGE_ROWS_DEFAULT = 50
CSV_ROWS_MAX = 10_000
CSV_PER_IP_MAX = 2  # tables at a time
CSV_MAX = 8
SLICE_ROWS = 100  # rows that are encoded before other work continues
PROOFS_MAX = 1_000  # of solvency, of one wallet
MARKETS_SLICE = 25  # the same, of markets in full
LEADERBOARD_ROWS_MAX = 500
LEADERBOARD_ROWS_DEFAULT = 100
LEADERBOARD_AGE_S = 15.0
LEADERBOARD_SLICE = 250  # rows that are computed before other work continues
SERIES_POINTS_MAX = 2_000
MARKETS_MAX = 1_024  # the largest that the parameter of the exchange may be
POOL_SUMS_MAX = 1_024  # pieces of the pool's history whose sums are remembered
PAST_MONTHS_MAX = 1_200  # of an index, in figures about its past
PAST_MARKETS_MAX = 64  # of the table of correlations, and whose figures are remembered
COMPARED_MAX = 5
IDS_PER_LIMITS_QUOTE_MAX = 10
SYMBOLS_PER_QUERY_MAX = 50
SEARCH_TEXT_MAX = 64

IDEMPOTENCY_KEY_MAX = 64
IDEMPOTENCY_ENTRIES_MAX = 20_000
IDEMPOTENCY_BYTES_MAX = 16 * 1024 * 1024  # of their bodies; more are in the database
IDEMPOTENCY_S = 86_400

RATE_BUCKETS_MAX = 50_000
DERIVED_ADDRESSES_MAX = 65_536
ADDRESS_TEXTS_MAX = 8_192

NONCE_LIFETIME_S = 300
ACCESS_LIFETIME_S = 900
CHECKED_TOKENS_MAX = 10_000
REFRESH_LIFETIME_S = 30 * 86_400
REFRESH_GRACE_S = 10
CLOCK_SKEW_S = 30
SESSIONS_PER_ADDRESS_MAX = 20
COOKIES_MAX = 16  # refresh tokens of one browser, a wallet each
COOKIES_SENT_MAX = 4  # of one name that a sign-out looks at
REVOKED_SESSIONS_MAX = 100_000
MESSAGE_BYTES_MAX = 4_096
HARDWARE_TRANSACTION_BYTES_MAX = 1_232  # a packet of the network

KEY_WAIT_S = 5.0  # for another process that works on the same idempotency key
SEQUENCE_LOOK_S = 0.005
SEQUENCE_WAIT_S = 1.0  # a read waits for the command that its caller has seen
PREDICTION_BATCH_MAX = 15
PREDICTION_ID_MAX = 2**53 - 1  # ids are JSON numbers
PAYOUT_ROWS_MAX = 1_000
CANCEL_AFTER_S_MIN = 5
CANCEL_AFTER_S_MAX = 86_400

INTERESTS_MAX = 20
MARGIN_ACCOUNT_IDS_MAX = 20
EMAIL_MAX = 254  # RFC 5321, the longest address that fits a path
OPERATOR_FILE_BYTES_MAX = 16 * 1024 * 1024
OPERATOR_FILE_PERIOD_S = 3_600.0  # real seconds between two readings of the operator's lists
BADGE_MINTS_MAX = 1_000
BADGE_PERIOD_S = 3_600  # engine seconds between two readings of who holds badges
BADGE_REST_S = 60.0  # and at least so many real ones

VALUE_PERIOD_S = 3_600  # engine seconds between two values of a wallet's curve
VALUE_REST_S = 2.0  # and at least so many real ones
VALUE_WALLETS_MAX = 2_000  # valued in one go; of more each has its turn
VALUE_SLICE = 50  # valued before other work continues
VALUE_THIN_WALLETS = 200  # thinned by one statement, so that none takes long
VALUE_HOURS_KEPT_S = 31 * 86_400  # older than this a day's last value stays

UNFILLED_ORDER_KEPT_S = 30 * 86_400  # engine seconds after the end of a prediction order
UNFILLED_ORDERS_PERIOD_S = 10.0
UNFILLED_ORDERS_BATCH = 5_000
UNFILLED_ORDERS_PAUSE_S = 0.5  # after a full batch

PROJECTOR_QUEUE_MAX = 20_000
PROJECTOR_BATCH_MAX = 500
PROJECTOR_SLICE = 20  # commands whose rows are made before other work continues
PROJECTOR_GATHER_S = 0.1  # of commands for one transaction, unless a reader waits
PROJECTOR_READ_MAX = 10_000
PROJECTOR_RETRY_S_MAX = 10.0

SOCKETS_PER_IP_MAX = 20
SOCKETS_MAX = 10_000
SUBSCRIPTIONS_PER_SOCKET_MAX = 64
FRAME_BYTES_MAX = 16 * 1024
MALFORMED_MESSAGES_MAX = 10
REFUSED_MESSAGES_MAX = 100
STUCK_CHECK_S = 5.0
STUCK_LOOKS_MAX = 4  # after so many without a byte taken by the client its connection is cut
UNSENT_BYTES_MAX = 1024 * 1024
SLOW_GRACE_S = 10.0
HEARTBEAT_S = 10.0
RECENT_TRADES_MAX = 50
USER_EVENTS_PER_DELTA_MAX = 1_000

PROXY_ANSWER_BYTES_MAX = 16 * 1024 * 1024
PROXY_FRAME_BYTES_MAX = 4 * 1024 * 1024
PROXY_BATCH_MAX = 50
PROXY_SOCKETS_MAX = 500
PROXY_TIMEOUT_S = 30.0
PROXY_HEAD_BYTES = 64 * 1024  # of an answer, before its status is given
PROXY_BYTES_MAX = 128 * 1024 * 1024  # of large answers that are on their way to clients
PROXY_BYTES_PER_CLIENT_MAX = 16 * 1024 * 1024
PROXY_WRITE_S = 15.0  # within which a client takes what it is given
PROXY_SUBSCRIPTIONS_PER_SOCKET_MAX = 50
PROXY_SUBSCRIPTIONS_PER_CLIENT_MAX = 200
PROXY_CALLS_WAITING_MAX = 500
PROXY_HEARTBEAT_S = 30.0
PROXY_CALLS_MAX = 200  # at the node, of all clients
PROXY_CALLS_PER_CLIENT_MAX = 20
PROXY_PASS_S = 180.0  # within which a whole answer is taken: 16 MiB at 1 Mbit/s
PROXY_REFUSAL_S = 0.25  # between two refused messages of a websocket


@dataclass(frozen=True, slots=True)
class Rate:
    """A token bucket: `per_s` tokens a second, at most `burst` saved."""

    per_s: float
    burst: int


RATES: dict[str, Rate] = {
    "public": Rate(50, 200),
    "auth": Rate(0.5, 10),
    "auth-address": Rate(1 / 6, 10),
    "quotes": Rate(100, 400),
    "building": Rate(10, 40),
    "predictions": Rate(10, 20),
    "predictions-address": Rate(100, 200),
    "participation": Rate(0.5, 10),
    "referral-failures": Rate(10 / 3_600, 10),
    "rpc-send": Rate(5, 20),
    "site": Rate(500, 2_500),  # what is in no table: pages, files, preflights, unknown paths
    "metrics": Rate(1, 20),
    "ws-connect": Rate(1, 20),
    "rpc-connect": Rate(10, 100),  # kit opens a websocket for each confirmation
    "faucet-address": Rate(1 / 60, 3),
    "faucet": Rate(1 / 60, 3),
    "replay-speed": Rate(1, 5),
    "refresh": Rate(1, 1),
    "none": Rate(10_000, 100_000),
}


def scaled_rates(scale: int) -> dict[str, Rate]:
    """Return the rates, each so many times as generous."""
    return {name: Rate(rate.per_s * scale, rate.burst * scale) for name, rate in RATES.items()}


SITE_FILE_COST = 5  # tokens of `site` for a page, a file or a preflight
SITE_MISSING_COST = 25  # for a path or a method that there is not
METRICS_AGE_S = 1.0  # for which the text of the metrics is answered again

# Classes whose bucket is the wallet's, whatever address it calls from.
USER_RATES = frozenset({"predictions", "participation"})
# What the address pays as well: one address may call for many wallets.
ADDRESS_RATES = {"predictions": "predictions-address"}

# Seconds of `Cache-Control: max-age` by class (API 1.6); `None` is `private, no-store`.
CACHE_AGES: dict[str, int | None] = {
    "markets": 1,
    "accounts": 2,
    "feed": 15,
    "stats": 60,
    "metadata": 3_600,
    "private": None,
}

ALERTS_MAX = 50  # of a wallet
ALERT_EVENTS_MAX = 100  # of a wallet; older ones are deleted
ALERT_LEAD_MAX_S = 30 * 86_400  # before a question closes
ALERT_PERIOD_S = 1.0
ALERT_BATCH = 1_000  # events that one statement writes
ALERT_BATCHES_MAX = 20  # of a step
ALERT_HEALTH_SLICE = 500  # alerts whose accounts are looked at in one step
