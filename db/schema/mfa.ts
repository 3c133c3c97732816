import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

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

/** Sign-ins waiting for the second factor. */
export const mfaChallenges = sqliteTable('mfa_challenges', {
  tokenHash: text('token_hash').primaryKey(),
  userId: text('user_id').notNull(),
  organizationId: text('organization_id').notNull(),
  amr: text('amr', { mode: 'json' }).$type<string[]>().notNull(),
  keep: integer('keep', { mode: 'boolean' }).notNull().default(false),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})
