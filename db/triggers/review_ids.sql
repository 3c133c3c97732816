-- New reviews are counted together when they get their ids: by the day of first seen, and by the day of posting.
DROP TRIGGER IF EXISTS review_ids_fill_daily_stats;
CREATE TRIGGER review_ids_fill_daily_stats AFTER UPDATE OF last ON review_ids BEGIN
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
    SELECT business_id, rating, platform, responded, is_settled, is_unposted, is_hidden, answer_delay,
      removed_at IS NOT NULL AS is_removed, response_id IS NOT NULL AS has_response,
      iif(is_seen, scraped_at, posted_at) / 86400000 AS day, is_seen AS seen, 1 - is_seen AS posted
    FROM reviews CROSS JOIN (SELECT 1 AS is_seen UNION ALL SELECT 0) WHERE id > OLD.last AND id <= NEW.last
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

-- A page of reviews enters the index together when they get their ids.
DROP TRIGGER IF EXISTS review_ids_fill_search;
CREATE TRIGGER review_ids_fill_search AFTER UPDATE OF last ON review_ids BEGIN
  INSERT INTO review_search (rowid, keys, review_text, author_name)
  SELECT position, search_keys, review_text, author_name FROM reviews WHERE id > OLD.last AND id <= NEW.last;
END;
