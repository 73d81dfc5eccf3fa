-- How a session was opened and when its tokens were last renewed; null for those of before.
-- Nothing of the device is kept: no network address, no name of a browser.

ALTER TABLE session
ADD COLUMN method TEXT,  -- message, signIn, hardware
ADD COLUMN used_at_s BIGINT;
CREATE INDEX session_by_revocation ON session (revoked_at_s);
