CREATE TABLE webhook_endpoints (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  url TEXT NOT NULL,
  events TEXT NOT NULL, -- JSON array of event names
  sealed_secret TEXT NOT NULL,
  secret_number INTEGER NOT NULL DEFAULT 1, -- increases with each rotation
  sealed_former_secret TEXT, -- also signs until former_secret_until
  former_secret_until INTEGER,
  created_at INTEGER NOT NULL,
  failing_since INTEGER, -- first failure since the last success
  off_since INTEGER, -- null while it is switched on
  off_reason TEXT, -- owner, failing, gone, maker_left
  due_at INTEGER, -- earliest due delivery; null: none is waiting
  lease_until INTEGER,
  proven_at INTEGER, -- null: nothing is sent yet
  proof_fault TEXT, -- why the last challenge failed
  hour_began_at INTEGER NOT NULL DEFAULT 0,
  hour_sent INTEGER NOT NULL DEFAULT 0, -- messages since hour_began_at
  created_by TEXT REFERENCES users (id) ON DELETE SET NULL -- null: unknown or deleted
);
CREATE INDEX webhook_endpoints_by_due ON webhook_endpoints (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_endpoints_by_maker ON webhook_endpoints (created_by) WHERE created_by IS NOT NULL;
CREATE INDEX webhook_endpoints_by_organization ON webhook_endpoints (organization_id);

-- Messages sent or waiting to be sent to an endpoint.
CREATE TABLE webhook_deliveries (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE, -- id of the message for its receiver
  endpoint_id TEXT NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  event TEXT NOT NULL,
  body TEXT NOT NULL, -- unchanged in every try
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER, -- null: no further try
  attempted_at INTEGER,
  status INTEGER, -- HTTP status of the last answer; null: no answer
  answer TEXT NOT NULL DEFAULT '', -- beginning of the answer, or why there was none
  created_at INTEGER NOT NULL
);
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);
CREATE INDEX webhook_deliveries_by_due ON webhook_deliveries (endpoint_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, number DESC);
CREATE INDEX webhook_deliveries_by_organization ON webhook_deliveries (organization_id);
CREATE INDEX webhook_deliveries_edits ON webhook_deliveries (endpoint_id, body->>'$.data.reviewId', number)
  WHERE due_at IS NOT NULL AND event = 'review.edited';
