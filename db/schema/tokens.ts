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
