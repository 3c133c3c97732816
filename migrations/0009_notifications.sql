CREATE TABLE notifications (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, -- order of the list; the clocks of two machines may differ
  id TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE, -- null: everyone in the organization
  business_id TEXT REFERENCES businesses (id) ON DELETE CASCADE, -- subject, with which it is deleted
  kind TEXT NOT NULL,
  message TEXT NOT NULL,
  link TEXT NOT NULL, -- path of the screen it leads to
  dedupe_key TEXT NOT NULL, -- what it is about; nothing is notified twice
  run_id TEXT, -- run whose reviews it is about
  created_at INTEGER NOT NULL,
  UNIQUE (organization_id, dedupe_key)
);
CREATE INDEX notifications_by_age ON notifications (created_at);
CREATE INDEX notifications_by_business ON notifications (business_id) WHERE business_id IS NOT NULL;
CREATE INDEX notifications_by_organization ON notifications (organization_id, seq DESC);
CREATE INDEX notifications_by_reader ON notifications (organization_id, business_id, user_id, seq);
CREATE INDEX notifications_by_user ON notifications (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX notifications_of_alarms ON notifications (organization_id, seq) WHERE kind = 'alarm';
CREATE INDEX notifications_of_runs ON notifications (organization_id, seq) WHERE run_id IS NOT NULL;

-- How far a member has read all notifications.
CREATE TABLE notification_marks (
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  read_through INTEGER NOT NULL, -- seq of the last one read
  PRIMARY KEY (organization_id, user_id)
) WITHOUT ROWID;
CREATE INDEX notification_marks_by_user ON notification_marks (user_id);

-- Notifications that a member has read beyond that.
CREATE TABLE notification_reads (
  notification_seq INTEGER NOT NULL REFERENCES notifications (seq) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  PRIMARY KEY (notification_seq, user_id)
) WITHOUT ROWID;
CREATE INDEX notification_reads_by_user ON notification_reads (user_id, organization_id);

-- Recipients of mails about reviews.
CREATE TABLE alert_recipients (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT REFERENCES users (id) ON DELETE CASCADE, -- a member; null: somebody without an account, at `email`
  email TEXT, -- null for a member, who is mailed at the address of the account
  alert_stars INTEGER NOT NULL DEFAULT 3 CHECK (alert_stars BETWEEN 0 AND 5), -- alerts up to these stars; 0: none
  digest TEXT NOT NULL DEFAULT 'weekly' CHECK (digest IN ('off', 'daily', 'weekly')),
  digest_weekday INTEGER NOT NULL DEFAULT 1 CHECK (digest_weekday BETWEEN 0 AND 6), -- 0 is Sunday
  digest_minute INTEGER NOT NULL DEFAULT 480 CHECK (digest_minute BETWEEN 0 AND 1439), -- minute of the local day
  quiet_from INTEGER CHECK (quiet_from BETWEEN 0 AND 1439), -- minute of the local day; null: no quiet hours
  quiet_until INTEGER CHECK (quiet_until BETWEEN 0 AND 1439),
  time_zone TEXT NOT NULL DEFAULT 'UTC', -- IANA name
  is_zone_chosen INTEGER NOT NULL DEFAULT 0, -- 0: a browser may still set it
  takes_mail INTEGER NOT NULL DEFAULT 1, -- 0 after unsubscribing
  takes_alarms INTEGER NOT NULL DEFAULT 1,
  confirmed_at INTEGER, -- null: the owner of the address has not confirmed it
  token_hash TEXT UNIQUE, -- of the confirmation link
  token_expires_at INTEGER,
  next_alert_at INTEGER, -- null: none is due
  alert_after INTEGER NOT NULL, -- seq of the last notification sent
  next_digest_at INTEGER, -- null: no digest; 0: the next tick schedules it
  digest_after INTEGER NOT NULL, -- id of the last review sent
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (organization_id, user_id),
  UNIQUE (organization_id, email),
  CHECK ((user_id IS NULL) IS NOT (email IS NULL))
);
CREATE INDEX alert_recipients_alert_due ON alert_recipients (next_alert_at) WHERE next_alert_at IS NOT NULL;
CREATE INDEX alert_recipients_by_user ON alert_recipients (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX alert_recipients_digest_due ON alert_recipients (next_digest_at) WHERE next_digest_at IS NOT NULL;
CREATE INDEX alert_recipients_unanswered ON alert_recipients (token_expires_at) WHERE confirmed_at IS NULL;

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
CREATE INDEX push_devices_by_organization ON push_devices (organization_id);
CREATE INDEX push_devices_by_user ON push_devices (user_id, organization_id);

-- Push messages waiting to be sent. The text is sealed, as in outgoing_mails.
CREATE TABLE outgoing_pushes (
  id TEXT PRIMARY KEY,
  device_id TEXT NOT NULL REFERENCES push_devices (id) ON DELETE CASCADE,
  sealed TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
);
CREATE INDEX outgoing_pushes_by_device ON outgoing_pushes (device_id);
CREATE INDEX outgoing_pushes_due ON outgoing_pushes (due_at);

-- Mails waiting for the mail service. The text is sealed because it may contain a link.
CREATE TABLE outgoing_mails (
  id TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  sealed TEXT NOT NULL,
  is_bulk INTEGER NOT NULL DEFAULT 0, -- 1: one of many alike, sent after mails that somebody waits for
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX outgoing_mails_due ON outgoing_mails (due_at);
CREATE INDEX outgoing_mails_in_turn ON outgoing_mails (is_bulk, due_at);

-- Mailbox of a local machine: mails that would have been sent.
CREATE TABLE dev_mails (
  id TEXT PRIMARY KEY,
  recipient TEXT NOT NULL,
  subject TEXT NOT NULL,
  text TEXT NOT NULL,
  html TEXT NOT NULL DEFAULT '',
  headers TEXT NOT NULL DEFAULT '{}',
  kind TEXT NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX dev_mails_by_age ON dev_mails (created_at DESC);
