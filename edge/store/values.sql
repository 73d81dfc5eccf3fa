-- name: add
INSERT INTO account_value (owner, at_s, value_e6)
SELECT
    unnest($1::bytea[]), $2::bigint, unnest($3::bigint[])
ON CONFLICT (owner, at_s) DO UPDATE
SET value_e6 = EXCLUDED.value_e6;

-- name: points
SELECT DISTINCT ON ((at_s + $4 - 1) / $4) at_s, value_e6
FROM account_value
WHERE owner = $1
    AND at_s >= $2
    AND at_s <= $3
ORDER BY (at_s + $4 - 1) / $4, at_s DESC;

-- name: before
SELECT at_s, value_e6
FROM account_value
WHERE owner = $1
    AND at_s < $2
ORDER BY at_s DESC
LIMIT 1;

-- name: newest
WITH RECURSIVE newest AS (
    (
        SELECT owner, value_e6
        FROM account_value
        ORDER BY owner DESC, at_s DESC
        LIMIT 1
    )
    UNION ALL
    (
        SELECT below.owner, below.value_e6
        FROM newest
        CROSS JOIN LATERAL (
            SELECT one.owner, one.value_e6
            FROM account_value AS one
            WHERE one.owner < newest.owner
            ORDER BY one.owner DESC, one.at_s DESC
            LIMIT 1
        ) AS below
    )
)
SELECT owner, value_e6
FROM newest;

-- name: thin
DELETE FROM account_value AS older
WHERE older.owner = ANY($1::bytea[])
    AND older.at_s < $2
    AND EXISTS (
        SELECT 1
        FROM account_value AS newer
        WHERE newer.owner = older.owner
            AND newer.at_s > older.at_s
            AND newer.at_s < older.at_s + 86400
            AND newer.at_s / 86400 = older.at_s / 86400
    );
