-- An organization's own tags for its reviews. Which reviews carry one is in reviews.label_keys (worker/reviews/labels.ts), so that
-- lists are filtered by the search index.
CREATE TABLE review_tags (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  label TEXT NOT NULL, -- in label_keys of the reviews that carry it
  name TEXT NOT NULL,
  name_key TEXT NOT NULL, -- the name in lower case: no two differ by case alone
  color TEXT NOT NULL,
  rule TEXT, -- JSON (worker/rules/tags.ts): which new reviews get it; null: none by itself
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (organization_id, name_key),
  UNIQUE (organization_id, label)
);
CREATE INDEX review_tags_with_rule ON review_tags (organization_id) WHERE rule IS NOT NULL;
