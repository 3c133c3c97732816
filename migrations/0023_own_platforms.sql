-- Platforms added by an organization: Trustpilot, Booking, an own form. Their id is in reviews.platform and a token of the
-- search index.
CREATE TABLE own_platforms (
  id TEXT PRIMARY KEY, -- 'other' and 16 hexadecimal digits
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL, -- lower-cased name: no two differ by case alone
  color TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (organization_id, name_key)
);
