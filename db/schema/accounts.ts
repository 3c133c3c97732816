import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

export const passwordHistory = sqliteTable('password_history', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  passwordHash: text('password_hash').notNull(),
  createdAt: integer('created_at').notNull(),
})

export const emailLinks = sqliteTable(
  'email_links',
  {
    userId: text('user_id').notNull(),
    purpose: text('purpose').$type<'verify' | 'reset' | 'change_email'>().notNull(),
    tokenHash: text('token_hash').notNull().unique(),
    email: text('email').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.purpose] })],
)

export const knownDevices = sqliteTable('known_devices', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  tokenHash: text('token_hash').notNull(),
  usedAt: integer('used_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})

/** Rate limit counters, by keyed hash. */
export const attempts = sqliteTable('attempts', {
  key: text('key').primaryKey(),
  count: integer('count').notNull(),
  endsAt: integer('ends_at').notNull(),
})

export const securityEvents = sqliteTable('security_events', {
  id: text('id').primaryKey(),
  userId: text('user_id'),
  organizationId: text('organization_id'),
  source: text('source').$type<'server' | 'browser' | 'policy'>().notNull(),
  type: text('type').notNull(),
  outcome: text('outcome').notNull(),
  detail: text('detail').notNull().default(''),
  userAgent: text('user_agent').notNull().default(''),
  network: text('network').notNull().default(''),
  createdAt: integer('created_at').notNull(),
})

/** db/schema.sql describes the columns. */
export const auditEntries = sqliteTable('audit_entries', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  userId: text('user_id'),
  action: text('action').notNull(),
  subject: text('subject').notNull().default(''),
  aboutUserId: text('about_user_id'),
  userAgent: text('user_agent').notNull().default(''),
  network: text('network').notNull().default(''),
  createdAt: integer('created_at').notNull(),
})

export const outgoingMails = sqliteTable('outgoing_mails', {
  id: text('id').primaryKey(),
  kind: text('kind').notNull(),
  sealed: text('sealed').notNull(),
  /** True for bulk mail, which is sent after mail that somebody is waiting for. */
  isBulk: integer('is_bulk', { mode: 'boolean' }).notNull().default(false),
  attempts: integer('attempts').notNull().default(0),
  dueAt: integer('due_at').notNull(),
  createdAt: integer('created_at').notNull(),
})

export const devMails = sqliteTable('dev_mails', {
  id: text('id').primaryKey(),
  recipient: text('recipient').notNull(),
  subject: text('subject').notNull(),
  text: text('text').notNull(),
  html: text('html').notNull().default(''),
  headers: text('headers', { mode: 'json' }).$type<Record<string, string>>().notNull().default({}),
  kind: text('kind').notNull(),
  createdAt: integer('created_at').notNull(),
})

export const accountDeletions = sqliteTable('account_deletions', {
  userId: text('user_id').primaryKey(),
  requestedAt: integer('requested_at').notNull(),
  eraseAt: integer('erase_at').notNull(),
  dueAt: integer('due_at').notNull(),
})

/** Deleting a row revokes the token. */
export const accessTokens = sqliteTable('access_tokens', {
  jti: text('jti').primaryKey(),
  userId: text('user_id').notNull(),
  organizationId: text('organization_id').notNull(),
  /** The token ends with this session. */
  sessionId: text('session_id').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})

/** Deleting a row revokes the key. */
export const apiKeys = sqliteTable('api_keys', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  /** The key has this member's role. */
  createdBy: text('created_by').notNull(),
  name: text('name').notNull(),
  prefix: text('prefix').notNull(),
  keyHash: text('key_hash').notNull().unique(),
  /** Space-separated. */
  scopes: text('scopes').notNull(),
  createdAt: integer('created_at').notNull(),
  /** Null if the key never expires. */
  expiresAt: integer('expires_at'),
  lastUsedAt: integer('last_used_at'),
  /** The key that replaced this one in a rotation. This key still works until its own `expiresAt`. */
  replacedBy: text('replaced_by'),
})

export const oauthClients = sqliteTable('oauth_clients', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  redirectUris: text('redirect_uris', { mode: 'json' }).$type<string[]>().notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at'),
})

/** db/schema.sql describes the columns. */
export const assistantGrants = sqliteTable('assistant_grants', {
  keyId: text('key_id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  clientId: text('client_id').notNull(),
  redirectUri: text('redirect_uri').notNull(),
  challenge: text('challenge').notNull(),
  codeHash: text('code_hash').notNull().unique(),
  refreshHash: text('refresh_hash'),
  accessUntil: integer('access_until'),
})

export const mfaFactors = sqliteTable('mfa_factors', {
  id: text('id').primaryKey(),
  userId: text('user_id').notNull(),
  factorType: text('factor_type').$type<'totp'>().notNull(),
  status: text('status').$type<'unverified' | 'verified'>().notNull(),
  sealedSecret: text('sealed_secret').notNull(),
  lastStep: integer('last_step'),
  createdAt: integer('created_at').notNull(),
  verifiedAt: integer('verified_at'),
  lastUsedAt: integer('last_used_at'),
})

export const mfaRecoveryCodes = sqliteTable(
  'mfa_recovery_codes',
  {
    userId: text('user_id').notNull(),
    codeHash: text('code_hash').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
)

export const mfaChallenges = sqliteTable('mfa_challenges', {
  tokenHash: text('token_hash').primaryKey(),
  userId: text('user_id').notNull(),
  organizationId: text('organization_id').notNull(),
  amr: text('amr', { mode: 'json' }).$type<string[]>().notNull(),
  keep: integer('keep', { mode: 'boolean' }).notNull().default(false),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})

export const userIdentities = sqliteTable(
  'user_identities',
  {
    provider: text('provider', { enum: ['google', 'github', 'apple'] }).notNull(),
    subject: text('subject').notNull(),
    userId: text('user_id').notNull(),
    email: text('email').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.subject] })],
)

export const oauthAttempts = sqliteTable('oauth_attempts', {
  stateHash: text('state_hash').primaryKey(),
  browserHash: text('browser_hash').notNull(),
  provider: text('provider', { enum: ['google', 'github', 'apple', 'facebook'] }).notNull(),
  purpose: text('purpose', { enum: ['sign_in', 'link', 'confirm', 'connect'] }).notNull(),
  codeVerifier: text('code_verifier'),
  nonce: text('nonce').notNull(),
  target: text('target').notNull(),
  sessionId: text('link_session_id'),
  organizationId: text('connect_organization_id'),
  expiresAt: integer('expires_at').notNull(),
  usedAt: integer('used_at'),
  keep: integer('keep', { mode: 'boolean' }).notNull().default(false),
})
