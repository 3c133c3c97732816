-- Who gets mails about reviews and when, and which devices get messages.

CREATE TABLE alert_recipients (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE, -- a member; null: somebody without an account, at `email`
  email TEXT, -- null for a member, whose mails go to the address of the account
  alert_stars INTEGER NOT NULL DEFAULT 3 CHECK (alert_stars BETWEEN 0 AND 5), -- alerts up to these stars; 0: none
  digest TEXT NOT NULL DEFAULT 'weekly' CHECK (digest IN ('off', 'daily', 'weekly')),
  digest_weekday INTEGER NOT NULL DEFAULT 1 CHECK (digest_weekday BETWEEN 0 AND 6), -- 0 is Sunday
  digest_minute INTEGER NOT NULL DEFAULT 480 CHECK (digest_minute BETWEEN 0 AND 1439), -- of the local day
  quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439), -- minutes of the local day; null: no quiet hours
  quiet_until INTEGER CHECK (quiet_until BETWEEN 0 AND 1439),
  time_zone TEXT NOT NULL DEFAULT 'UTC', -- IANA name
  is_zone_chosen INTEGER NOT NULL DEFAULT 0, -- 0: a browser may still say which one it is
  takes_mail INTEGER NOT NULL DEFAULT 1, -- 0 after unsubscribing
  confirmed_at INTEGER, -- null: the address was not confirmed by who reads its mails
  token_hash TEXT UNIQUE, -- of the link that confirms it
  token_expires_at INTEGER,
  next_alert_at INTEGER, -- null: nothing to tell
  alert_after INTEGER NOT NULL, -- told of notifications up to this seq
  next_digest_at INTEGER, -- null: no digest; 0: to be scheduled by the next tick
  digest_after INTEGER NOT NULL, -- told of reviews up to this id
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  CHECK ((user_id IS NULL) IS NOT (email IS NULL)),
  UNIQUE (organization_id, user_id),
  UNIQUE (organization_id, email)
);
CREATE INDEX alert_recipients_by_user ON alert_recipients (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX alert_recipients_alert_due ON alert_recipients (next_alert_at) WHERE next_alert_at IS NOT NULL;
CREATE INDEX alert_recipients_digest_due ON alert_recipients (next_digest_at) WHERE next_digest_at IS NOT NULL;
CREATE INDEX alert_recipients_unanswered ON alert_recipients (token_expires_at) WHERE confirmed_at IS NULL;

-- A browser of a member that takes push messages.
CREATE TABLE push_devices (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  endpoint TEXT NOT NULL UNIQUE,
  p256dh TEXT NOT NULL,
  auth TEXT NOT NULL,
  user_agent TEXT NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX push_devices_by_user ON push_devices (user_id, organization_id);
CREATE INDEX push_devices_by_organization ON push_devices (organization_id);

-- Push messages on their way, like outgoing_mails.
CREATE TABLE outgoing_pushes (
  id TEXT PRIMARY KEY,
  device_id TEXT NOT NULL REFERENCES push_devices (id) ON DELETE CASCADE,
  sealed TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX outgoing_pushes_due ON outgoing_pushes (due_at);
CREATE INDEX outgoing_pushes_by_device ON outgoing_pushes (device_id);

-- The run whose reviews a notification tells of: they are what alerts are about.
ALTER TABLE notifications ADD COLUMN run_id TEXT;
CREATE INDEX notifications_of_runs ON notifications (organization_id, seq) WHERE run_id IS NOT NULL;

CREATE TRIGGER notifications_alert AFTER INSERT ON notifications WHEN NEW.run_id IS NOT NULL BEGIN
  UPDATE alert_recipients SET next_alert_at = NEW.created_at
  WHERE organization_id = NEW.organization_id AND alert_stars > 0 AND confirmed_at IS NOT NULL
    AND next_alert_at IS NULL;
END;

-- Every member has a row, whoever makes the member: 3 stars and below at once, the rest weekly.
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

CREATE TRIGGER former_members_get_none AFTER UPDATE OF is_active ON organization_users
WHEN OLD.is_active AND NOT NEW.is_active BEGIN
  DELETE FROM alert_recipients WHERE organization_id = NEW.organization_id AND user_id = NEW.user_id;
  DELETE FROM push_devices WHERE organization_id = NEW.organization_id AND user_id = NEW.user_id;
END;

CREATE TRIGGER deleted_members_get_none AFTER DELETE ON organization_users BEGIN
  DELETE FROM alert_recipients WHERE organization_id = OLD.organization_id AND user_id = OLD.user_id;
  DELETE FROM push_devices WHERE organization_id = OLD.organization_id AND user_id = OLD.user_id;
END;

INSERT INTO alert_recipients (id, organization_id, user_id, confirmed_at, alert_after, next_digest_at, digest_after,
  created_at, updated_at)
SELECT lower(printf('%s-%s-%s-%s-%s', hex(randomblob(4)), hex(randomblob(2)), hex(randomblob(2)), hex(randomblob(2)),
    hex(randomblob(6)))),
  member.organization_id, member.user_id, member.created_at,
  coalesce((SELECT max(seq) FROM notifications WHERE organization_id = member.organization_id), 0), 0, last,
  member.created_at, member.created_at
FROM organization_users AS member, review_ids WHERE member.is_active;

-- Mails have an HTML part and headers of their own. Those that many people get go after those that somebody waits for.
ALTER TABLE outgoing_mails ADD COLUMN is_bulk INTEGER NOT NULL DEFAULT 0;
CREATE INDEX outgoing_mails_in_turn ON outgoing_mails (is_bulk, due_at);
ALTER TABLE dev_mails ADD COLUMN html TEXT NOT NULL DEFAULT '';
ALTER TABLE dev_mails ADD COLUMN headers TEXT NOT NULL DEFAULT '{}';
