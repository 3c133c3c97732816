-- What the operator of this instance needs: who it is, when the last tick ended, notices, how fast pages are.

-- One row.
CREATE TABLE instance (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  -- The person who runs this instance: whoever opened the link that the log shows. Null until then.
  operator_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  tick_at INTEGER, -- when the last tick ended
  tick_version TEXT, -- the version of the worker that ran it
  tick_faults TEXT NOT NULL DEFAULT '[]', -- JSON list: the parts of the last tick that failed
  probes TEXT NOT NULL DEFAULT '[]', -- JSON list: what each key of a platform answered last
  probed_at INTEGER
);
CREATE INDEX instance_by_operator ON instance (operator_id) WHERE operator_id IS NOT NULL;
INSERT INTO instance (id) VALUES (1);

-- Faults that the operator was notified of by mail. A row goes once it's over, so the operator can be notified again.
CREATE TABLE operator_notices (
  kind TEXT PRIMARY KEY,
  notified_at INTEGER NOT NULL
) WITHOUT ROWID;

-- How fast pages are for their readers: how many measurements of a day fell into each class. Nobody's name, no address.
CREATE TABLE page_speeds (
  day TEXT NOT NULL, -- YYYY-MM-DD, UTC
  metric TEXT NOT NULL CHECK (metric IN ('LCP', 'INP')),
  up_to_ms INTEGER NOT NULL, -- the upper end of the class
  count INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (day, metric, up_to_ms)
) WITHOUT ROWID;
