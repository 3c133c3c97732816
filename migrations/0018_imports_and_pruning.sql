-- What files have brought, mails that wait for their owner's word, and what the tick needs to forget by index.

-- Reviews that files have brought to a business, for as long as they are stored: what a plan's allowance for files
-- counts. Reviews are deleted with their business alone, and so is the count.
CREATE TABLE business_imports (
  business_id TEXT PRIMARY KEY REFERENCES businesses (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  reviews_stored INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX business_imports_by_organization ON business_imports (organization_id, reviews_stored);
INSERT INTO business_imports (business_id, organization_id, reviews_stored)
  SELECT business_id, organization_id, count(*) FROM reviews WHERE source = 'file' GROUP BY business_id, organization_id;

-- Reviews out of mails that nothing vouches for. Of the mail itself only the sender's address is kept.
CREATE TABLE held_mails (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL,
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  platform TEXT NOT NULL CHECK (platform IN ('google', 'yelp', 'facebook', 'tripadvisor')),
  review_id TEXT NOT NULL, -- the id it would be stored under: a review waits once, however often it is sent
  review TEXT NOT NULL, -- JSON, as worker/rules/arrivals.ts reads it
  is_excerpt INTEGER NOT NULL,
  sender TEXT NOT NULL, -- as the mail states it
  created_at INTEGER NOT NULL,
  UNIQUE (business_id, platform, review_id)
) WITHOUT ROWID;
CREATE INDEX held_mails_by_age ON held_mails (created_at);

-- Runs are kept for 90 days (in milliseconds below). An older one that is among the last of its source is kept on, and
-- looked at again later.
ALTER TABLE scrape_runs ADD COLUMN keep_until INTEGER;
CREATE INDEX scrape_runs_by_end ON scrape_runs (coalesce(keep_until, created_at + 7776000000));

-- Events of nobody's account are kept for a shorter time.
CREATE INDEX security_events_anonymous ON security_events (created_at) WHERE user_id IS NULL;
