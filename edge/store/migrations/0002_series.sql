-- Series: the state of markets and pool after each command that changed them, and index values.

CREATE TABLE market_point (
    market_id BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    at_s BIGINT NOT NULL,
    index_price_e8 BIGINT NOT NULL,
    market_price_e8 BIGINT NOT NULL,
    long_size_e6 BIGINT NOT NULL,
    short_size_e6 BIGINT NOT NULL,
    funding_rate_e12 BIGINT NOT NULL,
    funding_velocity_e12 BIGINT NOT NULL,
    funding_per_unit_e18 NUMERIC(39, 0) NOT NULL,
    PRIMARY KEY (market_id, seq)
);
CREATE INDEX market_point_by_time ON market_point (market_id, at_s, seq);

CREATE TABLE pool_point (
    exchange_id BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    at_s BIGINT NOT NULL,
    lp_balance_e6 BIGINT NOT NULL,
    lp_shares_e6 BIGINT NOT NULL,
    unrealized_pnl_e6 BIGINT NOT NULL,
    realized_pnl_e6 BIGINT NOT NULL,
    cumulative_volume_e6 BIGINT NOT NULL,
    cumulative_lp_fee_e6 BIGINT NOT NULL,
    PRIMARY KEY (exchange_id, seq)
);
CREATE INDEX pool_point_by_time ON pool_point (exchange_id, at_s, seq);

CREATE TABLE index_value (
    acre_id BIGINT NOT NULL,
    published_at_s BIGINT NOT NULL,
    price_e8 BIGINT NOT NULL CHECK (price_e8 > 0),
    PRIMARY KEY (acre_id, published_at_s)
);

-- Areas whose published history from before the exchange is in index_value.
CREATE TABLE index_history (
    acre_id BIGINT PRIMARY KEY
);

-- Which area a market follows.
CREATE TABLE market_area (
    market_id BIGINT PRIMARY KEY,
    acre_id BIGINT NOT NULL
);
