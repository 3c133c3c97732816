-- Actions of owners by day: a new chef, more staff on Fridays. Findings say what has changed since (insights/actions/effect.ts).
CREATE TABLE actions (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  business_id TEXT REFERENCES businesses (id) ON DELETE CASCADE, -- null: all locations
  day TEXT NOT NULL, -- YYYY-MM-DD, chosen by the owner
  name TEXT NOT NULL,
  topic TEXT, -- what it should improve; null: the rating
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX actions_by_business ON actions (business_id) WHERE business_id IS NOT NULL;
CREATE INDEX actions_by_organization ON actions (organization_id, day);
