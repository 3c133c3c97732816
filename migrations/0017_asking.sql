-- Asking for reviews: the public page of a location, people who were asked, and people who must not be asked.

-- Page of a location. It leads to where reviews are written and is the same for everyone.
CREATE TABLE review_pages (
  business_id TEXT PRIMARY KEY REFERENCES businesses (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  handle TEXT NOT NULL, -- in its public address
  links TEXT NOT NULL, -- JSON array of {name, url}: where it leads
  language TEXT NOT NULL DEFAULT 'en',
  message TEXT, -- what its owner sends along; null: our text
  is_on INTEGER NOT NULL DEFAULT 1,
  asked_since INTEGER, -- first ask; null: nobody was asked yet
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX review_pages_by_organization ON review_pages (organization_id);

-- Every handle a page has ever had, so that printed codes keep working.
CREATE TABLE review_page_handles (
  handle TEXT PRIMARY KEY,
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  created_at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX review_page_handles_by_business ON review_page_handles (business_id);

-- Views of a page and clicks on its links. Nothing else about visitors is stored.
CREATE TABLE review_page_days (
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  day TEXT NOT NULL, -- UTC
  target TEXT NOT NULL, -- 'page', or the key of a link
  organization_id TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (business_id, day, target)
) WITHOUT ROWID;
CREATE INDEX review_page_days_by_age ON review_page_days (day);

-- Log of all asks.
CREATE TABLE asks (
  id TEXT PRIMARY KEY, -- increases with time
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  user_id TEXT REFERENCES users (id) ON DELETE SET NULL, -- who asked
  channel TEXT NOT NULL, -- mail: sent by us; otherwise how the owner handed it over
  name TEXT NOT NULL DEFAULT '',
  email TEXT, -- null: none, or deleted
  address_hash TEXT, -- of the mailbox, in ask_addresses
  consent TEXT, -- where they agreed to be asked
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'stopped', 'handed_over')),
  due_at INTEGER, -- null: nothing left to do
  created_at INTEGER NOT NULL,
  sent_at INTEGER,
  restored_at INTEGER -- when it came from an archive; null: asked from here
);
CREATE INDEX asks_by_address ON asks (address_hash) WHERE address_hash IS NOT NULL;
CREATE INDEX asks_by_age ON asks (created_at);
CREATE INDEX asks_by_business ON asks (business_id, id);
CREATE INDEX asks_by_organization ON asks (organization_id, channel, created_at);
CREATE INDEX asks_by_user ON asks (user_id) WHERE user_id IS NOT NULL;
CREATE INDEX asks_due ON asks (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX asks_in_turn ON asks (organization_id, id);
CREATE INDEX asks_with_address ON asks (created_at) WHERE email IS NOT NULL;

-- Mailboxes that any organization has asked or that refuse to be asked, as keyed hashes only.
CREATE TABLE ask_addresses (
  address_hash TEXT PRIMARY KEY,
  domain_hash TEXT, -- null for the large mail providers
  asked_at INTEGER, -- last ask
  refused_at INTEGER -- never ask again
) WITHOUT ROWID;
CREATE INDEX ask_addresses_by_age ON ask_addresses (asked_at) WHERE refused_at IS NULL;
CREATE INDEX ask_addresses_by_domain ON ask_addresses (domain_hash, asked_at) WHERE domain_hash IS NOT NULL;

-- Key of those hashes. It outlives the server's secrets, which only seal it.
CREATE TABLE ask_keys (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  sealed TEXT NOT NULL
);
