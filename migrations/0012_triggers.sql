-- Generated from db/triggers by `npm run schema -- --triggers`.

CREATE TRIGGER credit_entries_forbid_changes BEFORE UPDATE OF organization_id, number, month, kind, amount, purpose, reference,
  created_at ON credit_entries
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

CREATE TRIGGER review_features_add_to_counts AFTER INSERT ON review_features BEGIN
  INSERT INTO insight_topic_days (business_id, topic, day, positive, neutral, negative, negative_one, negative_two,
    negative_three, negative_four, blame_share, blame_stars, praise_share, praise_stars)
  SELECT NEW.business_id, value->>'topic', NEW.day, value->>'polarity' = 'positive', value->>'polarity' = 'neutral',
    value->>'polarity' = 'negative', value->>'polarity' = 'negative' AND NEW.rating < 2,
    value->>'polarity' = 'negative' AND NEW.rating >= 2 AND NEW.rating < 3,
    value->>'polarity' = 'negative' AND NEW.rating >= 3 AND NEW.rating < 4,
    value->>'polarity' = 'negative' AND NEW.rating >= 4 AND NEW.rating < 5,
    (value->>'polarity' = 'negative') * coalesce(value->>'share', 0),
    (value->>'polarity' = 'negative') * coalesce(value->>'share', 0) * NEW.rating,
    (value->>'polarity' = 'positive') * coalesce(value->>'share', 0),
    (value->>'polarity' = 'positive') * coalesce(value->>'share', 0) * NEW.rating
  FROM json_each(NEW.topics) WHERE true
  ON CONFLICT (business_id, topic, day) DO UPDATE SET
    positive = positive + excluded.positive, neutral = neutral + excluded.neutral, negative = negative + excluded.negative,
    negative_one = negative_one + excluded.negative_one, negative_two = negative_two + excluded.negative_two,
    negative_three = negative_three + excluded.negative_three, negative_four = negative_four + excluded.negative_four,
    blame_share = blame_share + excluded.blame_share, blame_stars = blame_stars + excluded.blame_stars,
    praise_share = praise_share + excluded.praise_share, praise_stars = praise_stars + excluded.praise_stars;
  INSERT INTO insight_term_months (business_id, term, month, reviews, positive, negative)
  SELECT NEW.business_id, value, substr(NEW.day, 1, 7), 1, NEW.rating >= 4, NEW.rating < 3
  FROM json_each(NEW.terms) WHERE true
  ON CONFLICT (business_id, term, month) DO UPDATE SET
    reviews = reviews + 1, positive = positive + excluded.positive, negative = negative + excluded.negative;
  INSERT INTO insight_terms (business_id, term, reviews) SELECT NEW.business_id, value, 1 FROM json_each(NEW.terms) WHERE true
  ON CONFLICT (business_id, term) DO UPDATE SET reviews = reviews + 1;
END;

-- With its business all its counts go by themselves.
CREATE TRIGGER review_features_leave_counts AFTER DELETE ON review_features
WHEN EXISTS (SELECT 1 FROM businesses WHERE id = OLD.business_id) BEGIN
  UPDATE insight_topic_days SET
    positive = positive - (mention.polarity = 'positive'), neutral = neutral - (mention.polarity = 'neutral'),
    negative = negative - (mention.polarity = 'negative'),
    negative_one = negative_one - (mention.polarity = 'negative' AND OLD.rating < 2),
    negative_two = negative_two - (mention.polarity = 'negative' AND OLD.rating >= 2 AND OLD.rating < 3),
    negative_three = negative_three - (mention.polarity = 'negative' AND OLD.rating >= 3 AND OLD.rating < 4),
    negative_four = negative_four - (mention.polarity = 'negative' AND OLD.rating >= 4 AND OLD.rating < 5),
    blame_share = blame_share - (mention.polarity = 'negative') * mention.share,
    blame_stars = blame_stars - (mention.polarity = 'negative') * mention.share * OLD.rating,
    praise_share = praise_share - (mention.polarity = 'positive') * mention.share,
    praise_stars = praise_stars - (mention.polarity = 'positive') * mention.share * OLD.rating
  FROM (SELECT value->>'topic' AS of_topic, value->>'polarity' AS polarity, coalesce(value->>'share', 0) AS share
    FROM json_each(OLD.topics)) AS mention
  WHERE business_id = OLD.business_id AND topic = mention.of_topic AND day = OLD.day;
  UPDATE insight_term_months SET
    reviews = reviews - 1, positive = positive - (OLD.rating >= 4), negative = negative - (OLD.rating < 3)
  WHERE business_id = OLD.business_id AND term IN (SELECT value FROM json_each(OLD.terms)) AND month = substr(OLD.day, 1, 7);
  UPDATE insight_terms SET reviews = reviews - 1
  WHERE business_id = OLD.business_id AND term IN (SELECT value FROM json_each(OLD.terms));
  -- Nothing is kept of what nobody says any more.
  DELETE FROM insight_term_months
  WHERE business_id = OLD.business_id AND term IN (SELECT value FROM json_each(OLD.terms)) AND reviews = 0;
  DELETE FROM insight_terms
  WHERE business_id = OLD.business_id AND term IN (SELECT value FROM json_each(OLD.terms)) AND reviews = 0;
END;

-- New reviews are counted together, when their ids are given: by the day of first seen, then by the day of posting.
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

-- A text that was known by its beginning and is now known in full is no other version.
CREATE TRIGGER reviews_keep_revision AFTER UPDATE OF rating, review_text ON reviews
WHEN NEW.rating IS NOT OLD.rating
  OR NEW.review_text IS NOT OLD.review_text AND (NEW.text_is_excerpt OR NOT OLD.text_is_excerpt)
BEGIN
  INSERT INTO review_revisions (review_id, replaced_at, organization_id, rating, review_text)
  VALUES (OLD.id, NEW.updated_at, OLD.organization_id, OLD.rating, OLD.review_text);
END;

-- A review that is stored by hand comes in no batch of a run: its id is given for good, and it is counted, here.
CREATE TRIGGER reviews_give_id_by_hand AFTER INSERT ON reviews
WHEN NEW.source = 'import' OR NEW.id <= (SELECT last FROM review_ids)
BEGIN
  SELECT RAISE(ABORT, 'a review needs an id that was never given') WHERE NEW.id <= (SELECT last FROM review_ids);
  UPDATE review_ids SET last = NEW.id;
END;

-- Each change counts by itself: subtracted as it was, added as it is, each day written once.
CREATE TRIGGER reviews_update_daily_stats
AFTER UPDATE OF rating, responded, removed_at, review_date, scraped_at, business_id, platform, response_id, response_posted,
  response_posted_at, owner_response_date, owner_response_text, settled_at ON reviews
WHEN OLD.id <= (SELECT last FROM review_ids)
  AND (NEW.rating IS NOT OLD.rating OR NEW.responded IS NOT OLD.responded
    OR (NEW.removed_at IS NULL) IS NOT (OLD.removed_at IS NULL)
    OR NEW.scraped_at / 86400000 IS NOT OLD.scraped_at / 86400000
    OR NEW.posted_at / 86400000 IS NOT OLD.posted_at / 86400000
    OR NEW.business_id IS NOT OLD.business_id OR NEW.platform IS NOT OLD.platform
    OR NEW.response_posted_at IS NOT OLD.response_posted_at OR NEW.owner_response_date IS NOT OLD.owner_response_date
    OR NEW.answer_visible IS NOT OLD.answer_visible OR NEW.responded AND NEW.posted_at IS NOT OLD.posted_at
    OR (NEW.settled_at IS NULL) IS NOT (OLD.settled_at IS NULL)
    OR (NEW.response_id IS NULL) IS NOT (OLD.response_id IS NULL)
    OR NEW.response_id IS NOT NULL AND NEW.response_posted IS NOT OLD.response_posted
    OR (NEW.owner_response_text IS NULL) IS NOT (OLD.owner_response_text IS NULL)
      AND (NEW.settled_at IS NOT NULL OR NEW.response_id IS NOT NULL))
BEGIN
  INSERT INTO review_daily_stats (business_id, day,
    review_count, rating_sum, positive, neutral, negative, responded, settled, unposted, hidden, responses, google, yelp,
    facebook, tripadvisor, posted_review_count, posted_rating_sum, posted_positive, posted_neutral, posted_negative,
    posted_responded, posted_settled, posted_hidden, removed_review_count, removed_rating_sum, removed_positive,
    removed_neutral, removed_negative, removed_responded, removed_settled, removed_unposted, removed_hidden, removed_google,
    removed_yelp, removed_facebook, removed_tripadvisor, removed_posted_review_count, removed_posted_rating_sum,
    removed_posted_positive, removed_posted_neutral, removed_posted_negative, removed_posted_responded,
    removed_posted_settled, removed_posted_hidden, shown_one, shown_five, shown_yelp, shown_facebook, shown_tripadvisor,
    shown_yelp_stars, shown_facebook_stars, shown_tripadvisor_stars, answered_4h, answered_1d, answered_2d, answered_7d,
    answered_30d, answered_timed)
  SELECT business_id, strftime('%Y-%m-%d', day * 86400, 'unixepoch'),
    sum(seen), sum(seen * rating), sum(seen * (rating >= 4)), sum(seen * (rating >= 3 AND rating < 4)),
    sum(seen * (rating < 3)), sum(seen * responded), sum(seen * is_settled), sum(seen * is_unposted), sum(seen * is_hidden),
    sum(seen * has_response), sum(seen * (platform = 'google')), sum(seen * (platform = 'yelp')),
    sum(seen * (platform = 'facebook')), sum(seen * (platform = 'tripadvisor')), sum(posted), sum(posted * rating),
    sum(posted * (rating >= 4)), sum(posted * (rating >= 3 AND rating < 4)), sum(posted * (rating < 3)),
    sum(posted * responded), sum(posted * is_settled), sum(posted * is_hidden), sum(seen * removed),
    sum(seen * removed * rating), sum(seen * removed * (rating >= 4)), sum(seen * removed * (rating >= 3 AND rating < 4)),
    sum(seen * removed * (rating < 3)), sum(seen * removed * responded), sum(seen * removed * is_settled),
    sum(seen * removed * is_unposted), sum(seen * removed * is_hidden), sum(seen * removed * (platform = 'google')),
    sum(seen * removed * (platform = 'yelp')), sum(seen * removed * (platform = 'facebook')),
    sum(seen * removed * (platform = 'tripadvisor')), sum(posted * removed), sum(posted * removed * rating),
    sum(posted * removed * (rating >= 4)), sum(posted * removed * (rating >= 3 AND rating < 4)),
    sum(posted * removed * (rating < 3)), sum(posted * removed * responded), sum(posted * removed * is_settled),
    sum(posted * removed * is_hidden), sum(posted * (1 - removed) * (rating < 2)),
    sum(posted * (1 - removed) * (rating >= 5)), sum(posted * (1 - removed) * (platform = 'yelp')),
    sum(posted * (1 - removed) * (platform = 'facebook')), sum(posted * (1 - removed) * (platform = 'tripadvisor')),
    sum(posted * (1 - removed) * (platform = 'yelp') * rating),
    sum(posted * (1 - removed) * (platform = 'facebook') * rating),
    sum(posted * (1 - removed) * (platform = 'tripadvisor') * rating), coalesce(sum(posted * (delay <= 14400000)), 0),
    coalesce(sum(posted * (delay <= 86400000)), 0), coalesce(sum(posted * (delay <= 172800000)), 0),
    coalesce(sum(posted * (delay <= 604800000)), 0), coalesce(sum(posted * (delay <= 2592000000)), 0),
    coalesce(sum(posted * (delay IS NOT NULL)), 0)
  FROM (
    SELECT *, iif(is_seen, seen_day, posted_day) AS day, weight * is_seen AS seen, weight * (1 - is_seen) AS posted
    FROM (
      SELECT
        -1 AS weight, OLD.business_id AS business_id, OLD.scraped_at / 86400000 AS seen_day,
        OLD.posted_at / 86400000 AS posted_day, OLD.rating AS rating, OLD.platform AS platform, OLD.responded AS responded,
        OLD.removed_at IS NOT NULL AS removed, OLD.response_id IS NOT NULL AS has_response,
        OLD.settled_at IS NOT NULL AND OLD.responded AND OLD.response_id IS NULL AND OLD.owner_response_text IS NULL AS is_settled,
        OLD.response_id IS NOT NULL AND NOT OLD.response_posted AS is_unposted,
        OLD.response_id IS NOT NULL AND NOT OLD.response_posted AND OLD.responded AND OLD.owner_response_text IS NULL AS is_hidden,
        CASE WHEN OLD.answer_visible AND OLD.removed_at IS NULL THEN
        coalesce(min(OLD.response_posted_at, OLD.owner_response_date), OLD.response_posted_at, OLD.owner_response_date) - OLD.posted_at END AS delay
      UNION ALL SELECT
        1, NEW.business_id, NEW.scraped_at / 86400000, NEW.posted_at / 86400000, NEW.rating, NEW.platform, NEW.responded,
        NEW.removed_at IS NOT NULL, NEW.response_id IS NOT NULL,
        NEW.settled_at IS NOT NULL AND NEW.responded AND NEW.response_id IS NULL AND NEW.owner_response_text IS NULL,
        NEW.response_id IS NOT NULL AND NOT NEW.response_posted,
        NEW.response_id IS NOT NULL AND NOT NEW.response_posted AND NEW.responded AND NEW.owner_response_text IS NULL,
        CASE WHEN NEW.answer_visible AND NEW.removed_at IS NULL THEN
        coalesce(min(NEW.response_posted_at, NEW.owner_response_date), NEW.response_posted_at, NEW.owner_response_date) - NEW.posted_at END
    ), (SELECT 1 AS is_seen UNION ALL SELECT 0)
  )
  GROUP BY business_id, day
  ON CONFLICT (business_id, day) DO UPDATE SET
    review_count = review_count + excluded.review_count, rating_sum = rating_sum + excluded.rating_sum,
    positive = positive + excluded.positive, neutral = neutral + excluded.neutral, negative = negative + excluded.negative,
    responded = responded + excluded.responded, settled = settled + excluded.settled,
    unposted = unposted + excluded.unposted, hidden = hidden + excluded.hidden, responses = responses + excluded.responses,
    google = google + excluded.google, yelp = yelp + excluded.yelp, facebook = facebook + excluded.facebook,
    tripadvisor = tripadvisor + excluded.tripadvisor,
    posted_review_count = posted_review_count + excluded.posted_review_count,
    posted_rating_sum = posted_rating_sum + excluded.posted_rating_sum,
    posted_positive = posted_positive + excluded.posted_positive, posted_neutral = posted_neutral + excluded.posted_neutral,
    posted_negative = posted_negative + excluded.posted_negative,
    posted_responded = posted_responded + excluded.posted_responded,
    posted_settled = posted_settled + excluded.posted_settled, posted_hidden = posted_hidden + excluded.posted_hidden,
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
    removed_tripadvisor = removed_tripadvisor + excluded.removed_tripadvisor,
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

CREATE TRIGGER reviews_leave_daily_stats AFTER DELETE ON reviews WHEN OLD.id <= (SELECT last FROM review_ids) BEGIN
  UPDATE review_daily_stats SET
    review_count = review_count - 1, rating_sum = rating_sum - OLD.rating, positive = positive - (OLD.rating >= 4),
    neutral = neutral - (OLD.rating >= 3 AND OLD.rating < 4), negative = negative - (OLD.rating < 3),
    responded = responded - OLD.responded, settled = settled - fact.is_settled, unposted = unposted - fact.is_unposted,
    hidden = hidden - fact.is_hidden, responses = responses - fact.has_response,
    google = google - (OLD.platform = 'google'), yelp = yelp - (OLD.platform = 'yelp'),
    facebook = facebook - (OLD.platform = 'facebook'), tripadvisor = tripadvisor - (OLD.platform = 'tripadvisor'),
    removed_review_count = removed_review_count - fact.removed,
    removed_rating_sum = removed_rating_sum - fact.removed * OLD.rating,
    removed_positive = removed_positive - fact.removed * (OLD.rating >= 4),
    removed_neutral = removed_neutral - fact.removed * (OLD.rating >= 3 AND OLD.rating < 4),
    removed_negative = removed_negative - fact.removed * (OLD.rating < 3),
    removed_responded = removed_responded - fact.removed * OLD.responded,
    removed_settled = removed_settled - fact.removed * fact.is_settled,
    removed_unposted = removed_unposted - fact.removed * fact.is_unposted,
    removed_hidden = removed_hidden - fact.removed * fact.is_hidden,
    removed_google = removed_google - fact.removed * (OLD.platform = 'google'),
    removed_yelp = removed_yelp - fact.removed * (OLD.platform = 'yelp'),
    removed_facebook = removed_facebook - fact.removed * (OLD.platform = 'facebook'),
    removed_tripadvisor = removed_tripadvisor - fact.removed * (OLD.platform = 'tripadvisor')
  FROM (SELECT
    OLD.removed_at IS NOT NULL AS removed, OLD.response_id IS NOT NULL AS has_response,
    OLD.settled_at IS NOT NULL AND OLD.responded AND OLD.response_id IS NULL AND OLD.owner_response_text IS NULL AS is_settled,
    OLD.response_id IS NOT NULL AND NOT OLD.response_posted AS is_unposted,
    OLD.response_id IS NOT NULL AND NOT OLD.response_posted AND OLD.responded AND OLD.owner_response_text IS NULL AS is_hidden) AS fact
  WHERE business_id = OLD.business_id AND day = strftime('%Y-%m-%d', OLD.scraped_at / 1000, 'unixepoch');
  UPDATE review_daily_stats SET
    posted_review_count = posted_review_count - 1, posted_rating_sum = posted_rating_sum - OLD.rating,
    posted_positive = posted_positive - (OLD.rating >= 4),
    posted_neutral = posted_neutral - (OLD.rating >= 3 AND OLD.rating < 4),
    posted_negative = posted_negative - (OLD.rating < 3), posted_responded = posted_responded - OLD.responded,
    posted_settled = posted_settled - fact.is_settled, posted_hidden = posted_hidden - fact.is_hidden,
    removed_posted_review_count = removed_posted_review_count - fact.removed,
    removed_posted_rating_sum = removed_posted_rating_sum - fact.removed * OLD.rating,
    removed_posted_positive = removed_posted_positive - fact.removed * (OLD.rating >= 4),
    removed_posted_neutral = removed_posted_neutral - fact.removed * (OLD.rating >= 3 AND OLD.rating < 4),
    removed_posted_negative = removed_posted_negative - fact.removed * (OLD.rating < 3),
    removed_posted_responded = removed_posted_responded - fact.removed * OLD.responded,
    removed_posted_settled = removed_posted_settled - fact.removed * fact.is_settled,
    removed_posted_hidden = removed_posted_hidden - fact.removed * fact.is_hidden,
    shown_one = shown_one - (1 - fact.removed) * (OLD.rating < 2),
    shown_five = shown_five - (1 - fact.removed) * (OLD.rating >= 5),
    shown_yelp = shown_yelp - (1 - fact.removed) * (OLD.platform = 'yelp'),
    shown_facebook = shown_facebook - (1 - fact.removed) * (OLD.platform = 'facebook'),
    shown_tripadvisor = shown_tripadvisor - (1 - fact.removed) * (OLD.platform = 'tripadvisor'),
    shown_yelp_stars = shown_yelp_stars - (1 - fact.removed) * (OLD.platform = 'yelp') * OLD.rating,
    shown_facebook_stars = shown_facebook_stars - (1 - fact.removed) * (OLD.platform = 'facebook') * OLD.rating,
    shown_tripadvisor_stars = shown_tripadvisor_stars - (1 - fact.removed) * (OLD.platform = 'tripadvisor') * OLD.rating,
    answered_4h = answered_4h - coalesce(fact.delay <= 14400000, 0),
    answered_1d = answered_1d - coalesce(fact.delay <= 86400000, 0),
    answered_2d = answered_2d - coalesce(fact.delay <= 172800000, 0),
    answered_7d = answered_7d - coalesce(fact.delay <= 604800000, 0),
    answered_30d = answered_30d - coalesce(fact.delay <= 2592000000, 0),
    answered_timed = answered_timed - (fact.delay IS NOT NULL)
  FROM (SELECT
    OLD.removed_at IS NOT NULL AS removed,
    OLD.settled_at IS NOT NULL AND OLD.responded AND OLD.response_id IS NULL AND OLD.owner_response_text IS NULL AS is_settled,
    OLD.response_id IS NOT NULL AND NOT OLD.response_posted AND OLD.responded AND OLD.owner_response_text IS NULL AS is_hidden,
    CASE WHEN OLD.answer_visible AND OLD.removed_at IS NULL THEN
        coalesce(min(OLD.response_posted_at, OLD.owner_response_date), OLD.response_posted_at, OLD.owner_response_date) - OLD.posted_at END AS delay) AS fact
  WHERE business_id = OLD.business_id AND day = strftime('%Y-%m-%d', OLD.posted_at / 1000, 'unixepoch');
END;

-- An entry is removed by what it was made of.
CREATE TRIGGER reviews_update_search AFTER UPDATE OF rating, responded, removed_at, edited_at, response_id, response_posted,
  settled_at, owner_response_text, assigned_to, insight_keys, review_text, author_name, review_date, scraped_at, business_id, platform ON reviews
WHEN OLD.id <= (SELECT last FROM review_ids)
  AND (NEW.position IS NOT OLD.position OR NEW.rating IS NOT OLD.rating OR NEW.responded IS NOT OLD.responded
    OR (NEW.removed_at IS NULL) IS NOT (OLD.removed_at IS NULL)
    OR (NEW.edited_at IS NULL) IS NOT (OLD.edited_at IS NULL)
    OR (NEW.response_id IS NULL OR NEW.response_posted) IS NOT (OLD.response_id IS NULL OR OLD.response_posted)
    OR NEW.answer_visible IS NOT OLD.answer_visible
    OR NEW.assigned_to IS NOT OLD.assigned_to OR NEW.insight_keys IS NOT OLD.insight_keys
    OR NEW.review_text IS NOT OLD.review_text OR NEW.author_name IS NOT OLD.author_name
    OR NEW.business_id IS NOT OLD.business_id OR NEW.platform IS NOT OLD.platform
    OR NEW.scraped_at / 86400000 IS NOT OLD.scraped_at / 86400000)
BEGIN
  INSERT INTO review_search (review_search, rowid, keys, review_text, author_name)
  VALUES ('delete', OLD.position,
    replace('b' || replace(substr(OLD.business_id, 20), '-', '') || ' p~' || OLD.platform || ' r~' || CAST(OLD.rating AS INTEGER)
      || ' u~' || OLD.responded || ' w~' || (OLD.scraped_at / 2764800000) || ' d~' || (OLD.scraped_at / 86400000)
      || iif(OLD.removed_at IS NULL, '', ' v~')
      || iif(OLD.edited_at IS NULL, '', ' e~') || iif(OLD.review_text = '', ' x~', '')
      || iif(OLD.response_id IS NULL OR OLD.response_posted, '', ' q~') || iif(OLD.answer_visible, ' g~', '')
      || iif(OLD.assigned_to IS NULL, '', ' a~' || replace(substr(OLD.assigned_to, 20), '-', ''))
      || OLD.insight_keys, '~', replace(substr(OLD.organization_id, 20), '-', '')),
    OLD.review_text, OLD.author_name);
  INSERT INTO review_search (rowid, keys, review_text, author_name)
  VALUES (NEW.position,
    replace('b' || replace(substr(NEW.business_id, 20), '-', '') || ' p~' || NEW.platform || ' r~' || CAST(NEW.rating AS INTEGER)
      || ' u~' || NEW.responded || ' w~' || (NEW.scraped_at / 2764800000) || ' d~' || (NEW.scraped_at / 86400000)
      || iif(NEW.removed_at IS NULL, '', ' v~')
      || iif(NEW.edited_at IS NULL, '', ' e~') || iif(NEW.review_text = '', ' x~', '')
      || iif(NEW.response_id IS NULL OR NEW.response_posted, '', ' q~') || iif(NEW.answer_visible, ' g~', '')
      || iif(NEW.assigned_to IS NULL, '', ' a~' || replace(substr(NEW.assigned_to, 20), '-', ''))
      || NEW.insight_keys, '~', replace(substr(NEW.organization_id, 20), '-', '')),
    NEW.review_text, NEW.author_name);
END;

CREATE TRIGGER reviews_leave_search AFTER DELETE ON reviews WHEN OLD.id <= (SELECT last FROM review_ids) BEGIN
  INSERT INTO review_search (review_search, rowid, keys, review_text, author_name)
  VALUES ('delete', OLD.position,
    replace('b' || replace(substr(OLD.business_id, 20), '-', '') || ' p~' || OLD.platform || ' r~' || CAST(OLD.rating AS INTEGER)
      || ' u~' || OLD.responded || ' w~' || (OLD.scraped_at / 2764800000) || ' d~' || (OLD.scraped_at / 86400000)
      || iif(OLD.removed_at IS NULL, '', ' v~')
      || iif(OLD.edited_at IS NULL, '', ' e~') || iif(OLD.review_text = '', ' x~', '')
      || iif(OLD.response_id IS NULL OR OLD.response_posted, '', ' q~') || iif(OLD.answer_visible, ' g~', '')
      || iif(OLD.assigned_to IS NULL, '', ' a~' || replace(substr(OLD.assigned_to, 20), '-', ''))
      || OLD.insight_keys, '~', replace(substr(OLD.organization_id, 20), '-', '')),
    OLD.review_text, OLD.author_name);
END;
