-- Places that an owner compares a business with, and what each of them states in public, one row a day.

CREATE TABLE competitors (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE, -- what it is compared with
  platform TEXT NOT NULL CHECK (platform IN ('google', 'yelp', 'tripadvisor')),
  name TEXT NOT NULL,
  link TEXT NOT NULL,
  place_url TEXT NOT NULL, -- the listing that the link leads to: no place is added twice
  due_at INTEGER NOT NULL, -- when its numbers are looked up again
  failures INTEGER NOT NULL DEFAULT 0, -- in a row
  problem TEXT, -- why the last look brought no numbers, for the owner
  created_at INTEGER NOT NULL,
  UNIQUE (business_id, place_url)
);
CREATE INDEX competitors_by_organization ON competitors (organization_id);
CREATE INDEX competitors_due ON competitors (due_at);

CREATE TABLE competitor_totals (
  competitor_id TEXT NOT NULL REFERENCES competitors (id) ON DELETE CASCADE,
  day TEXT NOT NULL, -- UTC
  average REAL NOT NULL CHECK (average BETWEEN 1 AND 5),
  review_count INTEGER NOT NULL CHECK (review_count > 0),
  is_typed INTEGER NOT NULL DEFAULT 0, -- by a member; else the platform was asked
  PRIMARY KEY (competitor_id, day)
) WITHOUT ROWID;
