-- A new review costs less to store. The search index takes in a page of them together, when their ids are given: a review whose
-- id is not given yet has no entry. It keeps no sizes of its entries, which nothing asks for, so a review writes a row less. An
-- entry is taken out by what it was made of.

DROP TRIGGER reviews_stored;
DROP TRIGGER reviews_stored_by_hand;
DROP TRIGGER reviews_search_delete;
DROP TRIGGER reviews_search_change;
DROP TABLE review_search;
CREATE VIRTUAL TABLE review_search USING fts5 (
  keys, review_text, author_name,
  content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2'
);

-- What lists are filtered by, one token each: business, platform, whole stars, status, the day of first seen and the 32 days it
-- lies in, no longer shown. All but the business's carry the organization in place of `~`, so a filter reads no other tenant's
-- entries. Of an id the last 16 digits will do: they are random.
INSERT INTO review_search (rowid, keys, review_text, author_name)
SELECT position,
  replace('b' || replace(substr(business_id, 20), '-', '') || ' p~' || platform || ' r~' || CAST(rating AS INTEGER)
    || ' u~' || responded || ' w~' || (scraped_at / 2764800000) || ' d~' || (scraped_at / 86400000)
    || iif(removed_at IS NULL, '', ' v~'), '~', replace(substr(organization_id, 20), '-', '')),
  review_text, author_name
FROM reviews WHERE id <= (SELECT last FROM review_ids) ORDER BY position;

-- In the direction in which a page is stored; lists read them from either end.
DROP INDEX reviews_by_organization;
DROP INDEX reviews_by_business;
CREATE INDEX reviews_by_organization ON reviews (organization_id, scraped_at, position);
CREATE INDEX reviews_by_business ON reviews (business_id, scraped_at, position);

-- One trigger, which does nothing for what a run stores. A review that is stored by hand comes in no batch of a run, so its id is
-- given for good, and it is counted, here.
CREATE TRIGGER reviews_stored AFTER INSERT ON reviews
WHEN NEW.source = 'import' OR NEW.id <= (SELECT last FROM review_ids)
BEGIN
  SELECT RAISE(ABORT, 'a review needs an id that was never given') WHERE NEW.id <= (SELECT last FROM review_ids);
  UPDATE review_ids SET last = NEW.id;
END;

CREATE TRIGGER review_ids_index AFTER UPDATE OF last ON review_ids BEGIN
  INSERT INTO review_search (rowid, keys, review_text, author_name)
  SELECT position,
    replace('b' || replace(substr(business_id, 20), '-', '') || ' p~' || platform || ' r~' || CAST(rating AS INTEGER)
      || ' u~' || responded || ' w~' || (scraped_at / 2764800000) || ' d~' || (scraped_at / 86400000)
      || iif(removed_at IS NULL, '', ' v~'), '~', replace(substr(organization_id, 20), '-', '')),
    review_text, author_name
  FROM reviews WHERE id > OLD.last AND id <= NEW.last;
END;

CREATE TRIGGER reviews_search_change AFTER UPDATE OF rating, responded, removed_at, review_text, author_name, review_date,
  scraped_at, business_id, platform ON reviews
WHEN OLD.id <= (SELECT last FROM review_ids)
  AND (NEW.position IS NOT OLD.position OR NEW.rating IS NOT OLD.rating OR NEW.responded IS NOT OLD.responded
    OR (NEW.removed_at IS NULL) IS NOT (OLD.removed_at IS NULL)
    OR NEW.review_text IS NOT OLD.review_text OR NEW.author_name IS NOT OLD.author_name
    OR NEW.business_id IS NOT OLD.business_id OR NEW.platform IS NOT OLD.platform
    OR NEW.scraped_at / 86400000 IS NOT OLD.scraped_at / 86400000)
BEGIN
  INSERT INTO review_search (review_search, rowid, keys, review_text, author_name)
  VALUES ('delete', OLD.position,
    replace('b' || replace(substr(OLD.business_id, 20), '-', '') || ' p~' || OLD.platform || ' r~' || CAST(OLD.rating AS INTEGER)
      || ' u~' || OLD.responded || ' w~' || (OLD.scraped_at / 2764800000) || ' d~' || (OLD.scraped_at / 86400000)
      || iif(OLD.removed_at IS NULL, '', ' v~'), '~', replace(substr(OLD.organization_id, 20), '-', '')),
    OLD.review_text, OLD.author_name);
  INSERT INTO review_search (rowid, keys, review_text, author_name)
  VALUES (NEW.position,
    replace('b' || replace(substr(NEW.business_id, 20), '-', '') || ' p~' || NEW.platform || ' r~' || CAST(NEW.rating AS INTEGER)
      || ' u~' || NEW.responded || ' w~' || (NEW.scraped_at / 2764800000) || ' d~' || (NEW.scraped_at / 86400000)
      || iif(NEW.removed_at IS NULL, '', ' v~'), '~', replace(substr(NEW.organization_id, 20), '-', '')),
    NEW.review_text, NEW.author_name);
END;

CREATE TRIGGER reviews_search_delete AFTER DELETE ON reviews WHEN OLD.id <= (SELECT last FROM review_ids) BEGIN
  INSERT INTO review_search (review_search, rowid, keys, review_text, author_name)
  VALUES ('delete', OLD.position,
    replace('b' || replace(substr(OLD.business_id, 20), '-', '') || ' p~' || OLD.platform || ' r~' || CAST(OLD.rating AS INTEGER)
      || ' u~' || OLD.responded || ' w~' || (OLD.scraped_at / 2764800000) || ' d~' || (OLD.scraped_at / 86400000)
      || iif(OLD.removed_at IS NULL, '', ' v~'), '~', replace(substr(OLD.organization_id, 20), '-', '')),
    OLD.review_text, OLD.author_name);
END;
