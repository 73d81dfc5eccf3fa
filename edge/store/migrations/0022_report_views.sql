-- Views for reports: decimals with units, addresses as base58, symbols of markets. A role of the
-- operator reads them and nothing else (`acre report-role`).

-- Null until the core of this version has started once.
ALTER TABLE market_area ADD COLUMN symbol TEXT;

CREATE SCHEMA acre_report;

COMMENT ON SCHEMA acre_report IS
'What a reporting role may read: amounts in whole units, addresses as base58, markets by symbol.';

CREATE FUNCTION acre_report.base58(raw BYTEA) RETURNS TEXT
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    alphabet CONSTANT TEXT := '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
    zeros INTEGER := 0;
    value NUMERIC := 0;
    rest BIGINT;
    result TEXT := '';
BEGIN
    WHILE zeros < length(raw) AND get_byte(raw, zeros) = 0 LOOP
        zeros := zeros + 1;
    END LOOP;
    FOR place IN 0 .. length(raw) - 1 LOOP
        value := value * 256 + get_byte(raw, place);
    END LOOP;
    WHILE value > 0 LOOP -- ten digits at a time
        rest := mod(value, 430804206899405824);
        value := div(value, 430804206899405824);
        FOR digit IN 1 .. 10 LOOP
            EXIT WHEN value = 0 AND rest = 0;
            result := substr(alphabet, (rest % 58)::INTEGER + 1, 1) || result;
            rest := rest / 58;
        END LOOP;
    END LOOP;
    RETURN repeat('1', zeros) || result;
END
$$;

COMMENT ON FUNCTION acre_report.base58(BYTEA) IS 'Bytes as base58.';

CREATE FUNCTION acre_report.key(address TEXT) RETURNS BYTEA
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
DECLARE
    alphabet CONSTANT TEXT := '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
    digit INTEGER;
    value NUMERIC := 0;
    result BYTEA := decode(repeat('00', 32), 'hex');
BEGIN
    FOR place IN 1 .. length(address) LOOP
        digit := strpos(alphabet, substr(address, place, 1)) - 1;
        value := value * 58 + digit;
        IF digit < 0 OR place > 44 OR value >= 2::NUMERIC ^ 256 THEN
            RAISE invalid_parameter_value USING MESSAGE = 'not an address: ' || left(address, 60);
        END IF;
    END LOOP;
    FOR place IN REVERSE 31 .. 0 LOOP
        result := set_byte(result, place, mod(value, 256)::INTEGER);
        value := div(value, 256);
    END LOOP;
    RETURN result;
END
$$;

COMMENT ON FUNCTION acre_report.key(TEXT) IS 'The 32 bytes of an address, for filters.';

CREATE VIEW acre_report.market AS
SELECT
    t.symbol AS market,
    t.market_id,
    t.acre_id AS area_id
FROM market_area t;

CREATE VIEW acre_report.trade AS
SELECT
    to_timestamp(t.at_s) AS time,
    m.symbol AS market,
    acre_report.base58(t.owner) AS wallet,
    t.owner AS wallet_key,
    t.account_id AS margin_account,
    (ARRAY['open', 'increase', 'decrease', 'close', 'flip', 'autoDeleveraged',
        'settled'])[t.trade_kind + 1] AS kind,
    CASE WHEN t.size_delta_e6 > 0 THEN 'long' ELSE 'short' END AS side,
    t.size_delta_e6 * 0.000001 AS size,
    t.fill_price_e8 * 0.00000001 AS fill_price,
    t.index_price_e8 * 0.00000001 AS index_price,
    t.notional_delta_e6 * 0.000001 AS notional,
    t.new_size_e6 * 0.000001 AS new_size,
    t.new_notional_e6 * 0.000001 AS new_notional,
    t.trade_fee_e6 * 0.000001 AS trade_fee,
    t.surcharge_e6 * 0.000001 AS surcharge,
    t.pnl_e6 * 0.000001 AS pnl,
    t.price_performance_e6 * 0.000001 AS price_performance,
    t.funding_performance_e6 * 0.000001 AS funding_performance,
    NULLIF(t.order_id, 0) AS order_id,
    t.slot,
    acre_report.base58(NULLIF(t.signature, decode(repeat('00', 64), 'hex'))) AS signature,
    t.seq AS sequence,
    t.event_index AS event
FROM trade t
LEFT JOIN market_area m ON m.market_id = t.market_id;

CREATE VIEW acre_report.margin_transfer AS
SELECT
    to_timestamp(t.at_s) AS time,
    acre_report.base58(t.owner) AS wallet,
    t.owner AS wallet_key,
    t.account_id AS margin_account,
    CASE WHEN t.is_withdraw THEN 'withdraw' ELSE 'deposit' END AS kind,
    t.margin_e6 * 0.000001 AS margin,
    to_timestamp(NULLIF(t.maturity_s, 0)) AS maturity,
    t.slot,
    acre_report.base58(NULLIF(t.signature, decode(repeat('00', 64), 'hex'))) AS signature,
    t.seq AS sequence,
    t.event_index AS event
FROM margin_transfer t;

CREATE VIEW acre_report.lp_event AS
SELECT
    to_timestamp(t.at_s) AS time,
    acre_report.base58(t.owner) AS wallet,
    t.owner AS wallet_key,
    (ARRAY['add', 'remove', 'upgrade'])[t.kind + 1] AS kind,
    NULLIF(t.lp_position_id, 0) AS lp_position,
    t.liquidity_e6 * 0.000001 AS liquidity,
    t.shares_e6 * 0.000001 AS shares,
    t.share_price_e8 * 0.00000001 AS share_price,
    t.new_liquidity_e6 * 0.000001 AS new_liquidity,
    t.new_shares_e6 * 0.000001 AS new_shares,
    to_timestamp(NULLIF(t.maturity_s, 0)) AS maturity,
    t.slot,
    acre_report.base58(NULLIF(t.signature, decode(repeat('00', 64), 'hex'))) AS signature,
    t.seq AS sequence,
    t.event_index AS event
FROM lp_event t;

CREATE VIEW acre_report.liquidation AS
SELECT
    to_timestamp(t.at_s) AS time,
    m.symbol AS market,
    acre_report.base58(t.owner) AS wallet,
    t.owner AS wallet_key,
    t.account_id AS margin_account,
    acre_report.base58(t.liquidator) AS liquidator,
    to_timestamp(t.started_at_s) AS started,
    t.size_e6 * 0.000001 AS size,
    t.notional_e6 * 0.000001 AS notional,
    t.new_size_e6 * 0.000001 AS new_size,
    t.index_price_e8 * 0.00000001 AS index_price,
    t.liquidated_margin_e6 * 0.000001 AS margin,
    t.liquidation_fee_e6 * 0.000001 AS fee,
    t.max_liquidation_fee_e6 * 0.000001 AS fee_max,
    t.slot,
    acre_report.base58(NULLIF(t.signature, decode(repeat('00', 64), 'hex'))) AS signature,
    t.seq AS sequence,
    t.event_index AS event
FROM liquidation t
LEFT JOIN market_area m ON m.market_id = t.market_id;

CREATE VIEW acre_report.perp_order_event AS
SELECT
    to_timestamp(t.at_s) AS time,
    m.symbol AS market,
    acre_report.base58(t.owner) AS wallet,
    t.owner AS wallet_key,
    t.account_id AS margin_account,
    t.order_id,
    (ARRAY['placed', 'amended', 'deferred', 'filled', 'ended'])[t.action + 1] AS action,
    CASE WHEN t.action = 0 THEN (ARRAY['auction', 'limit', 'stop', 'takeProfit',
        'trailing'])[t.kind + 1] END AS kind,
    CASE WHEN t.action = 0 THEN (ARRAY['index', 'market'])[t.source + 1] END AS trigger_by,
    CASE WHEN t.action = 0 THEN t.is_reduce_only = 1 END AS reduce_only,
    CASE WHEN t.action = 0 THEN t.is_whole = 1 END AS whole_position,
    CASE WHEN t.action IN (0, 1, 3) THEN t.size_e6 * 0.000001 END AS size,
    NULLIF(t.trigger_e8, 0) * 0.00000001 AS trigger_price,
    NULLIF(t.trail_e6, 0) * 0.000001 AS trail_rate,
    NULLIF(t.worst_e8, 0) * 0.00000001 AS acceptable_price,
    to_timestamp(NULLIF(t.expires_at_s, 0)) AS expires,
    NULLIF(t.stop_e8, 0) * 0.00000001 AS stop_price,
    NULLIF(t.target_e8, 0) * 0.00000001 AS target_price,
    NULLIF(t.parent_id, 0) AS parent_order_id,
    CASE WHEN t.action = 3 THEN t.matched_e6 * 0.000001 END AS matched_size,
    NULLIF(t.price_e8, 0) * 0.00000001 AS fill_price,
    CASE WHEN t.action = 3 THEN t.fee_e6 * 0.000001 END AS trade_fee,
    CASE WHEN t.action = 3 THEN t.surcharge_e6 * 0.000001 END AS surcharge,
    CASE WHEN t.action = 4 THEN (ARRAY['filled', 'canceled', 'group', 'expired', 'rejected',
        'noPosition', 'liquidation', 'marketSettled'])[t.reason + 1] END AS end_reason,
    NULLIF(t.code, 0) AS error_code,
    t.slot,
    acre_report.base58(NULLIF(t.signature, decode(repeat('00', 64), 'hex'))) AS signature,
    t.seq AS sequence,
    t.event_index AS event
FROM perp_order_event t
LEFT JOIN market_area m ON m.market_id = t.market_id;

CREATE VIEW acre_report.auction AS
SELECT
    to_timestamp(t.at_s) AS time,
    m.symbol AS market,
    t.index_price_e8 * 0.00000001 AS index_price,
    t.order_count AS orders,
    t.buy_e6 * 0.000001 AS buy_size,
    t.sell_e6 * 0.000001 AS sell_size,
    t.matched_e6 * 0.000001 AS matched_size,
    t.pool_e6 * 0.000001 AS pool_size,
    NULLIF(t.pool_price_e8, 0) * 0.00000001 AS pool_price,
    t.seq AS sequence,
    t.event_index AS event
FROM auction t
LEFT JOIN market_area m ON m.market_id = t.market_id;

CREATE VIEW acre_report.market_volume AS
SELECT
    to_timestamp(t.bucket_s) AS time,
    m.symbol AS market,
    t.notional_e6 * 0.000001 AS notional,
    t.trades
FROM market_volume t
LEFT JOIN market_area m ON m.market_id = t.market_id;

CREATE VIEW acre_report.market_point AS
SELECT
    to_timestamp(t.at_s) AS time,
    t.at_s AS time_s,
    m.symbol AS market,
    t.index_price_e8 * 0.00000001 AS index_price,
    t.market_price_e8 * 0.00000001 AS market_price,
    t.long_size_e6 * 0.000001 AS long_size,
    t.short_size_e6 * 0.000001 AS short_size,
    t.funding_rate_e12 * 0.000000000001 AS funding_rate,
    t.funding_velocity_e12 * 0.000000000001 AS funding_velocity,
    t.seq AS sequence
FROM market_point t
LEFT JOIN market_area m ON m.market_id = t.market_id;

CREATE VIEW acre_report.pool_point AS
SELECT
    to_timestamp(t.at_s) AS time,
    t.at_s AS time_s,
    t.lp_balance_e6 * 0.000001 AS balance,
    t.lp_shares_e6 * 0.000001 AS shares,
    t.unrealized_pnl_e6 * 0.000001 AS unrealized_pnl,
    t.realized_pnl_e6 * 0.000001 AS realized_pnl,
    t.cumulative_volume_e6 * 0.000001 AS volume,
    t.cumulative_lp_fee_e6 * 0.000001 AS lp_fees,
    t.seq AS sequence
FROM pool_point t;

CREATE VIEW acre_report.index_value AS
SELECT
    to_timestamp(t.published_at_s) AS time,
    t.published_at_s AS time_s,
    t.acre_id AS area_id,
    t.price_e8 * 0.00000001 AS price
FROM index_value t;

CREATE VIEW acre_report.wallet_total AS
SELECT
    acre_report.base58(t.owner) AS wallet,
    t.owner AS wallet_key,
    t.margin_in_e6 * 0.000001 AS margin_in,
    t.margin_out_e6 * 0.000001 AS margin_out,
    t.lp_in_e6 * 0.000001 AS lp_in,
    t.lp_out_e6 * 0.000001 AS lp_out,
    t.price_e6 * 0.000001 AS price_pnl,
    t.funding_e6 * 0.000001 AS funding_pnl,
    t.trade_fees_e6 * 0.000001 AS trade_fees,
    t.liquidation_fees_e6 * 0.000001 AS liquidation_fees,
    t.other_e6 * 0.000001 AS other,
    t.seq AS sequence
FROM wallet_ledger t;

CREATE VIEW acre_report.wallet_value AS
SELECT
    to_timestamp(t.at_s) AS time,
    acre_report.base58(t.owner) AS wallet,
    t.owner AS wallet_key,
    t.value_e6 * 0.000001 AS value,
    t.pending_e6 * 0.000001 AS pending,
    t.seq AS sequence
FROM account_value t;

CREATE VIEW acre_report.position_realized AS
SELECT
    m.symbol AS market,
    acre_report.base58(t.owner) AS wallet,
    t.owner AS wallet_key,
    t.account_id AS margin_account,
    t.opened_seq AS opened_sequence,
    t.price_e6 * 0.000001 AS price_pnl,
    t.funding_e6 * 0.000001 AS funding_pnl,
    t.fees_e6 * 0.000001 AS fees
FROM position_realized t
LEFT JOIN market_area m ON m.market_id = t.market_id;

CREATE VIEW acre_report.settlement_request AS
SELECT
    acre_report.base58(t.owner) AS wallet,
    t.owner AS wallet_key,
    t.request_id,
    (ARRAY['margin', 'liquidity', 'claimedDeposit', 'liquidationFee', 'stake',
        'fees'])[t.kind + 1] AS kind,
    (ARRAY['none', 'collateral', 'token'])[t.mint + 1] AS mint,
    t.amount_e6 * 0.000001 AS amount,
    t.tip_e6 * 0.000001 AS tip,
    to_timestamp(t.maturity_s) AS maturity,
    (ARRAY['pending', 'payable', 'authorised', 'settled'])[t.state + 1] AS state,
    acre_report.base58(t.processor) AS processor,
    acre_report.base58(NULLIF(t.payout_signature, decode(repeat('00', 64), 'hex'))) AS
        payout_signature
FROM settlement_request t;

CREATE VIEW acre_report.quarantined_deposit AS
SELECT
    acre_report.base58(t.owner) AS wallet,
    t.owner AS wallet_key,
    t.deposit_id,
    (ARRAY['none', 'collateral', 'token'])[t.mint + 1] AS mint,
    t.amount_e6 * 0.000001 AS amount,
    t.reason,
    t.is_claimed,
    t.slot,
    acre_report.base58(NULLIF(t.signature, decode(repeat('00', 64), 'hex'))) AS signature
FROM quarantined_deposit t;

CREATE VIEW acre_report.command AS
SELECT
    to_timestamp(t.at_s) AS time,
    acre_report.base58(t.owner) AS wallet,
    t.owner AS wallet_key,
    t.name,
    t.nonce,
    t.status,
    t.code,
    t.slot,
    acre_report.base58(NULLIF(t.signature, decode(repeat('00', 64), 'hex'))) AS signature,
    t.seq AS sequence
FROM user_command t;

CREATE VIEW acre_report.prediction_order AS
SELECT
    to_timestamp(t.created_at_s) AS created,
    to_timestamp(t.updated_at_s) AS updated,
    acre_report.base58(t.owner) AS wallet,
    t.owner AS wallet_key,
    t.order_id,
    t.market_id AS prediction_market_id,
    t.client_order_id,
    (ARRAY['limit', 'market'])[t.order_type + 1] AS type,
    (ARRAY['gtc', 'gtd', 'ioc', 'fok'])[t.time_in_force + 1] AS time_in_force,
    to_timestamp(t.expires_at_s) AS expires,
    t.is_post_only AS post_only,
    (ARRAY['cancelResting', 'cancelIncoming', 'both'])[t.self_trade_prevention + 1] AS
        self_trade_prevention,
    (ARRAY['yes', 'no'])[t.side + 1] AS side,
    t.price,
    t.contracts,
    t.filled,
    t.canceled,
    t.cost_e6 * 0.000001 AS cost,
    t.fee_e6 * 0.000001 AS fee,
    (ARRAY['open', 'partiallyFilled', 'filled', 'canceled', 'expired'])[t.status + 1] AS status
FROM prediction_order t;

CREATE VIEW acre_report.prediction_trade AS
SELECT
    to_timestamp(t.at_s) AS time,
    t.at_s AS time_s,
    t.trade_id,
    t.market_id AS prediction_market_id,
    acre_report.base58(t.taker) AS taker,
    t.taker AS taker_key,
    t.taker_order_id,
    (ARRAY['yes', 'no'])[t.taker_side + 1] AS taker_side,
    acre_report.base58(t.maker) AS maker,
    t.maker AS maker_key,
    t.maker_order_id,
    t.yes_price,
    t.contracts,
    t.fee_e6 * 0.000001 AS fee
FROM prediction_trade t;

CREATE VIEW acre_report.prediction_payout AS
SELECT
    to_timestamp(t.at_s) AS time,
    acre_report.base58(t.owner) AS wallet,
    t.owner AS wallet_key,
    t.market_id AS prediction_market_id,
    (ARRAY['yes', 'no'])[t.side + 1] AS side,
    t.contracts,
    t.cost_e6 * 0.000001 AS cost,
    t.payout_e6 * 0.000001 AS payout
FROM prediction_payout t;

CREATE VIEW acre_report.participation AS
SELECT
    to_timestamp(t.at_s) AS time,
    acre_report.base58(t.owner) AS wallet,
    t.owner AS wallet_key,
    CASE t.programme WHEN 1 THEN 'perpetual' WHEN 2 THEN 'ppps2' WHEN 3 THEN 'ppps3' WHEN 4
        THEN 'ppps1' END AS programme
FROM participation t;

-- What a view is, and its columns: those without a view are the same in all others.
DO $$
DECLARE
    found RECORD;
BEGIN
    FOR found IN SELECT view_name, words FROM (VALUES
        ('market', 'Markets.'),
        ('trade', 'Changes of positions: trades, auto-deleveraging, settlement.'),
        ('margin_transfer', 'Deposits into and withdrawals from margin accounts.'),
        ('lp_event', 'Deposits into and removals from the pool.'),
        ('liquidation', 'Pieces of positions that liquidations closed.'),
        ('perp_order_event', 'What happened to waiting orders.'),
        ('auction', 'Call auctions of markets.'),
        ('market_volume', 'Traded notional of each market in buckets of time.'),
        ('market_point', 'State of each market after each command that changed it.'),
        ('pool_point', 'State of the pool after each command that changed it.'),
        ('index_value', 'Published values of the indexes.'),
        ('wallet_total', 'Running totals of each wallet after each command that changed them.'),
        ('wallet_value', 'What each wallet''s holdings were worth, about once an hour.'),
        ('position_realized', 'What each position realized since it was opened from flat.'),
        ('settlement_request', 'Withdrawals from the request to the payout.'),
        ('quarantined_deposit', 'Tokens that came without an accepted command.'),
        ('command', 'Outcomes of the commands that wallets signed.'),
        ('prediction_order', 'Orders of the prediction markets in their last state.'),
        ('prediction_trade', 'Fills of the prediction markets.'),
        ('prediction_payout', 'Payouts of contracts.'),
        ('participation', 'Wallets that take part in a programme.')
    ) AS said (view_name, words) LOOP
        EXECUTE format('COMMENT ON VIEW acre_report.%I IS %L', found.view_name, found.words);
    END LOOP;
    FOR found IN
    SELECT DISTINCT ON (c.table_name, c.column_name) c.table_name, c.column_name, said.words
    FROM information_schema.columns c
    JOIN (VALUES
        ('', 'amount', 'Collateral in USD, or ACRE tokens.'),
        ('', 'contracts', 'Number of contracts.'),
        ('', 'event', 'Place of the event among those of its command.'),
        ('', 'index_price', 'USD for a unit of size.'),
        ('', 'margin_account', 'Number of the margin account of the wallet.'),
        ('', 'market', 'Symbol of the market.'), ('', 'mint', 'collateral (USD) or token (ACRE).'),
        ('', 'new_size', 'Size of the position after it; below 0: short.'),
        ('', 'order_id', 'Number of the order.'),
        ('', 'prediction_market_id', 'Id of the question.'),
        ('', 'sequence', 'Number of the command in the journal.'), ('', 'side', 'yes or no.'),
        ('', 'signature', 'Signature of the transaction, base58; null: none.'),
        ('', 'slot', 'Slot of the chain; 0: no transaction.'),
        ('', 'time', 'Engine time; the demo runs faster than the wall clock.'),
        ('', 'time_s', 'The same in unix seconds, for filters by the index.'),
        ('', 'wallet', 'Address of the wallet, base58.'),
        ('', 'wallet_key',
        'The same as 32 bytes: filter by wallet_key = acre_report.key(''...'').'),
        ('market', 'market', 'Symbol; null until the core of this version has started once.'),
        ('market', 'market_id', 'Id of the market.'),
        ('market', 'area_id', 'Id of the area whose index it follows: area_id of index_value.'),
        ('trade', 'kind', 'open, increase, decrease, close, flip, autoDeleveraged or settled.'),
        ('trade', 'side', 'long: bought, short: sold.'),
        ('trade', 'size', 'Change, square feet or meters, as the index; below 0: sold.'),
        ('trade', 'fill_price', 'USD for a unit of size.'),
        ('trade', 'notional', 'Change of the notional, USD.'),
        ('trade', 'new_notional', 'Notional of the position after it, USD.'),
        ('trade', 'trade_fee', 'USD.'), ('trade', 'surcharge', 'USD.'),
        ('trade', 'pnl', 'Realized, USD, before fees.'),
        ('trade', 'price_performance', 'Part of pnl that is of the price, USD.'),
        ('trade', 'funding_performance', 'Part of pnl that is of funding, USD; below 0: paid.'),
        ('trade', 'order_id', 'Waiting order that traded; null: none.'),
        ('margin_transfer', 'kind', 'deposit or withdraw.'), ('margin_transfer', 'margin', 'USD.'),
        ('margin_transfer', 'maturity', 'When a withdrawal may be paid; null: at once.'),
        ('lp_event', 'kind', 'add, remove or upgrade.'),
        ('lp_event', 'lp_position', 'Number, of the wallet; null: the legacy account.'),
        ('lp_event', 'liquidity', 'USD in or out.'),
        ('lp_event', 'shares', 'LP shares made or burned.'),
        ('lp_event', 'share_price', 'USD for a share.'),
        ('lp_event', 'new_liquidity', 'Of the LP position after it, USD.'),
        ('lp_event', 'new_shares', 'Of the LP position after it.'),
        ('lp_event', 'maturity', 'Of the LP position or the removal; null: none.'),
        ('liquidation', 'liquidator', 'Address of the liquidator, base58.'),
        ('liquidation', 'started', 'When the liquidation of the account began.'),
        ('liquidation', 'size', 'Closed, square feet or meters, as the index.'),
        ('liquidation', 'notional', 'Closed, USD.'),
        ('liquidation', 'margin', 'Liquidated margin, USD.'),
        ('liquidation', 'fee', 'Paid to the liquidator, USD.'),
        ('liquidation', 'fee_max', 'Highest fee of this liquidation, USD.'),
        ('perp_order_event', 'action', 'placed, amended, deferred, filled or ended.'),
        ('perp_order_event', 'kind',
        'auction, limit, stop, takeProfit or trailing; of placed alone.'),
        ('perp_order_event', 'trigger_by', 'Of placed: index or market.'),
        ('perp_order_event', 'reduce_only', 'Of placed.'),
        ('perp_order_event', 'whole_position', 'Of placed.'),
        ('perp_order_event', 'size', 'Of placed, amended and filled; below 0: sells.'),
        ('perp_order_event', 'trigger_price', 'USD for a unit of size; null: none.'),
        ('perp_order_event', 'trail_rate', 'Fraction of the price; null: none.'),
        ('perp_order_event', 'acceptable_price', 'USD for a unit of size; null: none.'),
        ('perp_order_event', 'expires', 'null: never.'),
        ('perp_order_event', 'stop_price', 'Stop loss, USD for a unit of size; null: none.'),
        ('perp_order_event', 'target_price', 'Take profit, USD for a unit of size; null: none.'),
        ('perp_order_event', 'parent_order_id', 'Order whose fill placed it; null: none.'),
        ('perp_order_event', 'matched_size', 'Of filled: the part that other orders took.'),
        ('perp_order_event', 'fill_price', 'USD for a unit of size; null: no fill.'),
        ('perp_order_event', 'trade_fee', 'Of filled, USD.'),
        ('perp_order_event', 'surcharge', 'Of filled, USD.'),
        ('perp_order_event', 'end_reason',
        'Of ended: filled, canceled, group, expired, rejected, noPosition, liquidation '
        'or marketSettled.'),
        ('perp_order_event', 'error_code', 'Number of the error of a deferral or end; null: none.'),
        ('auction', 'orders', 'Orders that took part.'),
        ('auction', 'buy_size', 'Square feet or meters, as the index.'),
        ('auction', 'sell_size', 'Square feet or meters, as the index.'),
        ('auction', 'matched_size', 'Matched among the orders.'),
        ('auction', 'pool_size', 'Taken by the pool; below 0: the pool bought.'),
        ('auction', 'pool_price', 'USD for a unit of size; null: no part of the pool.'),
        ('market_volume', 'time', 'Begin of the bucket, engine time.'),
        ('market_volume', 'notional', 'USD.'), ('market_volume', 'trades', 'Number of trades.'),
        ('market_point', 'market_price', 'USD for a unit of size.'),
        ('market_point', 'long_size', 'Open interest, square feet or meters, as the index.'),
        ('market_point', 'short_size', 'Open interest, square feet or meters, as the index.'),
        ('market_point', 'funding_rate', 'Fraction of the notional per day; above 0: longs pay.'),
        ('market_point', 'funding_velocity', 'Change of the funding rate per day.'),
        ('pool_point', 'balance', 'USD.'), ('pool_point', 'shares', 'LP shares.'),
        ('pool_point', 'unrealized_pnl', 'Of all traders, USD; above 0: the pool owes it.'),
        ('pool_point', 'realized_pnl', 'Of all traders from the beginning, USD.'),
        ('pool_point', 'volume', 'Since the beginning, USD.'),
        ('pool_point', 'lp_fees', 'Since the beginning, USD.'),
        ('index_value', 'time', 'When it was published, engine time.'),
        ('index_value', 'area_id', 'Id of the area: area_id of market.'),
        ('index_value', 'price', 'USD for a unit of size.'),
        ('wallet_total', 'margin_in', 'Deposits of margin, USD.'),
        ('wallet_total', 'margin_out', 'Withdrawals of margin, USD.'),
        ('wallet_total', 'lp_in', 'Deposits into the pool, USD.'),
        ('wallet_total', 'lp_out', 'Removals from the pool, USD.'),
        ('wallet_total', 'price_pnl', 'Realized, without funding, USD.'),
        ('wallet_total', 'funding_pnl', 'Realized, USD; below 0: paid.'),
        ('wallet_total', 'trade_fees', 'With surcharges, USD.'),
        ('wallet_total', 'liquidation_fees', 'USD.'),
        ('wallet_total', 'other', 'A liquidator''s fees into margin, bad debt covered, USD.'),
        ('wallet_value', 'value', 'USD.'),
        ('wallet_value', 'pending', 'Withdrawals on their way, USD; null: not known.'),
        ('wallet_value', 'sequence', 'Number of the command in the journal; null: not known.'),
        ('position_realized', 'opened_sequence', 'Number of the command that opened it.'),
        ('position_realized', 'price_pnl', 'Without funding, USD.'),
        ('position_realized', 'funding_pnl', 'USD; below 0: paid.'),
        ('position_realized', 'fees', 'With surcharges, USD.'),
        ('settlement_request', 'request_id', 'Number of the request of the wallet.'),
        ('settlement_request', 'kind',
        'margin, liquidity, claimedDeposit, liquidationFee, stake, fees.'),
        ('settlement_request', 'tip', 'Of the keeper, in the same.'),
        ('settlement_request', 'maturity', 'From then on it may be processed, engine time.'),
        ('settlement_request', 'state', 'pending, payable, authorised or settled.'),
        ('settlement_request', 'processor', 'Keeper that processed it, base58; null: not yet.'),
        ('settlement_request', 'payout_signature', 'Signature of the payout, base58; null: none.'),
        ('quarantined_deposit', 'deposit_id', 'Number of the deposit.'),
        ('quarantined_deposit', 'reason', 'Why it was not accepted.'),
        ('quarantined_deposit', 'is_claimed', 'Whether its owner has taken it back.'),
        ('command', 'name', 'Of the memo; null: no memo of Acre.'),
        ('command', 'nonce', 'Of the wallet.'),
        ('command', 'status', 'applied, rejected or ignored.'),
        ('command', 'code', 'Of the refusal; null: applied.'),
        ('prediction_order', 'created', 'Engine time.'),
        ('prediction_order', 'updated', 'Engine time.'),
        ('prediction_order', 'client_order_id', 'Of the client; null: none.'),
        ('prediction_order', 'type', 'limit or market.'),
        ('prediction_order', 'time_in_force', 'gtc, gtd, ioc or fok.'),
        ('prediction_order', 'expires', 'Of gtd; null: none.'),
        ('prediction_order', 'post_only', 'Whether it only rests.'),
        ('prediction_order', 'self_trade_prevention', 'cancelResting, cancelIncoming or both.'),
        ('prediction_order', 'price', 'Points for a contract, of 100.'),
        ('prediction_order', 'contracts', 'Ordered.'),
        ('prediction_order', 'filled', 'Contracts.'),
        ('prediction_order', 'canceled', 'Contracts.'),
        ('prediction_order', 'cost', 'Points paid.'), ('prediction_order', 'fee', 'Points.'),
        ('prediction_order', 'status', 'open, partiallyFilled, filled, canceled or expired.'),
        ('prediction_trade', 'trade_id', 'Number of the fill.'),
        ('prediction_trade', 'taker', 'Address of the wallet, base58.'),
        ('prediction_trade', 'taker_key', 'The same as 32 bytes, for filters by the index.'),
        ('prediction_trade', 'taker_order_id', 'Order of the taker.'),
        ('prediction_trade', 'taker_side', 'yes or no.'),
        ('prediction_trade', 'maker', 'Address of the wallet, base58.'),
        ('prediction_trade', 'maker_key', 'The same as 32 bytes, for filters by the index.'),
        ('prediction_trade', 'maker_order_id', 'Order of the maker.'),
        ('prediction_trade', 'yes_price', 'Points for a YES contract, of 100.'),
        ('prediction_trade', 'fee', 'Of the taker, points.'),
        ('prediction_payout', 'cost', 'Points.'), ('prediction_payout', 'payout', 'Points.'),
        ('participation', 'programme', 'perpetual, ppps2, ppps3 or ppps1.')
    ) AS said (view_name, column_name, words)
        ON said.column_name = c.column_name AND said.view_name IN ('', c.table_name)
    WHERE c.table_schema = 'acre_report'
    ORDER BY c.table_name, c.column_name, said.view_name DESC LOOP
        EXECUTE format(
            'COMMENT ON COLUMN acre_report.%I.%I IS %L',
            found.table_name, found.column_name, found.words
        );
    END LOOP;
END
$$;
