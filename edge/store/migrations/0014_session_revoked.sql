-- Every process of the web hears of a revoked session at once.

CREATE FUNCTION notify_session_revoked() RETURNS TRIGGER
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('session_revoked', new.session_id::TEXT);
    RETURN new;
END
$$;

CREATE TRIGGER session_revoked
AFTER UPDATE OF revoked_at_s ON session
FOR EACH ROW
WHEN (old.revoked_at_s IS NULL AND new.revoked_at_s IS NOT NULL)
EXECUTE FUNCTION notify_session_revoked();
