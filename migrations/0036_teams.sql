-- Organizations of more than one person: who was invited, and seats that are counted where members come and go.

CREATE TABLE organization_invitations (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL, -- as in users
  role TEXT NOT NULL CHECK (role IN ('admin', 'member', 'viewer')),
  invited_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  token_hash TEXT NOT NULL UNIQUE, -- SHA-256 of the mailed token, hex
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (organization_id, email_key)
);
CREATE INDEX organization_invitations_end ON organization_invitations (expires_at);
CREATE INDEX organization_invitations_by_inviter ON organization_invitations (invited_by) WHERE invited_by IS NOT NULL;

CREATE TRIGGER members_take_seats AFTER INSERT ON organization_users BEGIN
  UPDATE organization_subscriptions SET seats_used = (SELECT count(*) FROM organization_users
    WHERE organization_id = NEW.organization_id AND is_active = 1)
  WHERE organization_id = NEW.organization_id;
END;

CREATE TRIGGER members_change_seats AFTER UPDATE OF is_active ON organization_users
WHEN NEW.is_active <> OLD.is_active BEGIN
  UPDATE organization_subscriptions SET seats_used = (SELECT count(*) FROM organization_users
    WHERE organization_id = NEW.organization_id AND is_active = 1)
  WHERE organization_id = NEW.organization_id;
END;

CREATE TRIGGER members_leave_seats AFTER DELETE ON organization_users BEGIN
  UPDATE organization_subscriptions SET seats_used = (SELECT count(*) FROM organization_users
    WHERE organization_id = OLD.organization_id AND is_active = 1)
  WHERE organization_id = OLD.organization_id;
END;
