DROP TRIGGER IF EXISTS members_get_alerts;
CREATE TRIGGER members_get_alerts AFTER INSERT ON organization_users WHEN NEW.is_active BEGIN
  INSERT INTO alert_recipients (id, organization_id, user_id, confirmed_at, alert_after, next_digest_at, digest_after,
    created_at, updated_at)
  SELECT lower(printf('%s-%s-%s-%s-%s', hex(randomblob(4)), hex(randomblob(2)), hex(randomblob(2)), hex(randomblob(2)),
      hex(randomblob(6)))),
    NEW.organization_id, NEW.user_id, NEW.created_at,
    coalesce((SELECT max(seq) FROM notifications WHERE organization_id = NEW.organization_id), 0), 0, last,
    NEW.created_at, NEW.created_at
  FROM review_ids WHERE true
  ON CONFLICT DO NOTHING;
END;

DROP TRIGGER IF EXISTS members_get_alerts_again;
CREATE TRIGGER members_get_alerts_again AFTER UPDATE OF is_active ON organization_users
WHEN NEW.is_active AND NOT OLD.is_active BEGIN
  INSERT INTO alert_recipients (id, organization_id, user_id, confirmed_at, alert_after, next_digest_at, digest_after,
    created_at, updated_at)
  SELECT lower(printf('%s-%s-%s-%s-%s', hex(randomblob(4)), hex(randomblob(2)), hex(randomblob(2)), hex(randomblob(2)),
      hex(randomblob(6)))),
    NEW.organization_id, NEW.user_id, NEW.created_at,
    coalesce((SELECT max(seq) FROM notifications WHERE organization_id = NEW.organization_id), 0), 0, last,
    NEW.created_at, NEW.created_at
  FROM review_ids WHERE true
  ON CONFLICT DO NOTHING;
END;

DROP TRIGGER IF EXISTS former_members_get_none;
CREATE TRIGGER former_members_get_none AFTER UPDATE OF is_active ON organization_users
WHEN OLD.is_active AND NOT NEW.is_active BEGIN
  DELETE FROM alert_recipients WHERE organization_id = NEW.organization_id AND user_id = NEW.user_id;
  DELETE FROM push_devices WHERE organization_id = NEW.organization_id AND user_id = NEW.user_id;
END;

DROP TRIGGER IF EXISTS deleted_members_get_none;
CREATE TRIGGER deleted_members_get_none AFTER DELETE ON organization_users BEGIN
  DELETE FROM alert_recipients WHERE organization_id = OLD.organization_id AND user_id = OLD.user_id;
  DELETE FROM push_devices WHERE organization_id = OLD.organization_id AND user_id = OLD.user_id;
END;

DROP TRIGGER IF EXISTS members_take_seats;
CREATE TRIGGER members_take_seats AFTER INSERT ON organization_users BEGIN
  UPDATE organization_subscriptions SET seats_used = (SELECT count(*) FROM organization_users
    WHERE organization_id = NEW.organization_id AND is_active = 1)
  WHERE organization_id = NEW.organization_id;
END;

DROP TRIGGER IF EXISTS members_change_seats;
CREATE TRIGGER members_change_seats AFTER UPDATE OF is_active ON organization_users
WHEN NEW.is_active <> OLD.is_active BEGIN
  UPDATE organization_subscriptions SET seats_used = (SELECT count(*) FROM organization_users
    WHERE organization_id = NEW.organization_id AND is_active = 1)
  WHERE organization_id = NEW.organization_id;
END;

DROP TRIGGER IF EXISTS members_leave_seats;
CREATE TRIGGER members_leave_seats AFTER DELETE ON organization_users BEGIN
  UPDATE organization_subscriptions SET seats_used = (SELECT count(*) FROM organization_users
    WHERE organization_id = OLD.organization_id AND is_active = 1)
  WHERE organization_id = OLD.organization_id;
END;

DROP TRIGGER IF EXISTS former_members_free_reviews;
CREATE TRIGGER former_members_free_reviews AFTER UPDATE OF is_active, role ON organization_users
WHEN NOT NEW.is_active OR NEW.role = 'viewer' BEGIN
  UPDATE reviews SET assigned_to = NULL, assigned_by = NULL, assigned_at = NULL, assignment_message = NULL
  WHERE assigned_to = NEW.user_id AND organization_id = NEW.organization_id;
END;

DROP TRIGGER IF EXISTS deleted_members_free_reviews;
CREATE TRIGGER deleted_members_free_reviews AFTER DELETE ON organization_users BEGIN
  UPDATE reviews SET assigned_to = NULL, assigned_by = NULL, assigned_at = NULL, assignment_message = NULL
  WHERE assigned_to = OLD.user_id AND organization_id = OLD.organization_id;
END;

DROP TRIGGER IF EXISTS limited_members_free_reviews;
CREATE TRIGGER limited_members_free_reviews AFTER UPDATE OF business_ids, role ON organization_users
WHEN NEW.business_ids IS NOT NULL AND NEW.role NOT IN ('owner', 'admin') BEGIN
  UPDATE reviews SET assigned_to = NULL, assigned_by = NULL, assigned_at = NULL, assignment_message = NULL
  WHERE assigned_to = NEW.user_id AND organization_id = NEW.organization_id
    AND business_id NOT IN (SELECT value FROM json_each(NEW.business_ids));
END;
