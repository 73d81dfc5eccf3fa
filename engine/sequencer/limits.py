"""Bounds of the sequencer."""

WAITING_COMMANDS_MAX = 8_192  # submitted and not yet on their way to the journal
BATCH_COMMANDS_MAX = 512  # flushed together; also bounds how long applying holds the loop
SUBSCRIBERS_MAX = 64
RECENT_MAX = 4_096  # applied commands kept for `read`
READ_MAX = 10_000  # commands one `read` returns
REPLAY_CHUNK = 1_000  # commands replayed between two turns of the loop
SNAPSHOT_COMMANDS = 100_000  # commands between two snapshots
SNAPSHOT_COMMANDS_MAX = 10_000_000
REPLAY_SNAPSHOT_S = 10.0  # seconds between two snapshots of a replay, at least
ROOM_PAUSE_FIRST_S = 0.5  # before the journal looks again for room on its full disk
ROOM_PAUSE_MAX_S = 5.0
