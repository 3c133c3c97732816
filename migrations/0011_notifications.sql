-- What the members of an organization are told, what each of them has read, and how each source stands.

CREATE TABLE notifications (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, -- the order of the list; times of two machines may be out of order
  id TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE, -- null: for everyone in the organization
  business_id TEXT REFERENCES businesses (id) ON DELETE CASCADE, -- goes with what it is about
  kind TEXT NOT NULL,
  message TEXT NOT NULL,
  link TEXT NOT NULL, -- path of the screen it leads to
  dedupe_key TEXT NOT NULL, -- what it tells; nothing is told twice
  created_at INTEGER NOT NULL,
  UNIQUE (organization_id, dedupe_key)
);
CREATE INDEX notifications_by_organization ON notifications (organization_id, seq DESC);
CREATE INDEX notifications_by_business ON notifications (business_id) WHERE business_id IS NOT NULL;
CREATE INDEX notifications_by_user ON notifications (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX notifications_by_age ON notifications (created_at);

-- Up to where a member has read everything.
CREATE TABLE notification_marks (
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  read_through INTEGER NOT NULL, -- a seq
  PRIMARY KEY (organization_id, user_id)
) WITHOUT ROWID;
CREATE INDEX notification_marks_by_user ON notification_marks (user_id);

-- What a member has read beyond that, one by one.
CREATE TABLE notification_reads (
  notification_seq INTEGER NOT NULL REFERENCES notifications (seq) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  PRIMARY KEY (notification_seq, user_id)
) WITHOUT ROWID;
CREATE INDEX notification_reads_by_user ON notification_reads (user_id, organization_id);

-- How the last run of a source went, for the owner.
ALTER TABLE business_sources ADD COLUMN last_attempt_at INTEGER; -- when the last run ended that was not cancelled
ALTER TABLE business_sources ADD COLUMN last_error TEXT; -- why it failed, in a sentence; null when it succeeded
ALTER TABLE business_sources ADD COLUMN last_error_kind TEXT;
ALTER TABLE business_sources ADD COLUMN failing_since INTEGER; -- the first failure since the last success

-- The run history of a business, in its order.
CREATE INDEX scrape_runs_by_business ON scrape_runs (business_id, created_at DESC, id DESC);

-- Another listing or another source has not failed yet. A trigger, so that no code path can forget it.
CREATE TRIGGER sources_trouble_anew AFTER UPDATE OF source, listing_url ON business_sources
WHEN OLD.last_attempt_at IS NOT NULL
  AND (NEW.source IS NOT OLD.source OR NEW.listing_url IS NOT OLD.listing_url)
BEGIN
  UPDATE business_sources SET last_attempt_at = NULL, last_error = NULL, last_error_kind = NULL, failing_since = NULL
  WHERE business_id = NEW.business_id AND platform = NEW.platform;
END;
