-- Lists in the order in which reviews were posted, and statistics of the day on which they were.

-- Each rule once, for the triggers and indexes below.
-- Posted; first seen where the platform gives no date, and never later than that.
ALTER TABLE reviews ADD COLUMN posted_at INTEGER
  GENERATED ALWAYS AS (max(0, min(coalesce(review_date, scraped_at), scraped_at))) VIRTUAL;
-- The place in posted order, to the second (32 bits, until 2106), then by id (31 bits). Above 2^53: it stays in SQL.
ALTER TABLE reviews ADD COLUMN position INTEGER GENERATED ALWAYS AS ((posted_at / 1000 << 31) + id) VIRTUAL;
ALTER TABLE reviews ADD COLUMN seen_day TEXT
  GENERATED ALWAYS AS (strftime('%Y-%m-%d', scraped_at / 1000, 'unixepoch')) VIRTUAL;
ALTER TABLE reviews ADD COLUMN posted_day TEXT
  GENERATED ALWAYS AS (strftime('%Y-%m-%d', posted_at / 1000, 'unixepoch')) VIRTUAL;
-- What lists are filtered by, one token each: organization, business, platform, whole stars, sentiment, status, no longer
-- shown, month and day of first seen. Each carries the organization, so that a filter reads no other tenant's entries.
ALTER TABLE reviews ADD COLUMN search_keys TEXT GENERATED ALWAYS AS (
  'o' || replace(organization_id, '-', '')
  || ' b' || replace(organization_id || business_id, '-', '')
  || ' p' || replace(organization_id, '-', '') || platform
  || ' r' || replace(organization_id, '-', '') || CAST(rating AS INTEGER)
  || ' s' || replace(organization_id, '-', '')
    || CASE WHEN rating >= 4 THEN 'positive' WHEN rating >= 3 THEN 'neutral' ELSE 'negative' END
  || ' u' || replace(organization_id, '-', '') || CASE WHEN responded THEN 'responded' ELSE 'pending' END
  || CASE WHEN removed_at IS NULL THEN '' ELSE ' v' || replace(organization_id, '-', '') || 'removed' END
  || ' m' || replace(organization_id, '-', '') || strftime('%Y%m', scraped_at / 1000, 'unixepoch')
  || ' d' || replace(organization_id, '-', '') || strftime('%Y%m%d', scraped_at / 1000, 'unixepoch')
) VIRTUAL;

-- The order of first seen. What came together keeps its posted order, newest first.
DROP INDEX reviews_by_organization;
DROP INDEX reviews_by_business;
CREATE INDEX reviews_by_organization ON reviews (organization_id, scraped_at DESC, position DESC);
CREATE INDEX reviews_by_business ON reviews (business_id, scraped_at DESC, position DESC);

-- Ids are given one after the other and never again, also when the newest reviews are deleted: a reply that waits in a
-- browser must not meet another review. Above the last one lies what the batch at work has stored.
CREATE TABLE review_ids (last INTEGER NOT NULL);
INSERT INTO review_ids (last) SELECT coalesce(max(id), 0) FROM reviews;

-- Reviews are stored in the batch that moves their run on; with it their ids are given for good.
CREATE TRIGGER runs_give_review_ids AFTER UPDATE OF page ON scrape_runs BEGIN
  UPDATE review_ids SET last = (SELECT max(id) FROM reviews) WHERE last < (SELECT max(id) FROM reviews);
END;

CREATE TRIGGER reviews_new_id AFTER INSERT ON reviews WHEN NEW.id <= (SELECT last FROM review_ids) BEGIN
  SELECT RAISE(ABORT, 'a review needs an id that was never given');
END;

-- The search index holds its entries by position, so that its own order is that of the lists.
DROP TRIGGER reviews_search_insert;
DROP TRIGGER reviews_search_delete;
DROP TRIGGER reviews_search_change;
DROP TABLE review_search;
CREATE VIRTUAL TABLE review_search USING fts5 (
  keys, review_text, author_name,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);
INSERT INTO review_search (rowid, keys, review_text, author_name)
SELECT position, search_keys, review_text, author_name FROM reviews ORDER BY position;

CREATE TRIGGER reviews_search_insert AFTER INSERT ON reviews BEGIN
  INSERT INTO review_search (rowid, keys, review_text, author_name)
  VALUES (NEW.position, NEW.search_keys, NEW.review_text, NEW.author_name);
END;

CREATE TRIGGER reviews_search_delete AFTER DELETE ON reviews BEGIN
  DELETE FROM review_search WHERE rowid = OLD.position;
END;

CREATE TRIGGER reviews_search_change AFTER UPDATE OF rating, responded, removed_at, review_text, author_name, review_date,
  scraped_at, business_id, platform ON reviews
WHEN NEW.position IS NOT OLD.position OR NEW.search_keys IS NOT OLD.search_keys
  OR NEW.review_text IS NOT OLD.review_text OR NEW.author_name IS NOT OLD.author_name
BEGIN
  DELETE FROM review_search WHERE rowid = OLD.position;
  INSERT INTO review_search (rowid, keys, review_text, author_name)
  VALUES (NEW.position, NEW.search_keys, NEW.review_text, NEW.author_name);
END;

-- Beside what was first seen on a day, what was posted on it: one row holds both, so reading both costs no more.
ALTER TABLE review_daily_stats ADD COLUMN posted_review_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN posted_rating_sum REAL NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN posted_positive INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN posted_neutral INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN posted_negative INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN posted_responded INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN removed_posted_review_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN removed_posted_rating_sum REAL NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN removed_posted_positive INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN removed_posted_neutral INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN removed_posted_negative INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN removed_posted_responded INTEGER NOT NULL DEFAULT 0;

INSERT INTO review_daily_stats (business_id, day,
  posted_review_count, posted_rating_sum, posted_positive, posted_neutral, posted_negative, posted_responded,
  removed_posted_review_count, removed_posted_rating_sum, removed_posted_positive, removed_posted_neutral,
  removed_posted_negative, removed_posted_responded)
SELECT business_id, posted_day,
  count(*), sum(rating), sum(rating >= 4), sum(rating >= 3 AND rating < 4), sum(rating < 3), sum(responded),
  count(*) FILTER (WHERE removed_at IS NOT NULL), coalesce(sum(rating) FILTER (WHERE removed_at IS NOT NULL), 0),
  coalesce(sum(rating >= 4) FILTER (WHERE removed_at IS NOT NULL), 0),
  coalesce(sum(rating >= 3 AND rating < 4) FILTER (WHERE removed_at IS NOT NULL), 0),
  coalesce(sum(rating < 3) FILTER (WHERE removed_at IS NOT NULL), 0),
  coalesce(sum(responded) FILTER (WHERE removed_at IS NOT NULL), 0)
FROM reviews GROUP BY business_id, posted_day
ON CONFLICT (business_id, day) DO UPDATE SET
  posted_review_count = excluded.posted_review_count, posted_rating_sum = excluded.posted_rating_sum,
  posted_positive = excluded.posted_positive, posted_neutral = excluded.posted_neutral,
  posted_negative = excluded.posted_negative, posted_responded = excluded.posted_responded,
  removed_posted_review_count = excluded.removed_posted_review_count,
  removed_posted_rating_sum = excluded.removed_posted_rating_sum,
  removed_posted_positive = excluded.removed_posted_positive,
  removed_posted_neutral = excluded.removed_posted_neutral,
  removed_posted_negative = excluded.removed_posted_negative,
  removed_posted_responded = excluded.removed_posted_responded;

DROP TRIGGER reviews_count_insert;
DROP TRIGGER reviews_count_delete;
DROP TRIGGER reviews_count_change;
DROP TRIGGER reviews_count_move;
DROP TRIGGER reviews_count_removed_insert;
DROP TRIGGER reviews_count_removed_delete;
DROP TRIGGER reviews_count_removed_change;

-- New reviews are counted together, when their ids are given: twenty that were first seen on one day are one written row.
CREATE TRIGGER review_ids_count AFTER UPDATE OF last ON review_ids BEGIN
  INSERT INTO review_daily_stats (business_id, day,
    review_count, rating_sum, positive, neutral, negative, responded, google, yelp, facebook, tripadvisor,
    posted_review_count, posted_rating_sum, posted_positive, posted_neutral, posted_negative, posted_responded,
    removed_review_count, removed_rating_sum, removed_positive, removed_neutral, removed_negative,
    removed_responded, removed_google, removed_yelp, removed_facebook, removed_tripadvisor,
    removed_posted_review_count, removed_posted_rating_sum, removed_posted_positive, removed_posted_neutral,
    removed_posted_negative, removed_posted_responded)
  SELECT business_id, day,
    sum(seen), sum(seen * rating), sum(seen * (rating >= 4)), sum(seen * (rating >= 3 AND rating < 4)),
    sum(seen * (rating < 3)), sum(seen * responded), sum(seen * (platform = 'google')),
    sum(seen * (platform = 'yelp')), sum(seen * (platform = 'facebook')), sum(seen * (platform = 'tripadvisor')),
    sum(posted), sum(posted * rating), sum(posted * (rating >= 4)), sum(posted * (rating >= 3 AND rating < 4)),
    sum(posted * (rating < 3)), sum(posted * responded), sum(seen * removed), sum(seen * removed * rating),
    sum(seen * removed * (rating >= 4)), sum(seen * removed * (rating >= 3 AND rating < 4)),
    sum(seen * removed * (rating < 3)), sum(seen * removed * responded),
    sum(seen * removed * (platform = 'google')), sum(seen * removed * (platform = 'yelp')),
    sum(seen * removed * (platform = 'facebook')), sum(seen * removed * (platform = 'tripadvisor')),
    sum(posted * removed), sum(posted * removed * rating), sum(posted * removed * (rating >= 4)),
    sum(posted * removed * (rating >= 3 AND rating < 4)), sum(posted * removed * (rating < 3)),
    sum(posted * removed * responded)
  FROM (
    SELECT business_id, seen_day AS day, 1 AS seen, 0 AS posted, rating, responded, removed_at IS NOT NULL AS removed,
      platform
    FROM reviews WHERE id > OLD.last AND id <= NEW.last
    UNION ALL SELECT business_id, posted_day, 0, 1, rating, responded, removed_at IS NOT NULL, platform
    FROM reviews WHERE id > OLD.last AND id <= NEW.last
  )
  GROUP BY business_id, day
  ON CONFLICT (business_id, day) DO UPDATE SET
    review_count = review_count + excluded.review_count, rating_sum = rating_sum + excluded.rating_sum,
    positive = positive + excluded.positive, neutral = neutral + excluded.neutral,
    negative = negative + excluded.negative, responded = responded + excluded.responded,
    google = google + excluded.google, yelp = yelp + excluded.yelp, facebook = facebook + excluded.facebook,
    tripadvisor = tripadvisor + excluded.tripadvisor,
    posted_review_count = posted_review_count + excluded.posted_review_count,
    posted_rating_sum = posted_rating_sum + excluded.posted_rating_sum,
    posted_positive = posted_positive + excluded.posted_positive,
    posted_neutral = posted_neutral + excluded.posted_neutral,
    posted_negative = posted_negative + excluded.posted_negative,
    posted_responded = posted_responded + excluded.posted_responded,
    removed_review_count = removed_review_count + excluded.removed_review_count,
    removed_rating_sum = removed_rating_sum + excluded.removed_rating_sum,
    removed_positive = removed_positive + excluded.removed_positive,
    removed_neutral = removed_neutral + excluded.removed_neutral,
    removed_negative = removed_negative + excluded.removed_negative,
    removed_responded = removed_responded + excluded.removed_responded,
    removed_google = removed_google + excluded.removed_google, removed_yelp = removed_yelp + excluded.removed_yelp,
    removed_facebook = removed_facebook + excluded.removed_facebook,
    removed_tripadvisor = removed_tripadvisor + excluded.removed_tripadvisor,
    removed_posted_review_count = removed_posted_review_count + excluded.removed_posted_review_count,
    removed_posted_rating_sum = removed_posted_rating_sum + excluded.removed_posted_rating_sum,
    removed_posted_positive = removed_posted_positive + excluded.removed_posted_positive,
    removed_posted_neutral = removed_posted_neutral + excluded.removed_posted_neutral,
    removed_posted_negative = removed_posted_negative + excluded.removed_posted_negative,
    removed_posted_responded = removed_posted_responded + excluded.removed_posted_responded;
END;

-- From then on each change counts by itself: taken off as it was, put back as it is, each day written once.
CREATE TRIGGER reviews_count_change
AFTER UPDATE OF rating, responded, removed_at, review_date, scraped_at, business_id, platform ON reviews
WHEN OLD.id <= (SELECT last FROM review_ids)
  AND (NEW.rating IS NOT OLD.rating OR NEW.responded IS NOT OLD.responded
    OR (NEW.removed_at IS NULL) IS NOT (OLD.removed_at IS NULL)
    OR NEW.seen_day IS NOT OLD.seen_day OR NEW.posted_day IS NOT OLD.posted_day
    OR NEW.business_id IS NOT OLD.business_id OR NEW.platform IS NOT OLD.platform)
BEGIN
  INSERT INTO review_daily_stats (business_id, day,
    review_count, rating_sum, positive, neutral, negative, responded, google, yelp, facebook, tripadvisor,
    posted_review_count, posted_rating_sum, posted_positive, posted_neutral, posted_negative, posted_responded,
    removed_review_count, removed_rating_sum, removed_positive, removed_neutral, removed_negative,
    removed_responded, removed_google, removed_yelp, removed_facebook, removed_tripadvisor,
    removed_posted_review_count, removed_posted_rating_sum, removed_posted_positive, removed_posted_neutral,
    removed_posted_negative, removed_posted_responded)
  SELECT business_id, day,
    sum(seen), sum(seen * rating), sum(seen * (rating >= 4)), sum(seen * (rating >= 3 AND rating < 4)),
    sum(seen * (rating < 3)), sum(seen * responded), sum(seen * (platform = 'google')),
    sum(seen * (platform = 'yelp')), sum(seen * (platform = 'facebook')), sum(seen * (platform = 'tripadvisor')),
    sum(posted), sum(posted * rating), sum(posted * (rating >= 4)), sum(posted * (rating >= 3 AND rating < 4)),
    sum(posted * (rating < 3)), sum(posted * responded), sum(seen * removed), sum(seen * removed * rating),
    sum(seen * removed * (rating >= 4)), sum(seen * removed * (rating >= 3 AND rating < 4)),
    sum(seen * removed * (rating < 3)), sum(seen * removed * responded),
    sum(seen * removed * (platform = 'google')), sum(seen * removed * (platform = 'yelp')),
    sum(seen * removed * (platform = 'facebook')), sum(seen * removed * (platform = 'tripadvisor')),
    sum(posted * removed), sum(posted * removed * rating), sum(posted * removed * (rating >= 4)),
    sum(posted * removed * (rating >= 3 AND rating < 4)), sum(posted * removed * (rating < 3)),
    sum(posted * removed * responded)
  FROM (
    SELECT OLD.business_id AS business_id, OLD.seen_day AS day, -1 AS seen, 0 AS posted, OLD.rating AS rating,
      OLD.responded AS responded, OLD.removed_at IS NOT NULL AS removed, OLD.platform AS platform
    UNION ALL SELECT OLD.business_id, OLD.posted_day, 0, -1, OLD.rating, OLD.responded, OLD.removed_at IS NOT NULL,
      OLD.platform
    UNION ALL SELECT NEW.business_id, NEW.seen_day, 1, 0, NEW.rating, NEW.responded, NEW.removed_at IS NOT NULL,
      NEW.platform
    UNION ALL SELECT NEW.business_id, NEW.posted_day, 0, 1, NEW.rating, NEW.responded, NEW.removed_at IS NOT NULL,
      NEW.platform
  )
  GROUP BY business_id, day
  ON CONFLICT (business_id, day) DO UPDATE SET
    review_count = review_count + excluded.review_count, rating_sum = rating_sum + excluded.rating_sum,
    positive = positive + excluded.positive, neutral = neutral + excluded.neutral,
    negative = negative + excluded.negative, responded = responded + excluded.responded,
    google = google + excluded.google, yelp = yelp + excluded.yelp, facebook = facebook + excluded.facebook,
    tripadvisor = tripadvisor + excluded.tripadvisor,
    posted_review_count = posted_review_count + excluded.posted_review_count,
    posted_rating_sum = posted_rating_sum + excluded.posted_rating_sum,
    posted_positive = posted_positive + excluded.posted_positive,
    posted_neutral = posted_neutral + excluded.posted_neutral,
    posted_negative = posted_negative + excluded.posted_negative,
    posted_responded = posted_responded + excluded.posted_responded,
    removed_review_count = removed_review_count + excluded.removed_review_count,
    removed_rating_sum = removed_rating_sum + excluded.removed_rating_sum,
    removed_positive = removed_positive + excluded.removed_positive,
    removed_neutral = removed_neutral + excluded.removed_neutral,
    removed_negative = removed_negative + excluded.removed_negative,
    removed_responded = removed_responded + excluded.removed_responded,
    removed_google = removed_google + excluded.removed_google, removed_yelp = removed_yelp + excluded.removed_yelp,
    removed_facebook = removed_facebook + excluded.removed_facebook,
    removed_tripadvisor = removed_tripadvisor + excluded.removed_tripadvisor,
    removed_posted_review_count = removed_posted_review_count + excluded.removed_posted_review_count,
    removed_posted_rating_sum = removed_posted_rating_sum + excluded.removed_posted_rating_sum,
    removed_posted_positive = removed_posted_positive + excluded.removed_posted_positive,
    removed_posted_neutral = removed_posted_neutral + excluded.removed_posted_neutral,
    removed_posted_negative = removed_posted_negative + excluded.removed_posted_negative,
    removed_posted_responded = removed_posted_responded + excluded.removed_posted_responded;
END;

CREATE TRIGGER reviews_count_delete AFTER DELETE ON reviews
WHEN OLD.id <= (SELECT last FROM review_ids)
BEGIN
  UPDATE review_daily_stats SET
    review_count = review_count - (day = OLD.seen_day), rating_sum = rating_sum - (day = OLD.seen_day) * OLD.rating,
    positive = positive - (day = OLD.seen_day) * (OLD.rating >= 4),
    neutral = neutral - (day = OLD.seen_day) * (OLD.rating >= 3 AND OLD.rating < 4),
    negative = negative - (day = OLD.seen_day) * (OLD.rating < 3),
    responded = responded - (day = OLD.seen_day) * OLD.responded,
    google = google - (day = OLD.seen_day) * (OLD.platform = 'google'),
    yelp = yelp - (day = OLD.seen_day) * (OLD.platform = 'yelp'),
    facebook = facebook - (day = OLD.seen_day) * (OLD.platform = 'facebook'),
    tripadvisor = tripadvisor - (day = OLD.seen_day) * (OLD.platform = 'tripadvisor'),
    posted_review_count = posted_review_count - (day = OLD.posted_day),
    posted_rating_sum = posted_rating_sum - (day = OLD.posted_day) * OLD.rating,
    posted_positive = posted_positive - (day = OLD.posted_day) * (OLD.rating >= 4),
    posted_neutral = posted_neutral - (day = OLD.posted_day) * (OLD.rating >= 3 AND OLD.rating < 4),
    posted_negative = posted_negative - (day = OLD.posted_day) * (OLD.rating < 3),
    posted_responded = posted_responded - (day = OLD.posted_day) * OLD.responded
  WHERE business_id = OLD.business_id AND day IN (OLD.seen_day, OLD.posted_day);
END;

-- Only for what is no longer shown, so that deleting what is shown costs no more.
CREATE TRIGGER reviews_count_removed_delete AFTER DELETE ON reviews
WHEN OLD.id <= (SELECT last FROM review_ids) AND OLD.removed_at IS NOT NULL
BEGIN
  UPDATE review_daily_stats SET
    removed_review_count = removed_review_count - (day = OLD.seen_day),
    removed_rating_sum = removed_rating_sum - (day = OLD.seen_day) * OLD.rating,
    removed_positive = removed_positive - (day = OLD.seen_day) * (OLD.rating >= 4),
    removed_neutral = removed_neutral - (day = OLD.seen_day) * (OLD.rating >= 3 AND OLD.rating < 4),
    removed_negative = removed_negative - (day = OLD.seen_day) * (OLD.rating < 3),
    removed_responded = removed_responded - (day = OLD.seen_day) * OLD.responded,
    removed_google = removed_google - (day = OLD.seen_day) * (OLD.platform = 'google'),
    removed_yelp = removed_yelp - (day = OLD.seen_day) * (OLD.platform = 'yelp'),
    removed_facebook = removed_facebook - (day = OLD.seen_day) * (OLD.platform = 'facebook'),
    removed_tripadvisor = removed_tripadvisor - (day = OLD.seen_day) * (OLD.platform = 'tripadvisor'),
    removed_posted_review_count = removed_posted_review_count - (day = OLD.posted_day),
    removed_posted_rating_sum = removed_posted_rating_sum - (day = OLD.posted_day) * OLD.rating,
    removed_posted_positive = removed_posted_positive - (day = OLD.posted_day) * (OLD.rating >= 4),
    removed_posted_neutral = removed_posted_neutral - (day = OLD.posted_day) * (OLD.rating >= 3 AND OLD.rating < 4),
    removed_posted_negative = removed_posted_negative - (day = OLD.posted_day) * (OLD.rating < 3),
    removed_posted_responded = removed_posted_responded - (day = OLD.posted_day) * OLD.responded
  WHERE business_id = OLD.business_id AND day IN (OLD.seen_day, OLD.posted_day);
END;
