-- Widgets with reviews for the owner's own site.

CREATE TABLE widgets (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  handle TEXT NOT NULL UNIQUE, -- in its public addresses
  layout TEXT NOT NULL CHECK (layout IN ('list', 'carousel', 'badge')),
  theme TEXT NOT NULL CHECK (theme IN ('light', 'dark', 'auto')),
  language TEXT NOT NULL,
  max_reviews INTEGER NOT NULL,
  min_stars INTEGER NOT NULL CHECK (min_stars IN (1, 4)),
  with_text INTEGER NOT NULL, -- 1: only reviews with a text
  sites TEXT NOT NULL, -- JSON: origins of the pages that may show it
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX widgets_by_business ON widgets (business_id);
CREATE INDEX widgets_by_organization ON widgets (organization_id, created_at, id);
