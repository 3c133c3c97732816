import { eq, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { sessions, users } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { randomToken, sha256Hex } from '../../platform/ids.ts'
import { beginVisit } from '../accounts/account-store.ts'
import { ACCOUNT_MAILS, accountMail } from '../accounts/mails.ts'
import { audit } from '../log/audit.ts'
import type { ActiveSession } from './active-session.ts'
import { readSession, resolveSession } from './resolve-session.ts'
import {
  endCopied,
  isOldCopy,
  keptCookie,
  keptParts,
  reopen,
  sessionCookie,
  withoutKept,
} from './session-store.ts'

/**
 * Reopens the expired session of a device that stays signed in, and replaces its credential. Concurrent requests with
 * the former credential use the same session. If an old copy of the credential is presented, the device's session and
 * credential end and the owner is notified.
 *
 * @returns null if the device's credential has ended; its cookie is cleared
 */
export async function reopenSession(ctx: Context): Promise<ActiveSession | null> {
  const parts = keptParts(ctx.keptToken)
  const session = parts && (await spendCredential(ctx, parts))
  if (!session) for (const cookie of withoutKept(ctx)) ctx.answerHeaders.append('set-cookie', cookie)
  return session
}

async function spendCredential(ctx: Context, { series, secret }: { series: string; secret: string }) {
  const use = { seriesHash: await sha256Hex(series), secretHash: await sha256Hex(secret) }
  const [token, next] = [randomToken(), randomToken()]
  const hashes = { tokenHash: await sha256Hex(token), secretHash: await sha256Hex(next) }
  const opened = sql`(SELECT user_id FROM sessions WHERE token_hash = ${hashes.tokenHash})`
  const [[reopened]] = await ctx.db.batch([reopen(ctx, use, hashes), beginVisit(ctx, opened)])
  if (!reopened) return former(ctx, use)
  const session = await resolveSession(ctx.db, token, ctx.now())
  if (!session) return null
  const { APP_ORIGIN } = ctx.settings
  ctx.answerHeaders.append('set-cookie', sessionCookie.set(token, APP_ORIGIN))
  ctx.answerHeaders.append('set-cookie', keptCookie.set(`${series}.${next}`, APP_ORIGIN))
  const { user, organization } = session
  await audit(ctx, 'session_reopened', 'done', { userId: user.id, organizationId: organization.id })
  return session
}

/** Handles a device's previous secret. It stays valid for a short grace period, and then counts as a stolen copy. */
async function former(ctx: Context, use: Parameters<typeof isOldCopy>[0]): Promise<ActiveSession | null> {
  const now = ctx.now()
  const [row] = await ctx.db
    .select({
      ...columns(sessions, 'id', 'userId', 'organizationId'),
      email: users.email,
      isOld: sql<number>`${isOldCopy(use, now)}`,
      isOver: sql<number>`${sessions.keepUntil} <= ${now}`,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(eq(sessions.keepSeries, use.seriesHash))
  if (!row) return null
  const { id, userId, organizationId, email } = row
  if (row.isOld) {
    const mail = await accountMail(ctx, email, ACCOUNT_MAILS.oldCredentialUsed, sql`changes() > 0`)
    await ctx.db.batch([endCopied(ctx, use), mail.statement])
    await audit(ctx, 'kept_sign_in_ended', 'done', { userId, organizationId })
    return null
  }
  if (row.isOver) return null
  return readSession(ctx.db, sql`${sessions.id} = ${id}`, now, { calls: 0, organizationId })
}
