-- Somebody can be invited to some of the organization's businesses, and sees no more from the moment they join.

-- As in organization_users; null: all of them.
ALTER TABLE organization_invitations ADD COLUMN business_ids TEXT CHECK (business_ids IS NULL OR json_valid(business_ids));

-- As for members: a list that has become empty opens nothing.
CREATE TRIGGER invitations_forget_businesses AFTER DELETE ON businesses BEGIN
  UPDATE organization_invitations
  SET business_ids = (SELECT json_group_array(value) FROM json_each(business_ids) WHERE value <> OLD.id)
  WHERE organization_id = OLD.organization_id AND business_ids IS NOT NULL;
END;

-- What one person may read about one business, in the order of the list.
CREATE INDEX notifications_by_reader ON notifications (organization_id, business_id, user_id, seq);
