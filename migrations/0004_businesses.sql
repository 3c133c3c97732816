CREATE TABLE businesses (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL, -- creator
  name TEXT NOT NULL,
  industry TEXT,
  location TEXT,
  phone TEXT,
  website TEXT,
  description TEXT,
  email TEXT,
  google_business_url TEXT,
  yelp_business_url TEXT,
  tripadvisor_url TEXT,
  full_address TEXT,
  city TEXT,
  state TEXT,
  zip_code TEXT,
  country TEXT,
  logo_url TEXT,
  address TEXT NOT NULL DEFAULT '{}', -- JSON object
  settings TEXT NOT NULL DEFAULT '{}', -- JSON object
  is_active INTEGER NOT NULL DEFAULT 1,
  is_sample INTEGER NOT NULL DEFAULT 0, -- 1: has invented reviews, to try things out
  deleted_at INTEGER, -- hidden since then, until it is restored or erased
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX businesses_by_maker ON businesses (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX businesses_by_organization ON businesses (organization_id, created_at, id);
CREATE INDEX businesses_deleted ON businesses (organization_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX businesses_to_erase ON businesses (deleted_at) WHERE deleted_at IS NOT NULL;

-- One platform of one business: its listing and the progress of collecting. A recheck reads the whole list; it may take
-- several runs, and backfill_cursor is where the open one continues.
CREATE TABLE business_sources (
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  platform TEXT NOT NULL CHECK (platform IN ('google', 'yelp', 'facebook', 'tripadvisor')),
  organization_id TEXT NOT NULL,
  source TEXT NOT NULL,
  listing_url TEXT NOT NULL,
  place_id TEXT, -- id for requests to the platform; null until resolved
  stated_total INTEGER,
  stated_rating REAL, -- average stated by the platform, if its reviews may not be stored
  backfill_state TEXT NOT NULL DEFAULT 'none' CHECK (backfill_state IN ('none', 'open', 'done')),
  backfill_cursor TEXT, -- where reading the older reviews continues; null: start of the list
  recheck_since INTEGER, -- start of recording the pages of the open recheck; null: none is open
  -- A gap between the newest pages of a run and the reviews already known. Later runs close it.
  gap_since INTEGER, -- creation time of the run that left the gap; null: no gap
  gap_cursor TEXT, -- start of the gap; null: start of the list
  rechecked_at INTEGER, -- last time the list was read to its end
  list_pages INTEGER, -- length of the list, if one run read all of it; null: it took several
  last_succeeded_at INTEGER,
  next_due_at INTEGER, -- null: not scheduled
  failures INTEGER NOT NULL DEFAULT 0, -- consecutive failed runs
  last_attempt_at INTEGER, -- end of the last run that was not cancelled
  last_error TEXT, -- why it failed, as a sentence; null after a success
  last_error_kind TEXT,
  failing_since INTEGER, -- first failure since the last success
  waiting_new INTEGER NOT NULL DEFAULT 0, -- new reviews that the last run left out because of the monthly limit
  waiting_history INTEGER NOT NULL DEFAULT 0, -- older reviews that the last run left out because of the history limit
  end_notice INTEGER NOT NULL DEFAULT 100, -- days left at the last notice about the end of Facebook's recommendations
  PRIMARY KEY (business_id, platform)
) WITHOUT ROWID;
CREATE INDEX business_sources_by_end_notice ON business_sources (end_notice) WHERE source = 'facebook';
CREATE INDEX business_sources_due ON business_sources (next_due_at) WHERE next_due_at IS NOT NULL;

-- Account at a platform that an organization may act through. Its tokens are sealed (worker/connections/access-token.ts).
CREATE TABLE connections (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  provider TEXT NOT NULL CHECK (provider IN ('google', 'facebook')),
  subject TEXT NOT NULL, -- the provider's id of the account
  label TEXT NOT NULL, -- email address or name, for its owner
  sealed_refresh_token TEXT, -- null if the provider gives none (Facebook)
  sealed_access_token TEXT NOT NULL,
  access_expires_at INTEGER, -- null: does not expire
  scopes TEXT NOT NULL, -- granted scopes, space-separated
  state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'revoked')),
  fault TEXT, -- why it no longer works, shown to the owner
  created_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (organization_id, provider, subject)
) WITHOUT ROWID;
CREATE INDEX connections_by_account ON connections (provider, subject);
CREATE INDEX connections_by_maker ON connections (created_by);

-- Place of a connection that is the source of a business on a platform; business_sources says the same.
CREATE TABLE connection_links (
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  platform TEXT NOT NULL CHECK (platform IN ('google', 'facebook')),
  organization_id TEXT NOT NULL,
  connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  place_id TEXT NOT NULL, -- accounts/…/locations/… at Google, the page's id at Facebook
  place_name TEXT NOT NULL,
  sealed_token TEXT, -- token of this place alone, as a Facebook page has
  created_at INTEGER NOT NULL,
  PRIMARY KEY (business_id, platform)
) WITHOUT ROWID;
CREATE INDEX connection_links_by_connection ON connection_links (connection_id);
