-- name: held
SELECT badge_count, mint
FROM badge_holder
WHERE address = $1;

-- name: forget
DELETE FROM badge_holder;

-- name: keep
INSERT INTO badge_holder (address, badge_count, mint)
SELECT *
FROM UNNEST($1::BYTEA[], $2::INTEGER[], $3::BYTEA[]);
