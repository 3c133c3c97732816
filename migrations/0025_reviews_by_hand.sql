-- A review that is stored by hand comes in no batch of a run, so nothing would give its id for good and count it. It is told
-- by its source, which is what the column says by itself.
DROP TRIGGER reviews_new_id;
CREATE TRIGGER reviews_new_id AFTER INSERT ON reviews
WHEN NEW.source <> 'import' AND NEW.id <= (SELECT last FROM review_ids)
BEGIN
  SELECT RAISE(ABORT, 'a review needs an id that was never given');
END;

CREATE TRIGGER reviews_stored_by_hand AFTER INSERT ON reviews WHEN NEW.source = 'import' BEGIN
  SELECT RAISE(ABORT, 'a review needs an id that was never given') WHERE NEW.id <= (SELECT last FROM review_ids);
  UPDATE review_ids SET last = NEW.id;
END;
