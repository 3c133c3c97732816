-- Reviews that their owner settled without a reply: they need no answer (`responded`), and aren't answered.
ALTER TABLE reviews ADD COLUMN settled_at INTEGER;
CREATE INDEX reviews_settled ON reviews (organization_id, settled_at) WHERE settled_at IS NOT NULL;

-- How many of `responded` these are.
ALTER TABLE review_daily_stats ADD COLUMN settled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN removed_settled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN posted_settled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN removed_posted_settled INTEGER NOT NULL DEFAULT 0;

-- Only the days that a settled review leaves or comes to; a reply or an answer on the platform counts as what it is.
CREATE TRIGGER reviews_count_settled
AFTER UPDATE OF settled_at, responded, response_id, owner_response_text, removed_at, review_date, scraped_at, business_id ON reviews
WHEN OLD.settled_at IS NOT NULL OR NEW.settled_at IS NOT NULL
BEGIN
  INSERT INTO review_daily_stats (business_id, day, settled, removed_settled, posted_settled, removed_posted_settled)
  SELECT business_id, strftime('%Y-%m-%d', day * 86400, 'unixepoch'), sum(seen), sum(seen * removed), sum(posted),
    sum(posted * removed)
  FROM (
    SELECT OLD.business_id AS business_id, OLD.scraped_at / 86400000 AS day, -1 AS seen, 0 AS posted,
      OLD.removed_at IS NOT NULL AS removed
    WHERE OLD.settled_at IS NOT NULL AND OLD.responded AND OLD.response_id IS NULL AND OLD.owner_response_text IS NULL
    UNION ALL SELECT OLD.business_id, OLD.posted_at / 86400000, 0, -1, OLD.removed_at IS NOT NULL
    WHERE OLD.settled_at IS NOT NULL AND OLD.responded AND OLD.response_id IS NULL AND OLD.owner_response_text IS NULL
    UNION ALL SELECT NEW.business_id, NEW.scraped_at / 86400000, 1, 0, NEW.removed_at IS NOT NULL
    WHERE NEW.settled_at IS NOT NULL AND NEW.responded AND NEW.response_id IS NULL AND NEW.owner_response_text IS NULL
    UNION ALL SELECT NEW.business_id, NEW.posted_at / 86400000, 0, 1, NEW.removed_at IS NOT NULL
    WHERE NEW.settled_at IS NOT NULL AND NEW.responded AND NEW.response_id IS NULL AND NEW.owner_response_text IS NULL
  )
  GROUP BY business_id, day
  HAVING sum(seen) <> 0 OR sum(seen * removed) <> 0 OR sum(posted) <> 0 OR sum(posted * removed) <> 0
  ON CONFLICT (business_id, day) DO UPDATE SET
    settled = settled + excluded.settled, removed_settled = removed_settled + excluded.removed_settled,
    posted_settled = posted_settled + excluded.posted_settled,
    removed_posted_settled = removed_posted_settled + excluded.removed_posted_settled;
END;

CREATE TRIGGER reviews_count_settled_delete AFTER DELETE ON reviews
WHEN OLD.settled_at IS NOT NULL AND OLD.responded AND OLD.response_id IS NULL AND OLD.owner_response_text IS NULL
BEGIN
  UPDATE review_daily_stats SET settled = settled - 1, removed_settled = removed_settled - (OLD.removed_at IS NOT NULL)
  WHERE business_id = OLD.business_id AND day = strftime('%Y-%m-%d', OLD.scraped_at / 1000, 'unixepoch');
  UPDATE review_daily_stats SET posted_settled = posted_settled - 1,
    removed_posted_settled = removed_posted_settled - (OLD.removed_at IS NOT NULL)
  WHERE business_id = OLD.business_id AND day = strftime('%Y-%m-%d', OLD.posted_at / 1000, 'unixepoch');
END;
