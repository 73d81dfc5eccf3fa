-- name: of_user
SELECT alert_id, kind, subject_id, level, created_at_s, is_armed
FROM alert
WHERE owner = $1
ORDER BY alert_id DESC;

-- name: count
SELECT COUNT(*) AS alerts
FROM alert
WHERE owner = $1;

-- name: add
INSERT INTO alert (
    owner, kind, subject_id, level, created_at_s, since_seq, due_s, pending, is_armed
)
SELECT $1, $2, $3, $4, $5, projection.applied_seq, $6, '{}', TRUE
FROM projection
WHERE projection.name = 'core'
ON CONFLICT (owner, kind, subject_id, level) WHERE kind <> 6 DO UPDATE
SET
    is_armed = TRUE,
    created_at_s = EXCLUDED.created_at_s,
    since_seq = EXCLUDED.since_seq,
    due_s = EXCLUDED.due_s,
    pending = EXCLUDED.pending;

-- name: add_payouts
INSERT INTO alert (
    owner, kind, subject_id, level, created_at_s, since_seq, pending, is_armed
)
SELECT $1, 6, COALESCE(MAX(r.request_id), -1), 0, $2, 0,
    COALESCE(ARRAY_AGG(r.request_id) FILTER (WHERE r.state <> 3), '{}'), TRUE
FROM (SELECT) AS one
LEFT JOIN settlement_request AS r ON r.owner = $1
ON CONFLICT (owner) WHERE kind = 6 DO NOTHING;

-- name: remove
DELETE FROM alert
WHERE owner = $1
    AND alert_id = $2;

-- name: events
SELECT event_id, kind, subject_id, level, value, at_s
FROM alert_event
WHERE owner = $1
ORDER BY event_id DESC;

-- name: read_up_to
SELECT alerts_read
FROM profile
WHERE address = $1;

-- name: set_read
UPDATE profile
SET alerts_read = GREATEST(alerts_read, LEAST($2, (
    SELECT COALESCE(MAX(event_id), 0) FROM alert_event WHERE owner = $1
)))
WHERE address = $1;

-- name: create
INSERT INTO projection (name, applied_seq)
SELECT 'alerts',
    COALESCE((SELECT MIN(since_seq) FROM alert WHERE kind <= 3 OR kind = 7), applied_seq)
FROM projection
WHERE name = 'core'
ON CONFLICT (name) DO NOTHING;

-- name: begin
SELECT
    looked.applied_seq AS from_seq,
    core.applied_seq AS to_seq,
    EXISTS (SELECT FROM alert WHERE is_armed AND kind <= 3) AS has_price_alerts,
    EXISTS (SELECT FROM alert WHERE kind = 7) AS has_order_alerts
FROM projection AS looked
INNER JOIN projection AS core ON core.name = 'core'
WHERE looked.name = 'alerts'
FOR UPDATE OF looked;

-- name: advance
UPDATE projection
SET applied_seq = $1
WHERE name = 'alerts';

-- name: fire_prices
WITH moved AS (
    SELECT m.market_id, MAX(p.index_price_e8) AS highest, MIN(p.index_price_e8) AS lowest
    FROM market_area AS m
    INNER JOIN market_point AS p
        ON p.market_id = m.market_id
        AND p.seq > $1
        AND p.seq <= $2
    GROUP BY m.market_id
),
hit AS (
    (
        SELECT a.owner, a.alert_id, a.kind, a.subject_id, a.level, p.index_price_e8, p.at_s
        FROM moved
        INNER JOIN alert AS a
            ON a.is_armed
            AND a.kind = 1
            AND a.subject_id = moved.market_id
            AND a.level <= moved.highest
        CROSS JOIN LATERAL (
            SELECT one.index_price_e8, one.at_s
            FROM market_point AS one
            WHERE one.market_id = a.subject_id
                AND one.seq > GREATEST($1, a.since_seq)
                AND one.seq <= $2
                AND one.index_price_e8 >= a.level
            ORDER BY one.seq
            LIMIT 1
        ) AS p
        LIMIT $3
    )
    UNION ALL
    (
        SELECT a.owner, a.alert_id, a.kind, a.subject_id, a.level, p.index_price_e8, p.at_s
        FROM moved
        INNER JOIN alert AS a
            ON a.is_armed
            AND a.kind = 2
            AND a.subject_id = moved.market_id
            AND a.level >= moved.lowest
        CROSS JOIN LATERAL (
            SELECT one.index_price_e8, one.at_s
            FROM market_point AS one
            WHERE one.market_id = a.subject_id
                AND one.seq > GREATEST($1, a.since_seq)
                AND one.seq <= $2
                AND one.index_price_e8 <= a.level
            ORDER BY one.seq
            LIMIT 1
        ) AS p
        LIMIT $3
    )
    LIMIT $3
),
done AS (
    UPDATE alert
    SET is_armed = FALSE
    FROM hit
    WHERE alert.owner = hit.owner
        AND alert.alert_id = hit.alert_id
)
INSERT INTO alert_event (owner, kind, subject_id, level, value, at_s)
SELECT owner, kind, subject_id, level, index_price_e8, at_s
FROM hit
RETURNING owner;

-- name: fire_moves
WITH changed AS MATERIALIZED ( -- first, so that the index of levels finds what it reaches
    SELECT p.market_id, p.seq, p.at_s,
        DIV((p.index_price_e8 - old.price_e8)::NUMERIC * 10000, old.price_e8::NUMERIC)::BIGINT
            AS change_bp
    FROM market_area AS m
    INNER JOIN market_point AS p
        ON p.market_id = m.market_id
        AND p.seq > $1
        AND p.seq <= $2
    CROSS JOIN LATERAL (
        SELECT one.index_price_e8 AS price_e8
        FROM market_point AS one
        WHERE one.market_id = p.market_id
            AND one.seq < p.seq
        ORDER BY one.seq DESC
        LIMIT 1
    ) AS old
    WHERE p.index_price_e8 <> old.price_e8
        AND old.price_e8 > 0
),
hit AS (
    SELECT a.owner, a.alert_id, a.subject_id, a.level, c.seq, c.at_s, c.change_bp AS value
    FROM changed AS c
    INNER JOIN alert AS a
        ON a.is_armed
        AND a.kind = 3
        AND a.subject_id = c.market_id
        AND a.since_seq < c.seq
        AND a.level <= ABS(c.change_bp)
    ORDER BY c.seq
    LIMIT $3
),
done AS (
    UPDATE alert
    SET since_seq = last.seq
    FROM (SELECT owner, alert_id, MAX(seq) AS seq FROM hit GROUP BY owner, alert_id) AS last
    WHERE alert.owner = last.owner
        AND alert.alert_id = last.alert_id
)
INSERT INTO alert_event (owner, kind, subject_id, level, value, at_s)
SELECT owner, 3, subject_id, level, value, at_s
FROM hit
RETURNING owner;

-- name: fire_orders
WITH hit AS ( -- fills, deferrals, and ends that are neither the owner's doing nor of a fill
    SELECT a.owner, a.alert_id, e.seq, e.event_index, e.order_id, e.market_id, e.at_s,
        e.action * 1000000::BIGINT + e.reason * 1000 + e.code AS value
    FROM perp_order_event AS e
    INNER JOIN alert AS a
        ON a.owner = e.owner
        AND a.kind = 7
        AND (e.seq, e.event_index) > (a.since_seq, COALESCE(a.pending[1], 2147483647))
    WHERE e.seq > $1
        AND e.seq <= $2
        AND (e.action IN (2, 3) OR (e.action = 4 AND e.reason IN (3, 4, 6, 7)))
    ORDER BY e.seq, e.event_index
    LIMIT $3
),
done AS ( -- `pending` is the event of that command up to which it was told
    UPDATE alert
    SET since_seq = last.place[1], pending = last.place[2:2]
    FROM (
        SELECT owner, alert_id, MAX(ARRAY[seq, event_index::BIGINT]) AS place
        FROM hit
        GROUP BY owner, alert_id
    ) AS last
    WHERE alert.owner = last.owner
        AND alert.alert_id = last.alert_id
)
INSERT INTO alert_event (owner, kind, subject_id, level, value, at_s)
SELECT owner, 7, order_id, market_id, value, at_s
FROM hit
ORDER BY seq, event_index
RETURNING owner;

-- name: fire_closings
WITH hit AS (
    SELECT owner, alert_id, kind, subject_id, level, due_s
    FROM alert
    WHERE is_armed
        AND due_s <= $1
    ORDER BY due_s
    LIMIT $2
),
done AS (
    UPDATE alert
    SET is_armed = FALSE
    FROM hit
    WHERE alert.owner = hit.owner
        AND alert.alert_id = hit.alert_id
)
INSERT INTO alert_event (owner, kind, subject_id, level, value, at_s)
SELECT owner, kind, subject_id, level, level, due_s
FROM hit
RETURNING owner;

-- name: fire_payouts
WITH hit AS (
    SELECT a.owner, r.request_id, r.amount_e6
    FROM alert AS a
    INNER JOIN settlement_request AS r
        ON r.owner = a.owner
        AND (r.request_id > a.subject_id OR r.request_id = ANY(a.pending))
    WHERE a.is_armed
        AND a.kind = 6
        AND r.state = 3
    ORDER BY a.owner, r.request_id
    LIMIT $2
),
done AS (
    UPDATE alert
    SET
        subject_id = told.newest,
        pending = ARRAY(
            SELECT r.request_id
            FROM settlement_request AS r
            WHERE r.owner = alert.owner
                AND r.request_id <= told.newest
                AND (r.request_id > alert.subject_id OR r.request_id = ANY(alert.pending))
                AND NOT r.request_id = ANY(told.ids)
        )
    FROM (
        SELECT hit.owner, ARRAY_AGG(hit.request_id) AS ids,
            GREATEST(MAX(hit.request_id), MAX(known.subject_id)) AS newest
        FROM hit
        INNER JOIN alert AS known ON known.owner = hit.owner AND known.kind = 6
        GROUP BY hit.owner
    ) AS told
    WHERE alert.owner = told.owner
        AND alert.kind = 6
)
INSERT INTO alert_event (owner, kind, subject_id, level, value, at_s)
SELECT owner, 6, request_id, 0, amount_e6, $1
FROM hit
RETURNING owner;

-- name: of_health
SELECT owner, alert_id, subject_id, level, is_armed
FROM alert
WHERE kind = 4
    AND (owner, alert_id) > ($1, $2)
ORDER BY owner, alert_id
LIMIT $3;

-- name: arm
UPDATE alert
SET is_armed = $3
WHERE owner = $1
    AND alert_id = $2
    AND is_armed <> $3;

-- name: add_health
INSERT INTO alert_event (owner, kind, subject_id, level, value, at_s)
SELECT owner, kind, subject_id, level, $3, $4
FROM alert
WHERE owner = $1
    AND alert_id = $2;

-- name: forget_events
DELETE FROM alert_event
WHERE (owner, event_id) IN (
    SELECT owner, event_id
    FROM (
        SELECT
            owner,
            event_id,
            ROW_NUMBER() OVER (PARTITION BY owner ORDER BY event_id DESC) AS place
        FROM alert_event
        WHERE owner = ANY($1::BYTEA[])
    ) AS placed
    WHERE place > $2
);
