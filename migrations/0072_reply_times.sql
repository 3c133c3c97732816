-- When guests could see the reply that is stored here for the first time: the times to an answer count from then, not from when it was
-- stored. A copy, like the other columns of the reply; NULL until it is posted.
ALTER TABLE reviews ADD COLUMN response_posted_at INTEGER;

-- Whether guests can see an answer: the platform shows one, ours is posted, or the owner says that there is one.
ALTER TABLE reviews ADD COLUMN answer_visible INTEGER GENERATED ALWAYS AS (responded AND (owner_response_text IS NOT NULL OR response_posted OR (response_id IS NULL AND settled_at IS NULL))) VIRTUAL;

UPDATE reviews SET response_posted_at = (SELECT coalesce(posted_at, created_at) FROM review_responses
  WHERE review_id = reviews.id AND posted_to_platform)
WHERE response_posted;
