-- name: orders
SELECT
    order_id, market_id, client_order_id, order_type, time_in_force, expires_at_s, is_post_only,
    self_trade_prevention, side, created_at_s, price, contracts, filled, canceled, cost_e6, fee_e6,
    status, updated_at_s
FROM prediction_order
WHERE owner = $1
    AND order_id < $2
    AND ($3::bigint IS NULL OR market_id = $3)
ORDER BY order_id DESC
LIMIT $4;

-- name: finished_orders
SELECT
    order_id, market_id, client_order_id, order_type, time_in_force, expires_at_s, is_post_only,
    self_trade_prevention, side, created_at_s, price, contracts, filled, canceled, cost_e6, fee_e6,
    status, updated_at_s
FROM prediction_order
WHERE owner = $1
    AND order_id < $2
    AND ($3::bigint IS NULL OR market_id = $3)
    AND status = $5
    AND status >= 2  -- said so that the index of these is taken
ORDER BY order_id DESC
LIMIT $4;

-- name: trades
(
    SELECT
        trade_id, at_s, market_id, TRUE AS is_taker, taker_order_id, taker_side,
        maker_order_id, yes_price, contracts, fee_e6
    FROM prediction_trade
    WHERE taker = $1
        AND trade_id < $2
        AND ($3::bigint IS NULL OR market_id = $3)
        AND at_s >= $4
        AND at_s < $5
    ORDER BY trade_id DESC
    LIMIT $6
)
UNION ALL
(
    SELECT
        trade_id, at_s, market_id, FALSE AS is_taker, taker_order_id, taker_side,
        maker_order_id, yes_price, contracts, fee_e6
    FROM prediction_trade
    WHERE maker = $1
        AND trade_id < $2
        AND ($3::bigint IS NULL OR market_id = $3)
        AND at_s >= $4
        AND at_s < $5
    ORDER BY trade_id DESC
    LIMIT $6
)
ORDER BY trade_id DESC
LIMIT $6;

-- name: orders_ascending
SELECT
    order_id, market_id, client_order_id, order_type, time_in_force, expires_at_s, is_post_only,
    self_trade_prevention, side, created_at_s, price, contracts, filled, canceled, cost_e6, fee_e6,
    status, updated_at_s
FROM prediction_order
WHERE owner = $1
    AND order_id > $2
    AND ($3::bigint IS NULL OR market_id = $3)
ORDER BY order_id
LIMIT $4;

-- name: finished_orders_ascending
SELECT
    order_id, market_id, client_order_id, order_type, time_in_force, expires_at_s, is_post_only,
    self_trade_prevention, side, created_at_s, price, contracts, filled, canceled, cost_e6, fee_e6,
    status, updated_at_s
FROM prediction_order
WHERE owner = $1
    AND order_id > $2
    AND ($3::bigint IS NULL OR market_id = $3)
    AND status = $5
    AND status >= 2  -- said so that the index of these is taken
ORDER BY order_id
LIMIT $4;

-- name: trades_ascending
(
    SELECT
        trade_id, at_s, market_id, TRUE AS is_taker, taker_order_id, taker_side,
        maker_order_id, yes_price, contracts, fee_e6
    FROM prediction_trade
    WHERE taker = $1
        AND trade_id > $2
        AND ($3::bigint IS NULL OR market_id = $3)
        AND at_s >= $4
        AND at_s < $5
    ORDER BY trade_id
    LIMIT $6
)
UNION ALL
(
    SELECT
        trade_id, at_s, market_id, FALSE AS is_taker, taker_order_id, taker_side,
        maker_order_id, yes_price, contracts, fee_e6
    FROM prediction_trade
    WHERE maker = $1
        AND trade_id > $2
        AND ($3::bigint IS NULL OR market_id = $3)
        AND at_s >= $4
        AND at_s < $5
    ORDER BY trade_id
    LIMIT $6
)
ORDER BY trade_id
LIMIT $6;

-- name: order_by_client_id
SELECT
    order_id, market_id, client_order_id, order_type, time_in_force, expires_at_s, is_post_only,
    self_trade_prevention, side, created_at_s, price, contracts, filled, canceled, cost_e6, fee_e6,
    status, updated_at_s
FROM prediction_order
WHERE owner = $1
    AND client_order_id = $2
ORDER BY order_id DESC
LIMIT 1;

-- name: order_by_id
SELECT
    order_id, market_id, client_order_id, order_type, time_in_force, expires_at_s, is_post_only,
    self_trade_prevention, side, created_at_s, price, contracts, filled, canceled, cost_e6, fee_e6,
    status, updated_at_s
FROM prediction_order
WHERE owner = $1
    AND order_id = $2;

-- name: order_status
SELECT status
FROM prediction_order
WHERE owner = $1
    AND order_id = $2;

-- name: payouts
SELECT market_id, side, contracts, cost_e6, payout_e6
FROM prediction_payout
WHERE owner = $1
ORDER BY market_id DESC
LIMIT $2;

-- name: market_trades
SELECT trade_id, at_s, market_id, taker_side, yes_price, contracts
FROM prediction_trade
WHERE market_id = $1
    AND (at_s, trade_id) < ($2, $3)
    AND at_s >= $4
    AND at_s < $5
ORDER BY at_s DESC, trade_id DESC
LIMIT $6;

-- name: market_trades_ascending
SELECT trade_id, at_s, market_id, taker_side, yes_price, contracts
FROM prediction_trade
WHERE market_id = $1
    AND (at_s, trade_id) > ($2, $3)
    AND at_s >= $4
    AND at_s < $5
ORDER BY at_s, trade_id
LIMIT $6;

-- name: price_before
SELECT yes_price
FROM prediction_trade
WHERE market_id = $1
    AND at_s < $2
ORDER BY at_s DESC, trade_id DESC
LIMIT 1;

-- name: last_traded
SELECT at_s
FROM prediction_trade
WHERE market_id = $1
ORDER BY at_s DESC, trade_id DESC
LIMIT 1;

-- name: bars
WITH bar AS (
    SELECT
        at_s / $4 AS bucket,
        min(trade_id) AS first_id,
        max(trade_id) AS last_id,
        max(yes_price) AS high,
        min(yes_price) AS low,
        sum(contracts) AS contracts
    FROM prediction_trade
    WHERE market_id = $1
        AND at_s >= $2
        AND at_s < $3
    GROUP BY bucket
)

SELECT
    bar.bucket,
    (SELECT t.yes_price FROM prediction_trade t WHERE t.trade_id = bar.first_id) AS open,
    bar.high,
    bar.low,
    (SELECT t.yes_price FROM prediction_trade t WHERE t.trade_id = bar.last_id) AS close,
    bar.contracts
FROM bar
ORDER BY bar.bucket;
