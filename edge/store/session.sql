-- name: nonce_is_consumed
SELECT EXISTS (
    SELECT 1
    FROM consumed_nonce
    WHERE nonce = $1
);

-- name: consume_nonce
INSERT INTO consumed_nonce (nonce, expires_at_s)
VALUES ($1, $2)
ON CONFLICT (nonce) DO NOTHING
RETURNING nonce;

-- name: forget_nonces
DELETE FROM consumed_nonce
WHERE expires_at_s < $1;

-- name: forget_sessions
DELETE FROM session
WHERE expires_at_s < $1
    OR revoked_at_s < $1;

-- name: add_wallet
INSERT INTO wallet (address, first_login_at_s)
VALUES ($1, $2)
ON CONFLICT (address) DO NOTHING
RETURNING address;

-- name: lock_wallet
SELECT address
FROM wallet
WHERE address = $1
FOR UPDATE;

-- name: add_session
INSERT INTO session (address, session_id, created_at_s, expires_at_s, method, used_at_s)
VALUES ($1, $2, $3, $4, $5, $3);

-- name: active_sessions
SELECT session_id
FROM session
WHERE address = $1
    AND revoked_at_s IS NULL
    AND expires_at_s > $2
ORDER BY created_at_s DESC, session_id DESC;

-- name: sessions_of
SELECT session_id, created_at_s, expires_at_s, method, used_at_s
FROM session
WHERE address = $1
    AND revoked_at_s IS NULL
    AND expires_at_s > $2
ORDER BY created_at_s DESC, session_id DESC
LIMIT $3;

-- name: state_of
SELECT revoked_at_s
FROM session
WHERE address = $1
    AND session_id = $2;

-- name: revoke_session
UPDATE session
SET revoked_at_s = $3
WHERE address = $1
    AND session_id = $2
    AND revoked_at_s IS NULL;

-- name: revoke_others
UPDATE session
SET revoked_at_s = $3
WHERE address = $1
    AND session_id <> $2
    AND revoked_at_s IS NULL
    AND expires_at_s > $3;

-- name: recently_revoked_of
SELECT session_id
FROM session
WHERE address = $1
    AND revoked_at_s >= $2
ORDER BY revoked_at_s DESC
LIMIT $3;

-- name: recently_revoked
SELECT session_id, revoked_at_s
FROM session
WHERE revoked_at_s >= $1
ORDER BY revoked_at_s DESC
LIMIT $2;

-- name: add_refresh_token
INSERT INTO refresh_token (token_hash, address, session_id, was_repeated)
VALUES ($1, $2, $3, FALSE);

-- name: lock_refresh_token
SELECT
    r.address,
    r.session_id,
    r.rotated_at_s,
    r.was_repeated,
    s.expires_at_s,
    s.revoked_at_s
FROM refresh_token r
JOIN session s ON s.address = r.address AND s.session_id = r.session_id
WHERE r.token_hash = $1
FOR UPDATE;

-- name: rotate_refresh_token
UPDATE refresh_token
SET rotated_at_s = $2
WHERE token_hash = $1;

-- name: use_session
UPDATE session
SET used_at_s = $3
WHERE address = $1
    AND session_id = $2;

-- name: mark_repeated
UPDATE refresh_token
SET was_repeated = TRUE
WHERE token_hash = $1;

-- name: take_idempotency_key
INSERT INTO idempotent_answer (key_hash, made_at_s, fingerprint, after_seq)
VALUES ($1, $2, $3, $4)
ON CONFLICT (key_hash) DO UPDATE
SET
    made_at_s = excluded.made_at_s,
    fingerprint = excluded.fingerprint,
    after_seq = excluded.after_seq,
    status = NULL,
    body = NULL,
    content_type = NULL,
    cache_control = NULL
WHERE idempotent_answer.made_at_s <= $5
RETURNING made_at_s;

-- name: idempotency_key
SELECT made_at_s, fingerprint, after_seq, status, body, content_type, cache_control
FROM idempotent_answer
WHERE key_hash = $1;

-- name: give_back_idempotency_key
DELETE FROM idempotent_answer
WHERE key_hash = $1
    AND status IS NULL;

-- name: add_idempotent_answer
UPDATE idempotent_answer
SET
    status = $2,
    body = $3,
    content_type = $4,
    cache_control = $5
WHERE key_hash = $1;

-- name: forget_idempotent_answers
DELETE FROM idempotent_answer
WHERE made_at_s <= $1;
