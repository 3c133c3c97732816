-- Where an open run has been in its list, so that one that leads in circles is noticed (worker/collection/trail.ts).
ALTER TABLE scrape_runs ADD COLUMN trail TEXT;
