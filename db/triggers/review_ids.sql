-- New reviews are counted together, when their ids are given: by the day of first seen, then by the day of posting.
DROP TRIGGER IF EXISTS review_ids_fill_daily_stats;
CREATE TRIGGER review_ids_fill_daily_stats AFTER UPDATE OF last ON review_ids BEGIN
  INSERT INTO review_daily_stats (business_id, day,
    review_count, rating_sum, positive, neutral, negative, responded, settled, unposted, hidden, responses, google, yelp,
    facebook, tripadvisor, removed_review_count, removed_rating_sum, removed_positive, removed_neutral, removed_negative,
    removed_responded, removed_settled, removed_unposted, removed_hidden, removed_google, removed_yelp, removed_facebook,
    removed_tripadvisor)
  SELECT business_id, strftime('%Y-%m-%d', day * 86400, 'unixepoch'),
    count(*), sum(rating), sum((rating >= 4)), sum((rating >= 3 AND rating < 4)), sum((rating < 3)), sum(responded),
    sum(is_settled), sum(is_unposted), sum(is_hidden), sum(has_response), sum((platform = 'google')),
    sum((platform = 'yelp')), sum((platform = 'facebook')), sum((platform = 'tripadvisor')), sum(removed),
    sum(removed * rating), sum(removed * (rating >= 4)), sum(removed * (rating >= 3 AND rating < 4)),
    sum(removed * (rating < 3)), sum(removed * responded), sum(removed * is_settled), sum(removed * is_unposted),
    sum(removed * is_hidden), sum(removed * (platform = 'google')), sum(removed * (platform = 'yelp')),
    sum(removed * (platform = 'facebook')), sum(removed * (platform = 'tripadvisor'))
  FROM (
    SELECT scraped_at / 86400000 AS day,
      business_id, rating, platform, responded, removed_at IS NOT NULL AS removed, response_id IS NOT NULL AS has_response,
      settled_at IS NOT NULL AND responded AND response_id IS NULL AND owner_response_text IS NULL AS is_settled,
      response_id IS NOT NULL AND NOT response_posted AS is_unposted,
      response_id IS NOT NULL AND NOT response_posted AND responded AND owner_response_text IS NULL AS is_hidden
    FROM reviews WHERE id > OLD.last AND id <= NEW.last
  )
  GROUP BY day, business_id
  ON CONFLICT (business_id, day) DO UPDATE SET
    review_count = review_count + excluded.review_count, rating_sum = rating_sum + excluded.rating_sum,
    positive = positive + excluded.positive, neutral = neutral + excluded.neutral, negative = negative + excluded.negative,
    responded = responded + excluded.responded, settled = settled + excluded.settled,
    unposted = unposted + excluded.unposted, hidden = hidden + excluded.hidden, responses = responses + excluded.responses,
    google = google + excluded.google, yelp = yelp + excluded.yelp, facebook = facebook + excluded.facebook,
    tripadvisor = tripadvisor + excluded.tripadvisor,
    removed_review_count = removed_review_count + excluded.removed_review_count,
    removed_rating_sum = removed_rating_sum + excluded.removed_rating_sum,
    removed_positive = removed_positive + excluded.removed_positive,
    removed_neutral = removed_neutral + excluded.removed_neutral,
    removed_negative = removed_negative + excluded.removed_negative,
    removed_responded = removed_responded + excluded.removed_responded,
    removed_settled = removed_settled + excluded.removed_settled,
    removed_unposted = removed_unposted + excluded.removed_unposted,
    removed_hidden = removed_hidden + excluded.removed_hidden, removed_google = removed_google + excluded.removed_google,
    removed_yelp = removed_yelp + excluded.removed_yelp, removed_facebook = removed_facebook + excluded.removed_facebook,
    removed_tripadvisor = removed_tripadvisor + excluded.removed_tripadvisor;
  INSERT INTO review_daily_stats (business_id, day,
    posted_review_count, posted_rating_sum, posted_positive, posted_neutral, posted_negative, posted_responded,
    posted_settled, posted_hidden, removed_posted_review_count, removed_posted_rating_sum, removed_posted_positive,
    removed_posted_neutral, removed_posted_negative, removed_posted_responded, removed_posted_settled,
    removed_posted_hidden, shown_one, shown_five, shown_yelp, shown_facebook, shown_tripadvisor, shown_yelp_stars,
    shown_facebook_stars, shown_tripadvisor_stars, answered_4h, answered_1d, answered_2d, answered_7d, answered_30d,
    answered_timed)
  SELECT business_id, strftime('%Y-%m-%d', day * 86400, 'unixepoch'),
    count(*), sum(rating), sum((rating >= 4)), sum((rating >= 3 AND rating < 4)), sum((rating < 3)), sum(responded),
    sum(is_settled), sum(is_hidden), sum(removed), sum(removed * rating), sum(removed * (rating >= 4)),
    sum(removed * (rating >= 3 AND rating < 4)), sum(removed * (rating < 3)), sum(removed * responded),
    sum(removed * is_settled), sum(removed * is_hidden), sum((1 - removed) * (rating < 2)),
    sum((1 - removed) * (rating >= 5)), sum((1 - removed) * (platform = 'yelp')),
    sum((1 - removed) * (platform = 'facebook')), sum((1 - removed) * (platform = 'tripadvisor')),
    sum((1 - removed) * (platform = 'yelp') * rating), sum((1 - removed) * (platform = 'facebook') * rating),
    sum((1 - removed) * (platform = 'tripadvisor') * rating), count(*) FILTER (WHERE delay <= 14400000),
    count(*) FILTER (WHERE delay <= 86400000), count(*) FILTER (WHERE delay <= 172800000),
    count(*) FILTER (WHERE delay <= 604800000), count(*) FILTER (WHERE delay <= 2592000000), count(delay)
  FROM (
    SELECT posted_at / 86400000 AS day,
      business_id, rating, platform, responded, removed_at IS NOT NULL AS removed,
      settled_at IS NOT NULL AND responded AND response_id IS NULL AND owner_response_text IS NULL AS is_settled,
      response_id IS NOT NULL AND NOT response_posted AND responded AND owner_response_text IS NULL AS is_hidden,
      CASE WHEN answer_visible AND removed_at IS NULL THEN
        coalesce(min(response_posted_at, owner_response_date), response_posted_at, owner_response_date) - posted_at END AS delay
    FROM reviews WHERE id > OLD.last AND id <= NEW.last
  )
  GROUP BY day, business_id
  ON CONFLICT (business_id, day) DO UPDATE SET
    posted_review_count = posted_review_count + excluded.posted_review_count,
    posted_rating_sum = posted_rating_sum + excluded.posted_rating_sum,
    posted_positive = posted_positive + excluded.posted_positive, posted_neutral = posted_neutral + excluded.posted_neutral,
    posted_negative = posted_negative + excluded.posted_negative,
    posted_responded = posted_responded + excluded.posted_responded,
    posted_settled = posted_settled + excluded.posted_settled, posted_hidden = posted_hidden + excluded.posted_hidden,
    removed_posted_review_count = removed_posted_review_count + excluded.removed_posted_review_count,
    removed_posted_rating_sum = removed_posted_rating_sum + excluded.removed_posted_rating_sum,
    removed_posted_positive = removed_posted_positive + excluded.removed_posted_positive,
    removed_posted_neutral = removed_posted_neutral + excluded.removed_posted_neutral,
    removed_posted_negative = removed_posted_negative + excluded.removed_posted_negative,
    removed_posted_responded = removed_posted_responded + excluded.removed_posted_responded,
    removed_posted_settled = removed_posted_settled + excluded.removed_posted_settled,
    removed_posted_hidden = removed_posted_hidden + excluded.removed_posted_hidden,
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

-- A page of reviews enters the index together, when their ids are given.
DROP TRIGGER IF EXISTS review_ids_fill_search;
CREATE TRIGGER review_ids_fill_search AFTER UPDATE OF last ON review_ids BEGIN
  INSERT INTO review_search (rowid, keys, review_text, author_name)
  SELECT position,
    replace('b' || replace(substr(business_id, 20), '-', '') || ' p~' || platform || ' r~' || CAST(rating AS INTEGER)
      || ' u~' || responded || ' w~' || (scraped_at / 2764800000) || ' d~' || (scraped_at / 86400000)
      || iif(removed_at IS NULL, '', ' v~')
      || iif(edited_at IS NULL, '', ' e~') || iif(review_text = '', ' x~', '')
      || iif(response_id IS NULL OR response_posted, '', ' q~') || iif(answer_visible, ' g~', '')
      || iif(assigned_to IS NULL, '', ' a~' || replace(substr(assigned_to, 20), '-', ''))
      || insight_keys, '~', replace(substr(organization_id, 20), '-', '')),
    review_text, author_name
  FROM reviews WHERE id > OLD.last AND id <= NEW.last;
END;
