-- An endpoint answers a challenge before it is told anything, gets a limited number of messages an hour, and ends with the
-- role of whoever made it. Endpoints from before count as proven.
ALTER TABLE webhook_endpoints ADD COLUMN proven_at INTEGER; -- null: nothing is sent there yet
ALTER TABLE webhook_endpoints ADD COLUMN proof_fault TEXT; -- why the last challenge failed
ALTER TABLE webhook_endpoints ADD COLUMN hour_began_at INTEGER NOT NULL DEFAULT 0;
ALTER TABLE webhook_endpoints ADD COLUMN hour_sent INTEGER NOT NULL DEFAULT 0; -- messages since then
ALTER TABLE webhook_endpoints ADD COLUMN created_by TEXT REFERENCES users (id) ON DELETE SET NULL; -- null: unknown, or gone
CREATE INDEX webhook_endpoints_by_maker ON webhook_endpoints (created_by) WHERE created_by IS NOT NULL;

UPDATE webhook_endpoints SET proven_at = created_at, created_by = (
  SELECT user_id FROM audit_entries
  WHERE audit_entries.organization_id = webhook_endpoints.organization_id AND action = 'webhook_created'
    AND subject = webhook_endpoints.url ORDER BY id DESC LIMIT 1);

-- Edits of one review that wait are sent as one message.
CREATE INDEX webhook_deliveries_edits ON webhook_deliveries (endpoint_id, body->>'$.data.reviewId', number)
WHERE due_at IS NOT NULL AND event = 'review.edited';

DROP TRIGGER webhook_events_fan_out;
CREATE TRIGGER webhook_events_fan_out INSTEAD OF INSERT ON webhook_events BEGIN
  INSERT INTO webhook_deliveries (endpoint_id, organization_id, event, body, due_at, created_at)
  SELECT id, organization_id, NEW.event,
    json_object('type', NEW.event, 'timestamp', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'data', json(NEW.data)),
    CAST(unixepoch('subsec') * 1000 AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  FROM webhook_endpoints
  WHERE organization_id = NEW.organization_id AND off_since IS NULL AND proven_at IS NOT NULL
    AND instr(events, '"' || NEW.event || '"') > 0;
END;

-- What somebody made as an owner or admin ends with that role from now on; what is left of earlier ones ends here.
DELETE FROM api_keys WHERE NOT EXISTS (SELECT 1 FROM organization_users AS seat
  WHERE seat.organization_id = api_keys.organization_id AND seat.user_id = api_keys.created_by AND seat.is_active = 1
    AND seat.role IN ('owner', 'admin'));
DELETE FROM organization_invitations WHERE invited_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM organization_users AS seat
  WHERE seat.organization_id = organization_invitations.organization_id AND seat.user_id = organization_invitations.invited_by
    AND seat.is_active = 1 AND (seat.role = 'owner' OR seat.role = 'admin' AND organization_invitations.role IN ('member', 'viewer')));
UPDATE webhook_endpoints SET off_since = CAST(unixepoch('subsec') * 1000 AS INTEGER), off_reason = 'maker_left'
WHERE off_since IS NULL AND created_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM organization_users AS seat
  WHERE seat.organization_id = webhook_endpoints.organization_id AND seat.user_id = webhook_endpoints.created_by
    AND seat.is_active = 1 AND seat.role IN ('owner', 'admin'));
UPDATE webhook_deliveries SET state = 'failed', due_at = NULL
WHERE due_at IS NOT NULL AND endpoint_id IN (SELECT id FROM webhook_endpoints WHERE off_reason = 'maker_left');
