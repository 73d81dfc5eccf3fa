"""The statements on `command_log` and `writer_lease`; `$1` is the shard in each."""

HEAD = "SELECT epoch, last_seq, last_hash FROM writer_lease WHERE shard = $1"

# Rows of the log are appended by one statement, which moves the head: it matches only while the
# epoch is ours and the head is where we left it. A takeover waits for the row, and is seen by every
# append after it. The digest is over what arrived: a batch that changed on its way is not there.
APPEND = """
WITH records AS MATERIALIZED (
    SELECT * FROM unnest($6::BIGINT[], $7::BYTEA[], $8::BYTEA[])
        AS records (seq, previous_hash, payload)
), head AS (
    UPDATE writer_lease SET last_seq = $4, last_hash = $5
    WHERE shard = $1 AND epoch = $2 AND last_seq = $3 AND $9 = sha256(
        (SELECT string_agg(int8send(seq) || previous_hash || payload, '' ORDER BY seq)
            FROM records) || int8send($4) || $5
    )
    RETURNING shard
)
INSERT INTO command_log (shard, seq, epoch, group_seq, previous_hash, payload)
SELECT $1, seq, $2, $3 + 1, previous_hash, payload FROM records WHERE EXISTS (SELECT FROM head)
"""

# A write of its own: its commit is durable on the standby, and so is everything before it.
OWN_HEAD = """
UPDATE writer_lease SET holder = holder WHERE shard = $1 AND epoch = $2
RETURNING last_seq, last_hash
"""

READ = """
SELECT seq, epoch, group_seq, previous_hash, payload FROM command_log
WHERE shard = $1 AND seq > $2 AND seq <= $3 ORDER BY seq LIMIT $4
"""

FIND = """
SELECT seq, epoch, payload FROM command_log
WHERE shard = $1 AND seq > $2 AND seq <= $3
    AND substring(payload FROM 1 FOR length($4::BYTEA)) = $4::BYTEA
ORDER BY seq LIMIT $5
"""

PREVIOUS_HASH = "SELECT previous_hash FROM command_log WHERE shard = $1 AND seq = $2 + 1"
RECORD = """
SELECT seq, epoch, group_seq, previous_hash, payload FROM command_log
WHERE shard = $1 AND seq = $2
"""

# The holder's connection has an advisory lock, which ends with its process: without it the lease is
# free as soon as the holder is late with its renewal, $4 seconds before the end.
LOCK = "SELECT pg_try_advisory_lock(72013, $1)"
TAKE = """
UPDATE writer_lease
SET epoch = epoch + 1, holder = $2, expires_at = clock_timestamp() + make_interval(secs => $3)
WHERE shard = $1 AND (
    expires_at < clock_timestamp()
    OR expires_at < clock_timestamp() + make_interval(secs => $4) AND NOT EXISTS (
        SELECT FROM pg_locks
        WHERE locktype = 'advisory' AND classid = 72013 AND objid = $1::OID AND granted
            AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
    )
)
RETURNING epoch
"""

# After a journal was loaded: only where no writer has the lease.
LOADED = """
UPDATE writer_lease SET epoch = $2, last_seq = $3, last_hash = $4
WHERE shard = $1 AND last_seq = 0 AND expires_at < clock_timestamp()
"""

RENEW = """
UPDATE writer_lease SET expires_at = clock_timestamp() + make_interval(secs => $3)
WHERE shard = $1 AND epoch = $2
"""

RELEASE = "UPDATE writer_lease SET expires_at = '-infinity' WHERE shard = $1 AND epoch = $2"
