-- name: listed
SELECT address
FROM risk_listed;

-- name: unlist
DELETE FROM risk_listed r
WHERE NOT EXISTS (
    SELECT 1
    FROM UNNEST($1::BYTEA[]) AS l (address)
    WHERE l.address = r.address
);

-- name: list
INSERT INTO risk_listed (address)
SELECT UNNEST($1::BYTEA[])
ON CONFLICT DO NOTHING;
