-- What each position realized since it was opened from flat. The journal is projected again from
-- its beginning, so that the totals of open positions are whole.

CREATE TABLE position_realized (
    owner BYTEA NOT NULL,
    account_id BIGINT NOT NULL,
    market_id BIGINT NOT NULL,
    opened_seq BIGINT NOT NULL,
    price_e6 NUMERIC NOT NULL,
    funding_e6 NUMERIC NOT NULL,
    fees_e6 NUMERIC NOT NULL,
    PRIMARY KEY (owner, account_id, market_id)
);

TRUNCATE trade, market_volume, margin_transfer, lp_event, liquidation, user_command, wallet_ledger,
settlement_request, quarantined_deposit, market_point, pool_point, market_area, prediction_order,
prediction_trade, prediction_payout, participation;

UPDATE projection
SET applied_seq = 0
WHERE name = 'core';
