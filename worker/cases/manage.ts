import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { reviewCases } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { DomainError, fieldError } from '../errors.ts'
import { businessName, recordAction } from '../identity/log/record-action.ts'
import { isOwn } from '../platform/business-access.ts'
import { requireReview } from '../reviews/require-review.ts'
import { storedItems } from '../reviews/restore-reviews.ts'
import type { RestoredReview } from '../rules/archive-import.ts'
import type { AuditedAction } from '../rules/audit-log.ts'
import {
  ATTACK_RULES,
  CASE_RULES,
  CASE_STEPS,
  type CaseStep,
  caseDueAt,
  caseSince,
  isWaiting,
  type MoveCaseInput,
  type OpenCaseInput,
} from '../rules/cases.ts'
import { isOwnPlatform } from '../rules/platforms.ts'

const NO_RULES = 'We don’t know the rules of this platform. Report the review there.'

const ACTIONS: Record<CaseStep, AuditedAction> = {
  reported: 'case_reported',
  appealed: 'case_appealed',
  kept: 'case_closed',
  dropped: 'case_closed',
}

/**
 * Opens a case for a review that breaks a rule of its platform, or reopens one that was dropped before it was reported.
 *
 * @throws DomainError `not_found`; `invalid_input` for a rule that the platform doesn't have; `conflict` if the review
 * has a case, isn't shown by its platform any more, or is on a platform that the owner has added
 */
export async function openCase(ctx: MemberContext, input: OpenCaseInput): Promise<void> {
  const { reviewId, rule, reason } = input
  const { id, businessId, platform, removedAt } = await requireReview(ctx, reviewId)
  if (isOwnPlatform(platform)) throw new DomainError('conflict', NO_RULES)
  if (!Object.hasOwn(CASE_RULES[platform], rule)) throw fieldError('invalid_input', 'rule', 'Choose a rule.')
  if (removedAt !== null) throw new DomainError('conflict', 'This review is no longer shown.')
  const organizationId = ctx.organization.id
  const now = ctx.now()
  const [{ results }] = await ctx.db.batch([
    ctx.db.statement(sql`
      INSERT INTO review_cases (review_id, organization_id, business_id, platform, rule, reason, state, opened_at, due_at)
      SELECT id, organization_id, business_id, platform, ${rule}, ${reason}, 'open', ${now}, ${caseDueAt('open', now, 0)}
      FROM reviews WHERE id = ${id} AND organization_id = ${organizationId} AND removed_at IS NULL
      ON CONFLICT (review_id) DO UPDATE SET rule = excluded.rule, reason = excluded.reason, state = 'open',
        opened_at = excluded.opened_at, due_at = excluded.due_at, closed_at = NULL, reminders = 0
        WHERE review_cases.state = 'dropped'
      RETURNING review_id`),
    recordAction(ctx, {
      organizationId,
      action: 'case_opened',
      subject: businessName(organizationId, businessId),
    }),
  ])
  if (results.length === 0) throw new DomainError('conflict', 'This review already has a case.')
}

/**
 * Moves a case to its next state: reported, appealed (once), kept by its platform, or dropped.
 *
 * @throws DomainError `not_found`; `conflict` if that step isn't possible from the present state
 */
export async function moveCase(ctx: MemberContext, { reviewId, step }: MoveCaseInput): Promise<void> {
  const organizationId = ctx.organization.id
  const now = ctx.now()
  const isIt = and(eq(reviewCases.reviewId, Number(reviewId)), isOwn(ctx, reviewCases))
  const waits = isWaiting(step)
  const [moved, , there] = await ctx.db.batch([
    ctx.db
      .update(reviewCases)
      .set({
        state: step,
        reminders: 0,
        dueAt: waits ? caseDueAt(step, now, 0) : null,
        ...(step === 'reported' && { reportedAt: now }),
        ...(step === 'appealed' && { appealedAt: now }),
        ...(!waits && { closedAt: now }),
      })
      .where(and(isIt, inArray(reviewCases.state, [...CASE_STEPS[step]])))
      .returning({ reviewId: reviewCases.reviewId }),
    recordAction(ctx, {
      organizationId,
      action: ACTIONS[step],
      subject: businessName(organizationId, sql`(SELECT business_id FROM review_cases WHERE ${isIt})`),
    }),
    ctx.db.select({ reviewId: reviewCases.reviewId }).from(reviewCases).where(isIt),
  ])
  if (there.length === 0) throw new DomainError('not_found', 'This case no longer exists.')
  if (moved.length === 0) throw new DomainError('conflict', 'This case has moved on meanwhile.')
}

/**
 * Statement that opens cases for all visible reviews of a suspected attack that have none. Platforms that the owner has
 * added are left out, because we don't know their rules.
 *
 * @param reviewIds a JSON list of their ids
 */
export function openAttackCases(
  { db, now: clock }: Pick<BackgroundContext, 'db' | 'now'>,
  attack: { organizationId: string; businessId: string; alarmId: string },
  reviewIds: SQL,
) {
  const { organizationId, businessId, alarmId } = attack
  const now = clock()
  return db.statement(sql`
    INSERT INTO review_cases (review_id, organization_id, business_id, platform, rule, alarm_id, state, opened_at, due_at)
    SELECT reviews.id, reviews.organization_id, reviews.business_id, reviews.platform,
      ${JSON.stringify(ATTACK_RULES)} ->> reviews.platform, ${alarmId}, 'open', ${now}, ${caseDueAt('open', now, 0)}
    FROM json_each(${reviewIds}) AS counted CROSS JOIN reviews
    WHERE reviews.id = counted.value AND reviews.organization_id = ${organizationId}
      AND reviews.business_id = ${businessId} AND reviews.removed_at IS NULL AND reviews.platform NOT GLOB 'other*'
    ON CONFLICT (review_id) DO NOTHING`)
}

/**
 * Statements that restore the cases of an archive, for reviews without one. A case that is still waiting goes on: its
 * next reminder is due as if it had been here all the time.
 */
export function restoreCases(
  ctx: MemberContext,
  { businessId, reviews }: { businessId: string; reviews: readonly RestoredReview[] },
) {
  const now = ctx.now()
  const cases = reviews.flatMap(({ platform, platformReviewId, reported }) => {
    // Skip rules that the platform doesn't have, from another version or an edited archive.
    if (!reported || isOwnPlatform(platform)) return []
    if (!Object.hasOwn(CASE_RULES[platform], reported.rule)) return []
    const { state, closedAt, openedAt } = reported
    const ends = isWaiting(state)
      ? { closedAt: null, dueAt: Math.max(caseDueAt(state, caseSince(reported), 0), now) }
      : { closedAt: closedAt ?? openedAt, dueAt: null }
    return [{ ...reported, ...ends, platform, platformReviewId }]
  })
  if (cases.length === 0) return []
  return [
    ctx.db.statement(sql`
      INSERT INTO review_cases (review_id, organization_id, business_id, platform, rule, reason, state, opened_at,
        reported_at, appealed_at, closed_at, due_at)
      SELECT reviews.id, reviews.organization_id, reviews.business_id, reviews.platform, item.value->>'rule',
        item.value->>'reason', item.value->>'state', item.value->>'openedAt', item.value->>'reportedAt',
        item.value->>'appealedAt', item.value->>'closedAt', item.value->>'dueAt'
      FROM ${storedItems(businessId, JSON.stringify(cases))}
      WHERE reviews.organization_id = ${ctx.organization.id}
      ON CONFLICT (review_id) DO NOTHING`),
  ]
}
