import { and, eq, isNotNull, type SQL, sql } from 'drizzle-orm'
import { actions } from '#db/schema/index.ts'
import { requireBusiness } from '../../businesses/require-business.ts'
import type { MemberContext } from '../../context.ts'
import { DomainError, fieldError } from '../../errors.ts'
import { recordAction } from '../../identity/log/record-action.ts'
import { isLimited } from '../../platform/business-access.ts'
import {
  type ActionId,
  type ChangeActionInput,
  EARLIEST_ACTION,
  MAX_ACTIONS,
  MAX_PLANNED_DAYS,
  type MarkActionInput,
  type MarkedAction,
} from '../../rules/actions.ts'
import { DAY_MS, utcDay } from '../../rules/durations.ts'
import { findingsDue } from '../findings/store-findings.ts'
import { ACTION_COLUMNS, actionOf, areShown } from './list-actions.ts'

const FOR_ALL = 'This is marked for all locations. Ask someone who can see all of them to change it.'

/**
 * Records what an owner did on a day. Sending the same action again records it once.
 *
 * @throws DomainError `not_found` for a business of another organization; `invalid_input` for `day`; `not_permitted` if
 * the action is for all locations and the caller sees only some; `conflict` beyond MAX_ACTIONS
 */
export async function markAction(ctx: MemberContext, input: MarkActionInput): Promise<MarkedAction> {
  await requireValid(ctx, input)
  const { name, day, topic, businessId } = input
  const organizationId = ctx.organization.id
  const now = ctx.now()
  const isIt = sql`organization_id = ${organizationId} AND day = ${day} AND name = ${name} AND topic IS ${topic}
    AND business_id IS ${businessId}`
  const [, , , [action]] = await ctx.db.batch([
    ctx.db.statement(sql`
      INSERT INTO actions (id, organization_id, business_id, day, name, topic, created_at, updated_at)
      SELECT ${ctx.createId()}, ${organizationId}, ${businessId}, ${day}, ${name}, ${topic}, ${now}, ${now}
      WHERE (SELECT count(*) FROM actions WHERE organization_id = ${organizationId}) < ${MAX_ACTIONS}
        AND NOT EXISTS (SELECT 1 FROM actions WHERE ${isIt})`),
    recordAction(ctx, { organizationId, action: 'action_marked', subject: name }),
    allFindingsDue(ctx),
    ctx.db.select(ACTION_COLUMNS).from(actions).where(isIt).limit(1),
  ])
  if (!action) throw new DomainError('conflict', `You already have ${MAX_ACTIONS} actions. Delete one first.`)
  return actionOf(action)
}

/** @throws DomainError `not_found`, `invalid_input` for `day`, `not_permitted` as for `markAction` */
export async function changeAction(ctx: MemberContext, input: ChangeActionInput): Promise<MarkedAction> {
  await requireValid(ctx, input)
  const { id, name, day, topic, businessId } = input
  const [[changed]] = await ctx.db.batch([
    ctx.db
      .update(actions)
      .set({ name, day, topic, businessId, updatedAt: ctx.now() })
      .where(isOwn(ctx, id))
      .returning(ACTION_COLUMNS),
    recordAction(ctx, { organizationId: ctx.organization.id, action: 'action_changed', subject: name }),
    allFindingsDue(ctx),
  ])
  if (!changed) throw gone()
  return actionOf(changed)
}

/** @throws DomainError `not_found` */
export async function removeAction(ctx: MemberContext, { id }: ActionId): Promise<void> {
  const organizationId = ctx.organization.id
  const subject = sql`(SELECT name FROM actions WHERE ${isOwn(ctx, id)})`
  const [, removed] = await ctx.db.batch([
    recordAction(ctx, { organizationId, action: 'action_removed', subject }, sql`${subject} IS NOT NULL`),
    ctx.db.delete(actions).where(isOwn(ctx, id)).returning({ id: actions.id }),
    allFindingsDue(ctx),
  ])
  if (removed.length === 0) throw gone()
}

async function requireValid(ctx: MemberContext, { businessId, day }: MarkActionInput): Promise<void> {
  if (businessId) await requireBusiness(ctx, businessId)
  else if (isLimited(ctx.organization)) throw new DomainError('not_permitted', FOR_ALL)
  if (day < EARLIEST_ACTION || day > utcDay(ctx.now() + MAX_PLANNED_DAYS * DAY_MS))
    throw fieldError('invalid_input', 'day', 'Enter a day from 2000 on, at most a year ahead.')
}

/**
 * Statement that makes the findings of all locations due, because each may be compared with the location where
 * something was done. Run it right after the statement that changes an action: it does nothing if that statement
 * changed no row.
 */
function allFindingsDue(ctx: MemberContext) {
  const organizationId = ctx.organization.id
  const all = sql`(SELECT json_group_array(id) FROM businesses
    WHERE organization_id = ${organizationId} AND changes() > 0)`
  return findingsDue(ctx, organizationId, all)
}

/** Matches the action if the caller may change it. */
function isOwn(ctx: MemberContext, id: string): SQL | undefined {
  const isAtOne = isLimited(ctx.organization) ? isNotNull(actions.businessId) : undefined
  return and(eq(actions.id, id), areShown(ctx), isAtOne)
}

function gone(): DomainError {
  return new DomainError('not_found', 'This action has already been deleted.')
}
