-- name: trades_of_user -> TradeRow
SELECT {TradeRow}
FROM trade
WHERE owner = $1
    AND (seq, event_index) {after} ($2::bigint, $3::integer)
    AND ($4::bigint IS NULL OR account_id = $4)
    AND ($5::bigint IS NULL OR market_id = $5)
    AND at_s >= $6
    AND at_s < $7
ORDER BY seq {order}, event_index {order}
LIMIT $8;

-- name: trade_stream -> TradeRow
SELECT {TradeRow}
FROM trade
WHERE (seq, event_index) {after} ($1::bigint, $2::integer)
    AND trade_kind < 5  -- TradeKind.AUTO_DELEVERAGED: forced closes are not public
    AND ($3::bigint IS NULL OR market_id = $3)
    AND ($4::integer = 0 OR sign(size_delta_e6) = $4)
    AND at_s >= $5
    AND at_s < $6
ORDER BY seq {order}, event_index {order}
LIMIT $7;

-- name: transfers_of_user -> MarginTransferRow
SELECT {MarginTransferRow}
FROM margin_transfer
WHERE owner = $1
    AND (seq, event_index) {after} ($2::bigint, $3::integer)
    AND ($4::bigint IS NULL OR account_id = $4)
    AND at_s >= $5
    AND at_s < $6
ORDER BY seq {order}, event_index {order}
LIMIT $7;

-- name: lp_events_of_user -> LpEventRow
SELECT {LpEventRow}
FROM lp_event
WHERE owner = $1
    AND (seq, event_index) {after} ($2::bigint, $3::integer)
    AND at_s >= $4
    AND at_s < $5
ORDER BY seq {order}, event_index {order}
LIMIT $6;

-- name: liquidations_of_user -> LiquidationRow
SELECT {LiquidationRow}
FROM liquidation
WHERE owner = $1
    AND (seq, event_index) {after} ($2::bigint, $3::integer)
    AND ($4::bigint IS NULL OR account_id = $4)
    AND ($5::bigint IS NULL OR market_id = $5)
    AND at_s >= $6
    AND at_s < $7
ORDER BY seq {order}, event_index {order}
LIMIT $8;

-- name: perp_orders_of_user -> PerpOrderRow
SELECT {PerpOrderRow}
FROM perp_order_event
WHERE owner = $1
    AND (seq, event_index) {after} ($2::bigint, $3::integer)
    AND ($4::bigint IS NULL OR account_id = $4)
    AND ($5::bigint IS NULL OR market_id = $5)
    AND at_s >= $6
    AND at_s < $7
ORDER BY seq {order}, event_index {order}
LIMIT $8;

-- name: auctions_of_market -> AuctionRow
SELECT {AuctionRow}
FROM auction
WHERE market_id = $1
    AND (seq, event_index) {after} ($2::bigint, $3::integer)
    AND at_s >= $4
    AND at_s < $5
ORDER BY seq {order}, event_index {order}
LIMIT $6;

-- name: liquidations -> LiquidationRow
SELECT {LiquidationRow}
FROM liquidation
WHERE (seq, event_index) {after} ($1::bigint, $2::integer)
    AND ($3::bigint IS NULL OR market_id = $3)
    AND at_s >= $4
    AND at_s < $5
ORDER BY seq {order}, event_index {order}
LIMIT $6;

-- name: commands_of_user -> UserCommandRow
SELECT {UserCommandRow}
FROM user_command
WHERE owner = $1
    AND (seq, 0) {after} ($2::bigint, $3::integer)
    AND ($4::text IS NULL OR status = $4)
    AND at_s >= $5
    AND at_s < $6
ORDER BY seq {order}
LIMIT $7;

-- name: settled_requests -> SettlementRequestRow
SELECT {SettlementRequestRow}
FROM settlement_request
WHERE owner = $1
    AND state = 3
    AND (maturity_s, request_id) {after} ($2::bigint, $3::bigint)
ORDER BY maturity_s {order}, request_id {order}
LIMIT $4;

-- name: quarantined_deposits -> QuarantinedDepositRow
SELECT {QuarantinedDepositRow}
FROM quarantined_deposit
WHERE owner = $1
ORDER BY deposit_id DESC
LIMIT $2;
