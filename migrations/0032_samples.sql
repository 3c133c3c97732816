-- A business of invented reviews, to look around with before there is an own one; it makes way for that.
ALTER TABLE businesses ADD COLUMN is_sample INTEGER NOT NULL DEFAULT 0;
