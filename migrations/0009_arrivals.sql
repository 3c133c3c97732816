-- Reviews that arrive by file, by hand, by push and by mail. Each arrival is a run (scrape_runs.source says which).

-- A file is imported beside a collection of the same platform, in many steps. The others are done in one.
DROP INDEX scrape_runs_one_open;
CREATE UNIQUE INDEX scrape_runs_one_open ON scrape_runs (business_id, platform, source = 'file')
  WHERE status IN ('queued', 'running');

-- What came in these ways and was not seen in a platform's list yet: looked through when a list brings reviews, for those
-- that are stored under another id (worker/reviews/imported-twins.ts).
CREATE INDEX reviews_arrived ON reviews (business_id, platform) WHERE source IN ('file', 'paste', 'push', 'mail');

-- Where mails about a business's reviews are forwarded to: reviews+TOKEN@the domain.
CREATE TABLE arrival_addresses (
  business_id TEXT PRIMARY KEY REFERENCES businesses (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  token TEXT NOT NULL UNIQUE, -- 24 characters of base32; stored as it is, for its owner sees it again
  created_at INTEGER NOT NULL
) WITHOUT ROWID;

-- What was answered to a push, for a caller who does not know whether it got through.
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
