-- name: load
SELECT applied_seq, exchange
FROM projection
WHERE name = 'core';

-- name: create
INSERT INTO projection (name, applied_seq)
VALUES ('core', 0)
ON CONFLICT (name) DO NOTHING;

-- name: forget
TRUNCATE {projected_tables};

-- name: restart
UPDATE projection
SET applied_seq = 0
WHERE name = 'core';

-- name: advance
UPDATE projection
SET applied_seq = $2
WHERE name = 'core'
    AND applied_seq = $1;

-- name: set_exchange
UPDATE projection
SET exchange = $1
WHERE name = 'core';

-- name: last_realized
SELECT realized_pnl_e6
FROM pool_point
WHERE exchange_id = 0
ORDER BY seq DESC
LIMIT 1;

-- name: name_markets
UPDATE market_area a
SET symbol = named.symbol
FROM unnest($1::bigint[], $2::text[]) AS named (market_id, symbol)
WHERE a.market_id = named.market_id
    AND a.symbol IS NULL;

-- name: add_prints
INSERT INTO index_value (acre_id, published_at_s, price_e8)
SELECT a.acre_id, p.published_at_s, p.price_e8
FROM unnest($1::bigint[], $2::bigint[], $3::bigint[]) AS p (market_id, published_at_s, price_e8)
JOIN market_area a ON a.market_id = p.market_id
ON CONFLICT DO NOTHING;

-- name: add_request
INSERT INTO settlement_request (
    owner, request_id, kind, mint, amount_e6, tip_e6, maturity_s, state
)
VALUES (
    $1, $2, $3::smallint, $4, $5, $6, $7,
    CASE WHEN $3::smallint IN (0, 1) THEN 0 ELSE 1 END  -- the other kinds are payable at once
)
ON CONFLICT DO NOTHING;

-- name: process_request
UPDATE settlement_request
SET
    state = CASE WHEN $4::bigint = 0 THEN 3 ELSE 1 END,  -- nothing left to pay: settled
    processor = $3,
    amount_e6 = $4,
    tip_e6 = $5
WHERE owner = $1
    AND request_id = $2;

-- name: authorise_request
UPDATE settlement_request
SET state = 2, payout_signature = $3
WHERE owner = $1
    AND request_id = $2;

-- name: expire_request
UPDATE settlement_request
SET state = 1, payout_signature = NULL
WHERE owner = $1
    AND request_id = $2;

-- name: pay_request
UPDATE settlement_request
SET state = 3, payout_signature = $3
WHERE owner = $1
    AND request_id = $2;

-- name: add_deposit
INSERT INTO quarantined_deposit (
    owner, deposit_id, amount_e6, mint, signature, slot, reason, is_claimed
)
VALUES ($1, $2, $3, $4, $5, $6, $7, FALSE)
ON CONFLICT DO NOTHING;

-- name: claim_deposit
UPDATE quarantined_deposit
SET is_claimed = TRUE
WHERE owner = $1
    AND deposit_id = $2;

-- name: forget_unfilled_orders
WITH old AS (
    SELECT ctid
    FROM prediction_order
    WHERE status >= 3  -- canceled or expired: the predicate of the partial index
        AND filled = 0
        AND updated_at_s < $1
    ORDER BY updated_at_s
    LIMIT $2
), gone AS (
    DELETE FROM prediction_order o
    USING old
    WHERE o.ctid = old.ctid
    RETURNING 1
)
SELECT count(*)
FROM gone;

-- name: add_ledger
INSERT INTO wallet_ledger ({WalletLedgerRow})
SELECT
    change.owner,
    change.seq,
    COALESCE(known.margin_in_e6, 0) + SUM(change.margin_in_e6) OVER so_far,
    COALESCE(known.margin_out_e6, 0) + SUM(change.margin_out_e6) OVER so_far,
    COALESCE(known.lp_in_e6, 0) + SUM(change.lp_in_e6) OVER so_far,
    COALESCE(known.lp_out_e6, 0) + SUM(change.lp_out_e6) OVER so_far,
    COALESCE(known.price_e6, 0) + SUM(change.price_e6) OVER so_far,
    COALESCE(known.funding_e6, 0) + SUM(change.funding_e6) OVER so_far,
    COALESCE(known.trade_fees_e6, 0) + SUM(change.trade_fees_e6) OVER so_far,
    COALESCE(known.liquidation_fees_e6, 0) + SUM(change.liquidation_fees_e6) OVER so_far,
    COALESCE(known.other_e6, 0) + SUM(change.other_e6) OVER so_far
FROM unnest(
    $1::bytea[], $2::bigint[], $3::numeric[], $4::numeric[], $5::numeric[], $6::numeric[],
    $7::numeric[], $8::numeric[], $9::numeric[], $10::numeric[], $11::numeric[]
) AS change ({WalletLedgerRow})
LEFT JOIN LATERAL (
    SELECT *
    FROM wallet_ledger
    WHERE owner = change.owner
    ORDER BY seq DESC
    LIMIT 1
) AS known ON TRUE
WINDOW so_far AS (PARTITION BY change.owner ORDER BY change.seq);
