-- Completing a text of which only the beginning was known makes no revision.
DROP TRIGGER IF EXISTS reviews_keep_revision;
CREATE TRIGGER reviews_keep_revision AFTER UPDATE OF rating, review_text ON reviews
WHEN NEW.rating IS NOT OLD.rating
  OR NEW.review_text IS NOT OLD.review_text AND (NEW.text_is_excerpt OR NOT OLD.text_is_excerpt)
BEGIN
  INSERT INTO review_revisions (review_id, replaced_at, organization_id, rating, review_text)
  VALUES (OLD.id, NEW.updated_at, OLD.organization_id, OLD.rating, OLD.review_text);
END;

-- A review stored by hand is in no batch of a run, so it gets its id and is counted here.
DROP TRIGGER IF EXISTS reviews_give_id_by_hand;
CREATE TRIGGER reviews_give_id_by_hand AFTER INSERT ON reviews
WHEN NEW.source = 'import' OR NEW.id <= (SELECT last FROM review_ids)
BEGIN
  SELECT RAISE(ABORT, 'a review needs an id that was never given') WHERE NEW.id <= (SELECT last FROM review_ids);
  UPDATE review_ids SET last = NEW.id;
END;

-- Each change subtracts the old values and adds the new ones, writing each day once.
DROP TRIGGER IF EXISTS reviews_update_daily_stats;
CREATE TRIGGER reviews_update_daily_stats
AFTER UPDATE OF rating, responded, removed_at, review_date, scraped_at, business_id, platform, response_id, response_posted,
  response_posted_at, owner_response_date, owner_response_text, settled_at ON reviews
WHEN OLD.id <= (SELECT last FROM review_ids)
  AND (NEW.rating, NEW.responded, NEW.removed_at IS NULL, NEW.scraped_at / 86400000, NEW.posted_at / 86400000,
    NEW.business_id, NEW.platform, NEW.response_id IS NULL, NEW.is_settled, NEW.is_unposted, NEW.is_hidden,
    NEW.answer_delay)
    IS NOT (OLD.rating, OLD.responded, OLD.removed_at IS NULL, OLD.scraped_at / 86400000, OLD.posted_at / 86400000,
    OLD.business_id, OLD.platform, OLD.response_id IS NULL, OLD.is_settled, OLD.is_unposted, OLD.is_hidden,
    OLD.answer_delay)
BEGIN
  INSERT INTO review_daily_stats (business_id, day, is_removed, own_platform,
    review_count, rating_sum, positive, neutral, negative, responded, settled, unposted, hidden, responses, google,
    yelp, facebook, tripadvisor, posted_review_count, posted_rating_sum, posted_positive, posted_neutral,
    posted_negative, posted_responded, posted_settled, posted_hidden, posted_one, posted_five, posted_yelp,
    posted_facebook, posted_tripadvisor, posted_yelp_stars, posted_facebook_stars, posted_tripadvisor_stars,
    answered_4h, answered_1d, answered_2d, answered_3d, answered_7d, answered_30d, answered_timed)
  SELECT business_id, strftime('%Y-%m-%d', day * 86400, 'unixepoch'), is_removed,
    iif(platform GLOB 'other*', platform, '') AS own_platform,
    sum(seen), sum(seen * rating), sum(seen * (rating >= 4)), sum(seen * (rating >= 3 AND rating < 4)),
    sum(seen * (rating < 3)), sum(seen * responded), sum(seen * is_settled), sum(seen * is_unposted),
    sum(seen * is_hidden), sum(seen * has_response), sum(seen * (platform = 'google')),
    sum(seen * (platform = 'yelp')), sum(seen * (platform = 'facebook')), sum(seen * (platform = 'tripadvisor')),
    sum(posted), sum(posted * rating), sum(posted * (rating >= 4)), sum(posted * (rating >= 3 AND rating < 4)),
    sum(posted * (rating < 3)), sum(posted * responded), sum(posted * is_settled), sum(posted * is_hidden),
    sum(posted * (rating < 2)), sum(posted * (rating >= 5)), sum(posted * (platform = 'yelp')),
    sum(posted * (platform = 'facebook')), sum(posted * (platform = 'tripadvisor')),
    sum(posted * (platform = 'yelp') * rating), sum(posted * (platform = 'facebook') * rating),
    sum(posted * (platform = 'tripadvisor') * rating), coalesce(sum(posted * (answer_delay <= 14400000)), 0),
    coalesce(sum(posted * (answer_delay <= 86400000)), 0), coalesce(sum(posted * (answer_delay <= 172800000)), 0),
    coalesce(sum(posted * (answer_delay <= 259200000)), 0),
    coalesce(sum(posted * (answer_delay <= 604800000)), 0), coalesce(sum(posted * (answer_delay <= 2592000000)), 0),
    coalesce(sum(posted * (answer_delay IS NOT NULL)), 0)
  FROM (
    SELECT *, iif(is_seen, scraped_at, posted_at) / 86400000 AS day, weight * is_seen AS seen, weight * (1 - is_seen) AS posted
    FROM (
      SELECT
        -1 AS weight, OLD.scraped_at AS scraped_at, OLD.posted_at AS posted_at, OLD.business_id AS business_id,
        OLD.rating AS rating, OLD.platform AS platform, OLD.responded AS responded, OLD.is_settled AS is_settled,
        OLD.is_unposted AS is_unposted, OLD.is_hidden AS is_hidden, OLD.answer_delay AS answer_delay,
        OLD.removed_at IS NOT NULL AS is_removed, OLD.response_id IS NOT NULL AS has_response
      UNION ALL SELECT
        1, NEW.scraped_at, NEW.posted_at, NEW.business_id, NEW.rating, NEW.platform, NEW.responded, NEW.is_settled,
        NEW.is_unposted, NEW.is_hidden, NEW.answer_delay, NEW.removed_at IS NOT NULL, NEW.response_id IS NOT NULL
    ), (SELECT 1 AS is_seen UNION ALL SELECT 0)
  )
  GROUP BY business_id, day, is_removed, own_platform
  ON CONFLICT (business_id, day, is_removed, own_platform) DO UPDATE SET
    review_count = review_count + excluded.review_count, rating_sum = rating_sum + excluded.rating_sum,
    positive = positive + excluded.positive, neutral = neutral + excluded.neutral,
    negative = negative + excluded.negative, responded = responded + excluded.responded,
    settled = settled + excluded.settled, unposted = unposted + excluded.unposted, hidden = hidden + excluded.hidden,
    responses = responses + excluded.responses, google = google + excluded.google, yelp = yelp + excluded.yelp,
    facebook = facebook + excluded.facebook, tripadvisor = tripadvisor + excluded.tripadvisor,
    posted_review_count = posted_review_count + excluded.posted_review_count,
    posted_rating_sum = posted_rating_sum + excluded.posted_rating_sum,
    posted_positive = posted_positive + excluded.posted_positive,
    posted_neutral = posted_neutral + excluded.posted_neutral,
    posted_negative = posted_negative + excluded.posted_negative,
    posted_responded = posted_responded + excluded.posted_responded,
    posted_settled = posted_settled + excluded.posted_settled, posted_hidden = posted_hidden + excluded.posted_hidden,
    posted_one = posted_one + excluded.posted_one, posted_five = posted_five + excluded.posted_five,
    posted_yelp = posted_yelp + excluded.posted_yelp, posted_facebook = posted_facebook + excluded.posted_facebook,
    posted_tripadvisor = posted_tripadvisor + excluded.posted_tripadvisor,
    posted_yelp_stars = posted_yelp_stars + excluded.posted_yelp_stars,
    posted_facebook_stars = posted_facebook_stars + excluded.posted_facebook_stars,
    posted_tripadvisor_stars = posted_tripadvisor_stars + excluded.posted_tripadvisor_stars,
    answered_4h = answered_4h + excluded.answered_4h, answered_1d = answered_1d + excluded.answered_1d,
    answered_2d = answered_2d + excluded.answered_2d, answered_3d = answered_3d + excluded.answered_3d,
    answered_7d = answered_7d + excluded.answered_7d,
    answered_30d = answered_30d + excluded.answered_30d, answered_timed = answered_timed + excluded.answered_timed;
END;

DROP TRIGGER IF EXISTS reviews_leave_daily_stats;
CREATE TRIGGER reviews_leave_daily_stats AFTER DELETE ON reviews WHEN OLD.id <= (SELECT last FROM review_ids) BEGIN
  UPDATE review_daily_stats SET
    review_count = review_count - 1, rating_sum = rating_sum - OLD.rating, positive = positive - (OLD.rating >= 4),
    neutral = neutral - (OLD.rating >= 3 AND OLD.rating < 4), negative = negative - (OLD.rating < 3),
    responded = responded - OLD.responded, settled = settled - OLD.is_settled, unposted = unposted - OLD.is_unposted,
    hidden = hidden - OLD.is_hidden, responses = responses - (OLD.response_id IS NOT NULL),
    google = google - (OLD.platform = 'google'), yelp = yelp - (OLD.platform = 'yelp'),
    facebook = facebook - (OLD.platform = 'facebook'), tripadvisor = tripadvisor - (OLD.platform = 'tripadvisor')
  WHERE business_id = OLD.business_id AND day = strftime('%Y-%m-%d', OLD.scraped_at / 1000, 'unixepoch')
    AND is_removed = (OLD.removed_at IS NOT NULL)
    AND own_platform = iif(OLD.platform GLOB 'other*', OLD.platform, '');
  UPDATE review_daily_stats SET
    posted_review_count = posted_review_count - 1, posted_rating_sum = posted_rating_sum - OLD.rating,
    posted_positive = posted_positive - (OLD.rating >= 4),
    posted_neutral = posted_neutral - (OLD.rating >= 3 AND OLD.rating < 4),
    posted_negative = posted_negative - (OLD.rating < 3), posted_responded = posted_responded - OLD.responded,
    posted_settled = posted_settled - OLD.is_settled, posted_hidden = posted_hidden - OLD.is_hidden,
    posted_one = posted_one - (OLD.rating < 2), posted_five = posted_five - (OLD.rating >= 5),
    posted_yelp = posted_yelp - (OLD.platform = 'yelp'),
    posted_facebook = posted_facebook - (OLD.platform = 'facebook'),
    posted_tripadvisor = posted_tripadvisor - (OLD.platform = 'tripadvisor'),
    posted_yelp_stars = posted_yelp_stars - (OLD.platform = 'yelp') * OLD.rating,
    posted_facebook_stars = posted_facebook_stars - (OLD.platform = 'facebook') * OLD.rating,
    posted_tripadvisor_stars = posted_tripadvisor_stars - (OLD.platform = 'tripadvisor') * OLD.rating,
    answered_4h = answered_4h - coalesce(OLD.answer_delay <= 14400000, 0),
    answered_1d = answered_1d - coalesce(OLD.answer_delay <= 86400000, 0),
    answered_2d = answered_2d - coalesce(OLD.answer_delay <= 172800000, 0),
    answered_3d = answered_3d - coalesce(OLD.answer_delay <= 259200000, 0),
    answered_7d = answered_7d - coalesce(OLD.answer_delay <= 604800000, 0),
    answered_30d = answered_30d - coalesce(OLD.answer_delay <= 2592000000, 0),
    answered_timed = answered_timed - (OLD.answer_delay IS NOT NULL)
  WHERE business_id = OLD.business_id AND day = strftime('%Y-%m-%d', OLD.posted_at / 1000, 'unixepoch')
    AND is_removed = (OLD.removed_at IS NOT NULL)
    AND own_platform = iif(OLD.platform GLOB 'other*', OLD.platform, '');
END;

-- An index entry is removed by the values it was made from.
DROP TRIGGER IF EXISTS reviews_update_search;
CREATE TRIGGER reviews_update_search AFTER UPDATE OF rating, responded, removed_at, edited_at, response_id, response_posted,
  settled_at, owner_response_text, assigned_to, insight_keys, label_keys, review_text, photos, author_name,
  review_date, scraped_at, business_id, platform ON reviews
WHEN OLD.id <= (SELECT last FROM review_ids)
  AND (NEW.position, NEW.search_keys, NEW.review_text, NEW.author_name)
    IS NOT (OLD.position, OLD.search_keys, OLD.review_text, OLD.author_name)
BEGIN
  INSERT INTO review_search (review_search, rowid, keys, review_text, author_name)
  VALUES ('delete', OLD.position, OLD.search_keys, OLD.review_text, OLD.author_name);
  INSERT INTO review_search (rowid, keys, review_text, author_name)
  VALUES (NEW.position, NEW.search_keys, NEW.review_text, NEW.author_name);
END;

DROP TRIGGER IF EXISTS reviews_leave_search;
CREATE TRIGGER reviews_leave_search AFTER DELETE ON reviews WHEN OLD.id <= (SELECT last FROM review_ids) BEGIN
  INSERT INTO review_search (review_search, rowid, keys, review_text, author_name)
  VALUES ('delete', OLD.position, OLD.search_keys, OLD.review_text, OLD.author_name);
END;
