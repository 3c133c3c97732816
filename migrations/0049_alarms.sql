-- Alarms: what is different now from the half year before, told once.

-- Which businesses are watched, each once a UTC day. A new business and a changed plan make rows; the tick takes them away where
-- the plan has no AI Insights.
CREATE TABLE alarm_checks (
  business_id TEXT PRIMARY KEY REFERENCES businesses (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  due_at INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX alarm_checks_by_due ON alarm_checks (due_at);
CREATE INDEX alarm_checks_by_organization ON alarm_checks (organization_id);

INSERT INTO alarm_checks (business_id, organization_id)
SELECT id, organization_id FROM businesses WHERE is_sample = 0;

CREATE TRIGGER businesses_are_watched AFTER INSERT ON businesses WHEN NOT NEW.is_sample BEGIN
  INSERT INTO alarm_checks (business_id, organization_id) VALUES (NEW.id, NEW.organization_id);
END;
CREATE TRIGGER plans_may_have_alarms AFTER INSERT ON organization_subscriptions BEGIN
  INSERT INTO alarm_checks (business_id, organization_id)
  SELECT id, organization_id FROM businesses WHERE organization_id = NEW.organization_id AND is_sample = 0
  ON CONFLICT DO NOTHING;
END;
CREATE TRIGGER plans_change_alarms AFTER UPDATE OF plan_type ON organization_subscriptions
WHEN NEW.plan_type <> OLD.plan_type BEGIN
  INSERT INTO alarm_checks (business_id, organization_id)
  SELECT id, organization_id FROM businesses WHERE organization_id = NEW.organization_id AND is_sample = 0
  ON CONFLICT DO NOTHING;
END;

-- How soon the alarms of an organization go off; no row: normal.
CREATE TABLE alarm_settings (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  sensitivity TEXT NOT NULL CHECK (sensitivity IN ('quiet', 'normal', 'early'))
) WITHOUT ROWID;

-- What went off, with its evidence as it was then.
CREATE TABLE alarms (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  key TEXT NOT NULL, -- what it is about: one with the same key waits
  kind TEXT NOT NULL,
  topic TEXT,
  -- The recent days, UTC, both included; `to_day` is the last one that was over.
  from_day TEXT NOT NULL,
  to_day TEXT NOT NULL,
  part INTEGER NOT NULL, -- so many
  all_count INTEGER NOT NULL, -- of so many reviews
  expected REAL NOT NULL, -- where nothing had changed
  chance REAL NOT NULL, -- how probable it would be then
  sensitivity TEXT NOT NULL,
  review_ids TEXT NOT NULL DEFAULT '[]', -- JSON: of a possible attack, the reviews for the evidence file
  created_at INTEGER NOT NULL,
  UNIQUE (business_id, key, to_day)
);
CREATE INDEX alarms_by_organization ON alarms (organization_id);

-- Whether a member gets them by mail and on devices, at once.
ALTER TABLE alert_recipients ADD COLUMN takes_alarms INTEGER NOT NULL DEFAULT 1;

-- An alarm reaches every member who wants it when their quiet hours are over.
CREATE TRIGGER notifications_alert_alarm AFTER INSERT ON notifications WHEN NEW.kind = 'alarm' BEGIN
  UPDATE alert_recipients SET next_alert_at = NEW.created_at
  WHERE organization_id = NEW.organization_id AND user_id IS NOT NULL AND takes_alarms AND confirmed_at IS NOT NULL
    AND next_alert_at IS NULL;
END;
CREATE INDEX notifications_of_alarms ON notifications (organization_id, seq) WHERE kind = 'alarm';
