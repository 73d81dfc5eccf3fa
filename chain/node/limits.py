"""Bounds of the embedded node: every queue, body, page and cache stops somewhere."""

BODY_BYTES_MAX = 512 * 1024
BATCH_REQUESTS_MAX = 100
SEND_BODY_BYTES_MAX = 16 * 1024
"""A longer request is not looked at for a transaction that its connection could execute."""
SIGNATURES_AHEAD_MAX = 256
"""Signatures of waiting sends that a thread may verify before their turn."""
SENDS_PER_TURN_MAX = 32
"""Transactions that are executed in one turn of the loop."""
BATCH_ANSWER_BYTES_MAX = 32 * 1024 * 1024
"""Answer size beyond which the rest of a batch is refused."""

ANSWER_BYTES_MAX = 16 * 1024 * 1024
"""One answer holds so much; it is counted while it is encoded."""
ANSWER_READ_BYTES_MAX = 32 * 1024 * 1024
"""One call reads so much account data."""
SLICE_S = 0.005
"""Processor time after which a long answer lets others have their turn."""
ANSWER_S_MAX = 2.0
"""Processor time of one request, which may be a batch."""
LONG_ANSWERS_MAX = 32
"""Requests that wait to continue after their first slice."""
LONG_ANSWERS_PER_CLIENT_MAX = 8

PACKET_BYTES_MAX = 1_232
PACKET_V1_BYTES_MAX = 4_096

BLOCKHASH_AGE_MAX = 150
"""A transaction may name one of the last 151 blockhashes: ages 0 to 150."""

FINALITY_SLOTS = 32
SLOTS_PER_EPOCH = 432_000
SLOT_HASHES_MAX = 512

TRANSACTIONS_PER_SLOT_MAX = 20_000
SLOT_RECORD_BYTES_MAX = 8 * 1024 * 1024
"""JSON bytes of the transactions of a slot; each block fits into an answer."""
ACCOUNT_BYTES_MAX = 20 * 1024 * 1024
"""Bytes of the accounts of one transaction, and of the large ones of a slot together."""
REPLACED_BYTES_MAX = 128 * 1024 * 1024
"""Bytes of earlier values of large accounts until their slots are finalized."""
LARGE_ACCOUNTS_BYTES = 256 * 1024
"""A transaction whose accounts hold less is not counted: it always finds room."""
CACHED_SLOTS_MAX = 256
"""Finalized slots whose transactions stay in memory; older ones are read from the store."""

SLOT_RESERVATION = 32
"""Slots promised in the store ahead of time, so that a restart never repeats a slot."""
SLOT_LAG_MAX = 8
"""Slots the clock may be late before it moves its anchor instead of catching up."""

AIRDROP_LAMPORTS_MAX = 1_000 * 1_000_000_000
AIRDROP_BANK_LAMPORTS = 500_000_000 * 1_000_000_000

ACCOUNTS_PER_CALL_MAX = 100
SIGNATURES_PER_CALL_MAX = 256
SIGNATURES_PAGE_MAX = 1_000
BLOCK_RANGE_MAX = 500_000
SCANNED_ACCOUNTS_MAX = 10_000
"""Accounts that one call looks at; token accounts are found by mint and by owner."""
PROGRAM_FILTERS_MAX = 4
MEMCMP_BYTES_MAX = 128
PRIORITIZATION_FEE_SLOTS = 150
PERFORMANCE_SAMPLES_MAX = 720
LEADERS_PER_CALL_MAX = 5_000
LARGEST_ACCOUNTS = 20

BASE58_ACCOUNT_BYTES_MAX = 128

CLIENT_HEADER = "Acre-Client"
"""The header in which a proxy on this machine names the client that bounds are counted for."""
SOCKETS_MAX = 512
SOCKETS_PER_CLIENT_MAX = 64
SUBSCRIPTIONS_PER_SOCKET_MAX = 200
SUBSCRIPTIONS_PER_CLIENT_MAX = 1_000
SUBSCRIPTIONS_MAX = 20_000
NOTICE_BYTES_PER_SLOT_MAX = 4 * 1024 * 1024
"""Bytes encoded in one slot for the subscriptions of one client."""
NOTICE_READ_BYTES_PER_SLOT_MAX = 16 * 1024 * 1024
"""Bytes read for them."""
PROGRAM_NOTICE_BYTES_MAX = 64 * 1024
"""Program subscriptions get no notification of a larger account."""
NOTICE_BYTES_MIN = 2 * 1024
"""Overhead of a notification besides its data."""
LATE_NOTICE_MS_MIN = 100
"""The time between the id of a subscription and what had happened before it was asked for."""
SOCKET_QUEUE_MAX = 10_000
SOCKET_QUEUE_BYTES_MAX = 32 * 1024 * 1024
ALL_QUEUES_BYTES_MAX = 256 * 1024 * 1024
"""Pending bytes for the readers of all sockets; beyond it the slowest one is cut."""
SOCKET_WRITE_S = 15.0
"""A reader that takes nothing for so long is cut."""
SOCKET_MESSAGE_BYTES_MAX = 64 * 1024

STORE_CHECK_S = 5.0
"""Time limit of the store check at start; 500 MB take about a second."""
STORE_RETRY_S_MIN = 0.5
STORE_RETRY_S_MAX = 15.0
"""Pauses between two tries to write a slot that the disk refused."""

FAULT_COUNT_MAX = 10_000
SKIP_RANGES_MAX = 10_000
FORKS_MAX = 10_000
LIES_MAX = 100
