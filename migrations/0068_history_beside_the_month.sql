-- Of the reviews that a run could not store, those posted before its month: their allowance is another one.
ALTER TABLE scrape_runs ADD COLUMN history_over_quota INTEGER NOT NULL DEFAULT 0;

-- What the last run of a source found and could not store: new reviews, which wait for the next month, and older ones.
ALTER TABLE business_sources ADD COLUMN waiting_new INTEGER NOT NULL DEFAULT 0;
ALTER TABLE business_sources ADD COLUMN waiting_history INTEGER NOT NULL DEFAULT 0;
