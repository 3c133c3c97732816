import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { columns, literal } from '#db/client.ts'
import { creditEntries, profiles, users } from '#db/schema/index.ts'
import type { ActingContext, BackgroundContext, MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { notify } from '../notifications/notify.ts'
import {
  CREDIT_COSTS,
  CREDITS_LOW,
  type CreditBalance,
  type CreditLedger,
  type CreditPurpose,
  creditsUsedUp,
  type ListCreditsInput,
  LOW_BALANCE_PERCENT,
} from '../rules/credits.ts'
import { iso, nextMonth, utcMonth } from '../rules/durations.ts'
import { allowance, PLANS, planLimits } from '../rules/plans.ts'

/** Maximum number of organizations that get credits per tick. */
const GRANTED_AT_ONCE = 500

const CREDITS_BY_PLAN = JSON.stringify(
  Object.fromEntries(PLANS.map((plan) => [plan, allowance(plan, 'aiCredits')])),
)

export interface PaidWork {
  kind: CreditPurpose
  /** Server-made id of the piece of work, unique within the organization. */
  reference: string
}

/**
 * Pays for a piece of work before it is done. The same work is paid for once. One statement checks the balance and
 * takes the credits, so concurrent calls can't overspend.
 *
 * @throws DomainError `plan_limit` if too few credits are left; `conflict` for work whose credits were refunded
 */
export async function spend(ctx: ActingContext, { kind, reference }: PaidWork): Promise<void> {
  const { id, plan } = ctx.organization
  const cost = CREDIT_COSTS[kind]
  const month = utcMonth(ctx.now())
  const balance = creditsOf(id, month)
  const granted = creditsOf(id, month, 'grant')
  const [, , , , , outcome] = await ctx.db.batch([
    ...grant(ctx, sql`organization_id = ${id} AND due <= ${month}`),
    ctx.db.statement(sql`
      INSERT INTO credit_entries (organization_id, number, month, kind, amount, purpose, reference, user_id, created_at)
      SELECT ${id}, ${nextNumber(sql`${id}`)}, ${month}, 'spend', ${-cost}, ${kind}, ${reference}, ${ctx.session.user.id},
        ${ctx.now()}
      WHERE ${balance} >= ${cost}
      ON CONFLICT (organization_id, reference, kind) WHERE reference IS NOT NULL DO NOTHING`),
    notify(
      ctx,
      {
        organizationId: id,
        kind: 'credits_low',
        message: CREDITS_LOW,
        link: '/app/credits',
        dedupeKey: `credits-low:${month}`,
      },
      sql`${balance} * 100 < ${granted} * ${LOW_BALANCE_PERCENT}`,
    ),
    ctx.db.statement<{ paidFor: string | null; isReturned: number; balance: number }>(sql`SELECT
      (SELECT purpose FROM credit_entries WHERE organization_id = ${id} AND reference = ${reference} AND kind = 'spend')
        AS paidFor,
      EXISTS (SELECT 1 FROM credit_entries WHERE organization_id = ${id} AND reference = ${reference} AND kind = 'return')
        AS isReturned,
      ${balance} AS balance`),
  ])
  const [found] = outcome.results
  if (!found) throw new Error('a select of values has one row')
  if (found.paidFor === null) {
    throw new DomainError('plan_limit', creditsUsedUp(cost, found.balance, plan))
  }
  if (found.paidFor !== kind || found.isReturned) {
    throw new DomainError('conflict', 'This was stopped and its credits were given back. Start it again.')
  }
}

/**
 * Statement that refunds a failed piece of work, at most once. Only possible in the month of the payment, because
 * credits expire at its end.
 *
 * @param condition SQL: if false when the batch runs, nothing is refunded
 */
export function giveBack(
  ctx: BackgroundContext,
  { organizationId, reference }: { organizationId: string; reference: string },
  condition: SQL = sql`1`,
) {
  const now = ctx.now()
  return ctx.db.statement(sql`
    INSERT INTO credit_entries (organization_id, number, month, kind, amount, purpose, reference, user_id, created_at)
    SELECT organization_id, ${nextNumber(sql`${organizationId}`)}, month, 'return', -amount, purpose, reference, user_id, ${now}
    FROM credit_entries
    WHERE organization_id = ${organizationId} AND reference = ${reference} AND kind = 'spend' AND month = ${utcMonth(now)}
      AND ${condition}
    ON CONFLICT (organization_id, reference, kind) WHERE reference IS NOT NULL DO NOTHING`)
}

/** Statement that makes the next tick grant the additional credits of a larger plan, if `condition` is true. */
export function grantAnew({ db }: Pick<BackgroundContext, 'db'>, organizationId: string, condition: SQL) {
  return db.statement(
    sql`UPDATE credit_accounts SET due = '' WHERE organization_id = ${organizationId} AND ${condition}`,
  )
}

/** Grants the month's credits to organizations without them, and the difference to those with a larger plan. */
export async function grantDueCredits(ctx: BackgroundContext): Promise<void> {
  await ctx.db.batch(
    grant(
      ctx,
      sql`organization_id IN (SELECT organization_id FROM credit_accounts
        WHERE due <= ${utcMonth(ctx.now())} ORDER BY due LIMIT ${literal(GRANTED_AT_ONCE)})`,
    ),
  )
}

/**
 * Expires credits of earlier months and grants the plan's credits, minus those already granted this month. Idempotent:
 * each statement enters what is missing.
 *
 * @param which condition on credit_accounts
 */
function grant(ctx: BackgroundContext, which: SQL) {
  const now = ctx.now()
  const month = utcMonth(now)
  return [
    ctx.db.statement(sql`
      INSERT INTO credit_entries (organization_id, number, month, kind, amount, created_at)
      SELECT organization_id, ${nextNumber(sql`account.organization_id`)}, month, 'expiry', -rest, ${now}
      FROM (SELECT organization_id, month, (SELECT sum(amount) FROM credit_entries AS entry
          WHERE entry.organization_id = credit_accounts.organization_id AND entry.month = credit_accounts.month) AS rest
        FROM credit_accounts WHERE ${which} AND month < ${month}) AS account
      WHERE rest > 0`),
    ctx.db.statement(sql`
      INSERT INTO credit_entries (organization_id, number, month, kind, amount, created_at)
      SELECT organization_id, ${nextNumber(sql`account.organization_id`)}, ${month}, 'grant', credits - granted, ${now}
      FROM (SELECT organization_id,
          coalesce((SELECT plan.value FROM organization_subscriptions AS subscription
            JOIN json_each(${CREDITS_BY_PLAN}) AS plan ON plan.key = subscription.plan_type
            WHERE subscription.organization_id = credit_accounts.organization_id), ${allowance('', 'aiCredits')}) AS credits,
          (SELECT coalesce(sum(amount), 0) FROM credit_entries AS entry WHERE entry.kind = 'grant'
            AND entry.organization_id = credit_accounts.organization_id AND entry.month = ${month}) AS granted
        FROM credit_accounts WHERE ${which}) AS account
      WHERE credits > granted`),
    ctx.db.statement(
      sql`UPDATE credit_accounts SET month = ${month}, due = ${utcMonth(nextMonth(now))} WHERE ${which}`,
    ),
  ] as const
}

function nextNumber(organizationId: SQL): SQL {
  return sql`(SELECT coalesce(max(number), 0) + 1 FROM credit_entries WHERE organization_id = ${organizationId})`
}

/** Sum of a month's ledger entries: the remaining credits, or the granted ones if `kind` is 'grant'. */
function creditsOf(organizationId: string, month: string, kind?: 'grant'): SQL {
  return sql`(SELECT coalesce(sum(amount), 0) FROM credit_entries AS entry
    WHERE entry.organization_id = ${organizationId} AND entry.month = ${month}
      ${kind ? sql`AND entry.kind = ${kind}` : sql``})`
}

const PAGE_SIZE = 25

export async function creditBalance(ctx: MemberContext): Promise<CreditBalance> {
  return balanceOf(ctx, (await balanceQuery(ctx)).results)
}

/** Newest first. */
export async function creditLedger(ctx: MemberContext, { cursor }: ListCreditsInput): Promise<CreditLedger> {
  return ledgerPage(await ledgerQuery(ctx, cursor))
}

interface Sums {
  left: number
  granted: number
}

export function balanceQuery(ctx: MemberContext) {
  const { id } = ctx.organization
  const month = utcMonth(ctx.now())
  return ctx.db.statement<Sums>(
    sql`SELECT ${creditsOf(id, month)} AS "left", ${creditsOf(id, month, 'grant')} AS granted`,
  )
}

/** Includes credits that the plan grants but the ledger doesn't have yet. The next tick or payment enters them. */
export function balanceOf(ctx: MemberContext, [sums]: readonly Sums[]): CreditBalance {
  const { left = 0, granted = 0 } = sums ?? {}
  const monthly = planLimits(ctx.organization.plan).aiCredits
  const missing = Math.max(0, monthly - granted)
  return {
    balance: left + missing,
    granted: granted + missing,
    monthly,
    nextGrantAt: iso(nextMonth(ctx.now())),
  }
}

export function ledgerQuery(ctx: MemberContext, cursor?: string) {
  return ctx.db
    .select({
      ...columns(creditEntries, 'number', 'kind', 'amount', 'purpose', 'month', 'createdAt'),
      by: sql<string | null>`coalesce(nullif(${profiles.fullName}, ''), ${users.email})`.as('spent_by'),
    })
    .from(creditEntries)
    .leftJoin(users, eq(users.id, creditEntries.userId))
    .leftJoin(profiles, eq(profiles.id, creditEntries.userId))
    .where(
      and(
        eq(creditEntries.organizationId, ctx.organization.id),
        cursor === undefined ? undefined : lt(creditEntries.number, Number(cursor)),
      ),
    )
    .orderBy(desc(creditEntries.number))
    .limit(PAGE_SIZE + 1)
}

export function ledgerPage(rows: Awaited<ReturnType<typeof ledgerQuery>>): CreditLedger {
  const items = rows.slice(0, PAGE_SIZE).map(({ number, month, createdAt, ...row }) => ({
    ...row,
    id: String(number),
    month: `${month}-01`,
    at: iso(createdAt),
  }))
  return { items, nextCursor: rows.length > PAGE_SIZE ? (items.at(-1)?.id ?? null) : null }
}
