-- name: orders -> PredictionOrderRow
SELECT {PredictionOrderRow}
FROM prediction_order
WHERE owner = $1
    AND order_id {after} $2
    AND ($3::bigint IS NULL OR market_id = $3)
ORDER BY order_id {order}
LIMIT $4;

-- name: finished_orders -> PredictionOrderRow
SELECT {PredictionOrderRow}
FROM prediction_order
WHERE owner = $1
    AND order_id {after} $2
    AND ($3::bigint IS NULL OR market_id = $3)
    AND status = $5
    AND status >= 2  -- the predicate of the partial index
ORDER BY order_id {order}
LIMIT $4;

-- name: trades -> PredictionFillRow
(
    SELECT {PredictionTradeRow}, TRUE AS is_taker
    FROM prediction_trade
    WHERE taker = $1
        AND trade_id {after} $2
        AND ($3::bigint IS NULL OR market_id = $3)
        AND at_s >= $4
        AND at_s < $5
    ORDER BY trade_id {order}
    LIMIT $6
)
UNION ALL
(
    SELECT {PredictionTradeRow}, FALSE AS is_taker
    FROM prediction_trade
    WHERE maker = $1
        AND trade_id {after} $2
        AND ($3::bigint IS NULL OR market_id = $3)
        AND at_s >= $4
        AND at_s < $5
    ORDER BY trade_id {order}
    LIMIT $6
)
ORDER BY trade_id {order}
LIMIT $6;

-- name: order_by_client_id -> PredictionOrderRow
SELECT {PredictionOrderRow}
FROM prediction_order
WHERE owner = $1
    AND client_order_id = $2
ORDER BY order_id DESC
LIMIT 1;

-- name: order_by_id -> PredictionOrderRow
SELECT {PredictionOrderRow}
FROM prediction_order
WHERE owner = $1
    AND order_id = $2;

-- name: order_status
SELECT status
FROM prediction_order
WHERE owner = $1
    AND order_id = $2;

-- name: payouts -> PredictionPayoutRow
SELECT {PredictionPayoutRow}
FROM prediction_payout
WHERE owner = $1
ORDER BY market_id DESC
LIMIT $2;

-- name: market_trades -> PredictionTradeRow
SELECT {PredictionTradeRow}
FROM prediction_trade
WHERE market_id = $1
    AND (at_s, trade_id) {after} ($2, $3)
    AND at_s >= $4
    AND at_s < $5
ORDER BY at_s {order}, trade_id {order}
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
