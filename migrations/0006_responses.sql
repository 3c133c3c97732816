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
  -- If the review had a draft: its source, its wordings, and the share that was edited, 0 to 1.
  draft_source TEXT,
  template_version TEXT,
  edited_share REAL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX review_responses_by_author ON review_responses (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX review_responses_by_business ON review_responses (business_id, created_at DESC, review_id DESC);

-- State of a reply at the platform. Separate from review_responses because it outlives a deleted reply until the platform
-- has deleted it too, and so that the requests of one review are sent one at a time.
CREATE TABLE reply_posts (
  review_id INTEGER PRIMARY KEY REFERENCES reviews (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  business_id TEXT NOT NULL,
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL, -- who changed the reply last
  version INTEGER NOT NULL DEFAULT 1, -- increases with every change of the reply here
  sent_version INTEGER, -- last version the platform accepted; null: none
  sent_at INTEGER,
  is_unsure INTEGER NOT NULL DEFAULT 0, -- 1: a request was sent and its result is unknown
  state TEXT NOT NULL CHECK (state IN ('waiting', 'live', 'held', 'refused', 'failed')),
  reason TEXT, -- shown to the owner
  due_at INTEGER, -- next request or check; null: not scheduled
  attempts INTEGER NOT NULL DEFAULT 0, -- consecutive failed tries
  checks INTEGER NOT NULL DEFAULT 0, -- checks of the accepted version at the platform
  lease_until INTEGER, -- held by one consumer until then
  created_at INTEGER NOT NULL
);
CREATE INDEX reply_posts_by_author ON reply_posts (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX reply_posts_by_business ON reply_posts (business_id);
CREATE INDEX reply_posts_due ON reply_posts (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE reply_templates (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  business_id TEXT REFERENCES businesses (id) ON DELETE CASCADE, -- null: for all businesses of the organization
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX reply_templates_by_business ON reply_templates (business_id) WHERE business_id IS NOT NULL;
CREATE INDEX reply_templates_by_organization ON reply_templates (organization_id);
