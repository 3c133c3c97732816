-- A new review costs less to store. The database computes every generated column for each new row: days and search keys are
-- made where they are used instead, the keys by one trigger a new review, the days once a group of reviews.

DROP TRIGGER reviews_new_id;
DROP TRIGGER reviews_search_insert;
DROP TRIGGER reviews_search_change;
DROP TRIGGER review_ids_count;
DROP TRIGGER reviews_count_change;
DROP TRIGGER reviews_count_delete;
DROP TRIGGER reviews_count_removed_delete;
ALTER TABLE reviews DROP COLUMN seen_day;
ALTER TABLE reviews DROP COLUMN posted_day;
ALTER TABLE reviews DROP COLUMN search_keys;

-- The entry of the search index: what lists are filtered by, one token each with the organization in place of `~` (see
-- 0017), then the texts. The id of a review that is stored by hand is checked where it is given (0025).
CREATE TRIGGER reviews_stored AFTER INSERT ON reviews BEGIN
  SELECT RAISE(ABORT, 'a review needs an id that was never given')
  WHERE NEW.source <> 'import' AND NEW.id <= (SELECT last FROM review_ids);
  INSERT INTO review_search (rowid, keys, review_text, author_name)
  VALUES (NEW.position,
    replace('o~ b~' || replace(NEW.business_id, '-', '') || ' p~' || NEW.platform || ' r~' || CAST(NEW.rating AS INTEGER)
    || CASE WHEN NEW.rating >= 4 THEN ' s~positive' WHEN NEW.rating >= 3 THEN ' s~neutral' ELSE ' s~negative' END
    || CASE WHEN NEW.responded THEN ' u~responded' ELSE ' u~pending' END
    || CASE WHEN NEW.removed_at IS NULL THEN '' ELSE ' v~removed' END
    || strftime(' m~%Y%m d~%Y%m%d', NEW.scraped_at / 1000, 'unixepoch'), '~', replace(NEW.organization_id, '-', '')),
    NEW.review_text, NEW.author_name);
END;

CREATE TRIGGER reviews_search_change AFTER UPDATE OF rating, responded, removed_at, review_text, author_name, review_date,
  scraped_at, business_id, platform ON reviews
WHEN NEW.position IS NOT OLD.position OR NEW.rating IS NOT OLD.rating OR NEW.responded IS NOT OLD.responded
  OR (NEW.removed_at IS NULL) IS NOT (OLD.removed_at IS NULL)
  OR NEW.review_text IS NOT OLD.review_text OR NEW.author_name IS NOT OLD.author_name
  OR NEW.business_id IS NOT OLD.business_id OR NEW.platform IS NOT OLD.platform
  OR NEW.scraped_at / 86400000 IS NOT OLD.scraped_at / 86400000
BEGIN
  DELETE FROM review_search WHERE rowid = OLD.position;
  INSERT INTO review_search (rowid, keys, review_text, author_name)
  VALUES (NEW.position,
    replace('o~ b~' || replace(NEW.business_id, '-', '') || ' p~' || NEW.platform || ' r~' || CAST(NEW.rating AS INTEGER)
    || CASE WHEN NEW.rating >= 4 THEN ' s~positive' WHEN NEW.rating >= 3 THEN ' s~neutral' ELSE ' s~negative' END
    || CASE WHEN NEW.responded THEN ' u~responded' ELSE ' u~pending' END
    || CASE WHEN NEW.removed_at IS NULL THEN '' ELSE ' v~removed' END
    || strftime(' m~%Y%m d~%Y%m%d', NEW.scraped_at / 1000, 'unixepoch'), '~', replace(NEW.organization_id, '-', '')),
    NEW.review_text, NEW.author_name);
END;

-- New reviews are counted together, when their ids are given: by the day of first seen, then by the day of posting.
CREATE TRIGGER review_ids_count AFTER UPDATE OF last ON review_ids BEGIN
  INSERT INTO review_daily_stats (business_id, day,
    review_count, rating_sum, positive, neutral, negative, responded, google, yelp, facebook, tripadvisor)
  SELECT business_id, strftime('%Y-%m-%d', scraped_at / 86400000 * 86400, 'unixepoch'),
    count(*), sum(rating), sum(rating >= 4), sum(rating >= 3 AND rating < 4), sum(rating < 3), sum(responded),
    sum(platform = 'google'), sum(platform = 'yelp'), sum(platform = 'facebook'), sum(platform = 'tripadvisor')
  FROM reviews WHERE id > OLD.last AND id <= NEW.last
  GROUP BY scraped_at / 86400000, business_id
  ON CONFLICT (business_id, day) DO UPDATE SET
    review_count = review_count + excluded.review_count, rating_sum = rating_sum + excluded.rating_sum,
    positive = positive + excluded.positive, neutral = neutral + excluded.neutral,
    negative = negative + excluded.negative, responded = responded + excluded.responded,
    google = google + excluded.google, yelp = yelp + excluded.yelp, facebook = facebook + excluded.facebook,
    tripadvisor = tripadvisor + excluded.tripadvisor;
  INSERT INTO review_daily_stats (business_id, day,
    posted_review_count, posted_rating_sum, posted_positive, posted_neutral, posted_negative, posted_responded)
  SELECT business_id, strftime('%Y-%m-%d', posted_at / 86400000 * 86400, 'unixepoch'),
    count(*), sum(rating), sum(rating >= 4), sum(rating >= 3 AND rating < 4), sum(rating < 3), sum(responded)
  FROM reviews WHERE id > OLD.last AND id <= NEW.last
  GROUP BY posted_at / 86400000, business_id
  ON CONFLICT (business_id, day) DO UPDATE SET
    posted_review_count = posted_review_count + excluded.posted_review_count,
    posted_rating_sum = posted_rating_sum + excluded.posted_rating_sum,
    posted_positive = posted_positive + excluded.posted_positive,
    posted_neutral = posted_neutral + excluded.posted_neutral,
    posted_negative = posted_negative + excluded.posted_negative,
    posted_responded = posted_responded + excluded.posted_responded;
END;

-- A review that is stored as no longer shown is a repair by hand.
CREATE TRIGGER review_ids_count_removed AFTER UPDATE OF last ON review_ids
WHEN EXISTS (SELECT 1 FROM reviews WHERE id > OLD.last AND id <= NEW.last AND removed_at IS NOT NULL)
BEGIN
  INSERT INTO review_daily_stats (business_id, day,
    removed_review_count, removed_rating_sum, removed_positive, removed_neutral, removed_negative, removed_responded,
    removed_google, removed_yelp, removed_facebook, removed_tripadvisor)
  SELECT business_id, strftime('%Y-%m-%d', scraped_at / 86400000 * 86400, 'unixepoch'),
    count(*), sum(rating), sum(rating >= 4), sum(rating >= 3 AND rating < 4), sum(rating < 3), sum(responded),
    sum(platform = 'google'), sum(platform = 'yelp'), sum(platform = 'facebook'), sum(platform = 'tripadvisor')
  FROM reviews WHERE id > OLD.last AND id <= NEW.last AND removed_at IS NOT NULL
  GROUP BY scraped_at / 86400000, business_id
  ON CONFLICT (business_id, day) DO UPDATE SET
    removed_review_count = removed_review_count + excluded.removed_review_count,
    removed_rating_sum = removed_rating_sum + excluded.removed_rating_sum,
    removed_positive = removed_positive + excluded.removed_positive,
    removed_neutral = removed_neutral + excluded.removed_neutral,
    removed_negative = removed_negative + excluded.removed_negative,
    removed_responded = removed_responded + excluded.removed_responded,
    removed_google = removed_google + excluded.removed_google, removed_yelp = removed_yelp + excluded.removed_yelp,
    removed_facebook = removed_facebook + excluded.removed_facebook,
    removed_tripadvisor = removed_tripadvisor + excluded.removed_tripadvisor;
  INSERT INTO review_daily_stats (business_id, day,
    removed_posted_review_count, removed_posted_rating_sum, removed_posted_positive, removed_posted_neutral,
    removed_posted_negative, removed_posted_responded)
  SELECT business_id, strftime('%Y-%m-%d', posted_at / 86400000 * 86400, 'unixepoch'),
    count(*), sum(rating), sum(rating >= 4), sum(rating >= 3 AND rating < 4), sum(rating < 3), sum(responded)
  FROM reviews WHERE id > OLD.last AND id <= NEW.last AND removed_at IS NOT NULL
  GROUP BY posted_at / 86400000, business_id
  ON CONFLICT (business_id, day) DO UPDATE SET
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
    OR NEW.scraped_at / 86400000 IS NOT OLD.scraped_at / 86400000
    OR NEW.posted_at / 86400000 IS NOT OLD.posted_at / 86400000
    OR NEW.business_id IS NOT OLD.business_id OR NEW.platform IS NOT OLD.platform)
BEGIN
  INSERT INTO review_daily_stats (business_id, day,
    review_count, rating_sum, positive, neutral, negative, responded, google, yelp, facebook, tripadvisor,
    posted_review_count, posted_rating_sum, posted_positive, posted_neutral, posted_negative, posted_responded,
    removed_review_count, removed_rating_sum, removed_positive, removed_neutral, removed_negative, removed_responded,
    removed_google, removed_yelp, removed_facebook, removed_tripadvisor, removed_posted_review_count,
    removed_posted_rating_sum, removed_posted_positive, removed_posted_neutral, removed_posted_negative,
    removed_posted_responded)
  SELECT business_id, strftime('%Y-%m-%d', day * 86400, 'unixepoch'),
    sum(seen), sum(seen * rating), sum(seen * (rating >= 4)), sum(seen * (rating >= 3 AND rating < 4)),
    sum(seen * (rating < 3)), sum(seen * responded), sum(seen * (platform = 'google')), sum(seen * (platform = 'yelp')),
    sum(seen * (platform = 'facebook')), sum(seen * (platform = 'tripadvisor')), sum(posted), sum(posted * rating),
    sum(posted * (rating >= 4)), sum(posted * (rating >= 3 AND rating < 4)), sum(posted * (rating < 3)),
    sum(posted * responded), sum(seen * removed), sum(seen * removed * rating), sum(seen * removed * (rating >= 4)),
    sum(seen * removed * (rating >= 3 AND rating < 4)), sum(seen * removed * (rating < 3)),
    sum(seen * removed * responded), sum(seen * removed * (platform = 'google')),
    sum(seen * removed * (platform = 'yelp')), sum(seen * removed * (platform = 'facebook')),
    sum(seen * removed * (platform = 'tripadvisor')), sum(posted * removed), sum(posted * removed * rating),
    sum(posted * removed * (rating >= 4)), sum(posted * removed * (rating >= 3 AND rating < 4)),
    sum(posted * removed * (rating < 3)), sum(posted * removed * responded)
  FROM (
    SELECT OLD.business_id AS business_id, OLD.scraped_at / 86400000 AS day, -1 AS seen, 0 AS posted, OLD.rating AS rating,
      OLD.responded AS responded, OLD.removed_at IS NOT NULL AS removed, OLD.platform AS platform
    UNION ALL SELECT OLD.business_id, OLD.posted_at / 86400000, 0, -1, OLD.rating, OLD.responded, OLD.removed_at IS NOT NULL,
      OLD.platform
    UNION ALL SELECT NEW.business_id, NEW.scraped_at / 86400000, 1, 0, NEW.rating, NEW.responded, NEW.removed_at IS NOT NULL,
      NEW.platform
    UNION ALL SELECT NEW.business_id, NEW.posted_at / 86400000, 0, 1, NEW.rating, NEW.responded, NEW.removed_at IS NOT NULL,
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
    review_count = review_count - 1, rating_sum = rating_sum - OLD.rating, positive = positive - (OLD.rating >= 4),
    neutral = neutral - (OLD.rating >= 3 AND OLD.rating < 4), negative = negative - (OLD.rating < 3),
    responded = responded - OLD.responded, google = google - (OLD.platform = 'google'),
    yelp = yelp - (OLD.platform = 'yelp'), facebook = facebook - (OLD.platform = 'facebook'),
    tripadvisor = tripadvisor - (OLD.platform = 'tripadvisor')
  WHERE business_id = OLD.business_id AND day = strftime('%Y-%m-%d', OLD.scraped_at / 1000, 'unixepoch');
  UPDATE review_daily_stats SET
    posted_review_count = posted_review_count - 1, posted_rating_sum = posted_rating_sum - OLD.rating,
    posted_positive = posted_positive - (OLD.rating >= 4),
    posted_neutral = posted_neutral - (OLD.rating >= 3 AND OLD.rating < 4),
    posted_negative = posted_negative - (OLD.rating < 3), posted_responded = posted_responded - OLD.responded
  WHERE business_id = OLD.business_id AND day = strftime('%Y-%m-%d', OLD.posted_at / 1000, 'unixepoch');
END;

-- Only for what is no longer shown, so that deleting what is shown costs no more.
CREATE TRIGGER reviews_count_removed_delete AFTER DELETE ON reviews
WHEN OLD.id <= (SELECT last FROM review_ids) AND OLD.removed_at IS NOT NULL
BEGIN
  UPDATE review_daily_stats SET
    removed_review_count = removed_review_count - 1, removed_rating_sum = removed_rating_sum - OLD.rating,
    removed_positive = removed_positive - (OLD.rating >= 4),
    removed_neutral = removed_neutral - (OLD.rating >= 3 AND OLD.rating < 4),
    removed_negative = removed_negative - (OLD.rating < 3), removed_responded = removed_responded - OLD.responded,
    removed_google = removed_google - (OLD.platform = 'google'), removed_yelp = removed_yelp - (OLD.platform = 'yelp'),
    removed_facebook = removed_facebook - (OLD.platform = 'facebook'),
    removed_tripadvisor = removed_tripadvisor - (OLD.platform = 'tripadvisor')
  WHERE business_id = OLD.business_id AND day = strftime('%Y-%m-%d', OLD.scraped_at / 1000, 'unixepoch');
  UPDATE review_daily_stats SET
    removed_posted_review_count = removed_posted_review_count - 1,
    removed_posted_rating_sum = removed_posted_rating_sum - OLD.rating,
    removed_posted_positive = removed_posted_positive - (OLD.rating >= 4),
    removed_posted_neutral = removed_posted_neutral - (OLD.rating >= 3 AND OLD.rating < 4),
    removed_posted_negative = removed_posted_negative - (OLD.rating < 3),
    removed_posted_responded = removed_posted_responded - OLD.responded
  WHERE business_id = OLD.business_id AND day = strftime('%Y-%m-%d', OLD.posted_at / 1000, 'unixepoch');
END;
