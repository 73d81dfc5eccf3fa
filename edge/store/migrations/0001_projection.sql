-- What the projector writes: rows derived from commands and events, one transaction per batch.

CREATE TABLE projection (
    name TEXT PRIMARY KEY,
    applied_seq BIGINT NOT NULL CHECK (applied_seq >= 0),
    exchange BYTEA
);

CREATE TABLE trade (
    owner BYTEA NOT NULL,
    seq BIGINT NOT NULL,
    event_index INTEGER NOT NULL,
    at_s BIGINT NOT NULL,
    slot BIGINT NOT NULL,
    signature BYTEA NOT NULL,
    account_id BIGINT NOT NULL,
    market_id BIGINT NOT NULL,
    trade_kind SMALLINT NOT NULL,
    fill_price_e8 BIGINT NOT NULL,
    index_price_e8 BIGINT NOT NULL,
    size_delta_e6 BIGINT NOT NULL,
    notional_delta_e6 BIGINT NOT NULL,
    new_size_e6 BIGINT NOT NULL,
    new_notional_e6 BIGINT NOT NULL,
    trade_fee_e6 BIGINT NOT NULL CHECK (trade_fee_e6 >= 0),
    surcharge_e6 BIGINT NOT NULL CHECK (surcharge_e6 >= 0),
    pnl_e6 BIGINT NOT NULL,
    price_performance_e6 BIGINT NOT NULL,
    funding_performance_e6 BIGINT NOT NULL,
    PRIMARY KEY (owner, seq, event_index)
);
CREATE INDEX trade_by_sequence ON trade (seq, event_index);
CREATE INDEX trade_by_market ON trade (market_id, seq, event_index);

CREATE TABLE market_volume (
    market_id BIGINT NOT NULL,
    bucket_s BIGINT NOT NULL,
    notional_e6 NUMERIC(39, 0) NOT NULL CHECK (notional_e6 >= 0),
    trades BIGINT NOT NULL CHECK (trades >= 0),
    PRIMARY KEY (market_id, bucket_s)
);

CREATE TABLE margin_transfer (
    owner BYTEA NOT NULL,
    seq BIGINT NOT NULL,
    event_index INTEGER NOT NULL,
    at_s BIGINT NOT NULL,
    slot BIGINT NOT NULL,
    signature BYTEA NOT NULL,
    account_id BIGINT NOT NULL,
    is_withdraw BOOLEAN NOT NULL,
    margin_e6 BIGINT NOT NULL CHECK (margin_e6 >= 0),
    maturity_s BIGINT NOT NULL,
    PRIMARY KEY (owner, seq, event_index)
);

CREATE TABLE lp_event (
    owner BYTEA NOT NULL,
    seq BIGINT NOT NULL,
    event_index INTEGER NOT NULL,
    at_s BIGINT NOT NULL,
    slot BIGINT NOT NULL,
    signature BYTEA NOT NULL,
    kind SMALLINT NOT NULL,
    lp_position_id BIGINT NOT NULL,
    liquidity_e6 BIGINT NOT NULL CHECK (liquidity_e6 >= 0),
    shares_e6 BIGINT NOT NULL CHECK (shares_e6 >= 0),
    share_price_e8 BIGINT NOT NULL,
    new_liquidity_e6 BIGINT NOT NULL,
    new_shares_e6 BIGINT NOT NULL,
    maturity_s BIGINT NOT NULL,
    PRIMARY KEY (owner, seq, event_index)
);

CREATE TABLE user_command (
    owner BYTEA NOT NULL,
    seq BIGINT NOT NULL,
    at_s BIGINT NOT NULL,
    slot BIGINT NOT NULL,
    signature BYTEA NOT NULL,
    name TEXT,
    nonce BIGINT,
    status TEXT NOT NULL CHECK (status IN ('applied', 'rejected', 'ignored')),
    code TEXT,
    detail BIGINT NOT NULL,
    PRIMARY KEY (owner, seq)
);

CREATE TABLE settlement_request (
    owner BYTEA NOT NULL,
    request_id BIGINT NOT NULL,
    kind SMALLINT NOT NULL,
    mint SMALLINT NOT NULL,
    amount_e6 BIGINT NOT NULL CHECK (amount_e6 >= 0),
    tip_e6 BIGINT NOT NULL CHECK (tip_e6 >= 0),
    maturity_s BIGINT NOT NULL,
    state SMALLINT NOT NULL CHECK (state BETWEEN 0 AND 3),
    processor BYTEA,
    payout_signature BYTEA,
    PRIMARY KEY (owner, request_id)
);

CREATE TABLE quarantined_deposit (
    owner BYTEA NOT NULL,
    deposit_id BIGINT NOT NULL,
    amount_e6 BIGINT NOT NULL CHECK (amount_e6 >= 0),
    mint SMALLINT NOT NULL,
    signature BYTEA NOT NULL,
    slot BIGINT NOT NULL,
    reason TEXT NOT NULL,
    is_claimed BOOLEAN NOT NULL,
    PRIMARY KEY (owner, deposit_id)
);
