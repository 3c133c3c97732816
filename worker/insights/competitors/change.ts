import { sql } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { DomainError, fieldError } from '../../errors.ts'
import { recordAction } from '../../identity/log/record-action.ts'
import { isInReach } from '../../platform/business-access.ts'
import type { CompetitorId, RecordTotalsInput } from '../../rules/competitors.ts'
import { utcDay } from '../../rules/durations.ts'
import { storeTotals } from './look-up-totals.ts'

/**
 * Stores what a member has read at the platform, in place of what that day has.
 *
 * @throws DomainError `not_found`, `invalid_input` beside `day` for one that is still to come
 */
export async function recordTotals(ctx: MemberContext, input: RecordTotalsInput): Promise<void> {
  const now = ctx.now()
  if (input.day > now) throw fieldError('invalid_input', 'day', 'Enter today or a day before it.')
  const { average, count } = input
  const totals = { day: utcDay(input.day), average, count, isTyped: true }
  const { meta } = await storeTotals(ctx, isOwn(ctx, input.id), totals)
  if (meta.changes === 0) throw gone()
}

/** Removes a competitor with its history. @throws DomainError `not_found` */
export async function removeCompetitor(ctx: MemberContext, { id }: CompetitorId): Promise<void> {
  const organizationId = ctx.organization.id
  const isIt = isOwn(ctx, id)
  const subject = sql`(SELECT name FROM competitors WHERE ${isIt})`
  const [, removed] = await ctx.db.batch([
    recordAction(ctx, { organizationId, action: 'competitor_removed', subject }, sql`${subject} IS NOT NULL`),
    ctx.db.statement<{ id: string }>(sql`DELETE FROM competitors WHERE ${isIt} RETURNING id`),
  ])
  if (removed.results.length === 0) throw gone()
}

function isOwn(ctx: MemberContext, id: string) {
  return sql`id = ${id} AND organization_id = ${ctx.organization.id} AND ${isInReach(ctx, sql`business_id`)}`
}

function gone(): DomainError {
  return new DomainError('not_found', 'This competitor is no longer in your list.')
}
