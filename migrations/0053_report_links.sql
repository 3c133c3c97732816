-- A link that shows a report without an account: SHA-256 of its token, hex, and who made it.
ALTER TABLE reports ADD COLUMN link_hash TEXT;
ALTER TABLE reports ADD COLUMN link_by TEXT REFERENCES users (id) ON DELETE SET NULL;
CREATE UNIQUE INDEX reports_by_link ON reports (link_hash) WHERE link_hash IS NOT NULL;
CREATE INDEX reports_by_link_maker ON reports (link_by) WHERE link_by IS NOT NULL;

-- It outlasts sessions: where somebody's ways in end, so do the links that may not be theirs.
CREATE TRIGGER report_links_end AFTER UPDATE OF ways_in_ended_at ON users BEGIN
  UPDATE reports SET link_hash = NULL, link_by = NULL WHERE link_by = NEW.id;
END;
