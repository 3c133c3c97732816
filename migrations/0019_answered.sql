-- A review is answered when a response to it is stored here, or when its platform shows an answer of the owner's.

-- A copy for lists, like the other columns of the answer: 1 where the platform shows it, or its owner says so.
ALTER TABLE reviews ADD COLUMN response_posted INTEGER NOT NULL DEFAULT 0;
UPDATE reviews SET response_posted = 1
  WHERE id IN (SELECT review_id FROM review_responses WHERE posted_to_platform = 1);
UPDATE reviews SET responded = 1 WHERE owner_response_text IS NOT NULL AND responded = 0 AND edited_at IS NULL;

-- Responses stored here, by the day on which their review was first seen.
ALTER TABLE review_daily_stats ADD COLUMN responses INTEGER NOT NULL DEFAULT 0;
UPDATE review_daily_stats SET responses = (SELECT count(*) FROM reviews
  WHERE reviews.business_id = review_daily_stats.business_id AND reviews.response_id IS NOT NULL
    AND strftime('%Y-%m-%d', reviews.scraped_at / 1000, 'unixepoch') = review_daily_stats.day);

DROP TRIGGER responses_copy_insert;
CREATE TRIGGER responses_copy_insert AFTER INSERT ON review_responses BEGIN
  UPDATE reviews SET responded = 1, response_id = NEW.id, response_text = NEW.response_text,
    response_at = NEW.created_at, response_edited_at = NEW.edited_at, response_posted = NEW.posted_to_platform
  WHERE id = NEW.review_id;
END;

CREATE TRIGGER responses_copy_posted AFTER UPDATE OF posted_to_platform ON review_responses
WHEN NEW.posted_to_platform IS NOT OLD.posted_to_platform
BEGIN
  UPDATE reviews SET response_posted = NEW.posted_to_platform WHERE id = NEW.review_id;
END;

DROP TRIGGER responses_copy_delete;
CREATE TRIGGER responses_copy_delete AFTER DELETE ON review_responses BEGIN
  UPDATE reviews SET responded = owner_response_text IS NOT NULL, response_id = NULL, response_text = NULL,
    response_at = NULL, response_edited_at = NULL, response_posted = 0
  WHERE id = OLD.review_id;
END;

-- `response_id` comes and goes with the response itself, and a review that is deleted still carries it.
CREATE TRIGGER reviews_count_response AFTER UPDATE OF response_id ON reviews
WHEN (NEW.response_id IS NULL) IS NOT (OLD.response_id IS NULL)
BEGIN
  UPDATE review_daily_stats SET responses = responses + (NEW.response_id IS NOT NULL) - (OLD.response_id IS NOT NULL)
  WHERE business_id = NEW.business_id AND day = strftime('%Y-%m-%d', NEW.scraped_at / 1000, 'unixepoch');
END;

CREATE TRIGGER reviews_count_response_delete AFTER DELETE ON reviews WHEN OLD.response_id IS NOT NULL BEGIN
  UPDATE review_daily_stats SET responses = responses - 1
  WHERE business_id = OLD.business_id AND day = strftime('%Y-%m-%d', OLD.scraped_at / 1000, 'unixepoch');
END;

-- An answer that the platform shows since a response was written here is that response.
CREATE TRIGGER reviews_response_seen AFTER UPDATE OF owner_response_text ON reviews
WHEN NEW.owner_response_text IS NOT NULL AND NEW.owner_response_text IS NOT OLD.owner_response_text
  AND NEW.response_id IS NOT NULL AND NOT NEW.response_posted AND NEW.post_state IS NULL
BEGIN
  UPDATE review_responses
  SET posted_to_platform = 1, posted_at = coalesce(NEW.owner_response_date, NEW.updated_at)
  WHERE review_id = NEW.id;
END;
