-- Which alarms an organization wants, in place of how soon they go off; without a row: all.
CREATE TABLE alarm_levels (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  level TEXT NOT NULL CHECK (level IN ('off', 'important', 'all'))
) WITHOUT ROWID;
INSERT INTO alarm_levels (organization_id, level)
SELECT organization_id, iif(sensitivity = 'quiet', 'important', 'all') FROM alarm_settings;
DROP TABLE alarm_settings;
ALTER TABLE alarm_levels RENAME TO alarm_settings;

-- Nothing asked which setting had raised an alarm.
ALTER TABLE alarms DROP COLUMN sensitivity;
