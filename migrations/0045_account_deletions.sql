-- Accounts whose owners have asked for their deletion. Until `erase_at` each can be kept; then it is erased with the
-- organizations that have no other member.

CREATE TABLE account_deletions (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  requested_at INTEGER NOT NULL,
  erase_at INTEGER NOT NULL, -- from then on nobody can undo it
  due_at INTEGER NOT NULL -- when the tick goes on with it: later than erase_at where a provider did not answer
) WITHOUT ROWID;
CREATE INDEX account_deletions_by_due ON account_deletions (due_at);

-- A plan that ends meanwhile wakes nothing.
DROP TRIGGER subscriptions_wake_sources;
CREATE TRIGGER subscriptions_wake_sources AFTER UPDATE OF plan_type ON organization_subscriptions
WHEN NEW.plan_type IS NOT OLD.plan_type
  AND NOT EXISTS (SELECT 1 FROM organization_users AS member JOIN account_deletions USING (user_id)
    WHERE member.organization_id = NEW.organization_id AND member.is_active = 1)
BEGIN
  UPDATE business_sources SET next_due_at = NEW.updated_at
  WHERE next_due_at IS NULL
    AND business_id IN (SELECT id FROM businesses WHERE organization_id = NEW.organization_id);
END;

-- What goes with an organization or a person is found without reading everybody's.
CREATE INDEX security_events_by_organization ON security_events (organization_id) WHERE organization_id IS NOT NULL;
CREATE INDEX sessions_by_organization ON sessions (organization_id);
CREATE INDEX access_tokens_by_organization ON access_tokens (organization_id);
CREATE INDEX mfa_challenges_by_organization ON mfa_challenges (organization_id);
CREATE INDEX businesses_by_maker ON businesses (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX review_responses_by_author ON review_responses (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX reply_posts_by_author ON reply_posts (user_id) WHERE user_id IS NOT NULL;
