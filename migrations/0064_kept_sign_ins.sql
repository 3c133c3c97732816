-- A device that stays signed in has a credential beside its session's token, which opens the session again once that has ended by
-- time. It is part of the session's row, so whatever ends the session ends the credential too. The cookie has two random values:
-- the series names the device, the secret changes with each use. Only their SHA-256 are stored.
ALTER TABLE sessions ADD COLUMN keep_series TEXT;
ALTER TABLE sessions ADD COLUMN keep_hash TEXT; -- of the secret
ALTER TABLE sessions ADD COLUMN keep_former_hash TEXT; -- of the secret before it, which counts for some seconds
ALTER TABLE sessions ADD COLUMN keep_former_until INTEGER;
ALTER TABLE sessions ADD COLUMN keep_until INTEGER; -- NULL without a credential
CREATE UNIQUE INDEX sessions_by_keep_series ON sessions (keep_series) WHERE keep_series IS NOT NULL;

-- A session that can be opened again is forgotten after that.
DROP INDEX sessions_by_expiry;
CREATE INDEX sessions_by_end ON sessions (coalesce(keep_until, expires_at));

-- Whether who enters the second factor wants to stay signed in.
ALTER TABLE mfa_challenges ADD COLUMN keep INTEGER NOT NULL DEFAULT 0;
