-- Wallets that signed in, their sessions, and the nonces of sign-in messages already used.

CREATE TABLE wallet (
    address BYTEA PRIMARY KEY,
    first_login_at_s BIGINT NOT NULL
);

CREATE TABLE session (
    address BYTEA NOT NULL,
    session_id UUID NOT NULL,
    created_at_s BIGINT NOT NULL,
    expires_at_s BIGINT NOT NULL,
    revoked_at_s BIGINT,
    PRIMARY KEY (address, session_id)
);
CREATE INDEX session_by_expiry ON session (expires_at_s);

CREATE TABLE refresh_token (
    token_hash BYTEA PRIMARY KEY,
    address BYTEA NOT NULL,
    session_id UUID NOT NULL,
    rotated_at_s BIGINT,
    was_repeated BOOLEAN NOT NULL,
    FOREIGN KEY (address, session_id) REFERENCES session (address, session_id) ON DELETE CASCADE
);
CREATE INDEX refresh_token_by_session ON refresh_token (address, session_id);

CREATE TABLE consumed_nonce (
    nonce BYTEA PRIMARY KEY,
    expires_at_s BIGINT NOT NULL
);
CREATE INDEX consumed_nonce_by_expiry ON consumed_nonce (expires_at_s);
