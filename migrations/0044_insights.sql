-- What was read in the texts of reviews, for organizations whose plan has AI Insights, and what follows from it for a business.
-- Counts are of reviews that are shown now: a review that says something five times counts once.

-- Whose reviews are read. Every new or changed plan gets a row; the tick takes it away where the plan has no AI Insights.
CREATE TABLE insight_readings (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  method INTEGER NOT NULL DEFAULT 0, -- the version by which everything is read, or is about to be
  -- The last review that was read, in the order of first seen; null: all are.
  read_seen_at INTEGER DEFAULT -1,
  read_position INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER DEFAULT 0 -- when the tick asks for the next page; null: nothing is to be read
) WITHOUT ROWID;
CREATE INDEX insight_readings_by_due ON insight_readings (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX insight_readings_by_method ON insight_readings (method);

-- Reviews that changed since.
CREATE TABLE insight_due (
  review_id INTEGER PRIMARY KEY REFERENCES reviews (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL REFERENCES insight_readings (organization_id) ON DELETE CASCADE,
  changes INTEGER NOT NULL DEFAULT 1 -- tells whether it changed again while it was read
);
CREATE INDEX insight_due_by_organization ON insight_due (organization_id, review_id);

CREATE TABLE review_features (
  review_id INTEGER PRIMARY KEY REFERENCES reviews (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  method INTEGER NOT NULL,
  edited_at INTEGER, -- of the version that was read
  day TEXT NOT NULL, -- YYYY-MM-DD, UTC: when it was posted
  rating REAL NOT NULL,
  language TEXT, -- null: none that is read for topics
  tokens INTEGER NOT NULL,
  score REAL NOT NULL, -- how probable 4 or 5 stars are, given the text: 0 to 1
  mismatch TEXT,
  topics TEXT NOT NULL, -- JSON: [{topic, polarity, spans: [{start, end}]}]
  terms TEXT NOT NULL -- JSON: what it counts for in insight_term_months
);
CREATE INDEX review_features_by_organization ON review_features (organization_id);
CREATE INDEX review_features_by_business ON review_features (business_id);

CREATE TABLE insight_topic_days (
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  topic TEXT NOT NULL,
  day TEXT NOT NULL,
  positive INTEGER NOT NULL,
  neutral INTEGER NOT NULL,
  negative INTEGER NOT NULL,
  -- Stars of the reviews that blame it; five have the rest.
  negative_one INTEGER NOT NULL,
  negative_two INTEGER NOT NULL,
  negative_three INTEGER NOT NULL,
  negative_four INTEGER NOT NULL,
  PRIMARY KEY (business_id, topic, day)
) WITHOUT ROWID;

-- Some terms are none: `*` is every review with a text, `?` one whose language is not read for topics, `!…` one that its stars
-- contradict.
CREATE TABLE insight_term_months (
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  term TEXT NOT NULL,
  month TEXT NOT NULL, -- YYYY-MM
  reviews INTEGER NOT NULL,
  positive INTEGER NOT NULL, -- 4 stars and more
  negative INTEGER NOT NULL, -- below 3
  PRIMARY KEY (business_id, term, month)
) WITHOUT ROWID;

-- The sums of all months, by which the terms worth a look are found.
CREATE TABLE insight_terms (
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  term TEXT NOT NULL,
  reviews INTEGER NOT NULL,
  PRIMARY KEY (business_id, term)
) WITHOUT ROWID;
CREATE INDEX insight_terms_by_reviews ON insight_terms (business_id, reviews);

CREATE TRIGGER review_features_count AFTER INSERT ON review_features BEGIN
  INSERT INTO insight_topic_days (business_id, topic, day, positive, neutral, negative, negative_one, negative_two,
    negative_three, negative_four)
  SELECT NEW.business_id, value->>'topic', NEW.day, value->>'polarity' = 'positive', value->>'polarity' = 'neutral',
    value->>'polarity' = 'negative', value->>'polarity' = 'negative' AND NEW.rating < 2,
    value->>'polarity' = 'negative' AND NEW.rating >= 2 AND NEW.rating < 3,
    value->>'polarity' = 'negative' AND NEW.rating >= 3 AND NEW.rating < 4,
    value->>'polarity' = 'negative' AND NEW.rating >= 4 AND NEW.rating < 5
  FROM json_each(NEW.topics) WHERE true
  ON CONFLICT (business_id, topic, day) DO UPDATE SET
    positive = positive + excluded.positive, neutral = neutral + excluded.neutral, negative = negative + excluded.negative,
    negative_one = negative_one + excluded.negative_one, negative_two = negative_two + excluded.negative_two,
    negative_three = negative_three + excluded.negative_three, negative_four = negative_four + excluded.negative_four;
  INSERT INTO insight_term_months (business_id, term, month, reviews, positive, negative)
  SELECT NEW.business_id, value, substr(NEW.day, 1, 7), 1, NEW.rating >= 4, NEW.rating < 3
  FROM json_each(NEW.terms) WHERE true
  ON CONFLICT (business_id, term, month) DO UPDATE SET
    reviews = reviews + 1, positive = positive + excluded.positive, negative = negative + excluded.negative;
  INSERT INTO insight_terms (business_id, term, reviews) SELECT NEW.business_id, value, 1 FROM json_each(NEW.terms) WHERE true
  ON CONFLICT (business_id, term) DO UPDATE SET reviews = reviews + 1;
END;

-- With its business everything else of it goes, too.
CREATE TRIGGER review_features_subtract AFTER DELETE ON review_features
WHEN EXISTS (SELECT 1 FROM businesses WHERE id = OLD.business_id) BEGIN
  UPDATE insight_topic_days SET
    positive = positive - (mention.polarity = 'positive'), neutral = neutral - (mention.polarity = 'neutral'),
    negative = negative - (mention.polarity = 'negative'),
    negative_one = negative_one - (mention.polarity = 'negative' AND OLD.rating < 2),
    negative_two = negative_two - (mention.polarity = 'negative' AND OLD.rating >= 2 AND OLD.rating < 3),
    negative_three = negative_three - (mention.polarity = 'negative' AND OLD.rating >= 3 AND OLD.rating < 4),
    negative_four = negative_four - (mention.polarity = 'negative' AND OLD.rating >= 4 AND OLD.rating < 5)
  FROM (SELECT value->>'topic' AS of_topic, value->>'polarity' AS polarity FROM json_each(OLD.topics)) AS mention
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

INSERT INTO insight_readings (organization_id) SELECT id FROM organizations;
CREATE TRIGGER plans_may_have_insights AFTER INSERT ON organization_subscriptions BEGIN
  INSERT INTO insight_readings (organization_id) VALUES (NEW.organization_id)
  ON CONFLICT (organization_id) DO UPDATE SET due_at = 0;
END;
CREATE TRIGGER plans_change_insights AFTER UPDATE OF plan_type ON organization_subscriptions
WHEN NEW.plan_type <> OLD.plan_type BEGIN
  INSERT INTO insight_readings (organization_id) VALUES (NEW.organization_id)
  ON CONFLICT (organization_id) DO UPDATE SET due_at = 0;
END;

-- New reviews are read like those that were stored before, from the first of them on: a row each would cost as much as their text.
CREATE TRIGGER review_ids_insights AFTER UPDATE OF last ON review_ids WHEN EXISTS (SELECT 1 FROM insight_readings) BEGIN
  UPDATE insight_readings SET
    read_position = iif(read_seen_at < fresh.seen_at, read_position, 0),
    read_seen_at = min(coalesce(read_seen_at, fresh.seen_at - 1), fresh.seen_at - 1),
    due_at = coalesce(due_at, 0)
  FROM (
    SELECT organization_id AS of_organization, min(scraped_at) AS seen_at FROM reviews
    WHERE id > OLD.last AND id <= NEW.last GROUP BY organization_id
  ) AS fresh
  WHERE organization_id = fresh.of_organization;
END;

CREATE TRIGGER reviews_change_insights
AFTER UPDATE OF rating, review_text, removed_at, review_date, scraped_at, business_id ON reviews
WHEN OLD.id <= (SELECT last FROM review_ids)
  AND (NEW.rating IS NOT OLD.rating OR NEW.review_text IS NOT OLD.review_text OR NEW.business_id IS NOT OLD.business_id
    OR (NEW.removed_at IS NULL) IS NOT (OLD.removed_at IS NULL)
    OR NEW.posted_at / 86400000 IS NOT OLD.posted_at / 86400000)
  AND EXISTS (SELECT 1 FROM insight_readings WHERE organization_id = NEW.organization_id)
BEGIN
  INSERT INTO insight_due (review_id, organization_id) VALUES (NEW.id, NEW.organization_id)
  ON CONFLICT (review_id) DO UPDATE SET changes = changes + 1;
  UPDATE insight_readings SET due_at = 0 WHERE organization_id = NEW.organization_id AND due_at IS NULL;
END;

-- Which topics there are follows from the industry: everything is read again.
CREATE TRIGGER businesses_change_insights AFTER UPDATE OF industry ON businesses WHEN NEW.industry IS NOT OLD.industry BEGIN
  UPDATE insight_readings SET read_seen_at = -1, read_position = 0, due_at = 0 WHERE organization_id = NEW.organization_id;
END;

-- What was read in a review is found in the search index, too: `~` stands for the organization, as in the tokens there.
ALTER TABLE reviews ADD COLUMN insight_keys TEXT NOT NULL DEFAULT '';

DROP TRIGGER review_ids_index;
DROP TRIGGER reviews_search_change;
DROP TRIGGER reviews_search_delete;

CREATE TRIGGER review_ids_index AFTER UPDATE OF last ON review_ids BEGIN
  INSERT INTO review_search (rowid, keys, review_text, author_name)
  SELECT position,
    replace('b' || replace(substr(business_id, 20), '-', '') || ' p~' || platform || ' r~' || CAST(rating AS INTEGER)
      || ' u~' || responded || ' w~' || (scraped_at / 2764800000) || ' d~' || (scraped_at / 86400000)
      || iif(removed_at IS NULL, '', ' v~')
      || iif(edited_at IS NULL, '', ' e~') || iif(review_text = '', ' x~', '')
      || iif(response_id IS NULL OR response_posted, '', ' q~')
      || iif(assigned_to IS NULL, '', ' a~' || replace(substr(assigned_to, 20), '-', ''))
      || insight_keys, '~', replace(substr(organization_id, 20), '-', '')),
    review_text, author_name
  FROM reviews WHERE id > OLD.last AND id <= NEW.last;
END;

CREATE TRIGGER reviews_search_change AFTER UPDATE OF rating, responded, removed_at, edited_at, response_id, response_posted,
  assigned_to, insight_keys, review_text, author_name, review_date, scraped_at, business_id, platform ON reviews
WHEN OLD.id <= (SELECT last FROM review_ids)
  AND (NEW.position IS NOT OLD.position OR NEW.rating IS NOT OLD.rating OR NEW.responded IS NOT OLD.responded
    OR (NEW.removed_at IS NULL) IS NOT (OLD.removed_at IS NULL)
    OR (NEW.edited_at IS NULL) IS NOT (OLD.edited_at IS NULL)
    OR (NEW.response_id IS NULL OR NEW.response_posted) IS NOT (OLD.response_id IS NULL OR OLD.response_posted)
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
      || iif(OLD.response_id IS NULL OR OLD.response_posted, '', ' q~')
      || iif(OLD.assigned_to IS NULL, '', ' a~' || replace(substr(OLD.assigned_to, 20), '-', ''))
      || OLD.insight_keys, '~', replace(substr(OLD.organization_id, 20), '-', '')),
    OLD.review_text, OLD.author_name);
  INSERT INTO review_search (rowid, keys, review_text, author_name)
  VALUES (NEW.position,
    replace('b' || replace(substr(NEW.business_id, 20), '-', '') || ' p~' || NEW.platform || ' r~' || CAST(NEW.rating AS INTEGER)
      || ' u~' || NEW.responded || ' w~' || (NEW.scraped_at / 2764800000) || ' d~' || (NEW.scraped_at / 86400000)
      || iif(NEW.removed_at IS NULL, '', ' v~')
      || iif(NEW.edited_at IS NULL, '', ' e~') || iif(NEW.review_text = '', ' x~', '')
      || iif(NEW.response_id IS NULL OR NEW.response_posted, '', ' q~')
      || iif(NEW.assigned_to IS NULL, '', ' a~' || replace(substr(NEW.assigned_to, 20), '-', ''))
      || NEW.insight_keys, '~', replace(substr(NEW.organization_id, 20), '-', '')),
    NEW.review_text, NEW.author_name);
END;

CREATE TRIGGER reviews_search_delete AFTER DELETE ON reviews WHEN OLD.id <= (SELECT last FROM review_ids) BEGIN
  INSERT INTO review_search (review_search, rowid, keys, review_text, author_name)
  VALUES ('delete', OLD.position,
    replace('b' || replace(substr(OLD.business_id, 20), '-', '') || ' p~' || OLD.platform || ' r~' || CAST(OLD.rating AS INTEGER)
      || ' u~' || OLD.responded || ' w~' || (OLD.scraped_at / 2764800000) || ' d~' || (OLD.scraped_at / 86400000)
      || iif(OLD.removed_at IS NULL, '', ' v~')
      || iif(OLD.edited_at IS NULL, '', ' e~') || iif(OLD.review_text = '', ' x~', '')
      || iif(OLD.response_id IS NULL OR OLD.response_posted, '', ' q~')
      || iif(OLD.assigned_to IS NULL, '', ' a~' || replace(substr(OLD.assigned_to, 20), '-', ''))
      || OLD.insight_keys, '~', replace(substr(OLD.organization_id, 20), '-', '')),
    OLD.review_text, OLD.author_name);
END;
