DROP TRIGGER IF EXISTS sources_trouble_anew;
CREATE TRIGGER sources_trouble_anew AFTER UPDATE OF source, listing_url ON business_sources
WHEN OLD.last_attempt_at IS NOT NULL
  AND (NEW.source IS NOT OLD.source OR NEW.listing_url IS NOT OLD.listing_url)
BEGIN
  UPDATE business_sources SET last_attempt_at = NULL, last_error = NULL, last_error_kind = NULL, failing_since = NULL
  WHERE business_id = NEW.business_id AND platform = NEW.platform;
END;

-- What was seen in one list says nothing about another one.
DROP TRIGGER IF EXISTS sources_walk_anew;
CREATE TRIGGER sources_walk_anew AFTER UPDATE OF source, backfill_state ON business_sources
WHEN OLD.backfill_state <> 'none' AND (NEW.backfill_state = 'none' OR NEW.source IS NOT OLD.source)
BEGIN
  UPDATE business_sources SET recheck_since = NULL, rechecked_at = NULL, list_pages = NULL, gap_since = NULL, gap_cursor = NULL
  WHERE business_id = NEW.business_id AND platform = NEW.platform;
  DELETE FROM scan_pages WHERE business_id = NEW.business_id AND platform = NEW.platform;
END;
