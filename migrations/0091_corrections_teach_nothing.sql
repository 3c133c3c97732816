-- A correction counts for its own review alone (docs/decisions/0081).
DROP TABLE taught_terms;
ALTER TABLE review_corrections DROP COLUMN terms;
DROP INDEX insight_readings_by_reread;
ALTER TABLE insight_readings DROP COLUMN reread_at;
