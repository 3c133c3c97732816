CREATE TABLE organization_subscriptions (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  plan_type TEXT NOT NULL DEFAULT 'free',
  billing_cycle TEXT NOT NULL DEFAULT 'monthly',
  seats_included INTEGER NOT NULL DEFAULT 1,
  seats_used INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Copy of the payment provider's state. One row per organization that has ever opened a checkout.
CREATE TABLE organization_billing (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  customer_id TEXT NOT NULL UNIQUE, -- the organization's id at the provider
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL, -- payer
  subscription_id TEXT,
  paid_plan TEXT NOT NULL DEFAULT 'free', -- plan that was bought, whether or not payments arrive
  effective_plan TEXT NOT NULL DEFAULT 'free', -- resulting plan
  status TEXT NOT NULL DEFAULT 'none' CHECK (status IN ('none', 'active', 'past_due', 'ended')),
  payment TEXT NOT NULL DEFAULT 'paid' CHECK (payment IN ('paid', 'refunded', 'disputed')),
  period_started_at INTEGER,
  period_ends_at INTEGER,
  cancels_at INTEGER,
  synced_at INTEGER NOT NULL DEFAULT 0, -- time of this copy, later with each
  check_at INTEGER, -- next request to the provider, even without an event
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX organization_billing_by_payer ON organization_billing (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX organization_billing_due ON organization_billing (check_at) WHERE check_at IS NOT NULL;

-- Opened checkouts. The same key and plan return the same checkout for a day.
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
  id TEXT PRIMARY KEY, -- the provider's id: each event is applied once
  type TEXT NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX billing_events_age ON billing_events (created_at);

-- Next check of an organization's credits by the tick.
CREATE TABLE credit_accounts (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  month TEXT NOT NULL DEFAULT '', -- last month with granted credits
  due TEXT NOT NULL DEFAULT '' -- first month with something to enter; empty: at once
) WITHOUT ROWID;
CREATE INDEX credit_accounts_by_due ON credit_accounts (due);

-- AI credits: a ledger per organization. The balance is a sum; entries are never changed or deleted.
CREATE TABLE credit_entries (
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  number INTEGER NOT NULL, -- 1, 2, 3, … within the organization
  month TEXT NOT NULL, -- YYYY-MM, UTC: month of the credits
  kind TEXT NOT NULL,
  amount INTEGER NOT NULL,
  purpose TEXT, -- what was paid for; null for grants and expiries
  reference TEXT, -- the piece of work: paid once and refunded once
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (organization_id, number),
  CHECK (CASE kind WHEN 'grant' THEN amount > 0 WHEN 'return' THEN amount > 0 WHEN 'spend' THEN amount < 0
    WHEN 'expiry' THEN amount < 0 ELSE 0 END),
  CHECK ((reference IS NULL) = (kind IN ('grant', 'expiry')))
) WITHOUT ROWID;
CREATE INDEX credit_entries_by_month ON credit_entries (organization_id, month, kind, amount);
CREATE INDEX credit_entries_by_user ON credit_entries (user_id) WHERE user_id IS NOT NULL;
CREATE UNIQUE INDEX credit_entries_once ON credit_entries (organization_id, reference, kind) WHERE reference IS NOT NULL;
