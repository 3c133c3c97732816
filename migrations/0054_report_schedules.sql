-- Reports that are made again and again.
CREATE TABLE report_schedules (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL, -- in whose name, and who gets the mail
  business_ids TEXT NOT NULL, -- JSON, as in reports
  settings TEXT NOT NULL, -- JSON: title, period, sections and locale
  rhythm TEXT NOT NULL, -- weekly or monthly
  state TEXT NOT NULL, -- on, stopped by a person, or why it ended
  due_at INTEGER, -- null unless it is on
  skipped_at INTEGER, -- when the last one was left out, for want of credits; null where it was made
  created_at INTEGER NOT NULL,
  UNIQUE (organization_id, settings, business_ids)
);
CREATE INDEX report_schedules_by_due ON report_schedules (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX report_schedules_by_user ON report_schedules (user_id);

-- What broke off before it was shown: the tick takes it back.
CREATE INDEX reports_undelivered ON reports (created_at) WHERE delivered_at IS NULL;
