-- What wallets want to hear of, and what happened.

CREATE TABLE alert (
    owner BYTEA NOT NULL,
    alert_id BIGINT GENERATED ALWAYS AS IDENTITY,
    kind SMALLINT NOT NULL,
    -- a market, a margin account or a prediction market; of payouts the newest one that was told
    subject_id BIGINT NOT NULL,
    -- price with 8 decimals, basis points, health with 12 decimals, seconds before the close, or 0
    level BIGINT NOT NULL,
    created_at_s BIGINT NOT NULL,
    since_seq BIGINT NOT NULL, -- commands up to here were looked at
    due_s BIGINT, -- of questions: the time of the event
    pending BIGINT[] NOT NULL, -- of payouts: open requests with a lower id
    is_armed BOOLEAN NOT NULL,
    PRIMARY KEY (owner, alert_id)
);
CREATE UNIQUE INDEX alert_once ON alert (owner, kind, subject_id, level) WHERE kind <> 6;
CREATE UNIQUE INDEX alert_of_payouts ON alert (owner) WHERE kind = 6;
CREATE INDEX alert_armed ON alert (kind, subject_id, level) WHERE is_armed;
CREATE INDEX alert_due ON alert (due_s) WHERE is_armed;

CREATE TABLE alert_event (
    owner BYTEA NOT NULL,
    event_id BIGINT GENERATED ALWAYS AS IDENTITY,
    kind SMALLINT NOT NULL,
    subject_id BIGINT NOT NULL, -- as of the alert; of a payout the settlement request
    level BIGINT NOT NULL,
    value BIGINT NOT NULL, -- in the unit of the level; of a payout its amount with 6 decimals
    at_s BIGINT NOT NULL,
    PRIMARY KEY (owner, event_id)
);

ALTER TABLE profile ADD COLUMN alerts_read BIGINT NOT NULL DEFAULT 0; -- newest event that was read
