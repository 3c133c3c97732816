-- Accounts, tenants, businesses, reviews and collection runs.
-- Times are UTC milliseconds, days YYYY-MM-DD in UTC, ids UUIDv7 text except reviews.id: the search index and
-- the price of a write want an integer there.

CREATE TABLE users (
  id TEXT PRIMARY KEY,
  email TEXT NOT NULL,
  email_key TEXT NOT NULL UNIQUE, -- lower-cased, what sign-in looks up
  password_hash TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

CREATE TABLE profiles (
  id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  email TEXT NOT NULL,
  full_name TEXT NOT NULL DEFAULT '',
  avatar_url TEXT,
  subscription_tier TEXT NOT NULL DEFAULT 'free',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

CREATE TABLE organizations (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  slug TEXT NOT NULL UNIQUE,
  description TEXT,
  website TEXT,
  industry TEXT,
  company_size TEXT,
  logo_url TEXT,
  settings TEXT NOT NULL DEFAULT '{}',
  billing_email TEXT,
  billing_address TEXT,
  subscription_tier TEXT NOT NULL DEFAULT 'free',
  subscription_status TEXT NOT NULL DEFAULT 'active',
  trial_end INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);

CREATE TABLE organization_users (
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  role TEXT NOT NULL CHECK (role IN ('owner', 'admin', 'member', 'viewer')),
  is_active INTEGER NOT NULL DEFAULT 1,
  joined_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (organization_id, user_id)
) WITHOUT ROWID;
CREATE INDEX organization_users_by_user ON organization_users (user_id, is_active);

CREATE TABLE organization_subscriptions (
  organization_id TEXT PRIMARY KEY REFERENCES organizations (id) ON DELETE CASCADE,
  plan_type TEXT NOT NULL DEFAULT 'free',
  billing_cycle TEXT NOT NULL DEFAULT 'monthly',
  seats_included INTEGER NOT NULL DEFAULT 1,
  seats_used INTEGER NOT NULL DEFAULT 1,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE subscriptions (
  user_id TEXT PRIMARY KEY REFERENCES users (id) ON DELETE CASCADE,
  plan_type TEXT NOT NULL DEFAULT 'free',
  status TEXT NOT NULL DEFAULT 'active',
  created_at INTEGER NOT NULL
) WITHOUT ROWID;

CREATE TABLE sessions (
  id TEXT PRIMARY KEY,
  token_hash TEXT NOT NULL UNIQUE, -- SHA-256 of the cookie's token, hex
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  authenticated_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  last_activity_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL,
  user_agent TEXT NOT NULL DEFAULT ''
);
CREATE INDEX sessions_by_user ON sessions (user_id, created_at DESC);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE businesses (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL, -- who created the row
  name TEXT NOT NULL,
  industry TEXT,
  location TEXT,
  address TEXT NOT NULL DEFAULT '{}',
  phone TEXT,
  website TEXT,
  description TEXT,
  email TEXT,
  google_business_url TEXT,
  yelp_business_url TEXT,
  full_address TEXT,
  city TEXT,
  state TEXT,
  zip_code TEXT,
  country TEXT,
  logo_url TEXT,
  is_active INTEGER NOT NULL DEFAULT 1,
  settings TEXT NOT NULL DEFAULT '{}',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX businesses_by_organization ON businesses (organization_id, created_at, id);

-- One platform of one business: where its reviews are listed and how far collecting them has come.
CREATE TABLE business_sources (
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  platform TEXT NOT NULL CHECK (platform IN ('google', 'yelp', 'facebook', 'tripadvisor')),
  organization_id TEXT NOT NULL,
  source TEXT NOT NULL,
  listing_url TEXT NOT NULL,
  place_id TEXT, -- what the platform's list is asked with; null until resolved
  stated_total INTEGER,
  backfill_state TEXT NOT NULL DEFAULT 'none' CHECK (backfill_state IN ('none', 'open', 'done')),
  backfill_cursor TEXT, -- where the walk through older reviews goes on; null is the list's start
  last_succeeded_at INTEGER,
  next_due_at INTEGER, -- null: never by itself
  failures INTEGER NOT NULL DEFAULT 0, -- failed runs in a row
  PRIMARY KEY (business_id, platform)
) WITHOUT ROWID;
CREATE INDEX business_sources_due ON business_sources (next_due_at) WHERE next_due_at IS NOT NULL;

CREATE TABLE reviews (
  id INTEGER PRIMARY KEY,
  organization_id TEXT NOT NULL,
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  platform TEXT NOT NULL CHECK (platform IN ('google', 'yelp', 'facebook', 'tripadvisor')),
  platform_review_id TEXT NOT NULL,
  source TEXT NOT NULL DEFAULT 'import',
  author_name TEXT NOT NULL,
  rating REAL NOT NULL CHECK (rating BETWEEN 1 AND 5),
  review_text TEXT NOT NULL DEFAULT '',
  review_date INTEGER,
  language TEXT,
  url TEXT,
  helpful_votes INTEGER NOT NULL DEFAULT 0,
  is_verified INTEGER NOT NULL DEFAULT 0,
  owner_response_text TEXT,
  owner_response_date INTEGER,
  responded INTEGER NOT NULL DEFAULT 0, -- answered, and not edited since
  -- A copy of the answer, kept by triggers on review_responses, so that a list reads one row a review.
  response_id TEXT,
  response_text TEXT,
  response_at INTEGER,
  response_edited_at INTEGER,
  edited_at INTEGER, -- last time a collection found another rating or text
  scraped_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (business_id, platform, platform_review_id)
);
CREATE INDEX reviews_by_organization ON reviews (organization_id, scraped_at DESC, id DESC);
CREATE INDEX reviews_by_business ON reviews (business_id, scraped_at DESC, id DESC);

-- The former version of a review whose rating or text changed.
CREATE TABLE review_revisions (
  id INTEGER PRIMARY KEY,
  review_id INTEGER NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  rating REAL NOT NULL,
  review_text TEXT NOT NULL,
  replaced_at INTEGER NOT NULL
);
CREATE INDEX review_revisions_by_review ON review_revisions (review_id, replaced_at DESC);

-- One answer a review.
CREATE TABLE review_responses (
  review_id INTEGER PRIMARY KEY REFERENCES reviews (id) ON DELETE CASCADE,
  id TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL,
  business_id TEXT NOT NULL,
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL,
  response_text TEXT NOT NULL,
  is_published INTEGER NOT NULL DEFAULT 1,
  platform_response_id TEXT,
  posted_to_platform INTEGER NOT NULL DEFAULT 0,
  posted_at INTEGER,
  edited_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX review_responses_by_business ON review_responses (business_id, created_at DESC, review_id DESC);

-- Newly stored reviews of an organization in a calendar month (UTC): what the plan's monthly limit counts.
-- Kept apart from the reviews, so that deleting a business does not give its quota back.
CREATE TABLE organization_usage (
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  month TEXT NOT NULL, -- YYYY-MM
  reviews_stored INTEGER NOT NULL,
  PRIMARY KEY (organization_id, month)
) WITHOUT ROWID;

-- One collection of one platform of one business. The row is the truth, a queue message only a hint to look at it.
CREATE TABLE scrape_runs (
  seq INTEGER PRIMARY KEY AUTOINCREMENT, -- the block of review ids this run stores under
  id TEXT NOT NULL UNIQUE,
  organization_id TEXT NOT NULL,
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  platform TEXT NOT NULL,
  source TEXT NOT NULL,
  trigger_type TEXT NOT NULL CHECK (trigger_type IN ('manual', 'schedule')),
  status TEXT NOT NULL CHECK (status IN ('queued', 'running', 'succeeded', 'failed', 'cancelled')),
  phase TEXT NOT NULL CHECK (phase IN ('newest', 'backfill')),
  cursor TEXT, -- what the next page is asked with; null is the list's start
  page_cursor TEXT, -- what the last saved page was asked with
  end_of_list INTEGER NOT NULL DEFAULT 0,
  page INTEGER NOT NULL DEFAULT 0, -- pages saved; with the id this is the fence against doubled steps
  pages_planned INTEGER NOT NULL,
  reviews_found INTEGER NOT NULL DEFAULT 0,
  reviews_new INTEGER NOT NULL DEFAULT 0,
  reviews_changed INTEGER NOT NULL DEFAULT 0,
  reviews_over_quota INTEGER NOT NULL DEFAULT 0,
  last_page_fresh INTEGER, -- reviews of the last saved page that this run stored or changed
  restarts INTEGER NOT NULL DEFAULT 0, -- walks begun again after an expired cursor
  attempts INTEGER NOT NULL DEFAULT 0, -- failed tries of the page at hand
  rate_limit_ms INTEGER NOT NULL,
  timeout_ms INTEGER NOT NULL,
  retry_attempts INTEGER NOT NULL,
  errors TEXT NOT NULL DEFAULT '[]',
  warnings TEXT NOT NULL DEFAULT '[]',
  lease_until INTEGER, -- held by one consumer until then
  due_at INTEGER NOT NULL, -- when the next step should happen; the sweep re-sends what is late
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  finished_at INTEGER
);
CREATE UNIQUE INDEX scrape_runs_one_open ON scrape_runs (business_id, platform) WHERE status IN ('queued', 'running');
CREATE INDEX scrape_runs_open ON scrape_runs (due_at) WHERE status IN ('queued', 'running');
CREATE INDEX scrape_runs_by_source ON scrape_runs (business_id, platform, created_at DESC);
CREATE INDEX scrape_runs_by_organization ON scrape_runs (organization_id, created_at DESC, id DESC);
