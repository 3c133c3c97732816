-- Addresses of programs that are told what happens to an organization's reviews, and what each of them was told.

CREATE TABLE webhook_endpoints (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  events TEXT NOT NULL, -- names of events, as a JSON array
  sealed_secret TEXT NOT NULL,
  secret_number INTEGER NOT NULL DEFAULT 1, -- one more with each rotation
  sealed_former_secret TEXT, -- signs as well until then
  former_secret_until INTEGER,
  created_at INTEGER NOT NULL,
  failing_since INTEGER, -- the first failure since the last success
  off_since INTEGER, -- null while it is switched on
  off_reason TEXT, -- owner, failing, gone
  due_at INTEGER, -- of the delivery that is due first; null: none waits
  lease_until INTEGER
);
CREATE INDEX webhook_endpoints_by_organization ON webhook_endpoints (organization_id);
CREATE INDEX webhook_endpoints_by_due ON webhook_endpoints (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE webhook_deliveries (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE DEFAULT ('msg_' || lower(hex(randomblob(16)))), -- names the message to its receiver
  endpoint_id TEXT NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  event TEXT NOT NULL,
  body TEXT NOT NULL, -- sent as it stands, at every try
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER, -- null: not tried again
  attempted_at INTEGER,
  status INTEGER, -- of the last answer; null: none came
  answer TEXT NOT NULL DEFAULT '', -- how it begins, or why none came
  created_at INTEGER NOT NULL
);
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, number DESC);
CREATE INDEX webhook_deliveries_by_due ON webhook_deliveries (endpoint_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_by_organization ON webhook_deliveries (organization_id);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);

CREATE TRIGGER webhook_deliveries_wake_endpoint AFTER INSERT ON webhook_deliveries WHEN NEW.due_at IS NOT NULL BEGIN
  UPDATE webhook_endpoints SET due_at = NEW.due_at
  WHERE id = NEW.endpoint_id AND (due_at IS NULL OR due_at > NEW.due_at);
END;

-- What is inserted here is told to every endpoint that wants to know: the one way into the deliveries. Triggers on what
-- happens insert it, so that no code path can forget it and it becomes true in the same batch.
CREATE VIEW webhook_events AS SELECT organization_id, event, body AS data FROM webhook_deliveries;

CREATE TRIGGER webhook_events_fan_out INSTEAD OF INSERT ON webhook_events BEGIN
  INSERT INTO webhook_deliveries (endpoint_id, organization_id, event, body, due_at, created_at)
  SELECT id, organization_id, NEW.event,
    json_object('type', NEW.event, 'timestamp', strftime('%Y-%m-%dT%H:%M:%fZ', 'now'), 'data', json(NEW.data)),
    CAST(unixepoch('subsec') * 1000 AS INTEGER), CAST(unixepoch('subsec') * 1000 AS INTEGER)
  FROM webhook_endpoints
  WHERE organization_id = NEW.organization_id AND off_since IS NULL AND instr(events, '"' || NEW.event || '"') > 0;
END;

-- New reviews of a batch, which are of one organization. What was posted 30 days before it was first seen is history that
-- arrives late, not news; samples are neither.
CREATE TRIGGER webhooks_review_created AFTER UPDATE OF last ON review_ids
WHEN EXISTS (SELECT 1 FROM webhook_endpoints
  WHERE organization_id = (SELECT organization_id FROM reviews WHERE id = NEW.last))
BEGIN
  INSERT INTO webhook_events (organization_id, event, data)
  SELECT reviews.organization_id, 'review.created',
    json_object('reviewId', CAST(reviews.id AS TEXT), 'businessId', business_id, 'platform', platform, 'rating', rating)
  FROM reviews JOIN businesses ON businesses.id = reviews.business_id
  WHERE reviews.id > OLD.last AND reviews.id <= NEW.last AND NOT businesses.is_sample
    AND posted_at >= scraped_at - 30 * 86400000
  ORDER BY reviews.id;
END;

CREATE TRIGGER webhooks_review_edited AFTER UPDATE OF edited_at ON reviews
WHEN NEW.edited_at IS NOT OLD.edited_at AND NEW.edited_at IS NOT NULL
BEGIN
  INSERT INTO webhook_events (organization_id, event, data)
  VALUES (NEW.organization_id, 'review.edited', json_object('reviewId', CAST(NEW.id AS TEXT), 'businessId', NEW.business_id,
    'platform', NEW.platform, 'rating', NEW.rating));
END;

CREATE TRIGGER webhooks_review_removed AFTER UPDATE OF removed_at ON reviews
WHEN NEW.removed_at IS NOT NULL AND OLD.removed_at IS NULL
BEGIN
  INSERT INTO webhook_events (organization_id, event, data)
  VALUES (NEW.organization_id, 'review.removed', json_object('reviewId', CAST(NEW.id AS TEXT), 'businessId', NEW.business_id,
    'platform', NEW.platform, 'rating', NEW.rating));
END;

CREATE TRIGGER webhooks_response_published AFTER UPDATE OF posted_to_platform ON review_responses
WHEN NEW.posted_to_platform AND NOT OLD.posted_to_platform
BEGIN
  INSERT INTO webhook_events (organization_id, event, data)
  SELECT organization_id, 'response.published', json_object('responseId', NEW.id, 'reviewId', CAST(id AS TEXT),
    'businessId', business_id, 'platform', platform)
  FROM reviews WHERE id = NEW.review_id;
END;
