import { sql } from 'drizzle-orm'
import { batch } from '#db/client.ts'
import { attempts } from '#db/schema/accounts.ts'
import type { BackgroundContext, Context } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { keyedHash } from '../../platform/seal.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../rules/durations.ts'
import { ERROR_TEXTS } from '../../rules/error-texts.ts'
import { audit } from '../log/audit.ts'

export interface Limit {
  /** Unique name of the limit, part of the keys of its counters. */
  name: string
  max: number
  windowMs: number
  /** Message for programs over the limit, and for people if there is no `advice`. */
  message: string
  /** `wait` is a duration, such as '14 minutes'. */
  advice?: (wait: string) => string
}

const TOO_MANY_REQUESTS = ERROR_TEXTS.RATE_LIMIT.text
const TOO_MANY_LOGINS = 'Too many login attempts. Please try again later.'

const ADVICE: Readonly<Record<string, Limit['advice']>> = {
  [TOO_MANY_LOGINS]: (wait) =>
    `Too many login attempts. You can try again in ${wait}, or reset your password.`,
}

function limit(
  name: string,
  max: number,
  windowMs: number,
  message = TOO_MANY_REQUESTS,
  advice = ADVICE[message],
): Limit {
  return { name, max, windowMs, message, ...(advice && { advice }) }
}

const QUARTER_HOUR_MS = 15 * MINUTE_MS

/** Section 18 of the security design. Each name ends in the subject whose tries are counted. */
export const LIMITS = {
  loginAccountAndPrefix: limit('login-account-prefix', 5, QUARTER_HOUR_MS, TOO_MANY_LOGINS),
  loginAccount: limit('login-account', 20, QUARTER_HOUR_MS, TOO_MANY_LOGINS),
  loginPrefix: limit('login-prefix', 100, QUARTER_HOUR_MS, TOO_MANY_LOGINS),
  loginDevice: limit('login-device', 5, QUARTER_HOUR_MS, TOO_MANY_LOGINS),
  signUpPrefix: limit(
    'sign-up-prefix',
    3,
    HOUR_MS,
    TOO_MANY_REQUESTS,
    (wait) => `Too many sign-ups from this network. Try again in ${wait}.`,
  ),
  oauthPrefix: limit('oauth-prefix', 30, QUARTER_HOUR_MS, TOO_MANY_LOGINS),
  resetAccount: limit('reset-account', 3, HOUR_MS),
  resetPrefix: limit('reset-prefix', 10, HOUR_MS),
  resetLink: limit('reset-link', 5, QUARTER_HOUR_MS),
  resetLinkPrefix: limit('reset-link-prefix', 20, QUARTER_HOUR_MS),
  verificationMailAccount: limit('verification-mail-account', 3, HOUR_MS),
  secondFactorChallenge: limit('second-factor-challenge', 5, QUARTER_HOUR_MS, TOO_MANY_LOGINS),
  secondFactorAccount: limit('second-factor-account', 10, QUARTER_HOUR_MS, TOO_MANY_LOGINS),
  clientDocumentsUser: limit('client-documents-user', 30, HOUR_MS),
  registrationsPrefix: limit('registrations-prefix', 30, HOUR_MS),
  tokensPrefix: limit('tokens-prefix', 300, QUARTER_HOUR_MS),
  callsSession: limit('calls-session', 100, MINUTE_MS),
  securityLogSource: limit('security-log-source', 30, MINUTE_MS),
  webVitalsSource: limit('web-vitals-source', 30, MINUTE_MS),
  exportsUser: limit('exports-user', 5, MINUTE_MS),
  sharedReportPrefix: limit('shared-report-prefix', 60, MINUTE_MS),
  postLinkPrefix: limit('post-link-prefix', 60, MINUTE_MS),
  notesUser: limit(
    'notes-user',
    60,
    HOUR_MS,
    TOO_MANY_REQUESTS,
    (wait) => `You have written many notes in the last hour. You can write another one in ${wait}.`,
  ),
  billingConfirmation: limit('billing-confirmation', 120, HOUR_MS),
  billingPreview: limit('billing-preview', 60, HOUR_MS),
  billingOrganization: limit('billing-organization', 30, HOUR_MS),
  webhookChallenges: limit('webhook-challenges-organization', 30, HOUR_MS),
  invitationsOrganization: limit('invitations-organization', 20, DAY_MS),
  /** Unrequested mails to one address, from all organizations together. */
  unaskedMailsAddress: limit(
    'unasked-mails-address',
    5,
    DAY_MS,
    'This address has got several e-mails today already. Please try again tomorrow.',
  ),
} as const satisfies Record<string, Limit>

interface CountedTry {
  /** Number of tries in the window, including this one. */
  count: number
  /** Milliseconds, UTC: end of the window, after which counting restarts. */
  endsAt: number
  isAllowed: boolean
}

/**
 * Counts a try in one statement, so that concurrent tries get different numbers. A window starts with its first try and
 * has a fixed length; tries over the limit don't extend it.
 *
 * @param key identifies who is trying: an id or an address; stored as a keyed hash
 */
export async function takeTry(ctx: BackgroundContext, limit: Limit, key: string): Promise<CountedTry> {
  const now = ctx.now()
  const over = sql`${attempts.endsAt} <= ${now}`
  const [row] = await ctx.db
    .insert(attempts)
    .values({ key: tryKey(ctx, limit, key), count: 1, endsAt: now + limit.windowMs })
    .onConflictDoUpdate({
      target: attempts.key,
      set: {
        count: sql`CASE WHEN ${over} THEN 1 ELSE ${attempts.count} + 1 END`,
        endsAt: sql`CASE WHEN ${over} THEN ${now + limit.windowMs} ELSE ${attempts.endsAt} END`,
      },
    })
    .returning({ count: attempts.count, endsAt: attempts.endsAt })
  if (!row) throw new Error('an upsert that returns its row returned none')
  return { ...row, isAllowed: row.count <= limit.max }
}

/** Counts a try. @throws DomainError `too_many` beyond the limit, with Retry-After; also logged */
export async function requireTry(ctx: Context, limit: Limit, key: string): Promise<void> {
  const { isAllowed, endsAt } = await takeTry(ctx, limit, key)
  if (!isAllowed) throw await tooMany(ctx, limit, endsAt)
}

export interface LimitOf {
  limit: Limit
  key: string
}

/**
 * Counts one try against several limits in one batch. Each limit counts only tries that the limits before it allowed,
 * so refused tries don't use up the wider limits.
 *
 * @throws DomainError `too_many` of the first limit that refuses
 */
export async function requireTries(ctx: Context, limits: readonly LimitOf[]): Promise<void> {
  const now = ctx.now()
  const rows = limits.map(({ limit, key }) => ({ limit, key: tryKey(ctx, limit, key) }))
  const counts = rows.map(({ limit, key }, index) => {
    const before = JSON.stringify(rows.slice(0, index).map((row) => [row.key, row.limit.max]))
    return ctx.db.statement<{ count: number; endsAt: number }>(sql`
      INSERT INTO attempts (key, count, ends_at) SELECT ${key}, 1, ${now + limit.windowMs}
      WHERE NOT EXISTS (SELECT 1 FROM json_each(${before}) AS item
        JOIN attempts AS earlier ON earlier.key = item.value->>0 AND earlier.count > item.value->>1)
      ON CONFLICT (key) DO UPDATE SET
        count = CASE WHEN ends_at <= ${now} THEN 1 ELSE count + 1 END,
        ends_at = CASE WHEN ends_at <= ${now} THEN excluded.ends_at ELSE ends_at END
      RETURNING count, ends_at AS endsAt`)
  })
  const results = await batch(ctx.db, counts)
  for (const [index, { limit }] of rows.entries()) {
    const row = results[index]?.results[0]
    if (row && row.count > limit.max) throw await tooMany(ctx, limit, row.endsAt)
  }
}

/**
 * Counts an action in the batch that performs it, so that actions refused for another reason don't count.
 *
 * @param amount number of tries to count
 * @returns `areLeft`: condition for the statement that performs the action; `count`: statements to run right after that
 * one, which count only if it changed a row; `requireLeft`: throws `too_many` if a limit is used up
 */
export function triesOf(ctx: Context, limits: readonly LimitOf[], amount = 1) {
  const now = ctx.now()
  const rows = limits.map(({ limit, key }) => ({ limit, key: tryKey(ctx, limit, key) }))
  const usedUp = sql`FROM json_each(${JSON.stringify(rows.map(({ limit, key }) => [key, limit.max]))}) AS item
    JOIN attempts ON attempts.key = item.value->>0 AND attempts.count + ${amount} > item.value->>1 AND attempts.ends_at > ${now}`
  return {
    areLeft: sql`NOT EXISTS (SELECT 1 ${usedUp})`,
    count: rows.map(({ limit, key }) =>
      ctx.db.statement(sql`
        INSERT INTO attempts (key, count, ends_at) SELECT ${key}, ${amount}, ${now + limit.windowMs} WHERE changes() > 0
        ON CONFLICT (key) DO UPDATE SET
          count = CASE WHEN ends_at <= ${now} THEN excluded.count ELSE count + excluded.count END,
          ends_at = CASE WHEN ends_at <= ${now} THEN excluded.ends_at ELSE ends_at END`),
    ),
    async requireLeft(): Promise<void> {
      const { results } = await ctx.db.statement<{ at: number; endsAt: number }>(
        sql`SELECT item.key AS at, ends_at AS endsAt ${usedUp} ORDER BY item.key LIMIT 1`,
      )
      const [full] = results
      const row = full && rows[full.at]
      if (row) throw await tooMany(ctx, row.limit, full.endsAt)
    },
  }
}

/** Logs a try over a limit, sets Retry-After on the response, and returns the error to throw. */
export async function tooMany(ctx: Context, limit: Limit, endsAt: number): Promise<DomainError> {
  const seconds = Math.max(1, Math.ceil((endsAt - ctx.now()) / SECOND_MS))
  ctx.answerHeaders.set('retry-after', String(seconds))
  await audit(ctx, 'limit_hit', 'refused', { detail: limit.name })
  if (!limit.advice) return new DomainError('too_many', limit.message)
  const minutes = Math.ceil((seconds * SECOND_MS) / MINUTE_MS)
  const advice = limit.advice(minutes === 1 ? 'a minute' : `${minutes} minutes`)
  return new DomainError('too_many', advice, { specified: limit.message })
}

export function tryKey(ctx: BackgroundContext, limit: Limit, key: string): string {
  return `${limit.name}:${keyedHash(ctx.settings.SESSION_SECRET, limit.name, key)}`
}
