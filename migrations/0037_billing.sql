-- What an organization pays: a copy of what the payment provider last said, the checkouts that were opened, and the events
-- that were applied.

CREATE TABLE organization_billing (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  customer_id TEXT NOT NULL UNIQUE, -- the organization at the provider
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL, -- who pays
  subscription_id TEXT,
  paid_plan TEXT NOT NULL DEFAULT 'free', -- what is paid for, whether or not the payments arrive
  effective_plan TEXT NOT NULL DEFAULT 'free', -- what follows from all of this
  status TEXT NOT NULL DEFAULT 'none' CHECK (status IN ('none', 'active', 'past_due', 'ended')),
  payment TEXT NOT NULL DEFAULT 'paid' CHECK (payment IN ('paid', 'refunded', 'disputed')),
  period_started_at INTEGER,
  period_ends_at INTEGER,
  cancels_at INTEGER,
  synced_at INTEGER NOT NULL DEFAULT 0, -- the provider's time of this copy
  check_at INTEGER, -- when the provider is asked again, even if it sends nothing
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX organization_billing_due ON organization_billing (check_at) WHERE check_at IS NOT NULL;
CREATE INDEX organization_billing_by_payer ON organization_billing (user_id) WHERE user_id IS NOT NULL;

CREATE TABLE billing_checkouts (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  idempotency_key TEXT NOT NULL,
  plan_type TEXT NOT NULL,
  session_id TEXT,
  url TEXT,
  created_at INTEGER NOT NULL,
  UNIQUE (organization_id, idempotency_key)
) WITHOUT ROWID;
CREATE INDEX billing_checkouts_age ON billing_checkouts (created_at);

CREATE TABLE billing_events (
  id TEXT PRIMARY KEY, -- the provider's: an event is applied once
  type TEXT NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX billing_events_age ON billing_events (created_at);
