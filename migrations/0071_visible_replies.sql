-- Replies that are stored here and not on their platform yet: `unposted` is what the list under `reply=unposted` has, `hidden` the part
-- of `responded` that no guest can see, because the platform shows no answer of the owner's either.
ALTER TABLE review_daily_stats ADD COLUMN unposted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN removed_unposted INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN hidden INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN removed_hidden INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN posted_hidden INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN removed_posted_hidden INTEGER NOT NULL DEFAULT 0;

-- WHERE true: without it SQLite takes ON CONFLICT for a join's.
INSERT INTO review_daily_stats (business_id, day, unposted, removed_unposted, hidden, removed_hidden, posted_hidden,
  removed_posted_hidden)
SELECT business_id, strftime('%Y-%m-%d', day * 86400, 'unixepoch'), sum(unposted), sum(unposted * removed), sum(hidden),
  sum(hidden * removed), sum(posted), sum(posted * removed)
FROM (
  SELECT business_id, scraped_at / 86400000 AS day, 1 AS unposted, responded AND owner_response_text IS NULL AS hidden,
    0 AS posted, removed_at IS NOT NULL AS removed
  FROM reviews WHERE response_id IS NOT NULL AND NOT response_posted
  UNION ALL SELECT business_id, posted_at / 86400000, 0, 0, responded AND owner_response_text IS NULL, removed_at IS NOT NULL
  FROM reviews WHERE response_id IS NOT NULL AND NOT response_posted
)
WHERE true
GROUP BY business_id, day
ON CONFLICT (business_id, day) DO UPDATE SET unposted = excluded.unposted, removed_unposted = excluded.removed_unposted,
  hidden = excluded.hidden, removed_hidden = excluded.removed_hidden, posted_hidden = excluded.posted_hidden,
  removed_posted_hidden = excluded.removed_posted_hidden;

-- Only the days that a review with such a reply leaves or comes to.
CREATE TRIGGER reviews_count_unposted
AFTER UPDATE OF response_id, response_posted, owner_response_text, responded, removed_at, review_date, scraped_at, business_id
ON reviews
WHEN (OLD.response_id IS NOT NULL AND NOT OLD.response_posted) OR (NEW.response_id IS NOT NULL AND NOT NEW.response_posted)
BEGIN
  INSERT INTO review_daily_stats (business_id, day, unposted, removed_unposted, hidden, removed_hidden, posted_hidden,
    removed_posted_hidden)
  SELECT business_id, strftime('%Y-%m-%d', day * 86400, 'unixepoch'), sum(unposted), sum(unposted * removed), sum(hidden),
    sum(hidden * removed), sum(posted), sum(posted * removed)
  FROM (
    SELECT OLD.business_id AS business_id, OLD.scraped_at / 86400000 AS day, -1 AS unposted,
      -(OLD.responded AND OLD.owner_response_text IS NULL) AS hidden, 0 AS posted, OLD.removed_at IS NOT NULL AS removed
    WHERE OLD.response_id IS NOT NULL AND NOT OLD.response_posted
    UNION ALL SELECT OLD.business_id, OLD.posted_at / 86400000, 0, 0, -(OLD.responded AND OLD.owner_response_text IS NULL),
      OLD.removed_at IS NOT NULL
    WHERE OLD.response_id IS NOT NULL AND NOT OLD.response_posted
    UNION ALL SELECT NEW.business_id, NEW.scraped_at / 86400000, 1, NEW.responded AND NEW.owner_response_text IS NULL, 0,
      NEW.removed_at IS NOT NULL
    WHERE NEW.response_id IS NOT NULL AND NOT NEW.response_posted
    UNION ALL SELECT NEW.business_id, NEW.posted_at / 86400000, 0, 0, NEW.responded AND NEW.owner_response_text IS NULL,
      NEW.removed_at IS NOT NULL
    WHERE NEW.response_id IS NOT NULL AND NOT NEW.response_posted
  )
  GROUP BY business_id, day
  HAVING sum(unposted) <> 0 OR sum(unposted * removed) <> 0 OR sum(hidden) <> 0 OR sum(hidden * removed) <> 0
    OR sum(posted) <> 0 OR sum(posted * removed) <> 0
  ON CONFLICT (business_id, day) DO UPDATE SET
    unposted = unposted + excluded.unposted, removed_unposted = removed_unposted + excluded.removed_unposted,
    hidden = hidden + excluded.hidden, removed_hidden = removed_hidden + excluded.removed_hidden,
    posted_hidden = posted_hidden + excluded.posted_hidden,
    removed_posted_hidden = removed_posted_hidden + excluded.removed_posted_hidden;
END;

CREATE TRIGGER reviews_count_unposted_delete AFTER DELETE ON reviews
WHEN OLD.response_id IS NOT NULL AND NOT OLD.response_posted
BEGIN
  UPDATE review_daily_stats SET unposted = unposted - 1, removed_unposted = removed_unposted - (OLD.removed_at IS NOT NULL),
    hidden = hidden - (OLD.responded AND OLD.owner_response_text IS NULL),
    removed_hidden = removed_hidden - (OLD.responded AND OLD.owner_response_text IS NULL AND OLD.removed_at IS NOT NULL)
  WHERE business_id = OLD.business_id AND day = strftime('%Y-%m-%d', OLD.scraped_at / 1000, 'unixepoch');
  UPDATE review_daily_stats SET
    posted_hidden = posted_hidden - (OLD.responded AND OLD.owner_response_text IS NULL),
    removed_posted_hidden =
      removed_posted_hidden - (OLD.responded AND OLD.owner_response_text IS NULL AND OLD.removed_at IS NOT NULL)
  WHERE business_id = OLD.business_id AND day = strftime('%Y-%m-%d', OLD.posted_at / 1000, 'unixepoch');
END;
