-- Reviews that break a platform's rules, from the report to the platform's answer. One case per review.

CREATE TABLE review_cases (
  review_id INTEGER PRIMARY KEY REFERENCES reviews (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  platform TEXT NOT NULL,
  rule TEXT NOT NULL, -- from the platform's own list (worker/rules/cases.ts)
  reason TEXT NOT NULL DEFAULT '', -- added by the owner
  alarm_id TEXT, -- suspected attack that opened it; null: a person did
  state TEXT NOT NULL CHECK (state IN ('open', 'reported', 'appealed', 'removed', 'kept', 'dropped')),
  opened_at INTEGER NOT NULL,
  reported_at INTEGER,
  appealed_at INTEGER, -- there is only one appeal
  closed_at INTEGER,
  due_at INTEGER, -- next reminder, or the end; null once it is closed
  reminders INTEGER NOT NULL DEFAULT 0, -- in its present state
  CHECK ((due_at IS NULL) = (state IN ('removed', 'kept', 'dropped')))
);
CREATE INDEX review_cases_by_business ON review_cases (business_id);
CREATE INDEX review_cases_by_organization ON review_cases (organization_id, opened_at);
CREATE INDEX review_cases_due ON review_cases (due_at) WHERE due_at IS NOT NULL;
