DROP TRIGGER IF EXISTS businesses_change_insights;
CREATE TRIGGER businesses_change_insights AFTER UPDATE OF industry ON businesses WHEN NEW.industry IS NOT OLD.industry BEGIN
  UPDATE insight_readings SET read_seen_at = -1, read_position = 0, due_at = 0 WHERE organization_id = NEW.organization_id;
END;

DROP TRIGGER IF EXISTS limited_members_reach_own;
CREATE TRIGGER limited_members_reach_own AFTER INSERT ON businesses BEGIN
  UPDATE organization_users SET business_ids = json_insert(business_ids, '$[#]', NEW.id)
  WHERE organization_id = NEW.organization_id AND user_id = NEW.user_id AND business_ids IS NOT NULL;
END;

DROP TRIGGER IF EXISTS limits_forget_businesses;
CREATE TRIGGER limits_forget_businesses AFTER DELETE ON businesses BEGIN
  UPDATE organization_users
  SET business_ids = (SELECT json_group_array(value) FROM json_each(business_ids) WHERE value <> OLD.id)
  WHERE organization_id = OLD.organization_id AND business_ids IS NOT NULL;
END;

DROP TRIGGER IF EXISTS businesses_are_watched;
CREATE TRIGGER businesses_are_watched AFTER INSERT ON businesses WHEN NOT NEW.is_sample BEGIN
  INSERT INTO alarm_checks (business_id, organization_id) VALUES (NEW.id, NEW.organization_id);
END;

DROP TRIGGER IF EXISTS invitations_forget_businesses;
CREATE TRIGGER invitations_forget_businesses AFTER DELETE ON businesses BEGIN
  UPDATE organization_invitations
  SET business_ids = (SELECT json_group_array(value) FROM json_each(business_ids) WHERE value <> OLD.id)
  WHERE organization_id = OLD.organization_id AND business_ids IS NOT NULL;
END;
