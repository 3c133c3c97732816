-- Reviews and data about them. Triggers (db/triggers/) maintain the figures and the search index.

-- id is an integer because the search index needs one and writes cost less. Columns from response_id to post_reason are
-- copies (worker/reviews/answered.ts), so that a list reads one row per review.
CREATE TABLE reviews (
  id INTEGER PRIMARY KEY,
  organization_id TEXT NOT NULL,
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE,
  -- One of the four platforms, or the id of one of the organization's own.
  platform TEXT NOT NULL CHECK (platform IN ('google', 'yelp', 'facebook', 'tripadvisor') OR platform GLOB 'other????????????????'),
  platform_review_id TEXT NOT NULL,
  source TEXT NOT NULL DEFAULT 'import', -- import: stored by hand
  author_name TEXT NOT NULL,
  rating REAL NOT NULL CHECK (rating BETWEEN 1 AND 5),
  review_text TEXT NOT NULL DEFAULT '',
  review_date INTEGER,
  language TEXT,
  url TEXT,
  photos TEXT, -- JSON (worker/rules/photos.ts): addresses at the platform; null: none
  reply_url TEXT, -- the platform's page to reply on
  helpful_votes INTEGER NOT NULL DEFAULT 0,
  is_verified INTEGER NOT NULL DEFAULT 0,
  owner_response_text TEXT,
  owner_response_date INTEGER,
  responded INTEGER NOT NULL DEFAULT 0, -- answered, and not edited since
  settled_at INTEGER, -- settled by the owner without a reply; counts while responded is 1 and there is no reply
  -- From review_responses. response_posted: 1 if the platform shows the reply, or its owner says so.
  response_id TEXT,
  response_text TEXT,
  response_at INTEGER,
  response_edited_at INTEGER,
  response_posted INTEGER NOT NULL DEFAULT 0,
  response_posted_at INTEGER, -- when guests could first see it; reply times end here
  post_state TEXT, -- from reply_posts, as is the reason
  post_reason TEXT,
  edited_at INTEGER, -- last collection that found another rating or text
  missed_scans INTEGER NOT NULL DEFAULT 0, -- consecutive complete scans of its list without it
  removed_at INTEGER, -- set by the second such scan; null while it is shown
  returned_at INTEGER, -- last time the platform showed it again
  assigned_to TEXT REFERENCES users (id) ON DELETE SET NULL, -- member who should handle it
  assigned_by TEXT REFERENCES users (id) ON DELETE SET NULL, -- who assigned it
  assigned_at INTEGER,
  assignment_message TEXT,
  insight_keys TEXT NOT NULL DEFAULT '', -- what was read in it, as search index tokens (worker/reviews/insight-keys.ts)
  text_is_excerpt INTEGER NOT NULL DEFAULT 0, -- 1: only the beginning of the text is known
  scraped_at INTEGER NOT NULL, -- first stored
  -- review_date, or scraped_at if there is none; never later than scraped_at. position is the order of lists.
  posted_at INTEGER GENERATED ALWAYS AS (max(0, min(coalesce(review_date, scraped_at), scraped_at))) VIRTUAL,
  position INTEGER GENERATED ALWAYS AS ((posted_at / 1000 << 31) + id) VIRTUAL,
  -- For the daily figures: settled without a reply; with a reply saved only here; the same without another reply that guests
  -- could see; with a visible reply; and the time from the posting to that reply, null if unknown.
  is_settled INTEGER GENERATED ALWAYS AS (settled_at IS NOT NULL AND responded AND response_id IS NULL
    AND owner_response_text IS NULL) VIRTUAL,
  is_unposted INTEGER GENERATED ALWAYS AS (response_id IS NOT NULL AND NOT response_posted) VIRTUAL,
  is_hidden INTEGER GENERATED ALWAYS AS (is_unposted AND responded AND owner_response_text IS NULL) VIRTUAL,
  answer_visible INTEGER GENERATED ALWAYS AS (responded AND NOT is_settled AND NOT is_hidden) VIRTUAL,
  answer_delay INTEGER GENERATED ALWAYS AS (iif(answer_visible, coalesce(min(response_posted_at, owner_response_date),
    response_posted_at, owner_response_date) - posted_at, NULL)) VIRTUAL,
  -- Tokens that lists filter by: business, platform, whole stars, status, the day of first seen and its span of 32 days,
  -- exceptions (removed, edited, without text, with photos, reply not posted, assigned), and what was read in it. All but the
  -- business's contain the organization in place of ~, so that a filter reads no other tenant's entries. The last 16 digits
  -- of an id are enough because they are random.
  search_keys TEXT GENERATED ALWAYS AS (replace('b' || replace(substr(business_id, 20), '-', '') || ' p~' || platform
    || ' r~' || CAST(rating AS INTEGER) || ' u~' || responded || ' w~' || (scraped_at / 2764800000)
    || ' d~' || (scraped_at / 86400000) || iif(removed_at IS NULL, '', ' v~') || iif(edited_at IS NULL, '', ' e~')
    || iif(review_text = '', ' x~', '') || iif(photos IS NULL, '', ' i~') || iif(is_unposted, ' q~', '') || iif(answer_visible, ' g~', '')
    || iif(assigned_to IS NULL, '', ' a~' || replace(substr(assigned_to, 20), '-', ''))
    || insight_keys || label_keys, '~', replace(substr(organization_id, 20), '-', ''))) VIRTUAL,
  updated_at INTEGER NOT NULL,
  -- Labels by members: ' s~' for a waiting suggestion, ' n~' for a note, ' l~…' for each tag.
  label_keys TEXT NOT NULL DEFAULT '',
  UNIQUE (business_id, platform, platform_review_id)
);
CREATE INDEX reviews_arrived ON reviews (business_id, platform) WHERE source IN ('file', 'paste', 'push', 'mail');
CREATE INDEX reviews_by_assignee ON reviews (assigned_to, organization_id) WHERE assigned_to IS NOT NULL;
CREATE INDEX reviews_by_assigner ON reviews (assigned_by) WHERE assigned_by IS NOT NULL;
CREATE INDEX reviews_by_business ON reviews (business_id, scraped_at, position);
-- Few reviews change after they were posted, so this index is small.
CREATE INDEX reviews_by_change ON reviews (business_id, posted_at)
  WHERE edited_at IS NOT NULL OR removed_at IS NOT NULL OR returned_at IS NOT NULL;
CREATE INDEX reviews_by_instant_profile ON reviews (business_id, review_date)
  WHERE platform = 'google' AND source = 'google-business-profile';
CREATE INDEX reviews_by_instant_public ON reviews (business_id, review_date)
  WHERE platform = 'google' AND source <> 'google-business-profile';
CREATE INDEX reviews_by_organization ON reviews (organization_id, scraped_at, position);
CREATE INDEX reviews_edited ON reviews (business_id, platform, edited_at) WHERE edited_at IS NOT NULL;
CREATE INDEX reviews_removed ON reviews (business_id, platform, removed_at) WHERE removed_at IS NOT NULL;
CREATE INDEX reviews_settled ON reviews (organization_id, settled_at) WHERE settled_at IS NOT NULL;

-- One row: the highest review id ever given. Ids are never reused, even after a deletion.
CREATE TABLE review_ids (last INTEGER NOT NULL);
INSERT INTO review_ids (last) VALUES (0);

CREATE TABLE review_revisions (
  id INTEGER PRIMARY KEY,
  review_id INTEGER NOT NULL REFERENCES reviews (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  rating REAL NOT NULL,
  review_text TEXT NOT NULL,
  replaced_at INTEGER NOT NULL
);
CREATE INDEX review_revisions_by_review ON review_revisions (review_id, replaced_at DESC);

-- Reviews per UTC day: those first stored on it, and those posted on it (posted_). Removed reviews have their own rows, and
-- so has each of the organization's own platforms. Three and four stars follow from the other figures, and Google has the
-- rest of the platforms.
CREATE TABLE review_daily_stats (
  business_id TEXT NOT NULL REFERENCES businesses (id) ON DELETE CASCADE, day TEXT NOT NULL, is_removed INTEGER NOT NULL,
  review_count INTEGER NOT NULL DEFAULT 0, rating_sum REAL NOT NULL DEFAULT 0,
  positive INTEGER NOT NULL DEFAULT 0, neutral INTEGER NOT NULL DEFAULT 0, negative INTEGER NOT NULL DEFAULT 0,
  responded INTEGER NOT NULL DEFAULT 0, settled INTEGER NOT NULL DEFAULT 0, -- settled: responded without a reply
  -- unposted: the reply is saved only here. hidden: those of responded whose reply no guest can see.
  unposted INTEGER NOT NULL DEFAULT 0, hidden INTEGER NOT NULL DEFAULT 0,
  responses INTEGER NOT NULL DEFAULT 0, -- reviews with a response stored here
  google INTEGER NOT NULL DEFAULT 0, yelp INTEGER NOT NULL DEFAULT 0, facebook INTEGER NOT NULL DEFAULT 0,
  tripadvisor INTEGER NOT NULL DEFAULT 0,
  posted_review_count INTEGER NOT NULL DEFAULT 0, posted_rating_sum REAL NOT NULL DEFAULT 0,
  posted_positive INTEGER NOT NULL DEFAULT 0, posted_neutral INTEGER NOT NULL DEFAULT 0,
  posted_negative INTEGER NOT NULL DEFAULT 0, posted_responded INTEGER NOT NULL DEFAULT 0,
  posted_settled INTEGER NOT NULL DEFAULT 0, posted_hidden INTEGER NOT NULL DEFAULT 0,
  posted_one INTEGER NOT NULL DEFAULT 0, posted_five INTEGER NOT NULL DEFAULT 0,
  posted_yelp INTEGER NOT NULL DEFAULT 0, posted_facebook INTEGER NOT NULL DEFAULT 0,
  posted_tripadvisor INTEGER NOT NULL DEFAULT 0, posted_yelp_stars REAL NOT NULL DEFAULT 0,
  posted_facebook_stars REAL NOT NULL DEFAULT 0, posted_tripadvisor_stars REAL NOT NULL DEFAULT 0,
  answered_4h INTEGER NOT NULL DEFAULT 0, -- posted on the day and answered within 4 hours
  answered_1d INTEGER NOT NULL DEFAULT 0, answered_2d INTEGER NOT NULL DEFAULT 0,
  answered_3d INTEGER NOT NULL DEFAULT 0,
  answered_7d INTEGER NOT NULL DEFAULT 0, answered_30d INTEGER NOT NULL DEFAULT 0,
  answered_timed INTEGER NOT NULL DEFAULT 0, -- answered at a known time
  own_platform TEXT NOT NULL DEFAULT '', -- '': the four platforms
  posted_other INTEGER GENERATED ALWAYS AS (iif(own_platform = '', 0, posted_review_count)) VIRTUAL,
  posted_other_stars REAL GENERATED ALWAYS AS (iif(own_platform = '', 0, posted_rating_sum)) VIRTUAL,
  PRIMARY KEY (business_id, day, is_removed, own_platform)
) WITHOUT ROWID;
CREATE INDEX review_daily_stats_of_own_platforms ON review_daily_stats (business_id, day) WHERE own_platform <> '';

-- keys is reviews.search_keys. Entries are at reviews.position, the order of lists; their sizes are not stored.
CREATE VIRTUAL TABLE review_search USING fts5 (
  review_text, author_name, keys,
  content = '', columnsize = 0, tokenize = 'unicode61 remove_diacritics 2'
);

-- Named filters of members, visible to their owner only.
CREATE TABLE saved_views (
  id TEXT PRIMARY KEY,
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  query TEXT NOT NULL, -- query string of the list
  created_at INTEGER NOT NULL,
  UNIQUE (organization_id, user_id, name)
);
CREATE INDEX saved_views_by_user ON saved_views (user_id);

-- Reviews of a business that count as history: imported from files, or posted before the month they were stored in.
-- Reviews are deleted only with their business, and so is the count.
CREATE TABLE business_imports (
  business_id TEXT PRIMARY KEY REFERENCES businesses (id) ON DELETE CASCADE,
  organization_id TEXT NOT NULL,
  reviews_stored INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX business_imports_by_organization ON business_imports (organization_id, reviews_stored);

-- New reviews of an organization per calendar month (UTC), for the monthly limit of its plan. Not counted from reviews, so
-- that deleting a business doesn't give its quota back.
CREATE TABLE organization_usage (
  organization_id TEXT NOT NULL REFERENCES organizations (id) ON DELETE CASCADE,
  month TEXT NOT NULL, -- YYYY-MM
  reviews_stored INTEGER NOT NULL,
  PRIMARY KEY (organization_id, month)
) WITHOUT ROWID;
