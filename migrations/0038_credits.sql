-- AI credits: a ledger of each organization. The balance is a sum; nothing is ever changed or taken out.

CREATE TABLE credit_entries (
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  number INTEGER NOT NULL, -- 1, 2, 3, … within the organization
  month TEXT NOT NULL, -- YYYY-MM, UTC: whose credits these are
  kind TEXT NOT NULL,
  amount INTEGER NOT NULL,
  purpose TEXT, -- what was paid for; grants and expiries have none
  reference TEXT, -- names the piece of work: it is paid for once and given back once
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (organization_id, number),
  CHECK (CASE kind WHEN 'grant' THEN amount > 0 WHEN 'return' THEN amount > 0 WHEN 'spend' THEN amount < 0
    WHEN 'expiry' THEN amount < 0 ELSE 0 END),
  CHECK ((reference IS NULL) = (kind IN ('grant', 'expiry')))
) WITHOUT ROWID;
CREATE UNIQUE INDEX credit_entries_once ON credit_entries (organization_id, reference, kind) WHERE reference IS NOT NULL;
CREATE INDEX credit_entries_by_month ON credit_entries (organization_id, month, kind, amount);
CREATE INDEX credit_entries_by_user ON credit_entries (user_id) WHERE user_id IS NOT NULL;

CREATE TRIGGER credit_entries_stay BEFORE UPDATE OF organization_id, number, month, kind, amount, purpose, reference,
  created_at ON credit_entries
BEGIN
  SELECT RAISE(ABORT, 'the ledger is append-only');
END;

-- When the tick has to look at an organization's credits.
CREATE TABLE credit_accounts (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  month TEXT NOT NULL DEFAULT '', -- the last month that credits were granted for
  due TEXT NOT NULL DEFAULT '' -- the month from which on something is to be entered; empty: at once
) WITHOUT ROWID;
CREATE INDEX credit_accounts_by_due ON credit_accounts (due);

INSERT INTO credit_accounts (organization_id) SELECT id FROM organizations;

CREATE TRIGGER organizations_have_credits AFTER INSERT ON organizations BEGIN
  INSERT INTO credit_accounts (organization_id) VALUES (NEW.id);
END;

-- A larger plan grants the difference within the month.
CREATE TRIGGER plans_change_credits AFTER UPDATE OF plan_type ON organization_subscriptions
WHEN NEW.plan_type <> OLD.plan_type BEGIN
  UPDATE credit_accounts SET due = '' WHERE organization_id = NEW.organization_id;
END;
