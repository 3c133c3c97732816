-- A member or viewer can be limited to some of the organization's businesses.

-- A JSON list of ids; null: all of them. Owners and admins are never limited. A list that has become empty opens nothing.
ALTER TABLE organization_users ADD COLUMN business_ids TEXT CHECK (business_ids IS NULL OR json_valid(business_ids));

-- Who adds a business looks after it, and a list has only what there is. Triggers, so that no code path can forget it.
CREATE TRIGGER limited_members_reach_own AFTER INSERT ON businesses BEGIN
  UPDATE organization_users SET business_ids = json_insert(business_ids, '$[#]', NEW.id)
  WHERE organization_id = NEW.organization_id AND user_id = NEW.user_id AND business_ids IS NOT NULL;
END;
CREATE TRIGGER limits_forget_businesses AFTER DELETE ON businesses BEGIN
  UPDATE organization_users
  SET business_ids = (SELECT json_group_array(value) FROM json_each(business_ids) WHERE value <> OLD.id)
  WHERE organization_id = OLD.organization_id AND business_ids IS NOT NULL;
END;

-- Nothing is assigned to who can't see it any more.
CREATE TRIGGER limited_members_free_reviews AFTER UPDATE OF business_ids, role ON organization_users
WHEN NEW.business_ids IS NOT NULL AND NEW.role NOT IN ('owner', 'admin') BEGIN
  UPDATE reviews SET assigned_to = NULL, assigned_by = NULL, assigned_at = NULL, assignment_message = NULL
  WHERE assigned_to = NEW.user_id AND organization_id = NEW.organization_id
    AND business_id NOT IN (SELECT value FROM json_each(NEW.business_ids));
END;
