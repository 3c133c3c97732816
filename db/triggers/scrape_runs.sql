DROP TRIGGER IF EXISTS runs_give_review_ids;
CREATE TRIGGER runs_give_review_ids AFTER UPDATE OF page ON scrape_runs BEGIN
  UPDATE review_ids SET last = (SELECT max(id) FROM reviews) WHERE last < (SELECT max(id) FROM reviews);
END;
