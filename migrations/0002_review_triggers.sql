-- What follows from a review by itself: statistics of its day, its search entry, its former version.
-- Triggers, so that no code path can forget them.

-- Reviews by the UTC day they were first stored (scraped_at). One row per business and day; rows may reach zero.
CREATE TABLE review_daily_stats (
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  review_count INTEGER NOT NULL DEFAULT 0,
  rating_sum REAL NOT NULL DEFAULT 0,
  positive INTEGER NOT NULL DEFAULT 0,
  neutral INTEGER NOT NULL DEFAULT 0,
  negative INTEGER NOT NULL DEFAULT 0,
  responded INTEGER NOT NULL DEFAULT 0,
  google INTEGER NOT NULL DEFAULT 0,
  yelp INTEGER NOT NULL DEFAULT 0,
  facebook INTEGER NOT NULL DEFAULT 0,
  tripadvisor INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (business_id, day)
) WITHOUT ROWID;

-- `keys` holds what lists are filtered by as one token each (organization, business, platform, whole stars,
-- sentiment, status), so that a filter reads only its matches and no other tenant's rows. Lists walk it by rowid, so
-- they rely on this: within an organization reviews.id grows with scraped_at (worker/collection/save-page.ts).
CREATE VIRTUAL TABLE review_search USING fts5 (
  keys, review_text, author_name,
  content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2'
);

CREATE TRIGGER reviews_count_insert AFTER INSERT ON reviews BEGIN
  INSERT INTO review_daily_stats (business_id, day, review_count, rating_sum, positive, neutral, negative, responded,
    google, yelp, facebook, tripadvisor)
  VALUES (NEW.business_id, strftime('%Y-%m-%d', NEW.scraped_at / 1000, 'unixepoch'), 1, NEW.rating,
    NEW.rating >= 4, NEW.rating >= 3 AND NEW.rating < 4, NEW.rating < 3, NEW.responded,
    NEW.platform = 'google', NEW.platform = 'yelp', NEW.platform = 'facebook', NEW.platform = 'tripadvisor')
  ON CONFLICT (business_id, day) DO UPDATE SET
    review_count = review_count + 1,
    rating_sum = rating_sum + excluded.rating_sum,
    positive = positive + excluded.positive,
    neutral = neutral + excluded.neutral,
    negative = negative + excluded.negative,
    responded = responded + excluded.responded,
    google = google + excluded.google,
    yelp = yelp + excluded.yelp,
    facebook = facebook + excluded.facebook,
    tripadvisor = tripadvisor + excluded.tripadvisor;
END;

CREATE TRIGGER reviews_count_delete AFTER DELETE ON reviews BEGIN
  UPDATE review_daily_stats SET
    review_count = review_count - 1,
    rating_sum = rating_sum - OLD.rating,
    positive = positive - (OLD.rating >= 4),
    neutral = neutral - (OLD.rating >= 3 AND OLD.rating < 4),
    negative = negative - (OLD.rating < 3),
    responded = responded - OLD.responded,
    google = google - (OLD.platform = 'google'),
    yelp = yelp - (OLD.platform = 'yelp'),
    facebook = facebook - (OLD.platform = 'facebook'),
    tripadvisor = tripadvisor - (OLD.platform = 'tripadvisor')
  WHERE business_id = OLD.business_id AND day = strftime('%Y-%m-%d', OLD.scraped_at / 1000, 'unixepoch');
END;

CREATE TRIGGER reviews_count_change AFTER UPDATE OF rating, responded ON reviews
WHEN (NEW.rating IS NOT OLD.rating OR NEW.responded IS NOT OLD.responded)
  AND NEW.business_id = OLD.business_id AND NEW.platform = OLD.platform
  AND NEW.scraped_at / 86400000 = OLD.scraped_at / 86400000
BEGIN
  UPDATE review_daily_stats SET
    rating_sum = rating_sum - OLD.rating + NEW.rating,
    positive = positive - (OLD.rating >= 4) + (NEW.rating >= 4),
    neutral = neutral - (OLD.rating >= 3 AND OLD.rating < 4) + (NEW.rating >= 3 AND NEW.rating < 4),
    negative = negative - (OLD.rating < 3) + (NEW.rating < 3),
    responded = responded - OLD.responded + NEW.responded
  WHERE business_id = NEW.business_id AND day = strftime('%Y-%m-%d', NEW.scraped_at / 1000, 'unixepoch');
END;

-- The product never moves a review to another day; a repair by hand may.
CREATE TRIGGER reviews_count_move AFTER UPDATE OF scraped_at, business_id, platform ON reviews
WHEN NEW.business_id IS NOT OLD.business_id OR NEW.platform IS NOT OLD.platform
  OR NEW.scraped_at / 86400000 IS NOT OLD.scraped_at / 86400000
BEGIN
  UPDATE review_daily_stats SET
    review_count = review_count - 1,
    rating_sum = rating_sum - OLD.rating,
    positive = positive - (OLD.rating >= 4),
    neutral = neutral - (OLD.rating >= 3 AND OLD.rating < 4),
    negative = negative - (OLD.rating < 3),
    responded = responded - OLD.responded,
    google = google - (OLD.platform = 'google'),
    yelp = yelp - (OLD.platform = 'yelp'),
    facebook = facebook - (OLD.platform = 'facebook'),
    tripadvisor = tripadvisor - (OLD.platform = 'tripadvisor')
  WHERE business_id = OLD.business_id AND day = strftime('%Y-%m-%d', OLD.scraped_at / 1000, 'unixepoch');
  INSERT INTO review_daily_stats (business_id, day, review_count, rating_sum, positive, neutral, negative, responded,
    google, yelp, facebook, tripadvisor)
  VALUES (NEW.business_id, strftime('%Y-%m-%d', NEW.scraped_at / 1000, 'unixepoch'), 1, NEW.rating,
    NEW.rating >= 4, NEW.rating >= 3 AND NEW.rating < 4, NEW.rating < 3, NEW.responded,
    NEW.platform = 'google', NEW.platform = 'yelp', NEW.platform = 'facebook', NEW.platform = 'tripadvisor')
  ON CONFLICT (business_id, day) DO UPDATE SET
    review_count = review_count + 1,
    rating_sum = rating_sum + excluded.rating_sum,
    positive = positive + excluded.positive,
    neutral = neutral + excluded.neutral,
    negative = negative + excluded.negative,
    responded = responded + excluded.responded,
    google = google + excluded.google,
    yelp = yelp + excluded.yelp,
    facebook = facebook + excluded.facebook,
    tripadvisor = tripadvisor + excluded.tripadvisor;
END;

CREATE TRIGGER reviews_search_insert AFTER INSERT ON reviews BEGIN
  INSERT INTO review_search (rowid, keys, review_text, author_name)
  VALUES (NEW.id,
    'o' || replace(NEW.organization_id, '-', '') || ' b' || replace(NEW.business_id, '-', '') || ' p' || NEW.platform
      || ' r' || CAST(NEW.rating AS INTEGER)
      || CASE WHEN NEW.rating >= 4 THEN ' spositive' WHEN NEW.rating >= 3 THEN ' sneutral' ELSE ' snegative' END
      || CASE WHEN NEW.responded THEN ' uresponded' ELSE ' upending' END,
    NEW.review_text, NEW.author_name);
END;

CREATE TRIGGER reviews_search_delete AFTER DELETE ON reviews BEGIN
  DELETE FROM review_search WHERE rowid = OLD.id;
END;

CREATE TRIGGER reviews_search_change AFTER UPDATE OF rating, responded, review_text, author_name, business_id, platform ON reviews
WHEN NEW.rating IS NOT OLD.rating OR NEW.responded IS NOT OLD.responded
  OR NEW.business_id IS NOT OLD.business_id OR NEW.platform IS NOT OLD.platform
  OR NEW.review_text IS NOT OLD.review_text OR NEW.author_name IS NOT OLD.author_name
BEGIN
  UPDATE review_search SET
    keys = 'o' || replace(NEW.organization_id, '-', '') || ' b' || replace(NEW.business_id, '-', '') || ' p' || NEW.platform
      || ' r' || CAST(NEW.rating AS INTEGER)
      || CASE WHEN NEW.rating >= 4 THEN ' spositive' WHEN NEW.rating >= 3 THEN ' sneutral' ELSE ' snegative' END
      || CASE WHEN NEW.responded THEN ' uresponded' ELSE ' upending' END,
    review_text = NEW.review_text, author_name = NEW.author_name
  WHERE rowid = NEW.id;
END;

CREATE TRIGGER reviews_keep_revision AFTER UPDATE OF rating, review_text ON reviews
WHEN NEW.rating IS NOT OLD.rating OR NEW.review_text IS NOT OLD.review_text
BEGIN
  INSERT INTO review_revisions (review_id, replaced_at, organization_id, rating, review_text)
  VALUES (OLD.id, NEW.updated_at, OLD.organization_id, OLD.rating, OLD.review_text);
END;

CREATE TRIGGER responses_copy_insert AFTER INSERT ON review_responses BEGIN
  UPDATE reviews SET responded = 1, response_id = NEW.id, response_text = NEW.response_text,
    response_at = NEW.created_at, response_edited_at = NEW.edited_at
  WHERE id = NEW.review_id;
END;

-- Writing the answer anew settles an edited review again.
CREATE TRIGGER responses_copy_change AFTER UPDATE OF response_text, edited_at ON review_responses BEGIN
  UPDATE reviews SET responded = 1, response_text = NEW.response_text, response_edited_at = NEW.edited_at
  WHERE id = NEW.review_id;
END;

CREATE TRIGGER responses_copy_delete AFTER DELETE ON review_responses BEGIN
  UPDATE reviews SET responded = 0, response_id = NULL, response_text = NULL, response_at = NULL, response_edited_at = NULL
  WHERE id = OLD.review_id;
END;
