-- An attempt by which a session adds nothing: its owner shows that they are there, for what asks for a recent login.
ALTER TABLE oauth_attempts ADD COLUMN is_confirmation INTEGER NOT NULL DEFAULT 0;
