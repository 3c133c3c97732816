-- Accounts that can be trusted: verified addresses, links by mail, sessions that can be listed and renewed, counters of
-- attempts, the security log, and mails on their way.

ALTER TABLE users ADD COLUMN email_verified_at INTEGER; -- null until the owner opened the link that was mailed there
ALTER TABLE users ADD COLUMN password_changed_at INTEGER; -- null: when the account was made
ALTER TABLE users ADD COLUMN must_change_password INTEGER NOT NULL DEFAULT 0;

ALTER TABLE sessions ADD COLUMN aal TEXT NOT NULL DEFAULT 'aal1' CHECK (aal IN ('aal1', 'aal2'));
ALTER TABLE sessions ADD COLUMN amr TEXT NOT NULL DEFAULT '["pwd"]'; -- JSON list of methods
ALTER TABLE sessions ADD COLUMN factor_at INTEGER; -- when a second factor was last entered
ALTER TABLE sessions ADD COLUMN network TEXT NOT NULL DEFAULT ''; -- shortened address, for the owner's eyes
ALTER TABLE sessions ADD COLUMN place TEXT NOT NULL DEFAULT ''; -- country code as the platform knows it
-- A replaced token stays good for some seconds, for requests that were on their way.
ALTER TABLE sessions ADD COLUMN previous_token_hash TEXT;
ALTER TABLE sessions ADD COLUMN previous_valid_until INTEGER;
CREATE INDEX sessions_by_previous_token ON sessions (previous_token_hash) WHERE previous_token_hash IS NOT NULL;

-- What the last passwords of an account were, so that they don't come back.
CREATE TABLE password_history (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  password_hash TEXT NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX password_history_by_user ON password_history (user_id, created_at DESC, id DESC);

-- Links that were mailed: one live link a purpose and account.
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

-- Attempts in a window that began with the first of them. Keys are keyed hashes.
CREATE TABLE attempts (
  key TEXT PRIMARY KEY,
  count INTEGER NOT NULL,
  ends_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX attempts_by_end ON attempts (ends_at);

-- What happened to an account, in the words of a closed list; kept for 90 days.
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
CREATE INDEX security_events_by_user ON security_events (user_id, created_at DESC, id DESC) WHERE user_id IS NOT NULL;
CREATE INDEX security_events_by_age ON security_events (created_at);

-- Mails that still have to be handed to the mail service. The text is sealed: it may hold a link.
CREATE TABLE outgoing_mails (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  sealed TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX outgoing_mails_due ON outgoing_mails (due_at);

-- The mailbox of a local machine: what would have been sent.
CREATE TABLE dev_mails (
  id TEXT PRIMARY KEY,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  kind TEXT NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX dev_mails_by_age ON dev_mails (created_at DESC);
