-- How replies to a business's reviews are drafted; without a row, as DEFAULT_DRAFT_STYLE says.
CREATE TABLE draft_styles (
  business_id TEXT PRIMARY KEY REFERENCES businesses (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  tone TEXT NOT NULL,
  sign_off TEXT,
  contact_line TEXT,
  remarks TEXT NOT NULL, -- JSON: what the owner wants said of topics
  updated_at INTEGER NOT NULL
);

-- The last draft of a reply to a review. It is stored before it is paid for, and nobody sees it before that.
CREATE TABLE reply_drafts (
  review_id INTEGER PRIMARY KEY REFERENCES reviews (id) ON DELETE CASCADE,
  id TEXT NOT NULL, -- the reference of its credit
  organization_id TEXT NOT NULL,
  business_id TEXT NOT NULL,
  basis TEXT NOT NULL, -- SHA-256 of what it was made from: while that is the same, so is the draft
  text TEXT NOT NULL,
  wordings TEXT NOT NULL, -- JSON: those it is made of, which the next drafts of the business avoid
  template_version TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  delivered_at INTEGER -- when it was first paid for and shown
);
CREATE INDEX reply_drafts_by_delivery ON reply_drafts (business_id, delivered_at) WHERE delivered_at IS NOT NULL;

-- Of a response whose review had a draft: where that came from, and how much of it was changed, from 0 to 1.
ALTER TABLE review_responses ADD COLUMN draft_source TEXT;
ALTER TABLE review_responses ADD COLUMN template_version TEXT;
ALTER TABLE review_responses ADD COLUMN edited_share REAL;
