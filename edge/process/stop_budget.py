"""Time limits in seconds of each part of a stop, and of the whole."""

HANDLER_WAITS = 2  # the library waits for requests in progress, cancels them, and waits again

# In the order in which the core stops.
REQUESTS_S = 1.4  # each of the waits for requests in progress
QUEUED_S = 0.1  # connections that the kernel had queued send their requests
LOOPS_S = 2.0  # loops of the core, which are cancelled
JOURNAL_S = 2.0  # commands that are queued, the last flush
DRAIN_S = 5.0  # rows that are not projected yet; the rest is replayed at the next start
DATABASE_S = 1.0  # connections are given back, then cut

STOP_MAX_S = QUEUED_S + HANDLER_WAITS * REQUESTS_S + LOOPS_S + JOURNAL_S + DRAIN_S + DATABASE_S
CHILD_STOP_S = STOP_MAX_S + 2.0  # of the supervisor: a child that hangs has logged the reason
POSTGRES_STOP_S = STOP_MAX_S - 3.0  # the role has time to say that its server did not stop
