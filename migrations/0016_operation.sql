-- Data for the operator of this instance: who it is, the last tick, notices, page speed.

-- One row.
CREATE TABLE instance (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- The person who opened the link in the log and so runs this instance; null until then.
  operator_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  tick_at INTEGER, -- end of the last tick
  tick_version TEXT, -- version of the worker that ran it
  tick_faults TEXT NOT NULL DEFAULT '[]', -- JSON list: failed parts of the last tick
  probes TEXT NOT NULL DEFAULT '[]', -- JSON list: last answer for each platform key
  probed_at INTEGER
);
CREATE INDEX instance_by_operator ON instance (operator_id) WHERE operator_id IS NOT NULL;
INSERT INTO instance (id) VALUES (1);

-- Faults mailed to the operator. A row is deleted once the fault is over, so that the operator can be notified again.
CREATE TABLE operator_notices (
  kind TEXT PRIMARY KEY,
  notified_at INTEGER NOT NULL
) WITHOUT ROWID;

-- Page speed: number of measurements per day and class. No names and no addresses.
CREATE TABLE page_speeds (
  day TEXT NOT NULL, -- YYYY-MM-DD, UTC
  metric TEXT NOT NULL CHECK (metric IN ('LCP', 'INP')),
  up_to_ms INTEGER NOT NULL, -- upper end of the class
  count INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (day, metric, up_to_ms)
) WITHOUT ROWID;
