import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { columns, type Statement } from '#db/client.ts'
import { emailLinks, profiles, users } from '#db/schema/index.ts'
import type { Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { ifRolledBack, onlyIfChanged } from '../../platform/all-or-nothing.ts'
import { randomToken, sha256Hex } from '../../platform/ids.ts'
import type { LinkToken } from '../../rules/auth.ts'
import type { PaidPlan } from '../../rules/billing.ts'
import { DAY_MS, MINUTE_MS } from '../../rules/durations.ts'
import { LIMITS, requireTries } from '../limits/tries.ts'

type LinkPurpose = (typeof emailLinks.$inferSelect)['purpose']

const LINKS = {
  verify: { page: '/verify', lifetimeMs: DAY_MS },
  change_email: { page: '/verify', lifetimeMs: DAY_MS },
  reset: { page: '/reset-password', lifetimeMs: 60 * MINUTE_MS },
} as const satisfies Record<LinkPurpose, object>

interface LinkToMake {
  userId: string
  purpose: LinkPurpose
  /** Address the link is mailed to, and the only one it proves. */
  email: string
  /** Added to the link, so that its page can offer the checkout. */
  planToPay?: PaidPlan | undefined
}

/**
 * Creates a link for a mail, with the statement that stores its hash and replaces an earlier link for the same purpose.
 *
 * @param isMeant false for an address without an account: the link is created at the same cost, but never stored
 */
export async function makeLink(
  ctx: Context,
  { userId, purpose, email, planToPay }: LinkToMake,
  isMeant = true,
) {
  const token = randomToken()
  const now = ctx.now()
  const { page, lifetimeMs } = LINKS[purpose]
  const store = ctx.db.statement(sql`
    INSERT INTO email_links (user_id, purpose, token_hash, email, created_at, expires_at)
    SELECT ${userId}, ${purpose}, ${await sha256Hex(token)}, ${email}, ${now}, ${now + lifetimeMs} WHERE ${isMeant ? 1 : 0}
    ON CONFLICT (user_id, purpose) DO UPDATE SET token_hash = excluded.token_hash, email = excluded.email,
      created_at = excluded.created_at, expires_at = excluded.expires_at`)
  const query = new URLSearchParams({ ...(planToPay && { plan: planToPay }), token })
  return { url: `${ctx.settings.APP_ORIGIN}${page}?${query}`, statement: store }
}

/** `sentTo` is the address the link was mailed to, `email` the account's current one. */
export type LiveLink = Awaited<ReturnType<typeof requireLink>>

/**
 * Looks up the link of a mailed token; `spendLink` uses it up.
 *
 * @throws DomainError `not_found`, whether the link never existed, has expired or was used
 */
export async function requireLink(ctx: Context, token: string, purposes: LinkPurpose[]) {
  const tokenHash = await sha256Hex(token)
  const [row] = await ctx.db
    .select({
      purpose: emailLinks.purpose,
      userId: users.id,
      sentTo: emailLinks.email,
      ...columns(users, 'email', 'emailVerifiedAt', 'passwordHash'),
      fullName: profiles.fullName,
    })
    .from(emailLinks)
    .innerJoin(users, eq(users.id, emailLinks.userId))
    .innerJoin(profiles, eq(profiles.id, users.id))
    .where(
      and(
        eq(emailLinks.tokenHash, tokenHash),
        inArray(emailLinks.purpose, purposes),
        gt(emailLinks.expiresAt, ctx.now()),
      ),
    )
  if (!row) throw linkEnded()
  const { emailVerifiedAt, ...link } = row
  return { ...link, tokenHash, isVerified: emailVerifiedAt !== null }
}

export function linkEnded(): DomainError {
  return new DomainError('not_found', 'This link has expired or was already used. Ask for a new one.')
}

/** @throws DomainError `too_many` */
export function requirePasswordTry(ctx: Context, { tokenHash }: Pick<LiveLink, 'tokenHash'>): Promise<void> {
  return requireTries(ctx, [
    { limit: LIMITS.resetLink, key: tokenHash },
    { limit: LIMITS.resetLinkPrefix, key: ctx.network.prefix },
  ])
}

/** Uses the link up and does the work, atomically. @throws DomainError `not_found` if another use came first */
export async function spendLink(ctx: Context, { tokenHash }: LiveLink, work: readonly Statement[]) {
  const spend = ctx.db.delete(emailLinks).where(eq(emailLinks.tokenHash, tokenHash))
  await ctx.db.batch([spend, onlyIfChanged(ctx), ...work]).catch(ifRolledBack(linkEnded))
}

export function endLinks(ctx: Context, userId: string, which?: SQL) {
  return ctx.db.delete(emailLinks).where(and(eq(emailLinks.userId, userId), which))
}

/**
 * @throws DomainError `not_found` for an invalid link, and if its address was proven or replaced after the mail was
 * sent
 */
export async function requireProofLink(ctx: Context, token: string): Promise<LiveLink> {
  const link = await requireLink(ctx, token, ['verify', 'change_email'])
  if (link.purpose === 'verify' && (link.isVerified || link.sentTo !== link.email)) throw linkEnded()
  return link
}

/** True if the link's account is signed in with a session; an access token doesn't count. */
export function isOwnLink({ session }: Context, { userId }: LiveLink): boolean {
  return session !== null && session.user.id === userId && session.token === undefined
}

export type ProofLinkView = Awaited<ReturnType<typeof lookAtProofLink>>

/**
 * Data for the page of a proof link, shown to anybody who reads the mailbox. `isOwnSession` is true if no password is
 * needed.
 *
 * @throws DomainError `not_found` if the link has expired
 */
export async function lookAtProofLink(ctx: Context, { token }: LinkToken) {
  const link = await requireProofLink(ctx, token)
  const purpose = link.purpose === 'verify' ? 'verify' : 'change_email'
  return { purpose, email: link.sentTo, isOwnSession: isOwnLink(ctx, link) } as const
}
