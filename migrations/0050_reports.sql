-- Reports as they were made: what was asked for, what it was made of, and what it says. Nothing of a row is computed again.

-- What is made again and again, for the member who asked for it: with their access, and mailed to them.
CREATE TABLE report_schedules (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  every TEXT NOT NULL CHECK (every IN ('weekly', 'monthly')),
  request TEXT NOT NULL, -- JSON: what a report was asked for with
  due_at INTEGER NOT NULL, -- when the next one is made
  created_at INTEGER NOT NULL,
  UNIQUE (organization_id, user_id, request)
);
CREATE INDEX report_schedules_by_user ON report_schedules (user_id);
CREATE INDEX report_schedules_due ON report_schedules (due_at);

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
  link_hash TEXT UNIQUE, -- SHA-256 of the token that shows it without an account; null: there is no such link
  created_at INTEGER NOT NULL,
  delivered_at INTEGER, -- when it was paid for; nobody sees it before that
  UNIQUE (organization_id, basis)
);
CREATE INDEX reports_by_delivery ON reports (organization_id, id) WHERE delivered_at IS NOT NULL;
CREATE INDEX reports_by_user ON reports (user_id);
CREATE INDEX reports_unpaid ON reports (created_at) WHERE delivered_at IS NULL;
