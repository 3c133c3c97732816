DROP TRIGGER IF EXISTS plans_change_credits;
CREATE TRIGGER plans_change_credits AFTER UPDATE OF plan_type ON organization_subscriptions
WHEN NEW.plan_type <> OLD.plan_type BEGIN
  UPDATE credit_accounts SET due = '' WHERE organization_id = NEW.organization_id;
END;

DROP TRIGGER IF EXISTS plans_may_have_insights;
CREATE TRIGGER plans_may_have_insights AFTER INSERT ON organization_subscriptions BEGIN
  INSERT INTO insight_readings (organization_id) VALUES (NEW.organization_id)
  ON CONFLICT (organization_id) DO UPDATE SET due_at = 0;
END;

DROP TRIGGER IF EXISTS plans_change_insights;
CREATE TRIGGER plans_change_insights AFTER UPDATE OF plan_type ON organization_subscriptions
WHEN NEW.plan_type <> OLD.plan_type BEGIN
  INSERT INTO insight_readings (organization_id) VALUES (NEW.organization_id)
  ON CONFLICT (organization_id) DO UPDATE SET due_at = 0;
END;

DROP TRIGGER IF EXISTS plans_may_have_alarms;
CREATE TRIGGER plans_may_have_alarms AFTER INSERT ON organization_subscriptions BEGIN
  INSERT INTO alarm_checks (business_id, organization_id)
  SELECT id, organization_id FROM businesses WHERE organization_id = NEW.organization_id AND is_sample = 0
  ON CONFLICT DO NOTHING;
END;

DROP TRIGGER IF EXISTS plans_change_alarms;
CREATE TRIGGER plans_change_alarms AFTER UPDATE OF plan_type ON organization_subscriptions
WHEN NEW.plan_type <> OLD.plan_type BEGIN
  INSERT INTO alarm_checks (business_id, organization_id)
  SELECT id, organization_id FROM businesses WHERE organization_id = NEW.organization_id AND is_sample = 0
  ON CONFLICT DO NOTHING;
END;

DROP TRIGGER IF EXISTS subscriptions_wake_sources;
CREATE TRIGGER subscriptions_wake_sources AFTER UPDATE OF plan_type ON organization_subscriptions
WHEN NEW.plan_type IS NOT OLD.plan_type
  AND NOT EXISTS (SELECT 1 FROM organization_users AS member JOIN account_deletions USING (user_id)
    WHERE member.organization_id = NEW.organization_id AND member.is_active = 1)
BEGIN
  UPDATE business_sources SET next_due_at = NEW.updated_at
  WHERE business_id IN (SELECT id FROM businesses WHERE organization_id = NEW.organization_id);
END;
