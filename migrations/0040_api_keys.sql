-- Keys of programs: each is its organization's, and allows what its maker's role allows. Deleting a row revokes its key.

CREATE TABLE api_keys (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  created_by TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL, -- the first characters of the key, to tell keys apart
  key_hash TEXT NOT NULL UNIQUE, -- SHA-256 of the key, hex
  scopes TEXT NOT NULL, -- separated by spaces
  created_at INTEGER NOT NULL,
  expires_at INTEGER, -- null: never
  last_used_at INTEGER,
  replaced_by TEXT -- the key that a rotation has made; this one goes on until it expires
);
CREATE INDEX api_keys_by_organization ON api_keys (organization_id);
CREATE INDEX api_keys_by_maker ON api_keys (created_by);
CREATE INDEX api_keys_by_expiry ON api_keys (expires_at) WHERE expires_at IS NOT NULL;

CREATE TRIGGER api_keys_end AFTER UPDATE OF ways_in_ended_at ON users BEGIN
  DELETE FROM api_keys WHERE created_by = NEW.id;
END;
