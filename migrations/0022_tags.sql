-- An organization's own tags for its reviews. reviews.label_keys (worker/reviews/labels.ts) says which reviews have one, so
-- that lists can filter by the search index.
CREATE TABLE review_tags (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  label TEXT NOT NULL, -- in label_keys of tagged reviews
  name TEXT NOT NULL,
  name_key TEXT NOT NULL, -- lower-cased name: no two differ by case alone
  color TEXT NOT NULL,
  rule TEXT, -- JSON (worker/rules/tags.ts): new reviews that get it; null: none
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (organization_id, name_key),
  UNIQUE (organization_id, label)
);
CREATE INDEX review_tags_with_rule ON review_tags (organization_id) WHERE rule IS NOT NULL;
