import { and, desc, eq, lt, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { creditEntries, profiles, users } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import type { CreditBalance, CreditLedger, ListCreditsInput } from '../rules/credits.ts'
import { iso, nextMonth, utcMonth } from '../rules/durations.ts'
import { planLimits } from '../rules/plans.ts'
import { creditsOf } from './credits.ts'

const PAGE_SIZE = 25

/** The credits that the organization can spend now. */
export async function creditBalance(ctx: MemberContext): Promise<CreditBalance> {
  return balanceOf(ctx, (await balanceQuery(ctx)).results)
}

/** Lists the entries of the credit ledger, newest first. */
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

/**
 * Computes the balance. Credits the plan has granted count before the ledger has them; the tick or spending enters
 * them.
 */
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
