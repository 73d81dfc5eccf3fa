-- name: boundary
WITH first_point AS (
    SELECT p.seq, p.at_s
    FROM market_area AS a
    CROSS JOIN LATERAL (
        SELECT seq, at_s
        FROM market_point
        WHERE market_id = a.market_id
            AND at_s >= $1
        ORDER BY at_s, seq
        LIMIT 1
    ) AS p
    ORDER BY p.seq
    LIMIT 1
)

SELECT
    EXISTS (
        SELECT 1
        FROM market_area AS a
        CROSS JOIN LATERAL (
            SELECT at_s
            FROM market_point
            WHERE market_id = a.market_id
            ORDER BY at_s, seq
            LIMIT 1
        ) AS p
        WHERE p.at_s < $1
    ) AS has_before,
    (SELECT seq FROM first_point) AS seq,
    (SELECT at_s FROM first_point) AS at_s;

-- name: pool_at -> PoolPointRow
SELECT {PoolPointRow}
FROM pool_point
WHERE exchange_id = 0
    AND seq <= $1
ORDER BY seq DESC
LIMIT 1;

-- name: first_point
SELECT at_s
FROM pool_point
WHERE exchange_id = 0
ORDER BY seq
LIMIT 1;

-- name: last_point
SELECT MAX(p.at_s) AS at_s
FROM market_area AS a
CROSS JOIN LATERAL (
    SELECT at_s
    FROM market_point
    WHERE market_id = a.market_id
        AND seq <= $1
    ORDER BY seq DESC
    LIMIT 1
) AS p;

-- name: moved
WITH point AS (
    SELECT
        p.market_id, p.seq, p.skew_e6, p.both_e6, p.funding_per_unit_e18, p.holding_per_unit_e18
    FROM market_area AS a
    CROSS JOIN LATERAL (
        SELECT
            market_id,
            seq,
            (long_size_e6 - short_size_e6)::numeric AS skew_e6,
            (long_size_e6 + short_size_e6)::numeric AS both_e6,
            funding_per_unit_e18,
            holding_per_unit_e18
        FROM market_point
        WHERE market_id = a.market_id
            AND seq <= $1
        ORDER BY seq DESC
        LIMIT 1
    ) AS p
    UNION ALL
    SELECT
        p.market_id,
        p.seq,
        (p.long_size_e6 - p.short_size_e6)::numeric,
        (p.long_size_e6 + p.short_size_e6)::numeric,
        p.funding_per_unit_e18,
        p.holding_per_unit_e18
    FROM market_area AS a
    JOIN market_point AS p ON p.market_id = a.market_id
    WHERE p.seq > $1
        AND p.seq <= $2
    UNION ALL
    SELECT market_id, 9223372036854775807, 0, 0, funding_per_unit_e18, holding_per_unit_e18
    FROM
        unnest($3::bigint[], $4::numeric[], $5::numeric[])
        AS shown (market_id, funding_per_unit_e18, holding_per_unit_e18)
),

span AS (
    SELECT
        skew_e6,
        both_e6,
        LEAD(funding_per_unit_e18) OVER later - funding_per_unit_e18 AS change_e18,
        LEAD(holding_per_unit_e18) OVER later - holding_per_unit_e18 AS charged_e18
    FROM point
    WINDOW later AS (PARTITION BY market_id ORDER BY seq)
)

SELECT
    (SELECT COALESCE(SUM(skew_e6 * change_e18), 0) FROM span) AS funding_e24,
    (SELECT COALESCE(SUM(both_e6 * charged_e18), 0) FROM span) AS holding_e24,
    (
        SELECT COALESCE(SUM(surcharge_e6), 0)
        FROM trade
        WHERE seq > $1
            AND seq <= $2
    ) AS surcharge_e6,
    (
        SELECT COALESCE(SUM(liquidity_e6), 0)
        FROM lp_event
        WHERE seq > $1
            AND seq <= $2
            AND kind = 0
    ) AS deposited_e6,
    (
        SELECT COALESCE(SUM(liquidity_e6), 0)
        FROM lp_event
        WHERE seq > $1
            AND seq <= $2
            AND kind = 1
    ) AS withdrawn_e6;
