-- What an organization has asked a platform about a place, as long as it counts: runs and previews for an hour, and that
-- the platform asked to be left alone. Kept apart from businesses and their sources, so that deleting, adding or editing
-- one changes nothing of it.
CREATE TABLE place_usage (
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  platform TEXT NOT NULL CHECK (platform IN ('google', 'yelp', 'facebook', 'tripadvisor')),
  place TEXT NOT NULL, -- what the place goes by at its platform (worker/sources/place-names.ts); it may go by two names
  kind TEXT NOT NULL CHECK (kind IN ('run', 'preview', 'wait')),
  asked_by TEXT NOT NULL, -- the run's or the preview's id; of a wait, the source that was told to wait
  source TEXT NOT NULL,
  got_nothing INTEGER NOT NULL DEFAULT 0, -- a run that ended before it saved a page
  until INTEGER NOT NULL, -- counts until then
  PRIMARY KEY (organization_id, platform, place, kind, asked_by)
) WITHOUT ROWID;
CREATE INDEX place_usage_by_run ON place_usage (asked_by) WHERE kind = 'run';
CREATE INDEX place_usage_by_end ON place_usage (until);

-- Runs end in several places; a trigger, so that none can forget it. A run that is deleted with its business while it
-- is open goes on counting.
CREATE TRIGGER scrape_runs_got_nothing AFTER UPDATE OF status ON scrape_runs
WHEN NEW.page = 0 AND NEW.status NOT IN ('queued', 'running')
BEGIN
  UPDATE place_usage SET got_nothing = 1 WHERE asked_by = NEW.id AND kind = 'run';
END;

-- What counts at this moment, as far as SQL can name the place.
INSERT INTO place_usage (organization_id, platform, place, kind, asked_by, source, until)
  SELECT organization_id, platform,
    CASE WHEN place_id GLOB '0x*:0x*' THEN substr(place_id, instr(place_id, ':') + 1)
      WHEN place_id GLOB 'accounts/*/locations/*' THEN substr(place_id, instr(place_id, 'locations/'))
      ELSE coalesce(place_id, listing_url) END AS place,
    'wait', source, source, max(not_before)
  FROM business_sources
  WHERE not_before IS NOT NULL AND organization_id IN (SELECT id FROM organizations)
  GROUP BY organization_id, platform, place, source;
INSERT INTO place_usage (organization_id, platform, place, kind, asked_by, source, got_nothing, until)
  SELECT run.organization_id, run.platform,
    CASE WHEN own.place_id GLOB '0x*:0x*' THEN substr(own.place_id, instr(own.place_id, ':') + 1)
      WHEN own.place_id GLOB 'accounts/*/locations/*' THEN substr(own.place_id, instr(own.place_id, 'locations/'))
      ELSE coalesce(own.place_id, own.listing_url) END,
    'run', run.id, run.source, run.page = 0 AND run.status NOT IN ('queued', 'running'), run.created_at + 3600000
  FROM scrape_runs AS run
    JOIN business_sources AS own ON own.business_id = run.business_id AND own.platform = run.platform
      AND own.source = run.source
  WHERE run.created_at > unixepoch() * 1000 - 3600000
    AND run.organization_id IN (SELECT id FROM organizations);

-- business_sources.not_before is not used from here on; it goes once no older version runs any more.
