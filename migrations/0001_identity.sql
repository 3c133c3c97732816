-- In all files: times are UTC milliseconds, days YYYY-MM-DD in UTC, ids UUIDv7 text unless a column says otherwise.

CREATE TABLE users (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL UNIQUE, -- lower-cased, what sign-in looks up
  password_hash TEXT,
  email_verified_at INTEGER, -- null until the owner opened the link that was mailed there
  password_changed_at INTEGER, -- null: when the account was made
  must_change_password INTEGER NOT NULL DEFAULT 0,
  visited_at INTEGER, -- when the current visit began
  former_visit_at INTEGER, -- when the one before began
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

CREATE TABLE profiles (
  id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  full_name TEXT NOT NULL DEFAULT '',
  avatar_url TEXT,
  username TEXT,
  subscription_tier TEXT NOT NULL DEFAULT 'free',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE UNIQUE INDEX profiles_by_username ON profiles (lower(username)) WHERE username IS NOT NULL;

-- What a person pays for; the organization's row says which plan it has.
CREATE TABLE subscriptions (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  plan_type TEXT NOT NULL DEFAULT 'free',
  status TEXT NOT NULL DEFAULT 'active',
  created_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE, -- SHA-256 of the cookie's token, hex
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  authenticated_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  last_activity_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  user_agent TEXT NOT NULL DEFAULT '',
  aal TEXT NOT NULL DEFAULT 'aal1' CHECK (aal IN ('aal1', 'aal2')),
  amr TEXT NOT NULL DEFAULT '["pwd"]', -- JSON list of methods
  factor_at INTEGER, -- when a second factor was last entered
  network TEXT NOT NULL DEFAULT '', -- shortened address, for the owner's eyes
  place TEXT NOT NULL DEFAULT '', -- country code as the platform knows it
  -- A replaced token stays good for some seconds, for requests that were on their way.
  previous_token_hash TEXT,
  previous_valid_until INTEGER,
  -- The credential with which this device opens the session again once it has ended by time.
  keep_series TEXT,
  keep_hash TEXT, -- of the secret
  keep_former_hash TEXT, -- of the secret before it, which counts for some seconds
  keep_former_until INTEGER,
  keep_until INTEGER -- null without a credential
);
CREATE INDEX sessions_by_end ON sessions (coalesce(keep_until, expires_at));
CREATE UNIQUE INDEX sessions_by_keep_series ON sessions (keep_series) WHERE keep_series IS NOT NULL;
CREATE INDEX sessions_by_organization ON sessions (organization_id);
CREATE INDEX sessions_by_previous_token ON sessions (previous_token_hash) WHERE previous_token_hash IS NOT NULL;
CREATE INDEX sessions_by_user ON sessions (user_id, created_at DESC);

-- Links that were mailed to prove an address or to set a new password: one of each purpose and account.
CREATE TABLE email_links (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL CHECK (purpose IN ('verify', 'reset', 'change_email')),
  token_hash TEXT NOT NULL UNIQUE, -- SHA-256 of the link's token, hex
  email TEXT NOT NULL, -- where it was sent; a link proves this address and no later one
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, purpose)
) WITHOUT ROWID;
CREATE INDEX email_links_by_expiry ON email_links (expires_at);

CREATE TABLE password_history (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  password_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX password_history_by_user ON password_history (user_id, created_at DESC, id DESC);

-- Who a person is with a provider: provider and subject. The e-mail address is only shown.
CREATE TABLE user_identities (
  provider TEXT NOT NULL CHECK (provider IN ('google', 'github', 'apple')),
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email TEXT NOT NULL, -- as the provider stated it when the identity was added; '' where it stated none
  created_at INTEGER NOT NULL,
  PRIMARY KEY (provider, subject)
) WITHOUT ROWID;
CREATE UNIQUE INDEX user_identities_by_user ON user_identities (user_id, provider);

-- People who were sent to a provider and haven't come back yet.
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
  keep INTEGER NOT NULL DEFAULT 0, -- whether who signs in wants to stay signed in on this device
  link_session_id TEXT, -- the session that asked; null for a sign-in. Nothing is added once it has ended.
  connect_organization_id TEXT, -- the organization that gets the connection; null for any other purpose
  expires_at INTEGER NOT NULL,
  used_at INTEGER,
  CHECK ((purpose = 'sign_in') = (link_session_id IS NULL)),
  CHECK ((purpose = 'connect') = (connect_organization_id IS NOT NULL))
) WITHOUT ROWID;
CREATE INDEX oauth_attempts_by_expiry ON oauth_attempts (expires_at);

CREATE TABLE mfa_factors (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  factor_type TEXT NOT NULL CHECK (factor_type IN ('totp')),
  status TEXT NOT NULL CHECK (status IN ('unverified', 'verified')), -- one that counts, and one that is being set up
  sealed_secret TEXT NOT NULL, -- AES-GCM; the key is a setting, bound to this row's id
  last_step INTEGER, -- time step of the last accepted code: only a later one is accepted
  created_at INTEGER NOT NULL,
  verified_at INTEGER,
  last_used_at INTEGER,
  UNIQUE (user_id, status)
) WITHOUT ROWID;

CREATE TABLE mfa_recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL, -- SHA-256 of the code, hex; the row goes when the code is used
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, code_hash)
) WITHOUT ROWID;

-- Sign-ins that wait for their second factor. A row goes when its challenge is met.
CREATE TABLE mfa_challenges (
  token_hash TEXT PRIMARY KEY, -- SHA-256 of the cookie's token, hex
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  amr TEXT NOT NULL, -- JSON list of the methods proven so far
  keep INTEGER NOT NULL DEFAULT 0, -- whether the device is to stay signed in
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX mfa_challenges_by_expiry ON mfa_challenges (expires_at);
CREATE INDEX mfa_challenges_by_organization ON mfa_challenges (organization_id);
CREATE INDEX mfa_challenges_by_user ON mfa_challenges (user_id);

CREATE TABLE known_devices (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL, -- SHA-256 of the browser's cookie, hex
  used_at INTEGER NOT NULL, -- the last sign-in
  expires_at INTEGER NOT NULL,
  UNIQUE (user_id, token_hash)
) WITHOUT ROWID;
CREATE INDEX known_devices_by_expiry ON known_devices (expires_at);

-- Access tokens that are out. Deleting a row revokes its token at once.
CREATE TABLE access_tokens (
  jti TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  session_id TEXT NOT NULL, -- the session that asked for it; the token is good as long as that session is
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX access_tokens_by_expiry ON access_tokens (expires_at);
CREATE INDEX access_tokens_by_organization ON access_tokens (organization_id);
CREATE INDEX access_tokens_by_user ON access_tokens (user_id);

-- Keys of programs: each belongs to its organization and allows what its maker's role allows. Deleting a row revokes its key.
CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  created_by TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- whose role the key has
  name TEXT NOT NULL,
  prefix TEXT NOT NULL, -- the first characters of the key, to tell keys apart
  key_hash TEXT NOT NULL UNIQUE, -- SHA-256 of the key, hex
  scopes TEXT NOT NULL, -- separated by spaces
  created_at INTEGER NOT NULL,
  expires_at INTEGER, -- null: never
  last_used_at INTEGER,
  replaced_by TEXT -- the key that a rotation has made; this one goes on until it expires
);
CREATE INDEX api_keys_by_expiry ON api_keys (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX api_keys_by_maker ON api_keys (created_by);
CREATE INDEX api_keys_by_organization ON api_keys (organization_id);

-- Counters of limits, each in a window that began with the first try.
CREATE TABLE attempts (
  key TEXT PRIMARY KEY, -- a keyed hash
  count INTEGER NOT NULL,
  ends_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX attempts_by_end ON attempts (ends_at);

-- What happened to an account, from a closed list of types; kept for 90 days.
CREATE TABLE security_events (
  id TEXT PRIMARY KEY,
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE,
  organization_id TEXT REFERENCES organizations (id) ON DELETE CASCADE,
  source TEXT NOT NULL CHECK (source IN ('server', 'browser', 'policy')),
  type TEXT NOT NULL,
  outcome TEXT NOT NULL,
  detail TEXT NOT NULL DEFAULT '',
  user_agent TEXT NOT NULL DEFAULT '',
  network TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX security_events_anonymous ON security_events (created_at) WHERE user_id IS NULL;
CREATE INDEX security_events_by_age ON security_events (created_at);
CREATE INDEX security_events_by_organization ON security_events (organization_id) WHERE organization_id IS NOT NULL;
CREATE INDEX security_events_by_user ON security_events (user_id, created_at DESC, id DESC) WHERE user_id IS NOT NULL;

-- What members did in an organization, for its owner to read.
CREATE TABLE audit_entries (
  id TEXT PRIMARY KEY, -- grows with time
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL, -- who; null: nobody signed in, or an account that is gone
  action TEXT NOT NULL,
  subject TEXT NOT NULL DEFAULT '', -- what it was done to, by the name it had then
  about_user_id TEXT REFERENCES users (id) ON DELETE SET NULL, -- the person it was done to
  user_agent TEXT NOT NULL DEFAULT '',
  network TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL
);
CREATE INDEX audit_entries_about_user ON audit_entries (about_user_id) WHERE about_user_id IS NOT NULL;
CREATE INDEX audit_entries_by_action ON audit_entries (organization_id, action, id);
CREATE INDEX audit_entries_by_age ON audit_entries (created_at);
CREATE INDEX audit_entries_by_organization ON audit_entries (organization_id, id);
CREATE INDEX audit_entries_by_person ON audit_entries (organization_id, user_id, id);
CREATE INDEX audit_entries_by_user ON audit_entries (user_id) WHERE user_id IS NOT NULL;

-- Accounts whose owners have asked for their deletion. Until erase_at each can be kept; then it is erased with the
-- organizations that have no other member.
CREATE TABLE account_deletions (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  requested_at INTEGER NOT NULL,
  erase_at INTEGER NOT NULL, -- from then on nobody can undo it
  due_at INTEGER NOT NULL -- when the tick goes on with it: later than erase_at where a provider did not answer
) WITHOUT ROWID;
CREATE INDEX account_deletions_by_due ON account_deletions (due_at);
