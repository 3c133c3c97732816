import { sql } from 'drizzle-orm'
import { reviewCases } from '#db/schema/index.ts'
import type { BackgroundContext } from '../context.ts'
import { notify } from '../notifications/notify.ts'
import { ofLiveBusiness } from '../platform/business-access.ts'
import { type DueWork, doDue, every, isUnmoved } from '../platform/due.ts'
import { caseDueAt, caseSince, endOf, isCaseOver, type WaitingState } from '../rules/cases.ts'
import { DAY_MS, MINUTE_MS } from '../rules/durations.ts'
import { PLATFORM_NAMES } from '../rules/platforms.ts'

type DueCase = typeof reviewCases.$inferSelect

const CASES: DueWork<typeof reviewCases> = {
  table: reviewCases,
  key: 'reviewId',
  dueAt: 'dueAt',
  // An interrupted reminder is sent again.
  backOff: every(10 * MINUTE_MS),
  limit: 50,
  of: ofLiveBusiness(reviewCases.businessId),
  fault: 'case_not_reminded',
  about: ({ reviewId }) => ({ reviewId }),
}

/** Sends reminders of cases that wait for their owner or platform, and ends those without an outcome. */
export function remindOfCases(ctx: BackgroundContext): Promise<number> {
  return doDue(ctx, CASES, (due) => remind(ctx, due))
}

async function remind(ctx: BackgroundContext, due: DueCase): Promise<void> {
  const { reviewId, organizationId, businessId, reminders } = due
  const state = due.state as WaitingState
  const isOver = isCaseOver(state, reminders)
  const now = ctx.now()
  const next = Math.max(caseDueAt(state, caseSince(due), reminders + 1), now + DAY_MS)
  await ctx.db.batch([
    ctx.db
      .update(reviewCases)
      .set(
        isOver
          ? { state: endOf(state), closedAt: now, dueAt: null }
          : { reminders: reminders + 1, dueAt: next },
      )
      .where(isUnmoved(CASES, due)),
    notify(
      ctx,
      {
        organizationId,
        businessId,
        kind: 'review_case',
        message: isOver ? endText(due) : reminderText(due),
        link: `/app/reviews/cases?review=${reviewId}`,
        dedupeKey: `case:${reviewId}:${state}:${due.openedAt}:${reminders}`,
      },
      sql`changes() > 0`,
    ),
  ])
}

function reminderText({ state, platform }: DueCase): string {
  const name = PLATFORM_NAMES[platform]
  switch (state) {
    case 'open':
      return `A review still waits for you to report it to ${name}.`
    case 'reported':
      return `${name} still shows a review that you reported. You can appeal once.`
    default:
      return `${name} still shows a review after your appeal. Look for its answer in your mail.`
  }
}

function endText({ state, platform }: DueCase): string {
  return state === 'open'
    ? 'A case was closed, because the review was never reported.'
    : `A case was closed: ${PLATFORM_NAMES[platform]} has kept the review.`
}
