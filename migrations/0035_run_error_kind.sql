-- What ended a run is decided by its kind, never by the sentence an owner reads.
ALTER TABLE scrape_runs ADD COLUMN error_kind TEXT;
