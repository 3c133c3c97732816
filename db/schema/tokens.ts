import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Issued access tokens; deleting a row revokes the token. */
export const accessTokens = sqliteTable('access_tokens', {
  jti: text('jti').primaryKey(),
  userId: text('user_id').notNull(),
  organizationId: text('organization_id').notNull(),
  /** The token is valid as long as this session. */
  sessionId: text('session_id').notNull(),
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
})

/** API keys; deleting a row revokes the key. */
export const apiKeys = sqliteTable('api_keys', {
  id: text('id').primaryKey(),
  organizationId: text('organization_id').notNull(),
  /** The member who created it; the key has that member's role. */
  createdBy: text('created_by').notNull(),
  name: text('name').notNull(),
  /** The first characters of the key. */
  prefix: text('prefix').notNull(),
  keyHash: text('key_hash').notNull().unique(),
  /** Space-separated. */
  scopes: text('scopes').notNull(),
  createdAt: integer('created_at').notNull(),
  /** Null if the key never expires. */
  expiresAt: integer('expires_at'),
  lastUsedAt: integer('last_used_at'),
  /** The key that replaced it in a rotation; this one works until it expires. */
  replacedBy: text('replaced_by'),
})
