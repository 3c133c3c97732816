-- Outbox of replies: how long they wait there, and what Undo restores.
ALTER TABLE organizations ADD COLUMN reply_delay_minutes INTEGER NOT NULL DEFAULT 0;
ALTER TABLE reply_posts ADD COLUMN sent_text TEXT; -- last text that the platform accepted

-- 1: replies of this member need approval.
ALTER TABLE organization_users ADD COLUMN suggests_only INTEGER NOT NULL DEFAULT 0;

-- Reply waiting for a member who may post it; one per review.
CREATE TABLE reply_suggestions (
  review_id INTEGER PRIMARY KEY REFERENCES reviews (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  business_id TEXT NOT NULL,
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL, -- author
  text TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('open', 'returned')),
  remark TEXT, -- by the member who returned it
  returned_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX reply_suggestions_by_author ON reply_suggestions (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX reply_suggestions_by_returner ON reply_suggestions (returned_by) WHERE returned_by IS NOT NULL;

-- Time within which a location wants its reviews answered; no row: no target.
CREATE TABLE answer_targets (
  business_id TEXT PRIMARY KEY REFERENCES businesses (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  hours INTEGER NOT NULL, -- after the review was posted
  reminded_until INTEGER NOT NULL, -- reviews posted until then were included in a reminder
  due_at INTEGER NOT NULL -- next check for targets about to be missed
);
CREATE INDEX answer_targets_by_organization ON answer_targets (organization_id);
CREATE INDEX answer_targets_due ON answer_targets (due_at);

-- Link in an alert that posts a draft without signing in. It ends with any reply to the review.
CREATE TABLE post_links (
  token_hash TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE, -- member in whose name it posts
  email TEXT NOT NULL, -- recipient
  review_id INTEGER NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
  draft_id TEXT NOT NULL, -- of reply_drafts: the one text it posts
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  ended_at INTEGER
);
CREATE INDEX post_links_by_expiry ON post_links (expires_at);
CREATE INDEX post_links_by_organization ON post_links (organization_id);
CREATE INDEX post_links_by_review ON post_links (review_id);
CREATE INDEX post_links_by_user ON post_links (user_id);
