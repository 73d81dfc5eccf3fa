-- name: trades_of_user
SELECT
    seq, event_index, at_s, slot, signature, owner, account_id, market_id, trade_kind,
    fill_price_e8, index_price_e8, size_delta_e6, notional_delta_e6, new_size_e6,
    new_notional_e6, trade_fee_e6, surcharge_e6, pnl_e6, price_performance_e6,
    funding_performance_e6
FROM trade
WHERE owner = $1
    AND (seq, event_index) < ($2::bigint, $3::integer)
    AND ($4::bigint IS NULL OR account_id = $4)
    AND ($5::bigint IS NULL OR market_id = $5)
    AND at_s >= $6
    AND at_s < $7
ORDER BY seq DESC, event_index DESC
LIMIT $8;

-- name: trades_of_user_ascending
SELECT
    seq, event_index, at_s, slot, signature, owner, account_id, market_id, trade_kind,
    fill_price_e8, index_price_e8, size_delta_e6, notional_delta_e6, new_size_e6,
    new_notional_e6, trade_fee_e6, surcharge_e6, pnl_e6, price_performance_e6,
    funding_performance_e6
FROM trade
WHERE owner = $1
    AND (seq, event_index) > ($2::bigint, $3::integer)
    AND ($4::bigint IS NULL OR account_id = $4)
    AND ($5::bigint IS NULL OR market_id = $5)
    AND at_s >= $6
    AND at_s < $7
ORDER BY seq, event_index
LIMIT $8;

-- name: trade_stream
SELECT
    seq, event_index, at_s, slot, signature, owner, account_id, market_id, trade_kind,
    fill_price_e8, index_price_e8, size_delta_e6, notional_delta_e6, new_size_e6,
    new_notional_e6, trade_fee_e6, surcharge_e6, pnl_e6, price_performance_e6,
    funding_performance_e6
FROM trade
WHERE (seq, event_index) < ($1::bigint, $2::integer)
    AND trade_kind < 5  -- nobody ordered the other kind
    AND ($3::bigint IS NULL OR market_id = $3)
    AND ($4::integer = 0 OR sign(size_delta_e6) = $4)
    AND at_s >= $5
    AND at_s < $6
ORDER BY seq DESC, event_index DESC
LIMIT $7;

-- name: trade_stream_ascending
SELECT
    seq, event_index, at_s, slot, signature, owner, account_id, market_id, trade_kind,
    fill_price_e8, index_price_e8, size_delta_e6, notional_delta_e6, new_size_e6,
    new_notional_e6, trade_fee_e6, surcharge_e6, pnl_e6, price_performance_e6,
    funding_performance_e6
FROM trade
WHERE (seq, event_index) > ($1::bigint, $2::integer)
    AND trade_kind < 5  -- nobody ordered the other kind
    AND ($3::bigint IS NULL OR market_id = $3)
    AND ($4::integer = 0 OR sign(size_delta_e6) = $4)
    AND at_s >= $5
    AND at_s < $6
ORDER BY seq, event_index
LIMIT $7;

-- name: transfers_of_user
SELECT
    seq, event_index, at_s, slot, signature, owner, account_id, is_withdraw, margin_e6,
    maturity_s
FROM margin_transfer
WHERE owner = $1
    AND (seq, event_index) < ($2::bigint, $3::integer)
    AND ($4::bigint IS NULL OR account_id = $4)
    AND at_s >= $5
    AND at_s < $6
ORDER BY seq DESC, event_index DESC
LIMIT $7;

-- name: transfers_of_user_ascending
SELECT
    seq, event_index, at_s, slot, signature, owner, account_id, is_withdraw, margin_e6,
    maturity_s
FROM margin_transfer
WHERE owner = $1
    AND (seq, event_index) > ($2::bigint, $3::integer)
    AND ($4::bigint IS NULL OR account_id = $4)
    AND at_s >= $5
    AND at_s < $6
ORDER BY seq, event_index
LIMIT $7;

-- name: lp_events_of_user
SELECT
    seq, event_index, at_s, slot, signature, owner, kind, lp_position_id, liquidity_e6,
    shares_e6, share_price_e8, new_liquidity_e6, new_shares_e6, maturity_s
FROM lp_event
WHERE owner = $1
    AND (seq, event_index) < ($2::bigint, $3::integer)
    AND at_s >= $4
    AND at_s < $5
ORDER BY seq DESC, event_index DESC
LIMIT $6;

-- name: lp_events_of_user_ascending
SELECT
    seq, event_index, at_s, slot, signature, owner, kind, lp_position_id, liquidity_e6,
    shares_e6, share_price_e8, new_liquidity_e6, new_shares_e6, maturity_s
FROM lp_event
WHERE owner = $1
    AND (seq, event_index) > ($2::bigint, $3::integer)
    AND at_s >= $4
    AND at_s < $5
ORDER BY seq, event_index
LIMIT $6;

-- name: liquidations_of_user
SELECT
    seq, event_index, at_s, slot, signature, owner, account_id, market_id, liquidator,
    started_at_s, max_liquidation_fee_e6, liquidated_margin_e6, liquidation_fee_e6, size_e6,
    notional_e6, new_size_e6, index_price_e8
FROM liquidation
WHERE owner = $1
    AND (seq, event_index) < ($2::bigint, $3::integer)
    AND ($4::bigint IS NULL OR account_id = $4)
    AND ($5::bigint IS NULL OR market_id = $5)
    AND at_s >= $6
    AND at_s < $7
ORDER BY seq DESC, event_index DESC
LIMIT $8;

-- name: liquidations_of_user_ascending
SELECT
    seq, event_index, at_s, slot, signature, owner, account_id, market_id, liquidator,
    started_at_s, max_liquidation_fee_e6, liquidated_margin_e6, liquidation_fee_e6, size_e6,
    notional_e6, new_size_e6, index_price_e8
FROM liquidation
WHERE owner = $1
    AND (seq, event_index) > ($2::bigint, $3::integer)
    AND ($4::bigint IS NULL OR account_id = $4)
    AND ($5::bigint IS NULL OR market_id = $5)
    AND at_s >= $6
    AND at_s < $7
ORDER BY seq, event_index
LIMIT $8;

-- name: liquidations
SELECT
    seq, event_index, at_s, slot, signature, owner, account_id, market_id, liquidator,
    started_at_s, max_liquidation_fee_e6, liquidated_margin_e6, liquidation_fee_e6, size_e6,
    notional_e6, new_size_e6, index_price_e8
FROM liquidation
WHERE (seq, event_index) < ($1::bigint, $2::integer)
    AND ($3::bigint IS NULL OR market_id = $3)
    AND at_s >= $4
    AND at_s < $5
ORDER BY seq DESC, event_index DESC
LIMIT $6;

-- name: liquidations_ascending
SELECT
    seq, event_index, at_s, slot, signature, owner, account_id, market_id, liquidator,
    started_at_s, max_liquidation_fee_e6, liquidated_margin_e6, liquidation_fee_e6, size_e6,
    notional_e6, new_size_e6, index_price_e8
FROM liquidation
WHERE (seq, event_index) > ($1::bigint, $2::integer)
    AND ($3::bigint IS NULL OR market_id = $3)
    AND at_s >= $4
    AND at_s < $5
ORDER BY seq, event_index
LIMIT $6;

-- name: commands_of_user
SELECT seq, 0 AS event_index, at_s, slot, signature, name, nonce, status, code, detail
FROM user_command
WHERE owner = $1
    AND (seq, 0) < ($2::bigint, $3::integer)
    AND ($4::text IS NULL OR status = $4)
    AND at_s >= $5
    AND at_s < $6
ORDER BY seq DESC
LIMIT $7;

-- name: commands_of_user_ascending
SELECT seq, 0 AS event_index, at_s, slot, signature, name, nonce, status, code, detail
FROM user_command
WHERE owner = $1
    AND (seq, 0) > ($2::bigint, $3::integer)
    AND ($4::text IS NULL OR status = $4)
    AND at_s >= $5
    AND at_s < $6
ORDER BY seq
LIMIT $7;

-- name: settled_requests
SELECT
    owner, request_id, kind, mint, amount_e6, tip_e6, maturity_s, state, processor,
    payout_signature
FROM settlement_request
WHERE owner = $1
    AND state = 3
    AND (maturity_s, request_id) < ($2::bigint, $3::bigint)
ORDER BY maturity_s DESC, request_id DESC
LIMIT $4;

-- name: settled_requests_ascending
SELECT
    owner, request_id, kind, mint, amount_e6, tip_e6, maturity_s, state, processor,
    payout_signature
FROM settlement_request
WHERE owner = $1
    AND state = 3
    AND (maturity_s, request_id) > ($2::bigint, $3::bigint)
ORDER BY maturity_s, request_id
LIMIT $4;

-- name: quarantined_deposits
SELECT owner, deposit_id, amount_e6, mint, signature, slot, reason, is_claimed
FROM quarantined_deposit
WHERE owner = $1
ORDER BY deposit_id DESC
LIMIT $2;
