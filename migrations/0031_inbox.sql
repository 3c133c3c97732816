-- Filters that members keep under a name, each for themselves.
CREATE TABLE saved_views (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  query TEXT NOT NULL, -- of the list's address
  created_at INTEGER NOT NULL,
  UNIQUE (organization_id, user_id, name)
);
CREATE INDEX saved_views_by_user ON saved_views (user_id);

-- Replies to begin with.
CREATE TABLE reply_templates (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  business_id TEXT REFERENCES businesses (id) ON DELETE CASCADE, -- null: for all of the organization's
  name TEXT NOT NULL,
  text TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX reply_templates_by_organization ON reply_templates (organization_id);
CREATE INDEX reply_templates_by_business ON reply_templates (business_id) WHERE business_id IS NOT NULL;

-- Three more tokens of the search index, each of what is the exception: edited, without text, and a response stored here that its
-- platform does not show yet.
DROP TRIGGER review_ids_index;
DROP TRIGGER reviews_search_change;
DROP TRIGGER reviews_search_delete;

INSERT INTO review_search (review_search, rowid, keys, review_text, author_name)
SELECT 'delete', position,
    replace('b' || replace(substr(business_id, 20), '-', '') || ' p~' || platform || ' r~' || CAST(rating AS INTEGER)
      || ' u~' || responded || ' w~' || (scraped_at / 2764800000) || ' d~' || (scraped_at / 86400000)
      || iif(removed_at IS NULL, '', ' v~'), '~', replace(substr(organization_id, 20), '-', '')),
  review_text, author_name
FROM reviews
WHERE id <= (SELECT last FROM review_ids)
  AND (edited_at IS NOT NULL OR review_text = '' OR NOT (response_id IS NULL OR response_posted));
INSERT INTO review_search (rowid, keys, review_text, author_name)
SELECT position,
    replace('b' || replace(substr(business_id, 20), '-', '') || ' p~' || platform || ' r~' || CAST(rating AS INTEGER)
      || ' u~' || responded || ' w~' || (scraped_at / 2764800000) || ' d~' || (scraped_at / 86400000)
      || iif(removed_at IS NULL, '', ' v~')
      || iif(edited_at IS NULL, '', ' e~') || iif(review_text = '', ' x~', '')
      || iif(response_id IS NULL OR response_posted, '', ' q~'), '~', replace(substr(organization_id, 20), '-', '')),
  review_text, author_name
FROM reviews
WHERE id <= (SELECT last FROM review_ids)
  AND (edited_at IS NOT NULL OR review_text = '' OR NOT (response_id IS NULL OR response_posted))
ORDER BY position;

CREATE TRIGGER review_ids_index AFTER UPDATE OF last ON review_ids BEGIN
  INSERT INTO review_search (rowid, keys, review_text, author_name)
  SELECT position,
    replace('b' || replace(substr(business_id, 20), '-', '') || ' p~' || platform || ' r~' || CAST(rating AS INTEGER)
      || ' u~' || responded || ' w~' || (scraped_at / 2764800000) || ' d~' || (scraped_at / 86400000)
      || iif(removed_at IS NULL, '', ' v~')
      || iif(edited_at IS NULL, '', ' e~') || iif(review_text = '', ' x~', '')
      || iif(response_id IS NULL OR response_posted, '', ' q~'), '~', replace(substr(organization_id, 20), '-', '')),
    review_text, author_name
  FROM reviews WHERE id > OLD.last AND id <= NEW.last;
END;

CREATE TRIGGER reviews_search_change AFTER UPDATE OF rating, responded, removed_at, edited_at, response_id, response_posted,
  review_text, author_name, review_date, scraped_at, business_id, platform ON reviews
WHEN OLD.id <= (SELECT last FROM review_ids)
  AND (NEW.position IS NOT OLD.position OR NEW.rating IS NOT OLD.rating OR NEW.responded IS NOT OLD.responded
    OR (NEW.removed_at IS NULL) IS NOT (OLD.removed_at IS NULL)
    OR (NEW.edited_at IS NULL) IS NOT (OLD.edited_at IS NULL)
    OR (NEW.response_id IS NULL OR NEW.response_posted) IS NOT (OLD.response_id IS NULL OR OLD.response_posted)
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
      || iif(OLD.response_id IS NULL OR OLD.response_posted, '', ' q~'), '~', replace(substr(OLD.organization_id, 20), '-', '')),
    OLD.review_text, OLD.author_name);
  INSERT INTO review_search (rowid, keys, review_text, author_name)
  VALUES (NEW.position,
    replace('b' || replace(substr(NEW.business_id, 20), '-', '') || ' p~' || NEW.platform || ' r~' || CAST(NEW.rating AS INTEGER)
      || ' u~' || NEW.responded || ' w~' || (NEW.scraped_at / 2764800000) || ' d~' || (NEW.scraped_at / 86400000)
      || iif(NEW.removed_at IS NULL, '', ' v~')
      || iif(NEW.edited_at IS NULL, '', ' e~') || iif(NEW.review_text = '', ' x~', '')
      || iif(NEW.response_id IS NULL OR NEW.response_posted, '', ' q~'), '~', replace(substr(NEW.organization_id, 20), '-', '')),
    NEW.review_text, NEW.author_name);
END;

CREATE TRIGGER reviews_search_delete AFTER DELETE ON reviews WHEN OLD.id <= (SELECT last FROM review_ids) BEGIN
  INSERT INTO review_search (review_search, rowid, keys, review_text, author_name)
  VALUES ('delete', OLD.position,
    replace('b' || replace(substr(OLD.business_id, 20), '-', '') || ' p~' || OLD.platform || ' r~' || CAST(OLD.rating AS INTEGER)
      || ' u~' || OLD.responded || ' w~' || (OLD.scraped_at / 2764800000) || ' d~' || (OLD.scraped_at / 86400000)
      || iif(OLD.removed_at IS NULL, '', ' v~')
      || iif(OLD.edited_at IS NULL, '', ' e~') || iif(OLD.review_text = '', ' x~', '')
      || iif(OLD.response_id IS NULL OR OLD.response_posted, '', ' q~'), '~', replace(substr(OLD.organization_id, 20), '-', '')),
    OLD.review_text, OLD.author_name);
END;

PRAGMA optimize;
