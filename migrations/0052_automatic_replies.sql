-- Who has allowed replies to a business's reviews to be sent without a person, and since when; null: nobody.
ALTER TABLE draft_styles ADD COLUMN automatic_by TEXT REFERENCES users (id) ON DELETE SET NULL;
ALTER TABLE draft_styles ADD COLUMN automatic_since INTEGER;
CREATE INDEX draft_styles_automatic ON draft_styles (automatic_by) WHERE automatic_by IS NOT NULL;

-- New reviews that may be answered so. The tick takes them one by one, and deletes what it has done.
CREATE TABLE automatic_replies (
  review_id INTEGER PRIMARY KEY REFERENCES reviews (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  business_id TEXT NOT NULL,
  due_at INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX automatic_replies_by_due ON automatic_replies (due_at);

-- What was written earlier is left alone, also when it is seen for the first time.
CREATE TRIGGER automatic_replies_begin AFTER UPDATE OF last ON review_ids
WHEN EXISTS (SELECT 1 FROM draft_styles WHERE automatic_by IS NOT NULL) BEGIN
  INSERT OR IGNORE INTO automatic_replies (review_id, organization_id, business_id)
  SELECT reviews.id, reviews.organization_id, reviews.business_id
  FROM reviews JOIN draft_styles AS style ON style.business_id = reviews.business_id
  WHERE reviews.id > OLD.last AND reviews.id <= NEW.last AND NOT reviews.responded
    AND style.automatic_by IS NOT NULL AND reviews.posted_at >= style.automatic_since;
END;
