-- Every run looks at the top of the list first (worker/collection/next-step.ts). Where its pages do not reach down to what
-- was known, a gap is left, which later runs close; the place of the backfill stays as it is.
ALTER TABLE business_sources ADD COLUMN gap_since INTEGER; -- when the run was made that left the gap; null: there is none
ALTER TABLE business_sources ADD COLUMN gap_cursor TEXT; -- where the gap begins; null is the list's start

ALTER TABLE scrape_runs ADD COLUMN in_gap INTEGER NOT NULL DEFAULT 0; -- the last saved page was one of the gap
ALTER TABLE scrape_runs ADD COLUMN ends_known INTEGER NOT NULL DEFAULT 0; -- its last review was known and unchanged
ALTER TABLE scrape_runs ADD COLUMN top_known INTEGER NOT NULL DEFAULT 0; -- the first page showed nothing new
ALTER TABLE scrape_runs ADD COLUMN save_faults INTEGER NOT NULL DEFAULT 0; -- times that the page at hand could not be saved

-- A walk that is noted is over reviews that are stored. One that also looked for older ones is the backfill now.
DELETE FROM walk_pages WHERE EXISTS (SELECT 1 FROM business_sources AS source
  WHERE source.business_id = walk_pages.business_id AND source.platform = walk_pages.platform
    AND source.backfill_state = 'open');
UPDATE business_sources SET walk_since = NULL WHERE backfill_state = 'open' AND walk_since IS NOT NULL;

-- As before (0007), and the gap of one list says nothing about another one either.
DROP TRIGGER sources_walk_anew;
CREATE TRIGGER sources_walk_anew AFTER UPDATE OF source, backfill_state ON business_sources
WHEN OLD.backfill_state <> 'none' AND (NEW.backfill_state = 'none' OR NEW.source IS NOT OLD.source)
BEGIN
  UPDATE business_sources SET walk_since = NULL, walked_at = NULL, list_pages = NULL, gap_since = NULL, gap_cursor = NULL
  WHERE business_id = NEW.business_id AND platform = NEW.platform;
  DELETE FROM walk_pages WHERE business_id = NEW.business_id AND platform = NEW.platform;
END;
