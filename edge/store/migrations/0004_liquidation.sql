-- Pieces of positions that liquidations closed.

CREATE TABLE liquidation (
    owner BYTEA NOT NULL,
    seq BIGINT NOT NULL,
    event_index INTEGER NOT NULL,
    at_s BIGINT NOT NULL,
    slot BIGINT NOT NULL,
    signature BYTEA NOT NULL,
    account_id BIGINT NOT NULL,
    market_id BIGINT NOT NULL,
    liquidator BYTEA NOT NULL,
    started_at_s BIGINT NOT NULL,
    max_liquidation_fee_e6 BIGINT NOT NULL CHECK (max_liquidation_fee_e6 >= 0),
    liquidated_margin_e6 BIGINT NOT NULL CHECK (liquidated_margin_e6 >= 0),
    liquidation_fee_e6 BIGINT NOT NULL CHECK (liquidation_fee_e6 >= 0),
    size_e6 BIGINT NOT NULL CHECK (size_e6 > 0),
    notional_e6 BIGINT NOT NULL,
    new_size_e6 BIGINT NOT NULL,
    index_price_e8 BIGINT NOT NULL,
    PRIMARY KEY (owner, seq, event_index)
);
CREATE INDEX liquidation_by_sequence ON liquidation (seq, event_index);
CREATE INDEX liquidation_by_market ON liquidation (market_id, seq, event_index);
