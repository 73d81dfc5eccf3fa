-- name: load
SELECT applied_seq, exchange
FROM projection
WHERE name = 'core';

-- name: create
INSERT INTO projection (name, applied_seq)
VALUES ('core', 0)
ON CONFLICT (name) DO NOTHING;

-- name: forget
TRUNCATE
    trade, market_volume, margin_transfer, lp_event, liquidation, user_command,
    settlement_request, quarantined_deposit, market_point, pool_point, market_area,
    prediction_order, prediction_trade, prediction_payout, participation;

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

-- name: add_trades
INSERT INTO trade (
    owner, seq, event_index, at_s, slot, signature, account_id, market_id, trade_kind,
    fill_price_e8, index_price_e8, size_delta_e6, notional_delta_e6, new_size_e6,
    new_notional_e6, trade_fee_e6, surcharge_e6, pnl_e6, price_performance_e6,
    funding_performance_e6
)
SELECT
    unnest($1::bytea[]), unnest($2::bigint[]), unnest($3::integer[]), unnest($4::bigint[]),
    unnest($5::bigint[]), unnest($6::bytea[]), unnest($7::bigint[]), unnest($8::bigint[]),
    unnest($9::smallint[]), unnest($10::bigint[]), unnest($11::bigint[]), unnest($12::bigint[]),
    unnest($13::bigint[]), unnest($14::bigint[]), unnest($15::bigint[]), unnest($16::bigint[]),
    unnest($17::bigint[]), unnest($18::bigint[]), unnest($19::bigint[]), unnest($20::bigint[])
ON CONFLICT DO NOTHING;

-- name: add_volumes
INSERT INTO market_volume (market_id, bucket_s, notional_e6, trades)
SELECT
    unnest($1::bigint[]), unnest($2::bigint[]), unnest($3::numeric[]), unnest($4::bigint[])
ON CONFLICT (market_id, bucket_s) DO UPDATE
SET
    notional_e6 = market_volume.notional_e6 + EXCLUDED.notional_e6,
    trades = market_volume.trades + EXCLUDED.trades;

-- name: add_transfers
INSERT INTO margin_transfer (
    owner, seq, event_index, at_s, slot, signature, account_id, is_withdraw, margin_e6,
    maturity_s
)
SELECT
    unnest($1::bytea[]), unnest($2::bigint[]), unnest($3::integer[]), unnest($4::bigint[]),
    unnest($5::bigint[]), unnest($6::bytea[]), unnest($7::bigint[]), unnest($8::boolean[]),
    unnest($9::bigint[]), unnest($10::bigint[])
ON CONFLICT DO NOTHING;

-- name: add_lp_events
INSERT INTO lp_event (
    owner, seq, event_index, at_s, slot, signature, kind, lp_position_id, liquidity_e6,
    shares_e6, share_price_e8, new_liquidity_e6, new_shares_e6, maturity_s
)
SELECT
    unnest($1::bytea[]), unnest($2::bigint[]), unnest($3::integer[]), unnest($4::bigint[]),
    unnest($5::bigint[]), unnest($6::bytea[]), unnest($7::smallint[]), unnest($8::bigint[]),
    unnest($9::bigint[]), unnest($10::bigint[]), unnest($11::bigint[]), unnest($12::bigint[]),
    unnest($13::bigint[]), unnest($14::bigint[])
ON CONFLICT DO NOTHING;

-- name: add_liquidations
INSERT INTO liquidation (
    owner, seq, event_index, at_s, slot, signature, account_id, market_id, liquidator,
    started_at_s, max_liquidation_fee_e6, liquidated_margin_e6, liquidation_fee_e6, size_e6,
    notional_e6, new_size_e6, index_price_e8
)
SELECT
    unnest($1::bytea[]), unnest($2::bigint[]), unnest($3::integer[]), unnest($4::bigint[]),
    unnest($5::bigint[]), unnest($6::bytea[]), unnest($7::bigint[]), unnest($8::bigint[]),
    unnest($9::bytea[]), unnest($10::bigint[]), unnest($11::bigint[]), unnest($12::bigint[]),
    unnest($13::bigint[]), unnest($14::bigint[]), unnest($15::bigint[]), unnest($16::bigint[]),
    unnest($17::bigint[])
ON CONFLICT DO NOTHING;

-- name: add_commands
INSERT INTO user_command (owner, seq, at_s, slot, signature, name, nonce, status, code, detail)
SELECT
    unnest($1::bytea[]), unnest($2::bigint[]), unnest($3::bigint[]), unnest($4::bigint[]),
    unnest($5::bytea[]), unnest($6::text[]), unnest($7::bigint[]), unnest($8::text[]),
    unnest($9::text[]), unnest($10::bigint[])
ON CONFLICT DO NOTHING;

-- name: add_market_points
INSERT INTO market_point (
    market_id, seq, at_s, index_price_e8, market_price_e8, long_size_e6, short_size_e6,
    funding_rate_e12, funding_velocity_e12, funding_per_unit_e18
)
SELECT
    unnest($1::bigint[]), unnest($2::bigint[]), unnest($3::bigint[]), unnest($4::bigint[]),
    unnest($5::bigint[]), unnest($6::bigint[]), unnest($7::bigint[]), unnest($8::bigint[]),
    unnest($9::bigint[]), unnest($10::numeric[])
ON CONFLICT DO NOTHING;

-- name: add_pool_points
INSERT INTO pool_point (
    exchange_id, seq, at_s, lp_balance_e6, lp_shares_e6, unrealized_pnl_e6, realized_pnl_e6,
    cumulative_volume_e6, cumulative_lp_fee_e6
)
SELECT
    unnest($1::bigint[]), unnest($2::bigint[]), unnest($3::bigint[]), unnest($4::bigint[]),
    unnest($5::bigint[]), unnest($6::bigint[]), unnest($7::bigint[]), unnest($8::bigint[]),
    unnest($9::bigint[])
ON CONFLICT DO NOTHING;

-- name: add_markets
INSERT INTO market_area (market_id, acre_id)
SELECT
    unnest($1::bigint[]), unnest($2::bigint[])
ON CONFLICT DO NOTHING;

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

-- name: add_prediction_orders
INSERT INTO prediction_order (
    owner, order_id, market_id, client_order_id, order_type, time_in_force, expires_at_s,
    is_post_only, self_trade_prevention, side, created_at_s, price, contracts, filled, canceled,
    cost_e6, fee_e6, status, updated_at_s
)
SELECT
    unnest($1::bytea[]), unnest($2::bigint[]), unnest($3::bigint[]), unnest($4::text[]),
    unnest($5::smallint[]), unnest($6::smallint[]), unnest($7::bigint[]), unnest($8::boolean[]),
    unnest($9::smallint[]), unnest($10::smallint[]), unnest($11::bigint[]),
    unnest($12::smallint[]), unnest($13::integer[]), unnest($14::integer[]),
    unnest($15::integer[]), unnest($16::bigint[]), unnest($17::bigint[]),
    unnest($18::smallint[]), unnest($19::bigint[])
ON CONFLICT DO NOTHING;

-- name: update_prediction_orders
UPDATE prediction_order o
SET
    price = u.price,
    contracts = u.contracts,
    filled = u.filled,
    canceled = u.canceled,
    cost_e6 = u.cost_e6,
    fee_e6 = u.fee_e6,
    status = u.status,
    updated_at_s = u.updated_at_s
FROM unnest(
    $1::bytea[], $2::bigint[], $3::smallint[], $4::integer[], $5::integer[], $6::integer[],
    $7::bigint[], $8::bigint[], $9::smallint[], $10::bigint[]
) AS u (
    owner, order_id, price, contracts, filled, canceled, cost_e6, fee_e6, status, updated_at_s
)
WHERE o.owner = u.owner
    AND o.order_id = u.order_id;

-- name: add_prediction_trades
INSERT INTO prediction_trade (
    trade_id, at_s, market_id, taker, taker_order_id, taker_side, maker, maker_order_id,
    yes_price, contracts, fee_e6
)
SELECT
    unnest($1::bigint[]), unnest($2::bigint[]), unnest($3::bigint[]), unnest($4::bytea[]),
    unnest($5::bigint[]), unnest($6::smallint[]), unnest($7::bytea[]), unnest($8::bigint[]),
    unnest($9::smallint[]), unnest($10::integer[]), unnest($11::bigint[])
ON CONFLICT DO NOTHING;

-- name: add_prediction_payouts
INSERT INTO prediction_payout (owner, market_id, at_s, side, contracts, cost_e6, payout_e6)
SELECT
    unnest($1::bytea[]), unnest($2::bigint[]), unnest($3::bigint[]), unnest($4::smallint[]),
    unnest($5::integer[]), unnest($6::bigint[]), unnest($7::bigint[])
ON CONFLICT DO NOTHING;

-- name: add_participations
INSERT INTO participation (owner, programme, at_s)
SELECT
    unnest($1::bytea[]), unnest($2::smallint[]), unnest($3::bigint[])
ON CONFLICT DO NOTHING;

-- name: forget_unfilled_orders
WITH old AS (
    SELECT ctid
    FROM prediction_order
    WHERE status >= 3  -- canceled or expired; said so that its index is taken
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
