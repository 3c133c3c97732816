-- What members did in an organization, for its owner to read.

CREATE TABLE audit_entries (
  id TEXT PRIMARY KEY, -- grows with time
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL, -- who; null: nobody signed in, or an account that is gone
  action TEXT NOT NULL,
  subject TEXT NOT NULL DEFAULT '', -- what it was done to, by the name it had then
  about_user_id TEXT REFERENCES users (id) ON DELETE SET NULL, -- the person it was done to
  user_agent TEXT NOT NULL DEFAULT '',
  network TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL
);
CREATE INDEX audit_entries_by_organization ON audit_entries (organization_id, id);
CREATE INDEX audit_entries_by_person ON audit_entries (organization_id, user_id, id);
CREATE INDEX audit_entries_by_action ON audit_entries (organization_id, action, id);
CREATE INDEX audit_entries_by_user ON audit_entries (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX audit_entries_about_user ON audit_entries (about_user_id) WHERE about_user_id IS NOT NULL;
CREATE INDEX audit_entries_by_age ON audit_entries (created_at);
