-- A review can be assigned to a member, with a message of whoever did so.

ALTER TABLE reviews ADD COLUMN assigned_to TEXT REFERENCES users (id) ON DELETE SET NULL;
ALTER TABLE reviews ADD COLUMN assigned_by TEXT REFERENCES users (id) ON DELETE SET NULL;
ALTER TABLE reviews ADD COLUMN assigned_at INTEGER;
ALTER TABLE reviews ADD COLUMN assignment_message TEXT;
CREATE INDEX reviews_by_assignee ON reviews (assigned_to, organization_id) WHERE assigned_to IS NOT NULL;
CREATE INDEX reviews_by_assigner ON reviews (assigned_by) WHERE assigned_by IS NOT NULL;

-- Nothing is assigned to who can't answer it any more. Triggers, so that no code path can forget it.
CREATE TRIGGER former_members_free_reviews AFTER UPDATE OF is_active, role ON organization_users
WHEN NOT NEW.is_active OR NEW.role = 'viewer' BEGIN
  UPDATE reviews SET assigned_to = NULL, assigned_by = NULL, assigned_at = NULL, assignment_message = NULL
  WHERE assigned_to = NEW.user_id AND organization_id = NEW.organization_id;
END;
CREATE TRIGGER deleted_members_free_reviews AFTER DELETE ON organization_users BEGIN
  UPDATE reviews SET assigned_to = NULL, assigned_by = NULL, assigned_at = NULL, assignment_message = NULL
  WHERE assigned_to = OLD.user_id AND organization_id = OLD.organization_id;
END;

-- Who is assigned a review gets a mail and a push message about it, when their quiet hours are over.
CREATE TRIGGER notifications_alert_assignee AFTER INSERT ON notifications WHEN NEW.kind = 'review_assigned' BEGIN
  UPDATE alert_recipients SET next_alert_at = NEW.created_at
  WHERE organization_id = NEW.organization_id AND user_id = NEW.user_id AND confirmed_at IS NOT NULL
    AND next_alert_at IS NULL;
END;

-- One more token of the search index: to whom a review is assigned, where it is.
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
      || iif(assigned_to IS NULL, '', ' a~' || replace(substr(assigned_to, 20), '-', '')), '~', replace(substr(organization_id, 20), '-', '')),
    review_text, author_name
  FROM reviews WHERE id > OLD.last AND id <= NEW.last;
END;

CREATE TRIGGER reviews_search_change AFTER UPDATE OF rating, responded, removed_at, edited_at, response_id, response_posted,
  assigned_to, review_text, author_name, review_date, scraped_at, business_id, platform ON reviews
WHEN OLD.id <= (SELECT last FROM review_ids)
  AND (NEW.position IS NOT OLD.position OR NEW.rating IS NOT OLD.rating OR NEW.responded IS NOT OLD.responded
    OR (NEW.removed_at IS NULL) IS NOT (OLD.removed_at IS NULL)
    OR (NEW.edited_at IS NULL) IS NOT (OLD.edited_at IS NULL)
    OR (NEW.response_id IS NULL OR NEW.response_posted) IS NOT (OLD.response_id IS NULL OR OLD.response_posted)
    OR NEW.assigned_to IS NOT OLD.assigned_to
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
      || iif(OLD.assigned_to IS NULL, '', ' a~' || replace(substr(OLD.assigned_to, 20), '-', '')), '~', replace(substr(OLD.organization_id, 20), '-', '')),
    OLD.review_text, OLD.author_name);
  INSERT INTO review_search (rowid, keys, review_text, author_name)
  VALUES (NEW.position,
    replace('b' || replace(substr(NEW.business_id, 20), '-', '') || ' p~' || NEW.platform || ' r~' || CAST(NEW.rating AS INTEGER)
      || ' u~' || NEW.responded || ' w~' || (NEW.scraped_at / 2764800000) || ' d~' || (NEW.scraped_at / 86400000)
      || iif(NEW.removed_at IS NULL, '', ' v~')
      || iif(NEW.edited_at IS NULL, '', ' e~') || iif(NEW.review_text = '', ' x~', '')
      || iif(NEW.response_id IS NULL OR NEW.response_posted, '', ' q~')
      || iif(NEW.assigned_to IS NULL, '', ' a~' || replace(substr(NEW.assigned_to, 20), '-', '')), '~', replace(substr(NEW.organization_id, 20), '-', '')),
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
      || iif(OLD.assigned_to IS NULL, '', ' a~' || replace(substr(OLD.assigned_to, 20), '-', '')), '~', replace(substr(OLD.organization_id, 20), '-', '')),
    OLD.review_text, OLD.author_name);
END;
