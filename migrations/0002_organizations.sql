CREATE TABLE organizations (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  slug TEXT NOT NULL UNIQUE,
  description TEXT,
  website TEXT,
  industry TEXT,
  company_size TEXT,
  logo_url TEXT,
  settings TEXT NOT NULL DEFAULT '{}',
  billing_email TEXT,
  billing_address TEXT,
  subscription_tier TEXT NOT NULL DEFAULT 'free',
  subscription_status TEXT NOT NULL DEFAULT 'active',
  trial_end INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

CREATE TABLE organization_users (
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  -- JSON list of the businesses that a member or viewer may see; null: all. An empty list shows none.
  business_ids TEXT CHECK (business_ids IS NULL OR json_valid(business_ids)),
  is_active INTEGER NOT NULL DEFAULT 1,
  joined_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (organization_id, user_id)
) WITHOUT ROWID;
CREATE INDEX organization_users_by_user ON organization_users (user_id, is_active);

CREATE TABLE organization_invitations (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL, -- as in users
  role TEXT NOT NULL CHECK (role IN ('admin', 'member', 'viewer')),
  business_ids TEXT CHECK (business_ids IS NULL OR json_valid(business_ids)), -- as in organization_users
  invited_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  token_hash TEXT NOT NULL UNIQUE, -- SHA-256 of the mailed token, hex
  expires_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (organization_id, email_key)
);
CREATE INDEX organization_invitations_by_inviter ON organization_invitations (invited_by) WHERE invited_by IS NOT NULL;
CREATE INDEX organization_invitations_end ON organization_invitations (expires_at);
