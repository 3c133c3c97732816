DROP TRIGGER IF EXISTS webhook_deliveries_wake_endpoint;
CREATE TRIGGER webhook_deliveries_wake_endpoint AFTER INSERT ON webhook_deliveries WHEN NEW.due_at IS NOT NULL BEGIN
  UPDATE webhook_endpoints SET due_at = NEW.due_at
  WHERE id = NEW.endpoint_id AND (due_at IS NULL OR due_at > NEW.due_at);
END;
