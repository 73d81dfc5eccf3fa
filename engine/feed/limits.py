"""Bounds of the feed."""

FRAME_BYTES_MAX = 64 * 1024 * 1024
UNSENT_BYTES_MAX = 64 * 1024 * 1024  # a replica that is further behind is cut and reads the files
RING_BYTES_MAX = 16 * 1024 * 1024  # of the newest batches, for a replica that connects again
REPLICAS_MAX = 64
PROCESSES_MAX = 128  # of replicas that the writer remembers, whose connections come and go
STATUS_PERIOD_S = 1.0
STATE_PERIOD_S = 30.0  # between two comparisons of the state's hash
SYNC_S = 0.02  # in which the writer reads what other processes had sent before
SYNC_MAX_S = 5.0
PENDING_GROUPS_MAX = 8_192  # submissions of one replica without an answer
CATCH_UP_ATTEMPTS_MAX = 1_000
CONNECT_PAUSE_FIRST_S = 0.05
CONNECT_PAUSE_MAX_S = 2.0
AWAY_S = 5.0  # how long a submission waits for a writer that went away
SILENT_S = 10.0  # without a frame for this long the writer is taken for gone
