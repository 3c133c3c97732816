DROP TRIGGER IF EXISTS review_responses_copy_change;
CREATE TRIGGER review_responses_copy_change AFTER UPDATE OF response_text, edited_at ON review_responses BEGIN
  UPDATE reviews SET responded = 1, response_text = NEW.response_text, response_edited_at = NEW.edited_at
  WHERE id = NEW.review_id;
END;

DROP TRIGGER IF EXISTS review_responses_copy_insert;
CREATE TRIGGER review_responses_copy_insert AFTER INSERT ON review_responses BEGIN
  UPDATE reviews SET responded = 1, response_id = NEW.id, response_text = NEW.response_text,
    response_at = NEW.created_at, response_edited_at = NEW.edited_at, response_posted = NEW.posted_to_platform,
    response_posted_at = iif(NEW.posted_to_platform, coalesce(NEW.posted_at, NEW.created_at), NULL)
  WHERE id = NEW.review_id;
END;

-- A changed reply was seen by guests when its first text was posted.
DROP TRIGGER IF EXISTS review_responses_copy_posted;
CREATE TRIGGER review_responses_copy_posted AFTER UPDATE OF posted_to_platform ON review_responses
WHEN NEW.posted_to_platform IS NOT OLD.posted_to_platform
BEGIN
  UPDATE reviews SET response_posted = NEW.posted_to_platform, response_posted_at =
    coalesce(response_posted_at, iif(NEW.posted_to_platform, coalesce(NEW.posted_at, NEW.created_at), NULL))
  WHERE id = NEW.review_id;
END;

DROP TRIGGER IF EXISTS review_responses_copy_delete;
CREATE TRIGGER review_responses_copy_delete AFTER DELETE ON review_responses BEGIN
  UPDATE reviews SET responded = owner_response_text IS NOT NULL, response_id = NULL, response_text = NULL,
    response_at = NULL, response_edited_at = NULL, response_posted = 0, response_posted_at = NULL
  WHERE id = OLD.review_id;
END;
