-- What each wallet put in, took out, earned and paid, as running totals after a command: the parts
-- of its P&L. The journal is projected again from its beginning, so that the totals are whole.

CREATE TABLE wallet_ledger (
    owner BYTEA NOT NULL,
    seq BIGINT NOT NULL,
    margin_in_e6 NUMERIC NOT NULL,
    margin_out_e6 NUMERIC NOT NULL,
    lp_in_e6 NUMERIC NOT NULL,
    lp_out_e6 NUMERIC NOT NULL,
    price_e6 NUMERIC NOT NULL,
    funding_e6 NUMERIC NOT NULL,
    trade_fees_e6 NUMERIC NOT NULL,
    liquidation_fees_e6 NUMERIC NOT NULL,
    other_e6 NUMERIC NOT NULL,
    PRIMARY KEY (owner, seq)
);

-- A sample belongs to a command; null for samples of before.
ALTER TABLE account_value
ADD COLUMN seq BIGINT,
ADD COLUMN pending_e6 BIGINT;

TRUNCATE trade, market_volume, margin_transfer, lp_event, liquidation, user_command,
settlement_request, quarantined_deposit, market_point, pool_point, market_area, prediction_order,
prediction_trade, prediction_payout, participation;

UPDATE projection
SET applied_seq = 0
WHERE name = 'core';
