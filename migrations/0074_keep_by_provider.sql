-- Whether who is sent to a provider to sign in wants to stay signed in on this device.
ALTER TABLE oauth_attempts ADD COLUMN keep INTEGER NOT NULL DEFAULT 0;
