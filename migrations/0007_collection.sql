-- One collection of one platform of one business, or one import. The row is the source of truth; a queue message is only a
-- hint to look at it. A file is imported beside a collection of the same platform.
CREATE TABLE scrape_runs (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, -- block of review ids for this run
  id TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL,
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  platform TEXT NOT NULL,
  source TEXT NOT NULL,
  trigger_type TEXT NOT NULL CHECK (trigger_type IN ('manual', 'schedule')),
  status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  phase TEXT NOT NULL CHECK (phase IN ('newest', 'backfill')),
  cursor TEXT, -- cursor of the next page; null: start of the list
  page_cursor TEXT, -- cursor of the last saved page
  end_of_list INTEGER NOT NULL DEFAULT 0,
  page INTEGER NOT NULL DEFAULT 0, -- pages saved; with the id, a guard against repeated steps
  pages_planned INTEGER NOT NULL,
  reviews_found INTEGER NOT NULL DEFAULT 0,
  reviews_new INTEGER NOT NULL DEFAULT 0,
  reviews_changed INTEGER NOT NULL DEFAULT 0,
  reviews_over_quota INTEGER NOT NULL DEFAULT 0,
  history_over_quota INTEGER NOT NULL DEFAULT 0, -- those of reviews_over_quota that were posted before the month
  last_page_fresh INTEGER, -- reviews of the last saved page that this run stored or changed
  in_gap INTEGER NOT NULL DEFAULT 0, -- 1: the last saved page was in the gap
  ends_known INTEGER NOT NULL DEFAULT 0, -- 1: the last review of that page was known and unchanged
  top_known INTEGER NOT NULL DEFAULT 0, -- 1: the first page had nothing new
  rechecks INTEGER NOT NULL DEFAULT 0, -- 1: reads the whole list again, beyond known reviews
  -- JSON: what an open run has seen in its phase: the cursors of its pages, the reviews of the last one, and the number of
  -- consecutive pages that only repeated the one before.
  pages_seen TEXT,
  reviews_removed INTEGER NOT NULL DEFAULT 0,
  reviews_returned INTEGER NOT NULL DEFAULT 0,
  restarts INTEGER NOT NULL DEFAULT 0, -- scans restarted after an expired cursor
  attempts INTEGER NOT NULL DEFAULT 0, -- failed tries of the current page
  save_faults INTEGER NOT NULL DEFAULT 0, -- failed saves of the current page
  rate_limit_ms INTEGER NOT NULL,
  timeout_ms INTEGER NOT NULL,
  retry_attempts INTEGER NOT NULL,
  user_agent_rotation INTEGER NOT NULL DEFAULT 0,
  errors TEXT NOT NULL DEFAULT '[]',
  warnings TEXT NOT NULL DEFAULT '[]',
  error_kind TEXT, -- why the source could not be read; null for other failures
  lease_until INTEGER, -- held by one consumer until then
  due_at INTEGER NOT NULL, -- next step; the sweep sends late ones again
  resends INTEGER NOT NULL DEFAULT 0, -- repeated sends of the current step
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER,
  keep_until INTEGER -- next look at an old run that is among the last of its source
);
CREATE INDEX scrape_runs_by_business ON scrape_runs (business_id, created_at DESC, id DESC);
CREATE INDEX scrape_runs_by_end ON scrape_runs (coalesce(keep_until, created_at + 7776000000));
CREATE INDEX scrape_runs_by_organization ON scrape_runs (organization_id, created_at DESC, id DESC);
CREATE INDEX scrape_runs_by_source ON scrape_runs (business_id, platform, created_at DESC);
CREATE UNIQUE INDEX scrape_runs_one_open ON scrape_runs (business_id, platform, source = 'file')
  WHERE status IN ('queued', 'running');
CREATE INDEX scrape_runs_open ON scrape_runs (due_at) WHERE status IN ('queued', 'running');

-- Pages seen by the open recheck of a source.
CREATE TABLE scan_pages (
  business_id TEXT NOT NULL,
  platform TEXT NOT NULL,
  run_seq INTEGER NOT NULL,
  page INTEGER NOT NULL, -- of that run, starting at 0
  review_ids TEXT NOT NULL, -- JSON list of platform review ids
  is_whole INTEGER NOT NULL, -- 0: some reviews of this page could not be read
  PRIMARY KEY (business_id, platform, run_seq, page),
  FOREIGN KEY (business_id, platform) REFERENCES business_sources (business_id, platform) ON DELETE CASCADE
) WITHOUT ROWID;

-- Requests of an organization about a place. A run or preview may have several rows, one per name of the place.
CREATE TABLE place_usage (
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  platform TEXT NOT NULL CHECK (platform IN ('google', 'yelp', 'facebook', 'tripadvisor')),
  place TEXT NOT NULL, -- name of the place at its platform (worker/sources/place-names.ts); it may have two
  kind TEXT NOT NULL CHECK (kind IN ('run', 'preview', 'wait')),
  asked_by TEXT NOT NULL, -- id of the run or preview; for a wait, the source that was told to wait
  source TEXT NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (organization_id, platform, place, kind, asked_by)
) WITHOUT ROWID;
CREATE INDEX place_usage_by_end ON place_usage (until);
CREATE INDEX place_usage_by_run ON place_usage (asked_by) WHERE kind = 'run';
