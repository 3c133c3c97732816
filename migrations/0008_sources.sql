-- Which source a platform's reviews come from, and when it may be asked.

ALTER TABLE businesses ADD COLUMN tripadvisor_url TEXT;

-- The average the platform itself states, where we may not keep the reviews it comes from.
ALTER TABLE business_sources ADD COLUMN stated_rating REAL;
-- The platform asked to be left alone until then; also holds for the button.
ALTER TABLE business_sources ADD COLUMN not_before INTEGER;

ALTER TABLE scrape_runs ADD COLUMN user_agent_rotation INTEGER NOT NULL DEFAULT 0;
ALTER TABLE scrape_runs ADD COLUMN resends INTEGER NOT NULL DEFAULT 0; -- times that the step at hand was sent again

-- Google names a review differently to its owner and to the public: worker/reviews/adopt-twins.ts looks for the other
-- one by the second in which it was written. Each review stands in one of the two.
CREATE INDEX reviews_by_instant_public ON reviews (business_id, review_date)
  WHERE platform = 'google' AND source <> 'google-business-profile';
CREATE INDEX reviews_by_instant_profile ON reviews (business_id, review_date)
  WHERE platform = 'google' AND source = 'google-business-profile';

-- A plan that changed may collect by itself what it did not before. The minute's tick decides; it parks what it can't
-- collect again. A trigger, so that no code path can forget it.
CREATE TRIGGER subscriptions_wake_sources AFTER UPDATE OF plan_type ON organization_subscriptions
WHEN NEW.plan_type IS NOT OLD.plan_type
BEGIN
  UPDATE business_sources SET next_due_at = NEW.updated_at
  WHERE next_due_at IS NULL
    AND business_id IN (SELECT id FROM businesses WHERE organization_id = NEW.organization_id);
END;
