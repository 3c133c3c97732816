import { and, eq, gt, lte, type SQL, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { mfaChallenges } from '#db/schema/accounts.ts'
import { organizationUsers } from '#db/schema/organizations.ts'
import { users } from '#db/schema/users.ts'
import type { Context } from '../../context.ts'
import { onlyWhile } from '../../platform/all-or-nothing.ts'
import { hostCookie } from '../../platform/host-cookie.ts'
import { randomToken, sha256Hex } from '../../platform/ids.ts'
import { MINUTE_MS } from '../../rules/durations.ts'
import { audit } from '../log/audit.ts'

const CHALLENGE_LIFETIME_MS = 5 * MINUTE_MS

/** Lax, not Strict: a provider sign-in returns from the provider's site. Without a code the cookie opens nothing. */
export const challengeCookie = hostCookie('challenge', 'Lax', CHALLENGE_LIFETIME_MS)

type ChallengeToOpen = Pick<typeof mfaChallenges.$inferSelect, 'userId' | 'organizationId' | 'amr'> & {
  /** True if the person wants to stay signed in on this device. */
  keep?: boolean
}

/**
 * Starts a challenge: a person with a proven first factor can enter the second for five minutes, once, in this browser.
 * A challenge isn't a session and opens nothing else.
 *
 * @param still condition that must be true when the batch runs; otherwise the batch is rolled back
 */
export async function openChallenge(ctx: Context, challenge: ChallengeToOpen, still: SQL = sql`true`) {
  const token = randomToken()
  const now = ctx.now()
  const former = and(eq(mfaChallenges.userId, challenge.userId), lte(mfaChallenges.expiresAt, now))
  await ctx.db.batch([
    onlyWhile(ctx, still),
    ctx.db.delete(mfaChallenges).where(former),
    ctx.db.insert(mfaChallenges).values({
      ...challenge,
      tokenHash: await sha256Hex(token),
      createdAt: now,
      expiresAt: now + CHALLENGE_LIFETIME_MS,
    }),
  ])
  ctx.answerHeaders.append('set-cookie', challengeCookie.set(token, ctx.settings.APP_ORIGIN))
  await audit(ctx, 'challenge_opened', 'done', challenge)
}

/**
 * This browser's sign-in that is waiting for a second factor; null if there is none, or if the person has left the
 * organization since.
 */
export async function findChallenge(ctx: Context) {
  if (ctx.challengeToken === null) return null
  const tokenHash = await sha256Hex(ctx.challengeToken)
  const [challenge] = await ctx.db
    .select({
      ...columns(mfaChallenges, 'tokenHash', 'userId', 'organizationId', 'amr', 'keep'),
      email: users.email,
      role: organizationUsers.role,
    })
    .from(mfaChallenges)
    .innerJoin(users, eq(users.id, mfaChallenges.userId))
    .innerJoin(
      organizationUsers,
      and(
        eq(organizationUsers.organizationId, mfaChallenges.organizationId),
        eq(organizationUsers.userId, mfaChallenges.userId),
        eq(organizationUsers.isActive, true),
      ),
    )
    .where(and(eq(mfaChallenges.tokenHash, tokenHash), gt(mfaChallenges.expiresAt, ctx.now())))
  return challenge ?? null
}

export async function endChallenge(ctx: Context): Promise<void> {
  if (ctx.challengeToken === null) return
  ctx.answerHeaders.append('set-cookie', challengeCookie.clear(ctx.settings.APP_ORIGIN))
  await ctx.db.delete(mfaChallenges).where(eq(mfaChallenges.tokenHash, await sha256Hex(ctx.challengeToken)))
}

export function endChallengesOf({ db }: Context, userId: string) {
  return db.delete(mfaChallenges).where(eq(mfaChallenges.userId, userId))
}

export function firstFactors(amr: readonly string[]): string[] {
  return amr.filter((method) => method !== 'otp' && method !== 'rec')
}

/** Statement that uses up a live challenge; must be followed by `onlyIfChanged`. */
export function spendChallenge(ctx: Context, tokenHash: string) {
  const isLive = and(eq(mfaChallenges.tokenHash, tokenHash), gt(mfaChallenges.expiresAt, ctx.now()))
  return ctx.db.delete(mfaChallenges).where(isLive)
}
