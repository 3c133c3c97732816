-- What reviews say as a whole. Counts cover the reviews shown now; a review that repeats something counts once.

-- Progress of reading reviews. Every new or changed plan gets a row; the tick deletes it if the plan has no insights.
CREATE TABLE insight_readings (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  method INTEGER NOT NULL DEFAULT 0, -- version of reading for all reviews, or soon for all
  -- Last review read, in the order of first seen; null: all are read.
  read_seen_at INTEGER DEFAULT -1,
  read_position INTEGER NOT NULL DEFAULT 0,
  due_at INTEGER DEFAULT 0 -- next page for the tick; null: nothing is left to read
) WITHOUT ROWID;
CREATE INDEX insight_readings_by_due ON insight_readings (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX insight_readings_by_method ON insight_readings (method);

-- Reviews that changed after they were read.
CREATE TABLE insight_due (
  review_id INTEGER PRIMARY KEY REFERENCES reviews (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL REFERENCES insight_readings (organization_id) ON DELETE CASCADE,
  changes INTEGER NOT NULL DEFAULT 1 -- detects changes during the reading
);
CREATE INDEX insight_due_by_organization ON insight_due (organization_id, review_id);

-- What was read in a review. Triggers add a row to the counts below and subtract it when it is deleted.
CREATE TABLE review_features (
  review_id INTEGER PRIMARY KEY REFERENCES reviews (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  method INTEGER NOT NULL,
  edited_at INTEGER, -- of the version that was read
  day TEXT NOT NULL, -- YYYY-MM-DD, UTC: posted
  rating REAL NOT NULL,
  language TEXT, -- null: not a language that is read for topics
  tokens INTEGER NOT NULL,
  score REAL NOT NULL, -- probability of 4 or 5 stars given the text, 0 to 1
  mismatch TEXT,
  topics TEXT NOT NULL, -- JSON: [{topic, polarity, spans: [{start, end}]}]
  terms TEXT NOT NULL -- JSON: its terms in insight_term_months
);
CREATE INDEX review_features_by_day ON review_features (business_id, day);
CREATE INDEX review_features_by_organization ON review_features (organization_id);

-- Reviews of a business about a topic, per UTC day.
CREATE TABLE insight_topic_days (
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  topic TEXT NOT NULL,
  day TEXT NOT NULL,
  positive INTEGER NOT NULL,
  neutral INTEGER NOT NULL,
  negative INTEGER NOT NULL,
  -- Stars of the reviews that blame the topic; the rest have five.
  negative_one INTEGER NOT NULL,
  negative_two INTEGER NOT NULL,
  negative_three INTEGER NOT NULL,
  negative_four INTEGER NOT NULL,
  -- A review's stars are shared among the topics that explain them, in 840ths of a review
  -- (worker/insights/reading/read-review.ts), so that the contributions of the topics to an average add up.
  blame_share INTEGER NOT NULL DEFAULT 0,
  blame_stars REAL NOT NULL DEFAULT 0, -- its share of their stars
  praise_share INTEGER NOT NULL DEFAULT 0,
  praise_stars REAL NOT NULL DEFAULT 0,
  PRIMARY KEY (business_id, topic, day)
) WITHOUT ROWID;

-- Reviews of a business with a term, per month. Some entries are not terms: * is every review with a text, ? one whose
-- language isn't read for topics, !… one that its stars contradict.
CREATE TABLE insight_term_months (
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  term TEXT NOT NULL,
  month TEXT NOT NULL, -- YYYY-MM
  reviews INTEGER NOT NULL,
  positive INTEGER NOT NULL, -- 4 stars or more
  negative INTEGER NOT NULL, -- below 3 stars
  PRIMARY KEY (business_id, term, month)
) WITHOUT ROWID;
CREATE INDEX insight_term_months_by_reviews ON insight_term_months (business_id, month, reviews) WHERE reviews >= 3;

-- Sums over all months, to find terms of interest.
CREATE TABLE insight_terms (
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  term TEXT NOT NULL,
  reviews INTEGER NOT NULL,
  PRIMARY KEY (business_id, term)
) WITHOUT ROWID;
CREATE INDEX insight_terms_by_reviews ON insight_terms (business_id, reviews);

-- Corrections by members of what a review means.
CREATE TABLE review_corrections (
  review_id INTEGER NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
  subject TEXT NOT NULL, -- 'text': the whole text; otherwise a topic
  organization_id TEXT NOT NULL,
  verdict TEXT NOT NULL, -- for a text: positive, mixed or negative; for a topic: positive, negative or absent
  corrected_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  corrected_at INTEGER NOT NULL,
  PRIMARY KEY (review_id, subject)
) WITHOUT ROWID;
CREATE INDEX review_corrections_by_author ON review_corrections (corrected_by) WHERE corrected_by IS NOT NULL;
CREATE INDEX review_corrections_by_organization ON review_corrections (organization_id);

CREATE TABLE alarm_checks (
  business_id TEXT PRIMARY KEY REFERENCES businesses (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  due_at INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX alarm_checks_by_due ON alarm_checks (due_at);
CREATE INDEX alarm_checks_by_organization ON alarm_checks (organization_id);

-- Alarms that an organization wants; no row: all.
CREATE TABLE alarm_settings (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  level TEXT NOT NULL DEFAULT 'all' CHECK (level IN ('off', 'important', 'all'))
) WITHOUT ROWID;

-- Alarms that went off, with their evidence at the time.
CREATE TABLE alarms (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  key TEXT NOT NULL, -- subject; another alarm with the same key has to wait
  kind TEXT NOT NULL,
  topic TEXT,
  -- The recent days, UTC, both included; to_day is the last complete one.
  from_day TEXT NOT NULL,
  to_day TEXT NOT NULL,
  part INTEGER NOT NULL, -- reviews in question
  all_count INTEGER NOT NULL, -- of all these reviews
  expected REAL NOT NULL, -- expected number if nothing had changed
  chance REAL NOT NULL, -- probability of the alarm if nothing had changed
  review_ids TEXT NOT NULL DEFAULT '[]', -- JSON: reviews for the evidence file of a possible attack
  created_at INTEGER NOT NULL,
  UNIQUE (business_id, key, to_day)
);
CREATE INDEX alarms_by_organization ON alarms (organization_id);

CREATE TABLE competitors (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE, -- business it is compared with
  platform TEXT NOT NULL CHECK (platform IN ('google', 'yelp', 'tripadvisor')),
  name TEXT NOT NULL,
  link TEXT NOT NULL,
  place_url TEXT NOT NULL, -- listing that the link leads to: no place is added twice
  due_at INTEGER NOT NULL, -- next look-up of its numbers
  failures INTEGER NOT NULL DEFAULT 0, -- consecutive failures
  problem TEXT, -- why the last look-up had no numbers, shown to the owner
  created_at INTEGER NOT NULL,
  UNIQUE (business_id, place_url)
);
CREATE INDEX competitors_by_organization ON competitors (organization_id);
CREATE INDEX competitors_due ON competitors (due_at);

-- Public numbers of a competitor per UTC day.
CREATE TABLE competitor_totals (
  competitor_id TEXT NOT NULL REFERENCES competitors (id) ON DELETE CASCADE,
  day TEXT NOT NULL,
  average REAL NOT NULL CHECK (average BETWEEN 1 AND 5),
  review_count INTEGER NOT NULL CHECK (review_count > 0),
  is_typed INTEGER NOT NULL DEFAULT 0, -- 1: entered by a member, not stated by the platform
  PRIMARY KEY (competitor_id, day)
) WITHOUT ROWID;

CREATE TABLE draft_styles (
  business_id TEXT PRIMARY KEY REFERENCES businesses (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  tone TEXT NOT NULL,
  sign_off TEXT,
  contact_line TEXT,
  remarks TEXT NOT NULL, -- JSON: what the owner wants to say about topics
  updated_at INTEGER NOT NULL,
  automatic_by TEXT REFERENCES users (id) ON DELETE SET NULL, -- in whose name new reviews are answered automatically
  automatic_since INTEGER
);
CREATE INDEX draft_styles_automatic ON draft_styles (automatic_by) WHERE automatic_by IS NOT NULL;

CREATE TABLE automatic_replies (
  review_id INTEGER PRIMARY KEY REFERENCES reviews (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  business_id TEXT NOT NULL,
  due_at INTEGER NOT NULL DEFAULT 0
);
CREATE INDEX automatic_replies_by_due ON automatic_replies (due_at);

-- Last draft of a reply to each review.
CREATE TABLE reply_drafts (
  review_id INTEGER PRIMARY KEY REFERENCES reviews (id) ON DELETE CASCADE,
  id TEXT NOT NULL, -- reference of its credit
  organization_id TEXT NOT NULL,
  business_id TEXT NOT NULL,
  basis TEXT NOT NULL, -- SHA-256 of its inputs: as long as it is the same, so is the draft
  text TEXT NOT NULL,
  wordings TEXT NOT NULL, -- JSON: its wordings, which the next drafts of the business avoid
  template_version TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  delivered_at INTEGER -- when it was first paid for and shown
);
CREATE INDEX reply_drafts_by_delivery ON reply_drafts (business_id, delivered_at) WHERE delivered_at IS NOT NULL;

-- Owners who allow the language model to rewrite drafts.
CREATE TABLE model_agreements (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  model TEXT NOT NULL DEFAULT '', -- model they agreed to
  voice TEXT, -- the owner's style, in their own words
  agreed_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  agreed_at INTEGER NOT NULL
);
CREATE INDEX model_agreements_by_user ON model_agreements (agreed_by);

CREATE TABLE model_calls (
  day TEXT NOT NULL,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  calls INTEGER NOT NULL,
  PRIMARY KEY (day, organization_id)
);
CREATE INDEX model_calls_by_organization ON model_calls (organization_id);

-- Rewording by the model of the last draft for a review.
CREATE TABLE reply_rewrites (
  review_id INTEGER PRIMARY KEY REFERENCES reviews (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  draft_id TEXT NOT NULL, -- of reply_drafts
  -- SHA-256 of the model, the version of the prompt and the input: as long as it is the same, so is the answer
  key TEXT NOT NULL,
  text TEXT, -- offered text; null while the model is asked, or if its answer was rejected
  fault TEXT, -- why the answer was rejected
  asked_until INTEGER NOT NULL -- time limit of the present request; 0: none
);
CREATE INDEX reply_rewrites_by_organization ON reply_rewrites (organization_id);

CREATE TABLE reports (
  id TEXT PRIMARY KEY, -- also the reference of its credits
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL, -- who asked for it
  basis TEXT NOT NULL, -- SHA-256 of the following columns: the same report asked for again is the same row
  business_ids TEXT NOT NULL, -- JSON: businesses in the report; who may not see one of them can't see the report
  settings TEXT NOT NULL, -- JSON: the choices, and the days and names that follow from them
  method TEXT NOT NULL, -- versions of the code that made it
  review_count INTEGER NOT NULL,
  input_hash TEXT NOT NULL, -- SHA-256 of the counts it is based on
  sections TEXT NOT NULL, -- JSON: contents
  created_at INTEGER NOT NULL,
  delivered_at INTEGER, -- when it was paid for; hidden before
  link_hash TEXT, -- of the link that opens it without an account
  link_by TEXT REFERENCES users (id) ON DELETE SET NULL, -- creator of the link
  UNIQUE (organization_id, basis)
);
CREATE INDEX reports_by_delivery ON reports (organization_id, id) WHERE delivered_at IS NOT NULL;
CREATE UNIQUE INDEX reports_by_link ON reports (link_hash) WHERE link_hash IS NOT NULL;
CREATE INDEX reports_by_link_maker ON reports (link_by) WHERE link_by IS NOT NULL;
CREATE INDEX reports_by_user ON reports (user_id);
CREATE INDEX reports_undelivered ON reports (created_at) WHERE delivered_at IS NULL;

CREATE TABLE report_schedules (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL, -- member in whose name it is made and who gets the mail
  business_ids TEXT NOT NULL, -- JSON, as in reports
  settings TEXT NOT NULL, -- JSON: title, period, sections and locale
  rhythm TEXT NOT NULL, -- weekly or monthly
  state TEXT NOT NULL, -- on, stopped by a person, or why it ended
  due_at INTEGER, -- null unless it is on
  skipped_at INTEGER, -- when the last one was skipped for lack of credits; null if it was made
  created_at INTEGER NOT NULL,
  UNIQUE (organization_id, settings, business_ids)
);
CREATE INDEX report_schedules_by_due ON report_schedules (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX report_schedules_by_user ON report_schedules (user_id);

-- Findings for the owners of a business, made after reading its reviews and once a day (insights/findings/store-findings.ts).
-- The Dashboard reads these rows instead of counting.
CREATE TABLE insight_findings (
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  due_at INTEGER NOT NULL DEFAULT 0,
  findings TEXT NOT NULL DEFAULT '[]', -- JSON: all, most important first
  top TEXT NOT NULL DEFAULT '[]', -- JSON: those for the Dashboard, without methods and bridges
  PRIMARY KEY (organization_id, business_id)
) WITHOUT ROWID;
CREATE INDEX insight_findings_by_due ON insight_findings (due_at);
CREATE UNIQUE INDEX insight_findings_by_business ON insight_findings (business_id);
