-- Which alarms an organization wants, in place of how soon they go off.
ALTER TABLE alarm_settings ADD COLUMN level TEXT NOT NULL DEFAULT 'all' CHECK (level IN ('off', 'important', 'all'));
UPDATE alarm_settings SET level = 'important' WHERE sensitivity = 'quiet';
ALTER TABLE alarm_settings DROP COLUMN sensitivity;

-- Nothing asked which setting had raised an alarm.
ALTER TABLE alarms DROP COLUMN sensitivity;
