-- Reviews that arrive by file, by hand, by push and by mail. Each import is a run; scrape_runs.source is its kind.

-- Addresses for forwarding mails about a business's reviews: reviews+TOKEN@the domain.
CREATE TABLE import_addresses (
  business_id TEXT PRIMARY KEY REFERENCES businesses (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  token TEXT NOT NULL UNIQUE, -- 24 characters of base32; stored in plain text, because its owner sees it again
  created_at INTEGER NOT NULL,
  created_by TEXT REFERENCES users (id) ON DELETE CASCADE
) WITHOUT ROWID;
CREATE INDEX import_addresses_by_maker ON import_addresses (created_by);

-- Reviews from unauthenticated mails, until their owner decides. Only the sender's address is stored of the mail.
CREATE TABLE held_mails (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  platform TEXT NOT NULL CHECK (platform IN ('google', 'yelp', 'facebook', 'tripadvisor') OR platform GLOB 'other????????????????'),
  review_id TEXT NOT NULL, -- id it would be stored under, so that a review waits only once
  review TEXT NOT NULL, -- JSON (worker/rules/arrivals.ts)
  is_excerpt INTEGER NOT NULL,
  sender TEXT NOT NULL, -- as stated in the mail
  created_at INTEGER NOT NULL,
  UNIQUE (business_id, platform, review_id)
) WITHOUT ROWID;
CREATE INDEX held_mails_by_age ON held_mails (created_at);

-- Answers to pushes, for callers who don't know whether theirs got through.
CREATE TABLE idempotency_keys (
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  key TEXT NOT NULL, -- chosen by the caller
  body_hash TEXT NOT NULL, -- SHA-256 of the body, hex
  attempt TEXT NOT NULL, -- request that stored something
  answer TEXT NOT NULL, -- JSON
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (organization_id, key)
) WITHOUT ROWID;
CREATE INDEX idempotency_keys_by_expiry ON idempotency_keys (expires_at);
