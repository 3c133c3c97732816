import { isNull, sql } from 'drizzle-orm'
import {
  accessTokens,
  apiKeys,
  attempts,
  emailLinks,
  knownDevices,
  mfaChallenges,
  oauthClients,
  securityEvents,
  sessions,
} from '#db/schema/index.ts'
import type { BackgroundContext } from '../../context.ts'
import { pruneAttempts } from '../../oauth/attempts.ts'
import { prune } from '../../platform/prune.ts'
import { DAY_MS } from '../../rules/durations.ts'

/** Retention in days for events of an account; events without an account are kept for a shorter time. */
export const SECURITY_LOG_DAYS = 365
export const ANONYMOUS_LOG_DAYS = 90
/** Days for which expired rows can still be looked up. */
export const ENDED_DAYS = 7

/** Deletes rows that expired `ENDED_DAYS` ago, and old events. */
export async function cleanUpIdentity(ctx: BackgroundContext): Promise<void> {
  const { db } = ctx
  const daysAgo = (days: number) => ctx.now() - days * DAY_MS
  const ended = daysAgo(ENDED_DAYS)
  await db.batch([
    prune(db, { key: sessions.id, time: sql`coalesce(${sessions.keepUntil}, ${sessions.expiresAt})` }, ended),
    prune(db, { key: emailLinks.tokenHash, time: emailLinks.expiresAt }, ended),
    prune(db, { key: attempts.key, time: attempts.endsAt }, ended),
    prune(db, { key: mfaChallenges.tokenHash, time: mfaChallenges.expiresAt }, ended),
    pruneAttempts(db, ended),
    prune(db, { key: knownDevices.id, time: knownDevices.expiresAt }, ended),
    prune(db, { key: accessTokens.jti, time: accessTokens.expiresAt }, ended),
    prune(db, { key: apiKeys.id, time: apiKeys.expiresAt }, ended),
    prune(db, { key: oauthClients.id, time: oauthClients.expiresAt }, ctx.now()),
    prune(db, { key: securityEvents.id, time: securityEvents.createdAt }, daysAgo(SECURITY_LOG_DAYS)),
    prune(
      db,
      { key: securityEvents.id, time: securityEvents.createdAt, of: isNull(securityEvents.userId) },
      daysAgo(ANONYMOUS_LOG_DAYS),
    ),
  ])
}
