import { and, eq, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { columns, type Statement } from '#db/client.ts'
import { emailLinks, profiles, users } from '#db/schema/index.ts'
import type { Context } from '../../../context.ts'
import { DomainError } from '../../../errors.ts'
import { ifRolledBack, onlyIfChanged } from '../../../platform/all-or-nothing.ts'
import { randomToken, sha256Hex } from '../../../platform/ids.ts'
import type { PaidPlan } from '../../../rules/billing.ts'
import { DAY_MS, MINUTE_MS } from '../../../rules/durations.ts'
import { LIMITS, requireTries } from '../../limits/tries.ts'

type LinkPurpose = (typeof emailLinks.$inferSelect)['purpose']

const LINKS = {
  verify: { page: '/verify', lifetimeMs: DAY_MS },
  change_email: { page: '/verify', lifetimeMs: DAY_MS },
  reset: { page: '/reset-password', lifetimeMs: 60 * MINUTE_MS },
} as const satisfies Record<LinkPurpose, object>

interface LinkToMake {
  userId: string
  purpose: LinkPurpose
  /** Where it is mailed: the link proves this address and no later one. */
  email: string
  /** What its reader came to pay; the page leads there. */
  planToPay?: PaidPlan | undefined
}

/**
 * A link for a mail, with the statement that stores its hash in place of an earlier one for the same purpose.
 *
 * @param isMeant false makes a link that is never stored, at the same cost: for an address nobody has
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

/** A link that may be used, with its account; `sentTo` is where it was mailed, `email` the account's address today. */
export type LiveLink = Awaited<ReturnType<typeof requireLink>>

/**
 * The link of a mailed token; `spendLink` uses it up.
 *
 * @throws DomainError `not_found`, the same for a link that never was, has ended or was used
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

/** Limits passwords that are entered for a link. @throws DomainError `too_many` */
export function requirePasswordTry(ctx: Context, { tokenHash }: Pick<LiveLink, 'tokenHash'>): Promise<void> {
  return requireTries(ctx, [
    { limit: LIMITS.resetLink, key: tokenHash },
    { limit: LIMITS.resetLinkPrefix, key: ctx.network.prefix },
  ])
}

/** Uses a link up and does its work, or neither. @throws DomainError `not_found` where another use of it came first */
export async function spendLink(ctx: Context, { tokenHash }: LiveLink, work: readonly Statement[]) {
  const spend = ctx.db.delete(emailLinks).where(eq(emailLinks.tokenHash, tokenHash))
  await ctx.db.batch([spend, onlyIfChanged(ctx), ...work]).catch(ifRolledBack(linkEnded))
}

/** The statement that ends an account's links: all of them, or those of which `which` is true. */
export function endLinks(ctx: Context, userId: string, which?: SQL) {
  return ctx.db.delete(emailLinks).where(and(eq(emailLinks.userId, userId), which))
}
