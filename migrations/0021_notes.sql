-- Notes of members on a review, for their colleagues. Guests and platforms never see them.
CREATE TABLE review_notes (
  id TEXT PRIMARY KEY,
  review_id INTEGER NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  business_id TEXT NOT NULL,
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL, -- author; also null if the note came with an archive
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  edited_at INTEGER
);
CREATE INDEX review_notes_by_author ON review_notes (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX review_notes_by_review ON review_notes (review_id, created_at);
