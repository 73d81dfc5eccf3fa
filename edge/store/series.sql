-- name: index_points
SELECT DISTINCT ON ((published_at_s + $4 - 1) / $4) published_at_s AS at_s, price_e8 AS value
FROM index_value
WHERE acre_id = $1
    AND published_at_s >= $2
    AND published_at_s <= $3
ORDER BY (published_at_s + $4 - 1) / $4, published_at_s DESC;

-- name: index_before
SELECT published_at_s AS at_s, price_e8 AS value
FROM index_value
WHERE acre_id = $1
    AND published_at_s < $2
ORDER BY published_at_s DESC
LIMIT 1;

-- name: index_values
SELECT published_at_s AS at_s, price_e8 AS value
FROM index_value
WHERE acre_id = $1
    AND published_at_s >= $2
    AND published_at_s <= $3
ORDER BY published_at_s
LIMIT $4;

-- name: index_at
SELECT
    wanted.acre_id,
    wanted.at_s,
    found.published_at_s,
    found.price_e8
FROM unnest($1::bigint[], $2::bigint[]) AS wanted (acre_id, at_s)
LEFT JOIN LATERAL (
    SELECT v.published_at_s, v.price_e8
    FROM index_value v
    WHERE v.acre_id = wanted.acre_id
        AND v.published_at_s <= wanted.at_s
    ORDER BY v.published_at_s DESC
    LIMIT 1
) AS found ON TRUE;

-- name: index_candles
SELECT
    published_at_s / $4 AS bucket,
    max(price_e8) AS high,
    min(price_e8) AS low,
    (array_agg(price_e8 ORDER BY published_at_s DESC))[1] AS close
FROM index_value
WHERE acre_id = $1
    AND published_at_s >= $2
    AND published_at_s < $3
GROUP BY bucket
ORDER BY bucket;

-- name: index_months
SELECT
    12 * extract(YEAR FROM day.at)::int + extract(MONTH FROM day.at)::int - 23641 AS month,
    max(published_at_s) AS at_s,
    min(price_e8) AS low,
    max(price_e8) AS high,
    (array_agg(price_e8 ORDER BY published_at_s DESC))[1] AS close
FROM index_value, LATERAL (SELECT to_timestamp(published_at_s) AT TIME ZONE 'UTC') AS day (at)
WHERE acre_id = $1
    AND published_at_s >= $2
    AND published_at_s <= $3
GROUP BY month
ORDER BY month;

-- name: index_firsts
SELECT
    wanted.acre_id,
    (SELECT min(v.published_at_s) FROM index_value v WHERE v.acre_id = wanted.acre_id) AS at_s
FROM unnest($1::bigint[]) AS wanted (acre_id);

-- name: market_candles
SELECT
    at_s / $4 AS bucket,
    max(market_price_e8) AS high,
    min(market_price_e8) AS low,
    (array_agg(market_price_e8 ORDER BY at_s DESC, seq DESC))[1] AS close
FROM market_point
WHERE market_id = $1
    AND at_s >= $2
    AND at_s < $3
GROUP BY bucket
ORDER BY bucket;

-- name: first_market_point
SELECT at_s
FROM market_point
WHERE market_id = $1
ORDER BY at_s, seq
LIMIT 1;

-- name: market_points -> MarketPointRow
SELECT DISTINCT ON ((at_s + $4 - 1) / $4) {MarketPointRow}
FROM market_point
WHERE market_id = $1
    AND at_s >= $2
    AND at_s <= $3
ORDER BY (at_s + $4 - 1) / $4, at_s DESC, seq DESC;

-- name: market_point_before -> MarketPointRow
SELECT {MarketPointRow}
FROM market_point
WHERE market_id = $1
    AND at_s < $2
ORDER BY at_s DESC, seq DESC
LIMIT 1;

-- name: pool_points -> PoolPointRow
SELECT DISTINCT ON ((at_s + $3 - 1) / $3) {PoolPointRow}
FROM pool_point
WHERE exchange_id = 0
    AND at_s >= $1
    AND at_s <= $2
ORDER BY (at_s + $3 - 1) / $3, at_s DESC, seq DESC;

-- name: pool_point_before -> PoolPointRow
SELECT {PoolPointRow}
FROM pool_point
WHERE exchange_id = 0
    AND at_s < $1
ORDER BY at_s DESC, seq DESC
LIMIT 1;

-- name: pool_equity
WITH before AS (
    SELECT $1::bigint AS at_s, seq, lp_balance_e6 - unrealized_pnl_e6 AS equity_e6,
        cumulative_lp_fee_e6
    FROM pool_point
    WHERE exchange_id = 0
        AND at_s < $1
    ORDER BY pool_point.at_s DESC, seq DESC
    LIMIT 1
),

point AS (
    SELECT at_s, seq, equity_e6
    FROM before
    UNION ALL
    SELECT at_s, seq, lp_balance_e6 - unrealized_pnl_e6
    FROM pool_point
    WHERE exchange_id = 0
        AND at_s >= $1
        AND at_s <= $2
),

span AS (
    SELECT
        equity_e6::numeric AS equity_e6,
        LEAD(at_s, 1, $2::bigint) OVER (ORDER BY at_s, seq) - at_s AS length_s
    FROM point
)

SELECT
    COALESCE(SUM(equity_e6 * length_s), 0)::numeric(60, 0) AS equity_seconds_e6,
    COALESCE(SUM(length_s), 0)::bigint AS seconds,
    COALESCE((SELECT cumulative_lp_fee_e6 FROM before), 0) AS first_fee_e6
FROM span;

-- name: volumes_since
SELECT
    market_id,
    SUM(notional_e6)::numeric(39, 0) AS notional_e6,
    SUM(trades)::bigint AS trades
FROM market_volume
WHERE bucket_s >= $1
GROUP BY market_id
ORDER BY market_id;

-- name: volume_of_market
SELECT
    COALESCE(SUM(notional_e6), 0)::numeric(39, 0) AS notional_e6,
    COALESCE(SUM(trades), 0)::bigint AS trades
FROM market_volume
WHERE market_id = $1
    AND bucket_s >= $2;

-- name: volume_buckets
SELECT
    bucket_s / $4 AS bucket,
    SUM(notional_e6)::numeric(39, 0) AS notional_e6
FROM market_volume
WHERE market_id = $1
    AND bucket_s >= $2
    AND bucket_s < $3
GROUP BY bucket
ORDER BY bucket;

-- name: history_is_loaded
SELECT EXISTS (
    SELECT 1
    FROM index_history
    WHERE acre_id = $1
);

-- name: mark_history
INSERT INTO index_history (acre_id)
VALUES ($1)
ON CONFLICT DO NOTHING;

-- name: add_history
INSERT INTO index_value (acre_id, published_at_s, price_e8)
SELECT
    $1::bigint,
    unnest($2::bigint[]),
    unnest($3::bigint[])
ON CONFLICT DO NOTHING;
