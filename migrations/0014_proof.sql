-- Who has proven an address owns it: what an account could be entered with before ends with that. And browsers that have
-- signed in to an account before.

-- When whatever had opened the account, or outlived a session, was last ended: by who proved its address, or by a new
-- password that was set with a mailed link. Null: never. The tables of other folders react to it below.
ALTER TABLE users ADD COLUMN ways_in_ended_at INTEGER;

-- Whose forwarding address it is: it is good while its maker's address is proven and they belong to the organization.
ALTER TABLE arrival_addresses ADD COLUMN created_by TEXT REFERENCES users (id) ON DELETE CASCADE;
UPDATE arrival_addresses SET created_by = (
  SELECT user_id FROM organization_users AS seat
  WHERE seat.organization_id = arrival_addresses.organization_id AND seat.role = 'owner' AND seat.is_active = 1
  ORDER BY seat.joined_at LIMIT 1
);
CREATE INDEX arrival_addresses_by_maker ON arrival_addresses (created_by);
CREATE TRIGGER arrival_addresses_end AFTER UPDATE OF ways_in_ended_at ON users BEGIN
  DELETE FROM arrival_addresses WHERE created_by = NEW.id;
END;

-- Connections are made by proven accounts only. Should one have been left by somebody who never was: it ends when another
-- person proves the address. A new password of a proven account leaves them alone.
CREATE INDEX connections_by_maker ON connections (created_by);
CREATE TRIGGER connections_end AFTER UPDATE OF ways_in_ended_at ON users WHEN OLD.email_verified_at IS NULL BEGIN
  DELETE FROM connections WHERE created_by = NEW.id;
END;

-- Browsers that have signed in to an account: each has a counter of wrong passwords of its own, so that a stranger's
-- guesses lock nobody out at home.
CREATE TABLE known_devices (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  token_hash TEXT NOT NULL, -- SHA-256 of the browser's cookie, hex
  used_at INTEGER NOT NULL, -- the last sign-in
  expires_at INTEGER NOT NULL,
  UNIQUE (user_id, token_hash)
) WITHOUT ROWID;
CREATE INDEX known_devices_by_expiry ON known_devices (expires_at);
