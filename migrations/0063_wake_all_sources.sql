-- Another plan collects at other intervals: all sources of the organization are due, and not only those that had left the
-- schedule. The tick decides which of them the plan collects, and when they are due again.
DROP TRIGGER subscriptions_wake_sources;
CREATE TRIGGER subscriptions_wake_sources AFTER UPDATE OF plan_type ON organization_subscriptions
WHEN NEW.plan_type IS NOT OLD.plan_type
  AND NOT EXISTS (SELECT 1 FROM organization_users AS member JOIN account_deletions USING (user_id)
    WHERE member.organization_id = NEW.organization_id AND member.is_active = 1)
BEGIN
  UPDATE business_sources SET next_due_at = NEW.updated_at
  WHERE business_id IN (SELECT id FROM businesses WHERE organization_id = NEW.organization_id);
END;
