-- The review ledger: what a platform no longer shows, what it shows again, and the walks over whole lists that tell.

ALTER TABLE reviews ADD COLUMN missed_walks INTEGER NOT NULL DEFAULT 0; -- complete walks in a row that did not meet it
ALTER TABLE reviews ADD COLUMN removed_at INTEGER; -- marked by the second such walk; null while it is shown
ALTER TABLE reviews ADD COLUMN returned_at INTEGER; -- when the platform last showed it again after that
ALTER TABLE reviews ADD COLUMN text_is_excerpt INTEGER NOT NULL DEFAULT 0; -- 1: the source shows only its beginning
CREATE INDEX reviews_removed ON reviews (business_id, platform, removed_at) WHERE removed_at IS NOT NULL;

-- A walk goes over a source's whole list. It may take several runs; backfill_cursor is the place of the one that is open.
ALTER TABLE business_sources ADD COLUMN walk_since INTEGER; -- what the open walk has met since then; null: none is noted
ALTER TABLE business_sources ADD COLUMN walked_at INTEGER; -- when the list was last walked to its end
ALTER TABLE business_sources ADD COLUMN list_pages INTEGER; -- that the list had when one run walked all of it
UPDATE business_sources SET walked_at = last_succeeded_at WHERE backfill_state = 'done';

-- What the open walk of a source has met, one row a page.
CREATE TABLE walk_pages (
  business_id TEXT NOT NULL,
  platform TEXT NOT NULL,
  run_seq INTEGER NOT NULL,
  page INTEGER NOT NULL, -- of that run, from 0
  review_ids TEXT NOT NULL, -- JSON list of platform review ids
  is_whole INTEGER NOT NULL, -- 0: reviews of this page could not be read
  PRIMARY KEY (business_id, platform, run_seq, page),
  FOREIGN KEY (business_id, platform) REFERENCES business_sources (business_id, platform) ON DELETE CASCADE
) WITHOUT ROWID;

ALTER TABLE scrape_runs ADD COLUMN walks INTEGER NOT NULL DEFAULT 0; -- goes on below what is known, to the list's end
ALTER TABLE scrape_runs ADD COLUMN reviews_removed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE scrape_runs ADD COLUMN reviews_returned INTEGER NOT NULL DEFAULT 0;

-- What was met in one list says nothing about another one: a listing that moved begins anew, as does another source.
CREATE TRIGGER sources_walk_anew AFTER UPDATE OF source, backfill_state ON business_sources
WHEN OLD.backfill_state <> 'none' AND (NEW.backfill_state = 'none' OR NEW.source IS NOT OLD.source)
BEGIN
  UPDATE business_sources SET walk_since = NULL, walked_at = NULL, list_pages = NULL
  WHERE business_id = NEW.business_id AND platform = NEW.platform;
  DELETE FROM walk_pages WHERE business_id = NEW.business_id AND platform = NEW.platform;
END;

-- The part of a day's figures that is no longer shown: what is shown is the difference.
ALTER TABLE review_daily_stats ADD COLUMN removed_review_count INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN removed_rating_sum REAL NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN removed_positive INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN removed_neutral INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN removed_negative INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN removed_responded INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN removed_google INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN removed_yelp INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN removed_facebook INTEGER NOT NULL DEFAULT 0;
ALTER TABLE review_daily_stats ADD COLUMN removed_tripadvisor INTEGER NOT NULL DEFAULT 0;

-- Beside the triggers that count all reviews (0002), these count the removed ones among them. They don't fire for the
-- others, so that storing what is shown costs what it did.
CREATE TRIGGER reviews_count_removed_insert AFTER INSERT ON reviews WHEN NEW.removed_at IS NOT NULL BEGIN
  INSERT INTO review_daily_stats (business_id, day, removed_review_count, removed_rating_sum, removed_positive,
    removed_neutral, removed_negative, removed_responded, removed_google, removed_yelp, removed_facebook,
    removed_tripadvisor)
  VALUES (NEW.business_id, strftime('%Y-%m-%d', NEW.scraped_at / 1000, 'unixepoch'), 1, NEW.rating,
    NEW.rating >= 4, NEW.rating >= 3 AND NEW.rating < 4, NEW.rating < 3, NEW.responded,
    NEW.platform = 'google', NEW.platform = 'yelp', NEW.platform = 'facebook', NEW.platform = 'tripadvisor')
  ON CONFLICT (business_id, day) DO UPDATE SET
    removed_review_count = removed_review_count + 1,
    removed_rating_sum = removed_rating_sum + excluded.removed_rating_sum,
    removed_positive = removed_positive + excluded.removed_positive,
    removed_neutral = removed_neutral + excluded.removed_neutral,
    removed_negative = removed_negative + excluded.removed_negative,
    removed_responded = removed_responded + excluded.removed_responded,
    removed_google = removed_google + excluded.removed_google,
    removed_yelp = removed_yelp + excluded.removed_yelp,
    removed_facebook = removed_facebook + excluded.removed_facebook,
    removed_tripadvisor = removed_tripadvisor + excluded.removed_tripadvisor;
END;

CREATE TRIGGER reviews_count_removed_delete AFTER DELETE ON reviews WHEN OLD.removed_at IS NOT NULL BEGIN
  UPDATE review_daily_stats SET
    removed_review_count = removed_review_count - 1,
    removed_rating_sum = removed_rating_sum - OLD.rating,
    removed_positive = removed_positive - (OLD.rating >= 4),
    removed_neutral = removed_neutral - (OLD.rating >= 3 AND OLD.rating < 4),
    removed_negative = removed_negative - (OLD.rating < 3),
    removed_responded = removed_responded - OLD.responded,
    removed_google = removed_google - (OLD.platform = 'google'),
    removed_yelp = removed_yelp - (OLD.platform = 'yelp'),
    removed_facebook = removed_facebook - (OLD.platform = 'facebook'),
    removed_tripadvisor = removed_tripadvisor - (OLD.platform = 'tripadvisor')
  WHERE business_id = OLD.business_id AND day = strftime('%Y-%m-%d', OLD.scraped_at / 1000, 'unixepoch');
END;

-- Taken off as it was, put back as it is.
CREATE TRIGGER reviews_count_removed_change AFTER UPDATE OF removed_at, rating, responded, scraped_at, business_id, platform
ON reviews
WHEN (OLD.removed_at IS NOT NULL OR NEW.removed_at IS NOT NULL)
  AND ((OLD.removed_at IS NULL) IS NOT (NEW.removed_at IS NULL) OR NEW.rating IS NOT OLD.rating
    OR NEW.responded IS NOT OLD.responded OR NEW.business_id IS NOT OLD.business_id
    OR NEW.platform IS NOT OLD.platform OR NEW.scraped_at / 86400000 IS NOT OLD.scraped_at / 86400000)
BEGIN
  UPDATE review_daily_stats SET
    removed_review_count = removed_review_count - 1,
    removed_rating_sum = removed_rating_sum - OLD.rating,
    removed_positive = removed_positive - (OLD.rating >= 4),
    removed_neutral = removed_neutral - (OLD.rating >= 3 AND OLD.rating < 4),
    removed_negative = removed_negative - (OLD.rating < 3),
    removed_responded = removed_responded - OLD.responded,
    removed_google = removed_google - (OLD.platform = 'google'),
    removed_yelp = removed_yelp - (OLD.platform = 'yelp'),
    removed_facebook = removed_facebook - (OLD.platform = 'facebook'),
    removed_tripadvisor = removed_tripadvisor - (OLD.platform = 'tripadvisor')
  WHERE OLD.removed_at IS NOT NULL
    AND business_id = OLD.business_id AND day = strftime('%Y-%m-%d', OLD.scraped_at / 1000, 'unixepoch');
  INSERT INTO review_daily_stats (business_id, day, removed_review_count, removed_rating_sum, removed_positive,
    removed_neutral, removed_negative, removed_responded, removed_google, removed_yelp, removed_facebook,
    removed_tripadvisor)
  SELECT NEW.business_id, strftime('%Y-%m-%d', NEW.scraped_at / 1000, 'unixepoch'), 1, NEW.rating,
    NEW.rating >= 4, NEW.rating >= 3 AND NEW.rating < 4, NEW.rating < 3, NEW.responded,
    NEW.platform = 'google', NEW.platform = 'yelp', NEW.platform = 'facebook', NEW.platform = 'tripadvisor'
  WHERE NEW.removed_at IS NOT NULL
  ON CONFLICT (business_id, day) DO UPDATE SET
    removed_review_count = removed_review_count + 1,
    removed_rating_sum = removed_rating_sum + excluded.removed_rating_sum,
    removed_positive = removed_positive + excluded.removed_positive,
    removed_neutral = removed_neutral + excluded.removed_neutral,
    removed_negative = removed_negative + excluded.removed_negative,
    removed_responded = removed_responded + excluded.removed_responded,
    removed_google = removed_google + excluded.removed_google,
    removed_yelp = removed_yelp + excluded.removed_yelp,
    removed_facebook = removed_facebook + excluded.removed_facebook,
    removed_tripadvisor = removed_tripadvisor + excluded.removed_tripadvisor;
END;

-- Search: the token `vremoved` marks what is no longer shown. What is shown is what lacks it, so that the entries of all
-- reviews stored so far stand as they are.
DROP TRIGGER reviews_search_insert;
CREATE TRIGGER reviews_search_insert AFTER INSERT ON reviews BEGIN
  INSERT INTO review_search (rowid, keys, review_text, author_name)
  VALUES (NEW.id,
    'o' || replace(NEW.organization_id, '-', '') || ' b' || replace(NEW.business_id, '-', '') || ' p' || NEW.platform
      || ' r' || CAST(NEW.rating AS INTEGER)
      || CASE WHEN NEW.rating >= 4 THEN ' spositive' WHEN NEW.rating >= 3 THEN ' sneutral' ELSE ' snegative' END
      || CASE WHEN NEW.responded THEN ' uresponded' ELSE ' upending' END
      || CASE WHEN NEW.removed_at IS NULL THEN '' ELSE ' vremoved' END,
    NEW.review_text, NEW.author_name);
END;

DROP TRIGGER reviews_search_change;
CREATE TRIGGER reviews_search_change AFTER UPDATE OF rating, responded, removed_at, review_text, author_name, business_id,
  platform ON reviews
WHEN NEW.rating IS NOT OLD.rating OR NEW.responded IS NOT OLD.responded
  OR (NEW.removed_at IS NULL) IS NOT (OLD.removed_at IS NULL)
  OR NEW.business_id IS NOT OLD.business_id OR NEW.platform IS NOT OLD.platform
  OR NEW.review_text IS NOT OLD.review_text OR NEW.author_name IS NOT OLD.author_name
BEGIN
  UPDATE review_search SET
    keys = 'o' || replace(NEW.organization_id, '-', '') || ' b' || replace(NEW.business_id, '-', '') || ' p' || NEW.platform
      || ' r' || CAST(NEW.rating AS INTEGER)
      || CASE WHEN NEW.rating >= 4 THEN ' spositive' WHEN NEW.rating >= 3 THEN ' sneutral' ELSE ' snegative' END
      || CASE WHEN NEW.responded THEN ' uresponded' ELSE ' upending' END
      || CASE WHEN NEW.removed_at IS NULL THEN '' ELSE ' vremoved' END,
    review_text = NEW.review_text, author_name = NEW.author_name
  WHERE rowid = NEW.id;
END;

-- A text that was known by its beginning and is now known in full is no other version.
DROP TRIGGER reviews_keep_revision;
CREATE TRIGGER reviews_keep_revision AFTER UPDATE OF rating, review_text ON reviews
WHEN NEW.rating IS NOT OLD.rating
  OR NEW.review_text IS NOT OLD.review_text AND (NEW.text_is_excerpt OR NOT OLD.text_is_excerpt)
BEGIN
  INSERT INTO review_revisions (review_id, replaced_at, organization_id, rating, review_text)
  VALUES (OLD.id, NEW.updated_at, OLD.organization_id, OLD.rating, OLD.review_text);
END;
