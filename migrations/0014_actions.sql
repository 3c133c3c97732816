-- What owners did, on which day: a new chef, more staff on Fridays. Findings say what changed since (insights/actions/effect.ts).
CREATE TABLE actions (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  business_id TEXT REFERENCES businesses (id) ON DELETE CASCADE, -- null: at all locations
  day TEXT NOT NULL, -- YYYY-MM-DD, as the owner chose it
  name TEXT NOT NULL,
  topic TEXT, -- what it is to improve; null: the rating
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX actions_by_business ON actions (business_id) WHERE business_id IS NOT NULL;
CREATE INDEX actions_by_organization ON actions (organization_id, day);
