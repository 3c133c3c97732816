-- An attempt says what it was begun for, where the columns that were null told it before. Attempts last ten minutes, so
-- the table is made anew without its rows; nothing refers to it.
DROP TABLE oauth_attempts;
CREATE TABLE oauth_attempts (
  state_hash TEXT PRIMARY KEY, -- SHA-256 of the state, hex
  browser_hash TEXT NOT NULL, -- SHA-256 of the cookie the browser got with it, hex
  provider TEXT NOT NULL CHECK (provider IN ('google', 'github', 'apple', 'facebook')),
  -- 'link' adds a way to sign in to an account, 'confirm' shows that its owner is there, 'connect' adds a connection to
  -- an organization. The state of one purpose is worth nothing to another.
  purpose TEXT NOT NULL CHECK (purpose IN ('sign_in', 'link', 'confirm', 'connect')),
  code_verifier TEXT, -- null where the provider has no PKCE
  nonce TEXT NOT NULL,
  target TEXT NOT NULL, -- path of our own to go to afterwards
  link_session_id TEXT, -- the session that asked; null for a sign-in. Nothing is added once it has ended.
  connect_organization_id TEXT, -- the organization that gets the connection; null for any other purpose
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  CHECK ((purpose = 'sign_in') = (link_session_id IS NULL)),
  CHECK ((purpose = 'connect') = (connect_organization_id IS NOT NULL))
) WITHOUT ROWID;
CREATE INDEX oauth_attempts_by_expiry ON oauth_attempts (expires_at);
