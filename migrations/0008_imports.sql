-- Reviews that come by file, by hand, by push and by mail. Each import is a run; scrape_runs.source says which kind.

-- Where mails about a business's reviews are forwarded to: reviews+TOKEN@the domain.
CREATE TABLE import_addresses (
  business_id TEXT PRIMARY KEY REFERENCES businesses (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  token TEXT NOT NULL UNIQUE, -- 24 characters of base32; stored as it is, for its owner sees it again
  created_at INTEGER NOT NULL,
  created_by TEXT REFERENCES users (id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX import_addresses_by_maker ON import_addresses (created_by);

-- Reviews out of mails that nothing vouches for, until their owner decides. Of the mail itself only the sender's address is kept.
CREATE TABLE held_mails (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  platform TEXT NOT NULL CHECK (platform IN ('google', 'yelp', 'facebook', 'tripadvisor') OR platform GLOB 'other????????????????'),
  review_id TEXT NOT NULL, -- the id it would be stored under: a review waits once, however often it is sent
  review TEXT NOT NULL, -- JSON, as worker/rules/arrivals.ts reads it
  is_excerpt INTEGER NOT NULL,
  sender TEXT NOT NULL, -- as the mail states it
  created_at INTEGER NOT NULL,
  UNIQUE (business_id, platform, review_id)
) WITHOUT ROWID;
CREATE INDEX held_mails_by_age ON held_mails (created_at);

-- What was answered to a push, for a caller who doesn't know whether it got through.
CREATE TABLE idempotency_keys (
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  key TEXT NOT NULL, -- as the caller chose it
  body_hash TEXT NOT NULL, -- SHA-256 of what it came with, hex
  attempt TEXT NOT NULL, -- which request it was that stored something
  answer TEXT NOT NULL, -- JSON
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (organization_id, key)
) WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);
