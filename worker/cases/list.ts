import { sql } from 'drizzle-orm'
import { literal } from '#db/client.ts'
import type { MemberContext } from '../context.ts'
import { isInReach } from '../platform/business-access.ts'
import type { CaseOutcome, CaseState, CaseView } from '../rules/cases.ts'
import { DAY_MS, iso } from '../rules/durations.ts'
import type { Platform } from '../rules/platforms.ts'
import { type FormerVersion, reportOf } from './report.ts'

const MAX_CASES = 200

interface CaseRow {
  reviewId: number
  businessName: string
  platform: Platform
  rule: string
  reason: string
  state: CaseState
  alarmId: string | null
  authorName: string
  rating: number
  text: string
  url: string | null
  platformReviewId: string
  reviewDate: number | null
  scrapedAt: number
  postedAt: number
  openedAt: number
  reportedAt: number | null
  appealedAt: number | null
  closedAt: number | null
  removedAt: number | null
  /** JSON. */
  formerVersions: string
  others: number
}

/**
 * Query for cases, for a batch: open ones first, oldest first; then ended ones, latest first. The plan's history
 * doesn't limit them, because a case takes longer than the shortest history.
 */
export function casesQuery(ctx: MemberContext) {
  const { id: organizationId } = ctx.organization
  return ctx.db.statement<CaseRow>(sql`
    SELECT own.review_id AS reviewId, businesses.name AS businessName, own.platform, own.rule, own.reason, own.state,
      alarm_id AS alarmId, author_name AS authorName, rating, review_text AS text, url,
      platform_review_id AS platformReviewId, review_date AS reviewDate, scraped_at AS scrapedAt, posted_at AS postedAt,
      opened_at AS openedAt, reported_at AS reportedAt, appealed_at AS appealedAt, closed_at AS closedAt,
      removed_at AS removedAt,
      (SELECT json_group_array(json_object('rating', former.rating, 'text', former.review_text, 'replacedAt', former.replaced_at))
        FROM review_revisions AS former
        WHERE former.review_id = own.review_id AND former.organization_id = own.organization_id) AS formerVersions,
      iif(alarm_id IS NULL, 0, (SELECT count(*) - 1 FROM review_cases AS other
        WHERE other.organization_id = own.organization_id AND other.alarm_id = own.alarm_id)) AS others
    FROM (SELECT * FROM review_cases WHERE organization_id = ${organizationId}
        AND ${isInReach(ctx, sql`review_cases.business_id`)}
        ORDER BY due_at IS NULL, iif(due_at IS NULL, -closed_at, opened_at) LIMIT ${literal(MAX_CASES)}) AS own
      CROSS JOIN reviews ON reviews.id = own.review_id AND reviews.organization_id = own.organization_id
      CROSS JOIN businesses ON businesses.id = own.business_id AND businesses.organization_id = own.organization_id
    WHERE businesses.deleted_at IS NULL
    ORDER BY due_at IS NULL, iif(due_at IS NULL, -closed_at, opened_at)`)
}

/** @param cutoff start of the review history that the plan shows; milliseconds, UTC */
export function caseViews(rows: readonly CaseRow[], cutoff: number): CaseView[] {
  return rows.map((row) => {
    const formerVersions = JSON.parse(row.formerVersions) as FormerVersion[]
    const { reviewId, alarmId, postedAt, openedAt, reportedAt, appealedAt, closedAt, removedAt } = row
    const { businessName, platform, rule, reason, state, authorName, rating, text } = row
    return {
      businessName,
      platform,
      rule,
      reason,
      state,
      authorName,
      rating,
      text,
      reviewId: String(reviewId),
      isAttack: alarmId !== null,
      postedAt: iso(postedAt),
      openedAt: iso(openedAt),
      reportedAt: iso(reportedAt),
      appealedAt: iso(appealedAt),
      closedAt: iso(closedAt),
      isBack: state === 'removed' && removedAt === null,
      isOlder: row.scrapedAt < cutoff,
      report: reportOf({ ...row, formerVersions }),
    }
  })
}

interface OutcomeRow {
  platform: Platform
  rule: string
  reported: number
  removed: number
  meanMs: number | null
}

/** Query for the outcomes of reported cases that have ended, by platform and rule, most frequent first. */
export function outcomesQuery(ctx: MemberContext) {
  return ctx.db.statement<OutcomeRow>(sql`
    SELECT platform, rule, count(*) AS reported, sum(state = 'removed') AS removed,
      avg(iif(state = 'removed', closed_at - reported_at, NULL)) AS meanMs
    FROM review_cases
    WHERE organization_id = ${ctx.organization.id} AND ${isInReach(ctx, sql`business_id`)}
      AND reported_at IS NOT NULL AND state IN ('removed', 'kept')
    GROUP BY platform, rule ORDER BY count(*) DESC, platform, rule`)
}

export function outcomeViews(rows: readonly OutcomeRow[]): CaseOutcome[] {
  return rows.map(({ meanMs, ...row }) => ({
    ...row,
    days: meanMs === null ? null : Math.max(1, Math.round(meanMs / DAY_MS)),
  }))
}
