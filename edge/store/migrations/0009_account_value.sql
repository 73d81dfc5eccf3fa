-- What each wallet's holdings were worth, about once an hour: written down, not projected.

CREATE TABLE account_value (
    owner BYTEA NOT NULL,
    at_s BIGINT NOT NULL,
    value_e6 BIGINT NOT NULL,
    PRIMARY KEY (owner, at_s)
);
