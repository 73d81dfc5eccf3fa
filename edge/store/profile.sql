-- name: profile
SELECT
    username,
    default_leverage_e12,
    default_theme,
    trade_mode,
    interests,
    email,
    discord,
    twitter,
    onboarded_at_s
FROM profile
WHERE address = $1;

-- name: add_profile
INSERT INTO profile (address)
VALUES ($1)
ON CONFLICT (address) DO NOTHING;

-- name: lock_profile
SELECT
    username,
    default_leverage_e12,
    default_theme,
    trade_mode,
    interests,
    email,
    discord,
    twitter,
    onboarded_at_s
FROM profile
WHERE address = $1
FOR UPDATE;

-- name: set_settings
UPDATE profile
SET
    username = $2,
    default_leverage_e12 = $3,
    default_theme = $4,
    trade_mode = $5,
    interests = $6
WHERE address = $1;

-- name: set_contacts
UPDATE profile
SET
    email = $2,
    discord = $3,
    twitter = $4
WHERE address = $1;

-- name: set_onboarded
UPDATE profile
SET
    username = COALESCE($2, username),
    interests = COALESCE($3, interests),
    email = COALESCE($4, email),
    discord = COALESCE($5, discord),
    twitter = COALESCE($6, twitter),
    onboarded_at_s = $7
WHERE address = $1;

-- name: user_of_name
SELECT address
FROM profile
WHERE LOWER(username COLLATE "C") = LOWER($1::TEXT COLLATE "C");

-- name: usernames
SELECT
    address,
    username,
    is_demo
FROM profile
WHERE address = ANY($1::BYTEA[])
    AND username IS NOT NULL
ORDER BY address;

-- name: mark_demo
UPDATE profile
SET is_demo = TRUE
WHERE address = $1;

-- name: hidden_margin_accounts
SELECT margin_account_id
FROM hidden_margin_account
WHERE address = $1;

-- name: hide_margin_accounts
INSERT INTO hidden_margin_account (address, margin_account_id)
SELECT $1, UNNEST($2::BIGINT[])
ON CONFLICT DO NOTHING;

-- name: show_closed_margin_accounts
DELETE FROM hidden_margin_account
WHERE address = $1
    AND margin_account_id <> ALL($2::BIGINT[]);
