import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

type Provider = 'google' | 'github' | 'apple'

/** Who a person is with a provider. */
export const userIdentities = sqliteTable(
  'user_identities',
  {
    provider: text('provider').$type<Provider>().notNull(),
    subject: text('subject').notNull(),
    userId: text('user_id').notNull(),
    email: text('email').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (table) => [primaryKey({ columns: [table.provider, table.subject] })],
)

/** People who were sent to a provider and have not come back yet: to sign in, to link a way to, or to connect. */
export const oauthAttempts = sqliteTable('oauth_attempts', {
  stateHash: text('state_hash').primaryKey(),
  browserHash: text('browser_hash').notNull(),
  provider: text('provider').$type<Provider | 'facebook'>().notNull(),
  codeVerifier: text('code_verifier'),
  nonce: text('nonce').notNull(),
  target: text('target').notNull(),
  linkSessionId: text('link_session_id'),
  isConfirmation: integer('is_confirmation', { mode: 'boolean' }).notNull().default(false),
  connectOrganizationId: text('connect_organization_id'),
  expiresAt: integer('expires_at').notNull(),
  usedAt: integer('used_at'),
})
