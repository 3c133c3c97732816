CREATE TABLE review_responses (
  review_id INTEGER PRIMARY KEY REFERENCES reviews (id) ON DELETE CASCADE,
  id TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL,
  business_id TEXT NOT NULL,
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  response_text TEXT NOT NULL,
  is_published INTEGER NOT NULL DEFAULT 1,
  platform_response_id TEXT,
  posted_to_platform INTEGER NOT NULL DEFAULT 0,
  posted_at INTEGER,
  edited_at INTEGER,
  -- Of a response whose review had a draft: what made that, from which wordings, and how much of it was changed, 0 to 1.
  draft_source TEXT,
  template_version TEXT,
  edited_share REAL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX review_responses_by_author ON review_responses (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX review_responses_by_business ON review_responses (business_id, created_at DESC, review_id DESC);

-- What becomes of a reply at the platform. Apart from review_responses, because it outlives a reply that was deleted here until
-- the platform has deleted it too, and so that one review's requests go out one after the other.
CREATE TABLE reply_posts (
  review_id INTEGER PRIMARY KEY REFERENCES reviews (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  business_id TEXT NOT NULL,
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL, -- who changed the reply last
  version INTEGER NOT NULL DEFAULT 1, -- grows with every change of the reply here
  sent_version INTEGER, -- the last one the platform took; null: none
  sent_at INTEGER, -- when it did
  is_unsure INTEGER NOT NULL DEFAULT 0, -- one was sent, and what came of it is not known yet
  state TEXT NOT NULL CHECK (state IN ('waiting', 'live', 'held', 'refused', 'failed')),
  reason TEXT, -- for the owner to read
  due_at INTEGER, -- when it is next sent or asked about; null: never by itself
  attempts INTEGER NOT NULL DEFAULT 0, -- failed tries in a row
  checks INTEGER NOT NULL DEFAULT 0, -- how often the platform was asked about the version it took
  lease_until INTEGER, -- held by one consumer until then
  created_at INTEGER NOT NULL
);
CREATE INDEX reply_posts_by_author ON reply_posts (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX reply_posts_by_business ON reply_posts (business_id);
CREATE INDEX reply_posts_due ON reply_posts (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE reply_templates (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  business_id TEXT REFERENCES businesses (id) ON DELETE CASCADE, -- null: for all of the organization's
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX reply_templates_by_business ON reply_templates (business_id) WHERE business_id IS NOT NULL;
CREATE INDEX reply_templates_by_organization ON reply_templates (organization_id);
