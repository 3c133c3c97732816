DROP TRIGGER IF EXISTS notifications_alert;
CREATE TRIGGER notifications_alert AFTER INSERT ON notifications WHEN NEW.run_id IS NOT NULL BEGIN
  UPDATE alert_recipients SET next_alert_at = NEW.created_at
  WHERE organization_id = NEW.organization_id AND alert_stars > 0 AND confirmed_at IS NOT NULL
    AND next_alert_at IS NULL;
END;

DROP TRIGGER IF EXISTS notifications_alert_assignee;
CREATE TRIGGER notifications_alert_assignee AFTER INSERT ON notifications WHEN NEW.kind = 'review_assigned' BEGIN
  UPDATE alert_recipients SET next_alert_at = NEW.created_at
  WHERE organization_id = NEW.organization_id AND user_id = NEW.user_id AND confirmed_at IS NOT NULL
    AND next_alert_at IS NULL;
END;

DROP TRIGGER IF EXISTS notifications_alert_alarm;
CREATE TRIGGER notifications_alert_alarm AFTER INSERT ON notifications WHEN NEW.kind = 'alarm' BEGIN
  UPDATE alert_recipients SET next_alert_at = NEW.created_at
  WHERE organization_id = NEW.organization_id AND user_id IS NOT NULL AND takes_alarms AND confirmed_at IS NOT NULL
    AND next_alert_at IS NULL;
END;
