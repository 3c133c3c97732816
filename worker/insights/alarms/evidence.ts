import { and, eq, gte, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { alarms, businesses, reviews } from '#db/schema/index.ts'
import { platformNameOf } from '../../businesses/own-platforms.ts'
import type { MemberContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { LIMITS, requireTry } from '../../identity/limits/tries.ts'
import { recordAction } from '../../identity/log/record-action.ts'
import { isOwn } from '../../platform/business-access.ts'
import { type EvidenceInput, SUSPICIONS } from '../../rules/alarms.ts'
import { CSV_BYTE_ORDER_MARK, csvLine } from '../../rules/csv-text.ts'
import { iso } from '../../rules/durations.ts'
import { historyCutoff } from '../../rules/plans.ts'

const HEADER = [
  'Author',
  'Posted',
  'Rating',
  'Text',
  'First seen',
  'Platform',
  'No longer shown since',
  'Link',
  'Review ID',
]

/**
 * Streams the reviews that a possible attack consisted of when the alarm was raised, as a CSV file: author, time, text
 * and when each review was first seen. Includes reviews that the platform has removed since.
 *
 * @throws DomainError `not_found`, `too_many`
 */
export async function exportEvidence(
  ctx: MemberContext,
  input: EvidenceInput,
): Promise<AsyncGenerator<string>> {
  const [alarm] = await ctx.db
    .select({ ...columns(alarms, 'reviewIds'), business: businesses.name })
    .from(alarms)
    .innerJoin(businesses, eq(businesses.id, alarms.businessId))
    .where(
      and(
        eq(alarms.id, input.alarm),
        isOwn(ctx, alarms),
        sql`${alarms.kind} IN (SELECT value FROM json_each(${JSON.stringify(SUSPICIONS)}))`,
      ),
    )
  if (!alarm)
    throw new DomainError('not_found', 'This alarm was not found. It may belong to a deleted business.')
  await requireTry(ctx, LIMITS.exportsUser, ctx.session.user.id)
  const organizationId = ctx.organization.id
  await recordAction(ctx, { organizationId, action: 'evidence_exported', subject: alarm.business }, sql`true`)
  return pieces(ctx, alarm.reviewIds)
}

async function* pieces(ctx: MemberContext, reviewIds: string): AsyncGenerator<string> {
  yield CSV_BYTE_ORDER_MARK + csvLine(HEADER)
  const rows = await ctx.db
    .select({
      ...columns(
        reviews,
        'authorName',
        'postedAt',
        'rating',
        'reviewText',
        'scrapedAt',
        'removedAt',
        'url',
        'platformReviewId',
      ),
      platformName: platformNameOf(sql`reviews.platform`, sql`reviews.organization_id`).as('platformName'),
    })
    .from(sql`json_each(${reviewIds}) AS counted`)
    .crossJoin(reviews)
    .where(
      and(
        sql`${reviews.id} = counted.value`,
        isOwn(ctx, reviews),
        gte(reviews.scrapedAt, historyCutoff(ctx.organization.plan, ctx.now())),
      ),
    )
    .orderBy(reviews.postedAt)
  for (const row of rows) {
    yield csvLine([
      row.authorName,
      iso(row.postedAt),
      row.rating,
      row.reviewText,
      iso(row.scrapedAt),
      row.platformName,
      iso(row.removedAt) ?? '',
      row.url ?? '',
      row.platformReviewId,
    ])
  }
}
