-- First answers of idempotency keys of the order book (contract 1.3), kept for 24 hours.

CREATE TABLE idempotent_answer (
    key_hash BYTEA PRIMARY KEY,  -- of wallet, path and key
    made_at_s BIGINT NOT NULL,
    fingerprint BYTEA NOT NULL,  -- of the request's body
    status SMALLINT NOT NULL,
    body BYTEA NOT NULL,
    content_type TEXT NOT NULL,
    cache_control TEXT NOT NULL
);
CREATE INDEX idempotent_answer_by_age ON idempotent_answer (made_at_s);
