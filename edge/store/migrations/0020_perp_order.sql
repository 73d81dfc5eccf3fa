-- What happened to waiting orders, the auctions, and the order that a trade is of.

CREATE TABLE perp_order_event (
    owner BYTEA NOT NULL,
    seq BIGINT NOT NULL,
    event_index INTEGER NOT NULL,
    at_s BIGINT NOT NULL,
    slot BIGINT NOT NULL,
    signature BYTEA NOT NULL,
    account_id BIGINT NOT NULL,
    market_id BIGINT NOT NULL,
    order_id BIGINT NOT NULL,
    action SMALLINT NOT NULL, -- 0 placed, 1 amended, 2 deferred, 3 filled, 4 ended
    kind SMALLINT NOT NULL,
    source SMALLINT NOT NULL,
    is_reduce_only SMALLINT NOT NULL,
    is_whole SMALLINT NOT NULL,
    size_e6 BIGINT NOT NULL,
    trigger_e8 BIGINT NOT NULL,
    trail_e6 BIGINT NOT NULL,
    worst_e8 BIGINT NOT NULL,
    order_group BIGINT NOT NULL,
    expires_at_s BIGINT NOT NULL,
    stop_e8 BIGINT NOT NULL,
    target_e8 BIGINT NOT NULL,
    parent_id BIGINT NOT NULL,
    matched_e6 BIGINT NOT NULL,
    price_e8 BIGINT NOT NULL,
    fee_e6 BIGINT NOT NULL,
    surcharge_e6 BIGINT NOT NULL,
    left_e6 BIGINT NOT NULL,
    reason SMALLINT NOT NULL,
    code SMALLINT NOT NULL,
    PRIMARY KEY (owner, seq, event_index)
);
CREATE INDEX perp_order_event_by_sequence ON perp_order_event (seq);

CREATE TABLE auction (
    market_id BIGINT NOT NULL,
    seq BIGINT NOT NULL,
    event_index INTEGER NOT NULL,
    at_s BIGINT NOT NULL,
    index_price_e8 BIGINT NOT NULL,
    order_count BIGINT NOT NULL,
    buy_e6 BIGINT NOT NULL,
    sell_e6 BIGINT NOT NULL,
    matched_e6 BIGINT NOT NULL,
    pool_e6 BIGINT NOT NULL,
    pool_price_e8 BIGINT NOT NULL,
    PRIMARY KEY (market_id, seq, event_index)
);

ALTER TABLE trade ADD COLUMN order_id BIGINT NOT NULL DEFAULT 0;
