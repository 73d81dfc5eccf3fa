-- Orders, fills and payouts of the prediction markets, and who takes part in which programme.

CREATE TABLE prediction_order (
    owner BYTEA NOT NULL,
    order_id BIGINT NOT NULL,
    market_id BIGINT NOT NULL,
    client_order_id TEXT,
    order_type SMALLINT NOT NULL,
    time_in_force SMALLINT NOT NULL,
    expires_at_s BIGINT,
    is_post_only BOOLEAN NOT NULL,
    self_trade_prevention SMALLINT NOT NULL,
    side SMALLINT NOT NULL CHECK (side IN (0, 1)),
    created_at_s BIGINT NOT NULL,
    price SMALLINT NOT NULL,
    contracts INTEGER NOT NULL CHECK (contracts >= 0),
    filled INTEGER NOT NULL CHECK (filled >= 0),
    canceled INTEGER NOT NULL CHECK (canceled >= 0),
    cost_e6 BIGINT NOT NULL CHECK (cost_e6 >= 0),
    fee_e6 BIGINT NOT NULL CHECK (fee_e6 >= 0),
    status SMALLINT NOT NULL CHECK (status BETWEEN 0 AND 4),
    updated_at_s BIGINT NOT NULL,
    PRIMARY KEY (owner, order_id)
);
CREATE INDEX prediction_order_finished ON prediction_order (owner, status, order_id)
WHERE status >= 2;
CREATE INDEX prediction_order_by_client_id
ON prediction_order (owner, client_order_id, order_id)
WHERE client_order_id IS NOT NULL;

CREATE TABLE prediction_trade (
    trade_id BIGINT PRIMARY KEY,
    at_s BIGINT NOT NULL,
    market_id BIGINT NOT NULL,
    taker BYTEA NOT NULL,
    taker_order_id BIGINT NOT NULL,
    taker_side SMALLINT NOT NULL CHECK (taker_side IN (0, 1)),
    maker BYTEA NOT NULL,
    maker_order_id BIGINT NOT NULL,
    yes_price SMALLINT NOT NULL,
    contracts INTEGER NOT NULL CHECK (contracts > 0),
    fee_e6 BIGINT NOT NULL CHECK (fee_e6 >= 0)
);
CREATE INDEX prediction_trade_by_taker ON prediction_trade (taker, trade_id);
CREATE INDEX prediction_trade_by_maker ON prediction_trade (maker, trade_id);

CREATE TABLE prediction_payout (
    owner BYTEA NOT NULL,
    market_id BIGINT NOT NULL,
    at_s BIGINT NOT NULL,
    side SMALLINT NOT NULL CHECK (side IN (0, 1)),
    contracts INTEGER NOT NULL CHECK (contracts > 0),
    cost_e6 BIGINT NOT NULL CHECK (cost_e6 >= 0),
    payout_e6 BIGINT NOT NULL CHECK (payout_e6 >= 0),
    PRIMARY KEY (owner, market_id)
);

CREATE TABLE participation (
    owner BYTEA NOT NULL,
    programme SMALLINT NOT NULL,
    at_s BIGINT NOT NULL,
    PRIMARY KEY (owner, programme)
);
