DROP TRIGGER IF EXISTS review_features_add_to_counts;
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

-- If the business is deleted, its counts are deleted with it.
DROP TRIGGER IF EXISTS review_features_leave_counts;
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
  -- Deletes counts that have dropped to zero.
  DELETE FROM insight_term_months
  WHERE business_id = OLD.business_id AND term IN (SELECT value FROM json_each(OLD.terms)) AND reviews = 0;
  DELETE FROM insight_terms
  WHERE business_id = OLD.business_id AND term IN (SELECT value FROM json_each(OLD.terms)) AND reviews = 0;
END;
