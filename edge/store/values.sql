-- name: add
INSERT INTO account_value (owner, at_s, value_e6, pending_e6, seq)
SELECT
    unnest($1::bytea[]), $2::bigint, unnest($3::bigint[]), unnest($4::bigint[]),
    unnest($5::bigint[])
ON CONFLICT (owner, at_s) DO UPDATE
SET
    value_e6 = EXCLUDED.value_e6,
    pending_e6 = EXCLUDED.pending_e6,
    seq = EXCLUDED.seq;

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

-- name: flows
SELECT
    sample.at_s, sample.value_e6 - sample.pending_e6 AS invested_e6,
    COALESCE(flow.in_e6, 0) AS in_e6, COALESCE(flow.out_e6, 0) AS out_e6
FROM (
    SELECT DISTINCT ON ((at_s + $4 - 1) / $4) at_s, value_e6, pending_e6, seq
    FROM account_value
    WHERE owner = $1
        AND at_s >= $2
        AND at_s <= $3
        AND seq IS NOT NULL
    ORDER BY (at_s + $4 - 1) / $4, at_s DESC
) AS sample
LEFT JOIN LATERAL (
    SELECT margin_in_e6 + lp_in_e6 AS in_e6, margin_out_e6 + lp_out_e6 AS out_e6
    FROM wallet_ledger
    WHERE owner = $1
        AND seq <= sample.seq
    ORDER BY seq DESC
    LIMIT 1
) AS flow ON TRUE
ORDER BY sample.at_s;

-- name: flows_before
SELECT
    sample.at_s, sample.value_e6 - sample.pending_e6 AS invested_e6,
    COALESCE(flow.in_e6, 0) AS in_e6, COALESCE(flow.out_e6, 0) AS out_e6
FROM (
    SELECT at_s, value_e6, pending_e6, seq
    FROM account_value
    WHERE owner = $1
        AND at_s < $2
        AND seq IS NOT NULL
    ORDER BY at_s DESC
    LIMIT 1
) AS sample
LEFT JOIN LATERAL (
    SELECT margin_in_e6 + lp_in_e6 AS in_e6, margin_out_e6 + lp_out_e6 AS out_e6
    FROM wallet_ledger
    WHERE owner = $1
        AND seq <= sample.seq
    ORDER BY seq DESC
    LIMIT 1
) AS flow ON TRUE;

-- name: ledger_at -> WalletLedgerRow
SELECT {WalletLedgerRow}
FROM wallet_ledger
WHERE owner = $1
    AND seq <= $2
ORDER BY seq DESC
LIMIT 1;

-- name: realized -> PositionRealizedRow
SELECT {PositionRealizedRow}
FROM position_realized
WHERE owner = $1
    AND (account_id, market_id) IN (
        SELECT * FROM unnest($2::bigint[], $3::bigint[])
    )
ORDER BY account_id, market_id;

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
