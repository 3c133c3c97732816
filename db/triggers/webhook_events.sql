DROP TRIGGER IF EXISTS webhook_events_fan_out;
CREATE TRIGGER webhook_events_fan_out INSTEAD OF INSERT ON webhook_events BEGIN
  INSERT INTO webhook_deliveries (endpoint_id, organization_id, event, body, due_at, created_at)
  SELECT id, organization_id, NEW.event,
    json_object('type', NEW.event, 'timestamp', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'data', json(NEW.data)),
    CAST(unixepoch('subsec') * 1000 AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  FROM webhook_endpoints
  WHERE organization_id = NEW.organization_id AND off_since IS NULL AND proven_at IS NOT NULL
    AND instr(events, '"' || NEW.event || '"') > 0;
END;
