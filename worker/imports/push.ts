import { exists, sql } from 'drizzle-orm'
import { batch, batchEndingIn } from '#db/client.ts'
import { requirePlatform } from '../businesses/plan-platforms.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { discardImports } from '../collection/run-store.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { requireApiAccess } from '../identity/keys/api-access.ts'
import { sha256Hex } from '../platform/ids.ts'
import { futureDates, type ImportCounts, type PushReviewsInput } from '../rules/imports.ts'
import { UNNAMED_AUTHORS } from '../rules/platforms.ts'
import { answered, answerQuery, hasTaken, keepAnswer, type PushKey, takeKey } from './idempotency.ts'
import { importedRows } from './import-id.ts'
import { openAtOnce } from './import-run.ts'
import {
  type ImportStep,
  isStoredElsewhere,
  retryWhenStoredMeanwhile,
  StoredMeanwhile,
  withKnownIds,
} from './known-reviews.ts'
import { storing } from './store-step.ts'

const SENT_TWICE = 'Another review in this request has the same ID. Send each review once.'

/**
 * Imports reviews from a program, atomically. Repeating a request with the same key within a day returns the first
 * response.
 * @throws DomainError `plan_limit` if the plan doesn't include the API or a platform; `not_found`; `invalid_input` if
 * it can't be read, or if the key was used with another body
 */
export async function pushReviews(ctx: MemberContext, input: PushReviewsInput): Promise<ImportCounts> {
  requireApiAccess(ctx)
  const business = await requireBusiness(ctx, input.businessId)
  for (const { platform } of input.reviews) requirePlatform(ctx, platform)
  requirePastDates(ctx, input)
  requireDistinctIds(input)
  const key: PushKey = {
    organizationId: ctx.organization.id,
    key: input.idempotencyKey,
    bodyHash: await sha256Hex(JSON.stringify([input.businessId, input.reviews])),
    attempt: ctx.createId(),
  }
  const [known] = await answerQuery(ctx, key)
  if (known) return answered(key, known)
  const steps = await openRuns(ctx, business.id, input)
  return retryWhenStoredMeanwhile(async () => storeAll(ctx, key, await withKnownIds(ctx, steps)))
}

function requirePastDates(ctx: MemberContext, { reviews }: PushReviewsInput): void {
  const now = ctx.now()
  const faults = reviews.flatMap((review, index) =>
    futureDates(review, now).map(({ field, message }) => [`reviews.${index}.${field}`, message]),
  )
  const [first] = faults
  if (first) throw new DomainError('invalid_input', first[1] ?? '', { fields: Object.fromEntries(faults) })
}

/** Only one of two reviews with the same id could be stored. */
function requireDistinctIds({ reviews }: PushReviewsInput): void {
  const seen = new Set<string>()
  for (const [index, { platform, reviewId }] of reviews.entries()) {
    const id = `${platform} ${reviewId}`
    if (reviewId !== null && seen.has(id)) {
      const field = `reviews.${index}.reviewId`
      throw new DomainError('invalid_input', SENT_TWICE, { fields: { [field]: SENT_TWICE } })
    }
    seen.add(id)
  }
}

async function openRuns(
  ctx: MemberContext,
  businessId: string,
  { reviews }: PushReviewsInput,
): Promise<ImportStep[]> {
  const groups = [...Map.groupBy(reviews, ({ platform }) => platform)]
  const opens = groups.map(([platform]) =>
    openAtOnce(ctx, { organizationId: ctx.organization.id, businessId, platform, source: 'push' }),
  )
  const opened = await batch(ctx.db, opens)
  return Promise.all(
    groups.flatMap(([platform, group], index) =>
      (opened[index] ?? []).map(async (run) => ({
        run,
        rows: await importedRows(
          platform,
          group.map((review) => ({
            ...review,
            authorName: review.authorName || UNNAMED_AUTHORS[platform],
            reviewText: review.reviewText ?? '',
          })),
        ),
        arrived: group.length,
        texts: 'full' as const,
      })),
    ),
  )
}

/** Stores key, reviews, counts and answer in one batch: of concurrent requests with one key, only one stores. */
async function storeAll(
  ctx: MemberContext,
  key: PushKey,
  steps: readonly ImportStep[],
): Promise<ImportCounts> {
  const isStoredMeanwhile = sql`(${sql.join(steps.map(isStoredElsewhere), sql` OR `)})`
  const isMine = hasTaken(key)
  const runIds = steps.map(({ run }) => run.id)
  // Delete the runs of a repeated request: they don't belong in the history.
  const forget = discardImports(ctx.db, runIds, exists(answerQuery(ctx, key)))
  // The runs are deleted with their business; then nothing is stored.
  const areThere = sql`(SELECT count(*) FROM scrape_runs
    WHERE id IN (SELECT value FROM json_each(${JSON.stringify(runIds)}))) = ${runIds.length}`
  const statements = [
    takeKey(ctx, key, sql`${areThere} AND NOT ${isStoredMeanwhile}`),
    ...steps.flatMap((one) => storing(ctx, one, ctx.organization.plan, isMine)),
    keepAnswer(ctx, key, runIds),
    forget,
  ]
  const [answer] = await batchEndingIn(ctx.db, statements, answerQuery(ctx, key))
  if (!answer) throw new StoredMeanwhile()
  return answered(key, answer)
}
