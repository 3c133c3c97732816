CREATE TABLE businesses (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL, -- who created the row
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
  is_sample INTEGER NOT NULL DEFAULT 0, -- invented reviews to look around with
  deleted_at INTEGER, -- out of everybody's reach since then, until it is brought back or erased
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
);
CREATE INDEX businesses_by_maker ON businesses (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX businesses_by_organization ON businesses (organization_id, created_at, id);
CREATE INDEX businesses_deleted ON businesses (organization_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX businesses_to_erase ON businesses (deleted_at) WHERE deleted_at IS NOT NULL;

-- One platform of one business: where its reviews are listed and how far collecting them has come. A recheck reads the
-- whole list; it may take several runs, and backfill_cursor says where the open one goes on.
CREATE TABLE business_sources (
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  platform TEXT NOT NULL CHECK (platform IN ('google', 'yelp', 'facebook', 'tripadvisor')),
  organization_id TEXT NOT NULL,
  source TEXT NOT NULL,
  listing_url TEXT NOT NULL,
  place_id TEXT, -- what the platform's list is asked with; null until resolved
  stated_total INTEGER,
  stated_rating REAL, -- the average the platform states, where its reviews may not be kept
  backfill_state TEXT NOT NULL DEFAULT 'none' CHECK (backfill_state IN ('none', 'open', 'done')),
  backfill_cursor TEXT, -- where reading the older reviews goes on; null is the list's start
  recheck_since INTEGER, -- since when the pages of the open recheck are recorded; null: none is open
  -- A gap: the newest pages of a run that didn't come down to what was known. Later runs close it.
  gap_since INTEGER, -- made at: the run that left the gap; null: there is none
  gap_cursor TEXT, -- where the gap begins; null is the list's start
  rechecked_at INTEGER, -- when the list was last read to its end
  list_pages INTEGER, -- of the list, when one run read all of it; null: that took several
  last_succeeded_at INTEGER,
  next_due_at INTEGER, -- null: never by itself
  failures INTEGER NOT NULL DEFAULT 0, -- failed runs in a row
  last_attempt_at INTEGER, -- when the last run ended that was not cancelled
  last_error TEXT, -- why it failed, in a sentence; null when it succeeded
  last_error_kind TEXT,
  failing_since INTEGER, -- the first failure since the last success
  waiting_new INTEGER NOT NULL DEFAULT 0, -- new reviews that the last run found and the month's limit left out
  waiting_history INTEGER NOT NULL DEFAULT 0, -- the same of older ones, which the limit of history left out
  end_notice INTEGER NOT NULL DEFAULT 100, -- days before the end of Facebook's recommendations of which the owner was told last
  PRIMARY KEY (business_id, platform)
) WITHOUT ROWID;
CREATE INDEX business_sources_by_end_notice ON business_sources (end_notice) WHERE source = 'facebook';
CREATE INDEX business_sources_due ON business_sources (next_due_at) WHERE next_due_at IS NOT NULL;

-- An account at a platform that an organization may act through. Its tokens are sealed (worker/connections/access-token.ts).
CREATE TABLE connections (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  provider TEXT NOT NULL CHECK (provider IN ('google', 'facebook')),
  subject TEXT NOT NULL, -- the provider's own name for the account
  label TEXT NOT NULL, -- what its owner knows it by: an e-mail address or a name
  sealed_refresh_token TEXT, -- null where the provider gives none (Facebook)
  sealed_access_token TEXT NOT NULL,
  access_expires_at INTEGER, -- null: it does not end by itself
  scopes TEXT NOT NULL, -- what was allowed, separated by spaces
  state TEXT NOT NULL DEFAULT 'active' CHECK (state IN ('active', 'revoked')),
  fault TEXT, -- why it no longer works, for its owner to read
  created_by TEXT REFERENCES users (id) ON DELETE SET NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (organization_id, provider, subject)
) WITHOUT ROWID;
CREATE INDEX connections_by_account ON connections (provider, subject);
CREATE INDEX connections_by_maker ON connections (created_by);

-- Which place of a connection is the source of a business on a platform. Its row in business_sources says the same.
CREATE TABLE connection_links (
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  platform TEXT NOT NULL CHECK (platform IN ('google', 'facebook')),
  organization_id TEXT NOT NULL,
  connection_id TEXT NOT NULL REFERENCES connections (id) ON DELETE CASCADE,
  place_id TEXT NOT NULL, -- accounts/…/locations/… at Google, the page's id at Facebook
  place_name TEXT NOT NULL,
  sealed_token TEXT, -- of the place alone: a Facebook page has one of its own
  created_at INTEGER NOT NULL,
  PRIMARY KEY (business_id, platform)
) WITHOUT ROWID;
CREATE INDEX connection_links_by_connection ON connection_links (connection_id);
