-- Sign-in through Google, GitHub and Apple.

-- Who a person is with a provider. The pair of provider and subject is the identity; the e-mail is only shown.
CREATE TABLE user_identities (
  provider TEXT NOT NULL CHECK (provider IN ('google', 'github', 'apple')),
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email TEXT NOT NULL, -- as the provider stated it when the identity was added; '' where it stated none
  created_at INTEGER NOT NULL,
  PRIMARY KEY (provider, subject)
) WITHOUT ROWID;
CREATE UNIQUE INDEX user_identities_by_user ON user_identities (user_id, provider);

-- People who were sent to a provider and have not come back yet.
CREATE TABLE oauth_attempts (
  state_hash TEXT PRIMARY KEY, -- SHA-256 of the state, hex
  browser_hash TEXT NOT NULL, -- SHA-256 of the cookie the browser got with it, hex
  provider TEXT NOT NULL CHECK (provider IN ('google', 'github', 'apple')),
  code_verifier TEXT, -- null where the provider knows no PKCE
  nonce TEXT NOT NULL,
  target TEXT NOT NULL, -- path of our own to go to afterwards
  -- The session that adds a way to sign in; null for a sign-in. Nothing is added once that session has ended.
  link_session_id TEXT,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) WITHOUT ROWID;
CREATE INDEX oauth_attempts_by_expiry ON oauth_attempts (expires_at);
