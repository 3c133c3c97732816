DROP TRIGGER IF EXISTS scrape_runs_got_nothing;
CREATE TRIGGER scrape_runs_got_nothing AFTER UPDATE OF status ON scrape_runs
WHEN NEW.page = 0 AND NEW.status NOT IN ('queued', 'running')
BEGIN
  UPDATE place_usage SET got_nothing = 1 WHERE asked_by = NEW.id AND kind = 'run';
END;

DROP TRIGGER IF EXISTS runs_give_review_ids;
CREATE TRIGGER runs_give_review_ids AFTER UPDATE OF page ON scrape_runs BEGIN
  UPDATE review_ids SET last = (SELECT max(id) FROM reviews) WHERE last < (SELECT max(id) FROM reviews);
END;
