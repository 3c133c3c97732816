-- Connections to platforms: accounts of a business's owner there, what they are used for, and the replies that are
-- posted through them.

-- Attempts now also end in a connection. The table is made anew for its list of providers; nothing refers to it.
CREATE TABLE oauth_attempts_next (
  state_hash TEXT PRIMARY KEY, -- SHA-256 of the state, hex
  browser_hash TEXT NOT NULL, -- SHA-256 of the cookie the browser got with it, hex
  provider TEXT NOT NULL CHECK (provider IN ('google', 'github', 'apple', 'facebook')),
  code_verifier TEXT, -- null where the provider knows no PKCE
  nonce TEXT NOT NULL,
  target TEXT NOT NULL, -- path of our own to go to afterwards
  -- The session that adds a way to sign in or a connection; null for a sign-in. Nothing is added once it has ended.
  link_session_id TEXT,
  -- The organization that gets a connection; null for signing in. One kind's state is worth nothing to the other.
  connect_organization_id TEXT,
  expires_at INTEGER NOT NULL,
  used_at INTEGER
) WITHOUT ROWID;
INSERT INTO oauth_attempts_next (state_hash, browser_hash, provider, code_verifier, nonce, target, link_session_id,
    expires_at, used_at)
  SELECT state_hash, browser_hash, provider, code_verifier, nonce, target, link_session_id, expires_at, used_at
  FROM oauth_attempts;
DROP TABLE oauth_attempts;
ALTER TABLE oauth_attempts_next RENAME TO oauth_attempts;
CREATE INDEX oauth_attempts_by_expiry ON oauth_attempts (expires_at);

-- An account at a platform that an organization may act through. Its tokens are sealed (worker/connections/tokens.ts).
CREATE TABLE connections (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  provider TEXT NOT NULL CHECK (provider IN ('google', 'facebook')),
  subject TEXT NOT NULL, -- the provider's own name for the account
  label TEXT NOT NULL, -- what its owner knows it by: an e-mail address or a name
  sealed_refresh_token TEXT, -- null where the provider gives none (Facebook)
  sealed_access_token TEXT NOT NULL,
  access_expires_at INTEGER, -- null: it does not end by itself
  scopes TEXT NOT NULL, -- what was allowed, separated by spaces
  state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'revoked')),
  fault TEXT, -- why it does not hold any more, for its owner to read
  created_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (organization_id, provider, subject)
) WITHOUT ROWID;
CREATE INDEX connections_by_account ON connections (provider, subject);

-- Which place of a connection is the source of a business on a platform. Its row in business_sources says the same.
CREATE TABLE connection_links (
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  platform TEXT NOT NULL CHECK (platform IN ('google', 'facebook')),
  organization_id TEXT NOT NULL,
  connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  place_id TEXT NOT NULL, -- accounts/…/locations/… at Google, the page's id at Facebook
  place_name TEXT NOT NULL,
  sealed_token TEXT, -- of the place alone: a Facebook page has one of its own
  created_at INTEGER NOT NULL,
  PRIMARY KEY (business_id, platform)
) WITHOUT ROWID;
CREATE INDEX connection_links_by_connection ON connection_links (connection_id);

-- What becomes of a reply at the platform. Apart from review_responses, for it outlives a reply that was deleted here
-- until the platform has deleted it too, and so that one review's requests go out one after the other.
CREATE TABLE reply_posts (
  review_id INTEGER PRIMARY KEY REFERENCES reviews (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  business_id TEXT NOT NULL,
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL, -- who changed the reply last
  version INTEGER NOT NULL DEFAULT 1, -- grows with every change of the reply here
  sent_version INTEGER, -- the last one the platform took; null: none
  sent_at INTEGER, -- when it did
  is_unsure INTEGER NOT NULL DEFAULT 0, -- one was sent, and what came of it is not known yet
  state TEXT NOT NULL CHECK (state IN ('waiting', 'live', 'held', 'refused', 'failed')),
  reason TEXT, -- for the owner to read
  due_at INTEGER, -- when it is next sent or asked about; null: never by itself
  attempts INTEGER NOT NULL DEFAULT 0, -- failed tries in a row
  checks INTEGER NOT NULL DEFAULT 0, -- how often the platform was asked about the version it took
  lease_until INTEGER, -- held by one consumer until then
  created_at INTEGER NOT NULL
);
CREATE INDEX reply_posts_due ON reply_posts (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX reply_posts_by_business ON reply_posts (business_id);

-- A copy of it, kept by triggers, so that a list reads one row a review.
ALTER TABLE reviews ADD COLUMN post_state TEXT;
ALTER TABLE reviews ADD COLUMN post_reason TEXT;

CREATE TRIGGER reply_posts_copy_insert AFTER INSERT ON reply_posts BEGIN
  UPDATE reviews SET post_state = NEW.state, post_reason = NEW.reason WHERE id = NEW.review_id;
END;

CREATE TRIGGER reply_posts_copy_change AFTER UPDATE OF state, reason ON reply_posts
WHEN NEW.state IS NOT OLD.state OR NEW.reason IS NOT OLD.reason
BEGIN
  UPDATE reviews SET post_state = NEW.state, post_reason = NEW.reason WHERE id = NEW.review_id;
END;

CREATE TRIGGER reply_posts_copy_delete AFTER DELETE ON reply_posts BEGIN
  UPDATE reviews SET post_state = NULL, post_reason = NULL WHERE id = OLD.review_id;
END;
