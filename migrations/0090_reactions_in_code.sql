-- What follows from stored reviews is announced by verbs (worker/webhooks/announce.ts), which make the ids of deliveries.
DROP VIEW webhook_events;

CREATE TABLE webhook_deliveries_named (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE, -- names the message to its receiver
  endpoint_id TEXT NOT NULL REFERENCES webhook_endpoints (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  event TEXT NOT NULL,
  body TEXT NOT NULL, -- sent unchanged at every try
  state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'delivered', 'failed')),
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER, -- null: not tried again
  attempted_at INTEGER,
  status INTEGER, -- of the last answer; null: none came
  answer TEXT NOT NULL DEFAULT '', -- how it begins, or why none came
  created_at INTEGER NOT NULL
);
INSERT INTO webhook_deliveries_named SELECT * FROM webhook_deliveries;
DROP TABLE webhook_deliveries;
ALTER TABLE webhook_deliveries_named RENAME TO webhook_deliveries;
CREATE INDEX webhook_deliveries_by_age ON webhook_deliveries (created_at);
CREATE INDEX webhook_deliveries_by_due ON webhook_deliveries (endpoint_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX webhook_deliveries_by_endpoint ON webhook_deliveries (endpoint_id, number DESC);
CREATE INDEX webhook_deliveries_by_organization ON webhook_deliveries (organization_id);
CREATE INDEX webhook_deliveries_edits ON webhook_deliveries (endpoint_id, body->>'$.data.reviewId', number)
  WHERE due_at IS NOT NULL AND event = 'review.edited';

-- Corrections of texts that change are looked for by their organization, which has few.
CREATE INDEX review_corrections_by_organization ON review_corrections (organization_id);
