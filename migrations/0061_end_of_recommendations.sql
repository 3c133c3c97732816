-- Owners of connected Facebook pages are told 60, 30 and 7 days before Facebook stops giving recommendations to apps, and on the
-- day. 100 means: not told yet.
ALTER TABLE business_sources ADD COLUMN end_notice INTEGER NOT NULL DEFAULT 100; -- days of the last notice
CREATE INDEX business_sources_by_end_notice ON business_sources (end_notice) WHERE source = 'facebook';
