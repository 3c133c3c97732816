import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Access tokens that are out: deleting a row revokes its token. */
export const accessTokens = sqliteTable('access_tokens', {
  jti: text('jti').primaryKey(),
  userId: text('user_id').notNull(),
  organizationId: text('organization_id').notNull(),
  /** The token is good as long as this session is. */
  sessionId: text('session_id').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})

/** Keys of programs: deleting a row revokes its key. */
export const apiKeys = sqliteTable('api_keys', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  /** Whose role the key has. */
  createdBy: text('created_by').notNull(),
  name: text('name').notNull(),
  /** The first characters of the key. */
  prefix: text('prefix').notNull(),
  keyHash: text('key_hash').notNull().unique(),
  /** Separated by spaces. */
  scopes: text('scopes').notNull(),
  createdAt: integer('created_at').notNull(),
  /** Null for a key that never expires. */
  expiresAt: integer('expires_at'),
  lastUsedAt: integer('last_used_at'),
  /** The key that a rotation has made; this one goes on until it expires. */
  replacedBy: text('replaced_by'),
})
