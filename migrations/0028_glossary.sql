-- The glossary's terms for what the tables keep (docs/architecture.md, 'Words'). SQLite rewrites triggers and indexes itself.
ALTER TABLE arrival_addresses RENAME TO import_addresses;
ALTER TABLE walk_pages RENAME TO scan_pages;
ALTER TABLE business_sources RENAME COLUMN walk_since TO recheck_since;
ALTER TABLE business_sources RENAME COLUMN walked_at TO rechecked_at;
ALTER TABLE scrape_runs RENAME COLUMN walks TO rechecks;
ALTER TABLE scrape_runs RENAME COLUMN trail TO pages_seen;
ALTER TABLE reviews RENAME COLUMN missed_walks TO missed_scans;
