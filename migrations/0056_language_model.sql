-- Organizations whose owner lets the deployment's language model rewrite drafts of replies. Without a row nothing is sent to it.
CREATE TABLE model_agreements (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  voice TEXT, -- how the owner writes, in their own words
  agreed_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  agreed_at INTEGER NOT NULL
);
CREATE INDEX model_agreements_by_user ON model_agreements (agreed_by);

-- How often the model was asked on a UTC day: the day's allowance is counted here, before it is asked.
CREATE TABLE model_calls (
  day TEXT NOT NULL,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  calls INTEGER NOT NULL,
  PRIMARY KEY (day, organization_id)
);
CREATE INDEX model_calls_by_organization ON model_calls (organization_id);

-- What the model made of the last draft for a review.
CREATE TABLE reply_rewrites (
  review_id INTEGER PRIMARY KEY REFERENCES reviews (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  draft_id TEXT NOT NULL, -- of reply_drafts
  key TEXT NOT NULL, -- SHA-256 of the model, the version of the prompt and what was sent: while that is the same, so is the answer
  text TEXT, -- as it is offered; null while the model is asked, and where its answer was rejected
  fault TEXT, -- why its answer was rejected
  asked_until INTEGER NOT NULL -- whoever asks has so long; 0 where nobody asks
);
CREATE INDEX reply_rewrites_by_organization ON reply_rewrites (organization_id);
