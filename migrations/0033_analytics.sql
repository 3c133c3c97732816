-- What Analytics shows of a day, in the row that the day has anyway: of the reviews that were posted on it and are shown now,
-- those of one star and of five (two, three and four follow from the figures that are there), count and stars on the platforms
-- (Google has the rest), and how many were answered within so long after they were posted; `answered_timed` counts all whose
-- answer has a date.

ALTER TABLE review_daily_stats ADD COLUMN shown_one INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN shown_five INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN shown_yelp INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN shown_facebook INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN shown_tripadvisor INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN shown_yelp_stars REAL NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN shown_facebook_stars REAL NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN shown_tripadvisor_stars REAL NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN answered_4h INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN answered_1d INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN answered_2d INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN answered_7d INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN answered_30d INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN answered_timed INTEGER NOT NULL DEFAULT 0;

-- Of what is stored already.
UPDATE review_daily_stats SET
  shown_one = figures.shown_one, shown_five = figures.shown_five, shown_yelp = figures.shown_yelp,
  shown_facebook = figures.shown_facebook, shown_tripadvisor = figures.shown_tripadvisor,
  shown_yelp_stars = figures.shown_yelp_stars, shown_facebook_stars = figures.shown_facebook_stars,
  shown_tripadvisor_stars = figures.shown_tripadvisor_stars, answered_4h = figures.answered_4h,
  answered_1d = figures.answered_1d, answered_2d = figures.answered_2d, answered_7d = figures.answered_7d,
  answered_30d = figures.answered_30d, answered_timed = figures.answered_timed
FROM (
  SELECT business_id AS of_business, strftime('%Y-%m-%d', posted_at / 1000, 'unixepoch') AS of_day,
    sum(rating < 2) AS shown_one, sum(rating >= 5) AS shown_five, sum(platform = 'yelp') AS shown_yelp,
    sum(platform = 'facebook') AS shown_facebook, sum(platform = 'tripadvisor') AS shown_tripadvisor,
    sum((platform = 'yelp') * rating) AS shown_yelp_stars,
    sum((platform = 'facebook') * rating) AS shown_facebook_stars,
    sum((platform = 'tripadvisor') * rating) AS shown_tripadvisor_stars,
    count(*) FILTER (WHERE delay <= 14400000) AS answered_4h,
    count(*) FILTER (WHERE delay <= 86400000) AS answered_1d,
    count(*) FILTER (WHERE delay <= 172800000) AS answered_2d,
    count(*) FILTER (WHERE delay <= 604800000) AS answered_7d,
    count(*) FILTER (WHERE delay <= 2592000000) AS answered_30d, count(delay) AS answered_timed
  FROM (
    SELECT business_id, posted_at, rating, platform, CASE WHEN responded
      THEN coalesce(min(response_at, owner_response_date), response_at, owner_response_date) - posted_at END AS delay
    FROM reviews WHERE removed_at IS NULL
  )
  GROUP BY of_business, of_day
) AS figures
WHERE business_id = figures.of_business AND day = figures.of_day;

DROP TRIGGER review_ids_count;
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
    posted_review_count, posted_rating_sum, posted_positive, posted_neutral, posted_negative, posted_responded,
    shown_one, shown_five)
  SELECT business_id, strftime('%Y-%m-%d', posted_at / 86400000 * 86400, 'unixepoch'),
    count(*), sum(rating), sum(rating >= 4), sum(rating >= 3 AND rating < 4), sum(rating < 3), sum(responded),
    sum(rating < 2), sum(rating >= 5)
  FROM reviews WHERE id > OLD.last AND id <= NEW.last
  GROUP BY posted_at / 86400000, business_id
  ON CONFLICT (business_id, day) DO UPDATE SET
    posted_review_count = posted_review_count + excluded.posted_review_count,
    posted_rating_sum = posted_rating_sum + excluded.posted_rating_sum,
    posted_positive = posted_positive + excluded.posted_positive,
    posted_neutral = posted_neutral + excluded.posted_neutral,
    posted_negative = posted_negative + excluded.posted_negative,
    posted_responded = posted_responded + excluded.posted_responded,
    shown_one = shown_one + excluded.shown_one, shown_five = shown_five + excluded.shown_five;
END;

-- Most reviews are from Google, and few come with an answer: only the others cost more than a look.
CREATE TRIGGER review_ids_count_shown AFTER UPDATE OF last ON review_ids BEGIN
  INSERT INTO review_daily_stats (business_id, day,
    shown_yelp, shown_facebook, shown_tripadvisor, shown_yelp_stars, shown_facebook_stars, shown_tripadvisor_stars,
    answered_4h, answered_1d, answered_2d, answered_7d, answered_30d, answered_timed)
  SELECT business_id, strftime('%Y-%m-%d', day * 86400, 'unixepoch'),
    sum(platform = 'yelp'), sum(platform = 'facebook'), sum(platform = 'tripadvisor'),
    sum((platform = 'yelp') * rating), sum((platform = 'facebook') * rating),
    sum((platform = 'tripadvisor') * rating), count(*) FILTER (WHERE delay <= 14400000),
    count(*) FILTER (WHERE delay <= 86400000), count(*) FILTER (WHERE delay <= 172800000),
    count(*) FILTER (WHERE delay <= 604800000), count(*) FILTER (WHERE delay <= 2592000000), count(delay)
  FROM (
    SELECT business_id, posted_at / 86400000 AS day, platform, rating,
      CASE WHEN responded THEN coalesce(min(response_at, owner_response_date), response_at, owner_response_date) - posted_at END AS delay
    FROM reviews WHERE id > OLD.last AND id <= NEW.last AND (responded OR platform <> 'google') AND removed_at IS NULL
  )
  GROUP BY day, business_id
  ON CONFLICT (business_id, day) DO UPDATE SET
    shown_yelp = shown_yelp + excluded.shown_yelp, shown_facebook = shown_facebook + excluded.shown_facebook,
    shown_tripadvisor = shown_tripadvisor + excluded.shown_tripadvisor,
    shown_yelp_stars = shown_yelp_stars + excluded.shown_yelp_stars,
    shown_facebook_stars = shown_facebook_stars + excluded.shown_facebook_stars,
    shown_tripadvisor_stars = shown_tripadvisor_stars + excluded.shown_tripadvisor_stars,
    answered_4h = answered_4h + excluded.answered_4h, answered_1d = answered_1d + excluded.answered_1d,
    answered_2d = answered_2d + excluded.answered_2d, answered_7d = answered_7d + excluded.answered_7d,
    answered_30d = answered_30d + excluded.answered_30d, answered_timed = answered_timed + excluded.answered_timed;
END;

-- A review that is stored as no longer shown is a repair by hand: its stars were counted with the others.
CREATE TRIGGER review_ids_count_not_shown AFTER UPDATE OF last ON review_ids
WHEN EXISTS (SELECT 1 FROM reviews WHERE id > OLD.last AND id <= NEW.last AND removed_at IS NOT NULL)
BEGIN
  INSERT INTO review_daily_stats (business_id, day, shown_one, shown_five)
  SELECT business_id, strftime('%Y-%m-%d', posted_at / 86400000 * 86400, 'unixepoch'), -sum(rating < 2), -sum(rating >= 5)
  FROM reviews WHERE id > OLD.last AND id <= NEW.last AND removed_at IS NOT NULL
  GROUP BY posted_at / 86400000, business_id
  ON CONFLICT (business_id, day) DO UPDATE SET
    shown_one = shown_one + excluded.shown_one, shown_five = shown_five + excluded.shown_five;
END;

DROP TRIGGER reviews_count_change;
CREATE TRIGGER reviews_count_change
AFTER UPDATE OF rating, responded, removed_at, review_date, scraped_at, business_id, platform, response_at,
  owner_response_date ON reviews
WHEN OLD.id <= (SELECT last FROM review_ids)
  AND (NEW.rating IS NOT OLD.rating OR NEW.responded IS NOT OLD.responded
    OR (NEW.removed_at IS NULL) IS NOT (OLD.removed_at IS NULL)
    OR NEW.scraped_at / 86400000 IS NOT OLD.scraped_at / 86400000
    OR NEW.posted_at / 86400000 IS NOT OLD.posted_at / 86400000
    OR NEW.business_id IS NOT OLD.business_id OR NEW.platform IS NOT OLD.platform
    OR NEW.response_at IS NOT OLD.response_at OR NEW.owner_response_date IS NOT OLD.owner_response_date
    OR NEW.responded AND NEW.posted_at IS NOT OLD.posted_at)
BEGIN
  INSERT INTO review_daily_stats (business_id, day,
    review_count, rating_sum, positive, neutral, negative, responded, google, yelp, facebook, tripadvisor,
    posted_review_count, posted_rating_sum, posted_positive, posted_neutral, posted_negative, posted_responded,
    removed_review_count, removed_rating_sum, removed_positive, removed_neutral, removed_negative, removed_responded,
    removed_google, removed_yelp, removed_facebook, removed_tripadvisor, removed_posted_review_count,
    removed_posted_rating_sum, removed_posted_positive, removed_posted_neutral, removed_posted_negative,
    removed_posted_responded,
    shown_one, shown_five, shown_yelp, shown_facebook, shown_tripadvisor, shown_yelp_stars, shown_facebook_stars,
    shown_tripadvisor_stars, answered_4h, answered_1d, answered_2d, answered_7d, answered_30d, answered_timed)
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
    sum(posted * removed * (rating < 3)), sum(posted * removed * responded),
    sum(posted * (1 - removed) * (rating < 2)), sum(posted * (1 - removed) * (rating >= 5)),
    sum(posted * (1 - removed) * (platform = 'yelp')), sum(posted * (1 - removed) * (platform = 'facebook')),
    sum(posted * (1 - removed) * (platform = 'tripadvisor')),
    sum(posted * (1 - removed) * (platform = 'yelp') * rating),
    sum(posted * (1 - removed) * (platform = 'facebook') * rating),
    sum(posted * (1 - removed) * (platform = 'tripadvisor') * rating),
    coalesce(sum(posted * (delay <= 14400000)), 0), coalesce(sum(posted * (delay <= 86400000)), 0),
    coalesce(sum(posted * (delay <= 172800000)), 0), coalesce(sum(posted * (delay <= 604800000)), 0),
    coalesce(sum(posted * (delay <= 2592000000)), 0), coalesce(sum(posted * (delay IS NOT NULL)), 0)
  FROM (
    SELECT OLD.business_id AS business_id, OLD.scraped_at / 86400000 AS day, -1 AS seen, 0 AS posted, OLD.rating AS rating,
      OLD.responded AS responded, OLD.removed_at IS NOT NULL AS removed, OLD.platform AS platform, NULL AS delay
    UNION ALL SELECT OLD.business_id, OLD.posted_at / 86400000, 0, -1, OLD.rating, OLD.responded, OLD.removed_at IS NOT NULL,
      OLD.platform, CASE WHEN OLD.responded AND OLD.removed_at IS NULL
        THEN coalesce(min(OLD.response_at, OLD.owner_response_date), OLD.response_at, OLD.owner_response_date) - OLD.posted_at END
    UNION ALL SELECT NEW.business_id, NEW.scraped_at / 86400000, 1, 0, NEW.rating, NEW.responded, NEW.removed_at IS NOT NULL,
      NEW.platform, NULL
    UNION ALL SELECT NEW.business_id, NEW.posted_at / 86400000, 0, 1, NEW.rating, NEW.responded, NEW.removed_at IS NOT NULL,
      NEW.platform, CASE WHEN NEW.responded AND NEW.removed_at IS NULL
        THEN coalesce(min(NEW.response_at, NEW.owner_response_date), NEW.response_at, NEW.owner_response_date) - NEW.posted_at END
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
    removed_posted_responded = removed_posted_responded + excluded.removed_posted_responded,
    shown_one = shown_one + excluded.shown_one, shown_five = shown_five + excluded.shown_five,
    shown_yelp = shown_yelp + excluded.shown_yelp, shown_facebook = shown_facebook + excluded.shown_facebook,
    shown_tripadvisor = shown_tripadvisor + excluded.shown_tripadvisor,
    shown_yelp_stars = shown_yelp_stars + excluded.shown_yelp_stars,
    shown_facebook_stars = shown_facebook_stars + excluded.shown_facebook_stars,
    shown_tripadvisor_stars = shown_tripadvisor_stars + excluded.shown_tripadvisor_stars,
    answered_4h = answered_4h + excluded.answered_4h, answered_1d = answered_1d + excluded.answered_1d,
    answered_2d = answered_2d + excluded.answered_2d, answered_7d = answered_7d + excluded.answered_7d,
    answered_30d = answered_30d + excluded.answered_30d, answered_timed = answered_timed + excluded.answered_timed;
END;

DROP TRIGGER reviews_count_delete;
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
    posted_negative = posted_negative - (OLD.rating < 3), posted_responded = posted_responded - OLD.responded,
    shown_one = shown_one - (OLD.removed_at IS NULL AND OLD.rating < 2),
    shown_five = shown_five - (OLD.removed_at IS NULL AND OLD.rating >= 5),
    shown_yelp = shown_yelp - (OLD.removed_at IS NULL AND OLD.platform = 'yelp'),
    shown_facebook = shown_facebook - (OLD.removed_at IS NULL AND OLD.platform = 'facebook'),
    shown_tripadvisor = shown_tripadvisor - (OLD.removed_at IS NULL AND OLD.platform = 'tripadvisor'),
    shown_yelp_stars = shown_yelp_stars - (OLD.removed_at IS NULL AND OLD.platform = 'yelp') * OLD.rating,
    shown_facebook_stars = shown_facebook_stars - (OLD.removed_at IS NULL AND OLD.platform = 'facebook') * OLD.rating,
    shown_tripadvisor_stars = shown_tripadvisor_stars - (OLD.removed_at IS NULL AND OLD.platform = 'tripadvisor') * OLD.rating
  WHERE business_id = OLD.business_id AND day = strftime('%Y-%m-%d', OLD.posted_at / 1000, 'unixepoch');
END;

-- Only for what was answered, so that deleting the rest costs no more.
CREATE TRIGGER reviews_count_answered_delete AFTER DELETE ON reviews
WHEN OLD.id <= (SELECT last FROM review_ids) AND OLD.removed_at IS NULL AND OLD.responded
  AND coalesce(OLD.response_at, OLD.owner_response_date) IS NOT NULL
BEGIN
  UPDATE review_daily_stats SET
    answered_4h = answered_4h - (delay <= 14400000), answered_1d = answered_1d - (delay <= 86400000),
    answered_2d = answered_2d - (delay <= 172800000), answered_7d = answered_7d - (delay <= 604800000),
    answered_30d = answered_30d - (delay <= 2592000000), answered_timed = answered_timed - 1
  FROM (SELECT coalesce(min(OLD.response_at, OLD.owner_response_date), OLD.response_at, OLD.owner_response_date) - OLD.posted_at AS delay)
  WHERE business_id = OLD.business_id AND day = strftime('%Y-%m-%d', OLD.posted_at / 1000, 'unixepoch');
END;
