-- name: load
SELECT path, data, sha256
FROM writer_file
WHERE shard = $1
ORDER BY path;

-- name: hold_lease
SELECT 1
FROM writer_lease
WHERE shard = $1
    AND epoch = $2
FOR SHARE;

-- name: save
INSERT INTO writer_file (shard, path, data, sha256)
VALUES ($1, $2, $3, $4)
ON CONFLICT (shard, path) DO UPDATE
SET data = excluded.data,
    sha256 = excluded.sha256;

-- name: remove
DELETE FROM writer_file
WHERE shard = $1
    AND path = $2;
