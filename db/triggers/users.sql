DROP TRIGGER IF EXISTS arrival_addresses_end;
CREATE TRIGGER arrival_addresses_end AFTER UPDATE OF ways_in_ended_at ON users BEGIN
  DELETE FROM import_addresses WHERE created_by = NEW.id;
END;

DROP TRIGGER IF EXISTS connections_end;
CREATE TRIGGER connections_end AFTER UPDATE OF ways_in_ended_at ON users WHEN OLD.email_verified_at IS NULL BEGIN
  DELETE FROM connections WHERE created_by = NEW.id;
END;

DROP TRIGGER IF EXISTS api_keys_end;
CREATE TRIGGER api_keys_end AFTER UPDATE OF ways_in_ended_at ON users BEGIN
  DELETE FROM api_keys WHERE created_by = NEW.id;
END;

DROP TRIGGER IF EXISTS report_links_end;
CREATE TRIGGER report_links_end AFTER UPDATE OF ways_in_ended_at ON users BEGIN
  UPDATE reports SET link_hash = NULL, link_by = NULL WHERE link_by = NEW.id;
END;
