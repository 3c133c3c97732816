-- The second factor: authenticator apps, recovery codes, and sign-ins that wait for one of either.

CREATE TABLE mfa_factors (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  factor_type TEXT NOT NULL CHECK (factor_type IN ('totp')),
  status TEXT NOT NULL CHECK (status IN ('unverified', 'verified')),
  sealed_secret TEXT NOT NULL, -- AES-GCM; the key is a setting, bound to this row's id
  last_step INTEGER, -- time step of the last accepted code: only a later one is accepted
  created_at INTEGER NOT NULL,
  verified_at INTEGER,
  last_used_at INTEGER,
  UNIQUE (user_id, status) -- one that counts, and one that is being set up
) WITHOUT ROWID;

CREATE TABLE mfa_recovery_codes (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  code_hash TEXT NOT NULL, -- SHA-256 of the code, hex; the row goes when the code is used
  created_at INTEGER NOT NULL,
  PRIMARY KEY (user_id, code_hash)
) WITHOUT ROWID;

-- Who has proven a first factor and has no session yet. A row goes when its challenge is met.
CREATE TABLE mfa_challenges (
  token_hash TEXT PRIMARY KEY, -- SHA-256 of the cookie's token, hex
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  amr TEXT NOT NULL, -- JSON list of the methods proven so far
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX mfa_challenges_by_user ON mfa_challenges (user_id);
CREATE INDEX mfa_challenges_by_expiry ON mfa_challenges (expires_at);
