-- What owners of a business should know, found when its reviews have been read and once a day (insights/findings/stored.ts).
-- The Dashboard reads these rows instead of counting.
CREATE TABLE insight_findings (
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  due_at INTEGER NOT NULL DEFAULT 0,
  findings TEXT NOT NULL DEFAULT '[]', -- JSON: all of them, most important first
  top TEXT NOT NULL DEFAULT '[]', -- JSON: those for the Dashboard, without their methods and bridges
  PRIMARY KEY (organization_id, business_id)
) WITHOUT ROWID;
CREATE INDEX insight_findings_by_due ON insight_findings (due_at);
CREATE UNIQUE INDEX insight_findings_by_business ON insight_findings (business_id);
INSERT INTO insight_findings (business_id, organization_id)
SELECT business_id, organization_id FROM alarm_checks;
