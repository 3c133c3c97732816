-- Reports as they were made: what was asked for, what it was made of, and what it says. Nothing of a row is computed again.

CREATE TABLE reports (
  id TEXT PRIMARY KEY, -- the reference of its credits, too
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL, -- who asked for it
  basis TEXT NOT NULL, -- SHA-256 of all that follows: the same report, asked for again, is the same row
  business_ids TEXT NOT NULL, -- JSON: those it tells of; who may not see one of them doesn't see the report
  settings TEXT NOT NULL, -- JSON: what was chosen, and the days and names that followed from it
  method TEXT NOT NULL, -- versions of what made it
  review_count INTEGER NOT NULL,
  input_hash TEXT NOT NULL, -- SHA-256 of the counts it was made of
  sections TEXT NOT NULL, -- JSON: what it says
  created_at INTEGER NOT NULL,
  delivered_at INTEGER, -- when it was paid for; nobody sees it before that
  UNIQUE (organization_id, basis)
);
CREATE INDEX reports_by_delivery ON reports (organization_id, id) WHERE delivered_at IS NOT NULL;
CREATE INDEX reports_by_user ON reports (user_id);
