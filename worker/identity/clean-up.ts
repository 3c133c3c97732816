import { lte } from 'drizzle-orm'
import {
  accessTokens,
  attempts,
  devMails,
  emailLinks,
  mfaChallenges,
  oauthAttempts,
  securityEvents,
  sessions,
} from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { DAY_MS } from '../rules/durations.ts'

export const SECURITY_LOG_DAYS = 90
/** Only a local machine has any. */
const DEV_MAIL_DAYS = 7

/** Deletes what has ended: it counts no more already, but need not be kept. Part of the minute's tick. */
export async function cleanUpIdentity(ctx: BackgroundContext): Promise<void> {
  const now = ctx.now()
  await ctx.db.batch([
    ctx.db.delete(sessions).where(lte(sessions.expiresAt, now)),
    ctx.db.delete(emailLinks).where(lte(emailLinks.expiresAt, now)),
    ctx.db.delete(attempts).where(lte(attempts.endsAt, now)),
    ctx.db.delete(mfaChallenges).where(lte(mfaChallenges.expiresAt, now)),
    ctx.db.delete(oauthAttempts).where(lte(oauthAttempts.expiresAt, now)),
    ctx.db.delete(accessTokens).where(lte(accessTokens.expiresAt, now)),
    ctx.db.delete(devMails).where(lte(devMails.createdAt, now - DEV_MAIL_DAYS * DAY_MS)),
    ctx.db.delete(securityEvents).where(lte(securityEvents.createdAt, now - SECURITY_LOG_DAYS * DAY_MS)),
  ])
}
