-- What a wallet says about itself, and lists of the operator as they were last read.

CREATE TABLE profile (
    address BYTEA PRIMARY KEY,
    username TEXT,  -- as typed; letters, digits and _ of ASCII
    default_leverage_e12 BIGINT,
    default_theme TEXT,
    trade_mode TEXT,
    interests TEXT[] NOT NULL DEFAULT '{}',
    email TEXT,
    discord TEXT,
    twitter TEXT,
    onboarded_at_s BIGINT  -- wall clock: when the terms were accepted
);
CREATE UNIQUE INDEX profile_by_username ON profile (LOWER(username COLLATE "C"));

CREATE TABLE hidden_margin_account (
    address BYTEA NOT NULL,
    margin_account_id BIGINT NOT NULL,
    PRIMARY KEY (address, margin_account_id)
);

CREATE TABLE risk_listed (
    address BYTEA PRIMARY KEY
);

CREATE TABLE badge_holder (
    address BYTEA PRIMARY KEY,
    badge_count INTEGER NOT NULL,
    mint BYTEA NOT NULL  -- of the operator's list, the first that the wallet holds
);
