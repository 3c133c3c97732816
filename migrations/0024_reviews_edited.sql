-- What a run has changed, for the answer of the scraper routes. Written only where a review changes.
CREATE INDEX reviews_edited ON reviews (business_id, platform, edited_at) WHERE edited_at IS NOT NULL;
