-- The journal of an exchange whose writers run on several machines, and the lease of the one that
-- may append.

CREATE TABLE command_log (
    shard INTEGER NOT NULL,
    seq BIGINT NOT NULL CHECK (seq >= 1),
    epoch BIGINT NOT NULL,
    group_seq BIGINT NOT NULL, -- first of the records that were appended together
    previous_hash BYTEA NOT NULL,
    payload BYTEA NOT NULL,
    PRIMARY KEY (shard, seq)
);

ALTER TABLE command_log ALTER COLUMN payload SET STORAGE EXTERNAL;

CREATE TABLE writer_lease (
    shard INTEGER PRIMARY KEY,
    epoch BIGINT NOT NULL,
    holder TEXT NOT NULL,
    expires_at TIMESTAMPTZ NOT NULL,
    last_seq BIGINT NOT NULL,
    last_hash BYTEA NOT NULL
) WITH (fillfactor = 10);

INSERT INTO writer_lease (shard, epoch, holder, expires_at, last_seq, last_hash)
VALUES (0, 0, '', '-infinity', 0, decode(repeat('00', 32), 'hex'));

-- Small files of the writer's state directory that the next writer needs.
CREATE TABLE writer_file (
    shard INTEGER NOT NULL,
    path TEXT NOT NULL,
    data BYTEA NOT NULL,
    sha256 BYTEA NOT NULL,
    PRIMARY KEY (shard, path)
);
