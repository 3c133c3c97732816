-- In all files, unless a column says otherwise: times are UTC milliseconds, days YYYY-MM-DD in UTC, ids UUIDv7 text.

CREATE TABLE users (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL UNIQUE, -- lower-cased; sign-in looks it up
  password_hash TEXT,
  email_verified_at INTEGER, -- null until the mailed link is opened
  password_changed_at INTEGER, -- null: not since the account was created
  must_change_password INTEGER NOT NULL DEFAULT 0,
  visited_at INTEGER, -- start of the current visit
  former_visit_at INTEGER, -- start of the previous visit
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

-- A person's payment; the organization's row has its plan.
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
  amr TEXT NOT NULL DEFAULT '["pwd"]', -- JSON list of sign-in methods
  factor_at INTEGER, -- last entry of a second factor
  network TEXT NOT NULL DEFAULT '', -- shortened address, shown to the owner
  place TEXT NOT NULL DEFAULT '', -- country code reported by the platform
  -- A replaced token stays valid for some seconds, for requests already on their way.
  previous_token_hash TEXT,
  previous_valid_until INTEGER,
  -- Credential that lets this device reopen an expired session.
  keep_series TEXT,
  keep_hash TEXT, -- of the current secret
  keep_former_hash TEXT, -- of the previous secret, which is valid for some seconds
  keep_former_until INTEGER,
  keep_until INTEGER -- null if there is no credential
);
CREATE INDEX sessions_by_end ON sessions (coalesce(keep_until, expires_at));
CREATE UNIQUE INDEX sessions_by_keep_series ON sessions (keep_series) WHERE keep_series IS NOT NULL;
CREATE INDEX sessions_by_organization ON sessions (organization_id);
CREATE INDEX sessions_by_previous_token ON sessions (previous_token_hash) WHERE previous_token_hash IS NOT NULL;
CREATE INDEX sessions_by_user ON sessions (user_id, created_at DESC);

-- Mailed links to verify an address or set a password, one per purpose and account.
CREATE TABLE email_links (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  purpose TEXT NOT NULL CHECK (purpose IN ('verify', 'reset', 'change_email')),
  token_hash TEXT NOT NULL UNIQUE, -- SHA-256 of the link's token, hex
  email TEXT NOT NULL, -- recipient; the link verifies this address only
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

-- Identities at providers, by provider and subject. The email address is for display only.
CREATE TABLE user_identities (
  provider TEXT NOT NULL CHECK (provider IN ('google', 'github', 'apple')),
  subject TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  email TEXT NOT NULL, -- stated by the provider when the identity was added; '' if it stated none
  created_at INTEGER NOT NULL,
  PRIMARY KEY (provider, subject)
) WITHOUT ROWID;
CREATE UNIQUE INDEX user_identities_by_user ON user_identities (user_id, provider);

-- People sent to a provider who haven't come back yet.
CREATE TABLE oauth_attempts (
  state_hash TEXT PRIMARY KEY, -- SHA-256 of the state, hex
  browser_hash TEXT NOT NULL, -- SHA-256 of the browser's cookie, hex
  provider TEXT NOT NULL CHECK (provider IN ('google', 'github', 'apple', 'facebook')),
  -- 'link' adds a way to sign in to an account, 'confirm' proves that its owner is there, 'connect' adds a connection to
  -- an organization. A state is valid for its own purpose only.
  purpose TEXT NOT NULL CHECK (purpose IN ('sign_in', 'link', 'confirm', 'connect')),
  code_verifier TEXT, -- null if the provider has no PKCE
  nonce TEXT NOT NULL,
  target TEXT NOT NULL, -- own path to continue to
  keep INTEGER NOT NULL DEFAULT 0, -- 1: stay signed in on this device
  link_session_id TEXT, -- session that asked; null for a sign-in. Nothing is added after it has ended.
  connect_organization_id TEXT, -- organization that gets the connection; null for other purposes
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
  status TEXT NOT NULL CHECK (status IN ('unverified', 'verified')), -- verified: in use; unverified: being set up
  sealed_secret TEXT NOT NULL, -- AES-GCM with a key from the settings, bound to this row's id
  last_step INTEGER, -- time step of the last accepted code; only a later one is accepted
  created_at INTEGER NOT NULL,
  verified_at INTEGER,
  last_used_at INTEGER,
  UNIQUE (user_id, status)
) WITHOUT ROWID;

CREATE TABLE mfa_recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL, -- SHA-256 of the code, hex; the row is deleted when the code is used
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, code_hash)
) WITHOUT ROWID;

-- Sign-ins waiting for their second factor. A row is deleted when its challenge is met.
CREATE TABLE mfa_challenges (
  token_hash TEXT PRIMARY KEY, -- SHA-256 of the cookie's token, hex
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  amr TEXT NOT NULL, -- JSON list of the methods completed so far
  keep INTEGER NOT NULL DEFAULT 0, -- 1: keep the device signed in
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
  used_at INTEGER NOT NULL, -- last sign-in
  expires_at INTEGER NOT NULL,
  UNIQUE (user_id, token_hash)
) WITHOUT ROWID;
CREATE INDEX known_devices_by_expiry ON known_devices (expires_at);

-- Issued access tokens. Deleting a row revokes its token at once.
CREATE TABLE access_tokens (
  jti TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  session_id TEXT NOT NULL, -- session that asked for it; the token ends with it
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX access_tokens_by_expiry ON access_tokens (expires_at);
CREATE INDEX access_tokens_by_organization ON access_tokens (organization_id);
CREATE INDEX access_tokens_by_user ON access_tokens (user_id);

-- API keys. A key belongs to its organization and has its creator's role. Deleting a row revokes the key.
CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  created_by TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- the key has this user's role
  name TEXT NOT NULL,
  prefix TEXT NOT NULL, -- first characters of the key, to tell keys apart
  key_hash TEXT NOT NULL UNIQUE, -- SHA-256 of the key, hex
  scopes TEXT NOT NULL, -- space-separated
  created_at INTEGER NOT NULL,
  expires_at INTEGER, -- null: never
  last_used_at INTEGER,
  replaced_by TEXT -- key made by a rotation; this one works until it expires
);
CREATE INDEX api_keys_by_expiry ON api_keys (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX api_keys_by_maker ON api_keys (created_by);
CREATE INDEX api_keys_by_organization ON api_keys (organization_id);

-- OAuth clients: programs that connect an assistant. They register themselves, or their id is the address of a document.
CREATE TABLE oauth_clients (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL, -- chosen by the client, not verified
  redirect_uris TEXT NOT NULL, -- JSON array
  created_at INTEGER NOT NULL,
  expires_at INTEGER -- of an unused registration, or of the copy of a document; null: never
);
CREATE INDEX oauth_clients_by_expiry ON oauth_clients (expires_at) WHERE expires_at IS NOT NULL;

-- What a member allowed an assistant: an API key whose secret is first a code, then access tokens that the assistant renews.
CREATE TABLE assistant_grants (
  key_id TEXT PRIMARY KEY REFERENCES api_keys (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  client_id TEXT NOT NULL,
  redirect_uri TEXT NOT NULL,
  challenge TEXT NOT NULL, -- SHA-256 of the code's verifier, hex
  code_hash TEXT NOT NULL UNIQUE, -- SHA-256 of the code, hex; also the beginning of each refresh token
  refresh_hash TEXT, -- SHA-256 of the only valid refresh token, hex; null until the code is exchanged
  access_until INTEGER -- the key's access token is valid before this time; null until the code is exchanged
);
CREATE INDEX assistant_grants_by_organization ON assistant_grants (organization_id);
CREATE INDEX assistant_grants_by_refresh ON assistant_grants (refresh_hash);

-- Rate limit counters. A window starts with the first try.
CREATE TABLE attempts (
  key TEXT PRIMARY KEY, -- keyed hash
  count INTEGER NOT NULL,
  ends_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX attempts_by_end ON attempts (ends_at);

-- Security log, from a closed list of types; kept for a year, or 90 days without an account.
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

-- Audit log of an organization, for its owner.
CREATE TABLE audit_entries (
  id TEXT PRIMARY KEY, -- increases with time
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL, -- actor; null: nobody signed in, or a deleted account
  action TEXT NOT NULL,
  subject TEXT NOT NULL DEFAULT '', -- name of the affected thing at the time
  about_user_id TEXT REFERENCES users (id) ON DELETE SET NULL, -- person affected
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

-- Requested account deletions. They can be undone until erase_at; then the account is erased with the organizations that
-- have no other member.
CREATE TABLE account_deletions (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  requested_at INTEGER NOT NULL,
  erase_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL -- next step of the tick; later than erase_at if a provider did not answer
) WITHOUT ROWID;
CREATE INDEX account_deletions_by_due ON account_deletions (due_at);
