import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A user's identity at a provider. */
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

/** Attempts that were redirected to a provider. */
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
