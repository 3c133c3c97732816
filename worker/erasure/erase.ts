import { lte, type SQL, sql } from 'drizzle-orm'
import { columns, literal } from '#db/client.ts'
import { accountDeletions, businesses } from '#db/schema/index.ts'
import { endCustomer } from '../billing/customer.ts'
import { eraseBusiness } from '../businesses/remove.ts'
import { revokeConnections } from '../connections/remove.ts'
import type { BackgroundContext } from '../context.ts'
import { removeAccount } from '../identity/accounts/account-store.ts'
import { forgetTraces } from '../identity/log/record-action.ts'
import { forgetNotificationsBy } from '../notifications/notify.ts'
import { removeOrganization } from '../organizations/organization.ts'
import { type DueWork, doDue, every, settleDue } from '../platform/due.ts'
import { logEvent } from '../platform/log.ts'
import { DELETED_KEPT_DAYS } from '../rules/businesses.ts'
import { DAY_MS, HOUR_MS } from '../rules/durations.ts'

const BUSINESSES_AT_ONCE = 5
/**
 * Rows per slice. D1 ends a batch after 30 seconds, and each review also deletes its revisions, response and search
 * entry.
 */
const ROWS_AT_ONCE = 500
const SLICES_PER_TICK = 20

/**
 * Tables that grow with use, in the order of deletion: daily figures first, so that deleting reviews doesn't update
 * them. Everything else is deleted by foreign keys.
 */
const IN_SLICES: readonly { table: string; key: string; column?: 'business_id' }[] = [
  { table: 'review_daily_stats', key: 'business_id, day, is_removed, own_platform', column: 'business_id' },
  { table: 'reviews', key: 'id' },
  { table: 'webhook_deliveries', key: 'number' },
  { table: 'scrape_runs', key: 'seq' },
  { table: 'notifications', key: 'seq' },
  { table: 'audit_entries', key: 'id' },
  { table: 'asks', key: 'id' },
  { table: 'credit_entries', key: 'organization_id, number' },
  { table: 'place_usage', key: 'organization_id, platform, place, kind, asked_by' },
  { table: 'security_events', key: 'id' },
]

const OF_A_BUSINESS = IN_SLICES.filter(({ table }) =>
  ['review_daily_stats', 'reviews', 'scrape_runs', 'notifications', 'asks'].includes(table),
)

/** Failures are logged without ids. */
const ACCOUNTS: DueWork<typeof accountDeletions> = {
  table: accountDeletions,
  key: 'userId',
  dueAt: 'dueAt',
  backOff: every(HOUR_MS),
  limit: 5,
  fault: 'account_not_erased',
}

/**
 * Erases accounts after their grace period, a slice at a time: first connections and payment customers at their
 * providers, then organizations without other members, then the person.
 *
 * @returns number of accounts erased
 */
export async function eraseDueAccounts(ctx: BackgroundContext): Promise<number> {
  let slices = SLICES_PER_TICK
  let erased = 0
  await doDue(ctx, ACCOUNTS, async (due) => {
    if (slices > 0) slices = await eraseAccount(ctx, due.userId, slices)
    // The next tick erases the rest.
    if (slices === 0) return settleDue(ctx, ACCOUNTS, due, ctx.now())
    erased += 1
  })
  if (erased > 0) logEvent('accounts_erased', { erased })
  return erased
}

/** Erases businesses that can no longer be restored, a slice at a time. @returns number of businesses erased */
export async function eraseDeletedBusinesses(ctx: BackgroundContext): Promise<number> {
  const due = await ctx.db
    .select(columns(businesses, 'id', 'organizationId'))
    .from(businesses)
    .where(lte(businesses.deletedAt, ctx.now() - DELETED_KEPT_DAYS * DAY_MS))
    .limit(BUSINESSES_AT_ONCE)
  let left = SLICES_PER_TICK
  for (const [erased, business] of due.entries()) {
    for (const { table, key } of OF_A_BUSINESS) {
      left = await eraseRows(ctx, { table, key }, sql`business_id = ${business.id}`, left)
      if (left === 0) return erased
    }
    await eraseBusiness(ctx, business)
  }
  return due.length
}

/** @returns slices left of this tick's budget; 0 if they didn't suffice, so that the next tick goes on */
async function eraseAccount(ctx: BackgroundContext, userId: string, slices: number): Promise<number> {
  let left = slices
  for (const organizationId of await organizationsOf(ctx, userId)) {
    await endCustomer(ctx, organizationId)
    await revokeConnections(ctx, organizationId)
    for (const { table, key, column } of IN_SLICES) {
      const isTheirs =
        column === undefined
          ? sql`organization_id = ${organizationId}`
          : sql`business_id IN (SELECT id FROM businesses WHERE organization_id = ${organizationId})`
      left = await eraseRows(ctx, { table, key }, isTheirs, left)
      if (left === 0) return 0
    }
    await removeOrganization(ctx, organizationId)
  }
  left = await eraseRows(ctx, { table: 'security_events', key: 'id' }, sql`user_id = ${userId}`, left)
  if (left > 0) {
    await ctx.db.batch([
      ...forgetTraces(ctx, userId),
      forgetNotificationsBy(ctx, userId),
      removeAccount(ctx, userId),
    ])
  }
  return left
}

/** Ids of the account's organizations that have no other members. */
async function organizationsOf(ctx: BackgroundContext, userId: string): Promise<string[]> {
  const { results } = await ctx.db.statement<{ id: string }>(sql`
    SELECT organization_id AS id FROM organization_users AS own WHERE user_id = ${userId} AND is_active = 1
      AND NOT EXISTS (SELECT 1 FROM organization_users AS other WHERE other.organization_id = own.organization_id
        AND other.is_active = 1 AND other.user_id <> own.user_id)`)
  return results.map(({ id }) => id)
}

/** Deletes rows of a table until there are no rows or no slices left. @returns number of slices left */
async function eraseRows(
  ctx: BackgroundContext,
  { table, key }: { table: string; key: string },
  which: SQL,
  slices: number,
): Promise<number> {
  const columns = sql.raw(key)
  const slice = sql`SELECT ${columns} FROM ${sql.raw(table)} WHERE ${which} LIMIT ${literal(ROWS_AT_ONCE)}`
  for (let left = slices; left > 0; left -= 1) {
    const { meta } = await ctx.db.statement(
      sql`DELETE FROM ${sql.raw(table)} WHERE (${columns}) IN (${slice})`,
    )
    if (meta.changes < ROWS_AT_ONCE) return left
  }
  return 0
}
