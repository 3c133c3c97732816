import { and, eq, exists, gt, inArray, type SQL, sql } from 'drizzle-orm'
import { batch, batchEndingIn, literal } from '#db/client.ts'
import { idempotencyKeys, scrapeRuns } from '#db/schema/index.ts'
import { ownPlatformsQuery, requireAnyPlatform } from '../businesses/own-platforms.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { newsOfReviews } from '../collection/close.ts'
import { retryTransientFaults } from '../collection/retry.ts'
import { discardImports } from '../collection/run-store.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { requireApiAccess } from '../identity/keys/keys.ts'
import { notifyAndAlert } from '../notifications/notify.ts'
import { sha256Hex } from '../platform/ids.ts'
import { PRUNED_AT_ONCE } from '../platform/prune.ts'
import { DAY_MS } from '../rules/durations.ts'
import { futureDates, type ImportCounts, type PushReviewsInput } from '../rules/imports.ts'
import { platformNameKey } from '../rules/own-platforms.ts'
import { UNNAMED_AUTHORS } from '../rules/platform-names.ts'
import { type AnyPlatform, reviewPlatform } from '../rules/platforms.ts'
import { openAtOnce } from './import-run.ts'
import {
  type ImportStep,
  importedRows,
  isStoredElsewhere,
  retryWhenStoredMeanwhile,
  StoredMeanwhile,
  withKnownIds,
} from './known-reviews.ts'
import { storing } from './store-step.ts'

const SENT_TWICE = 'Another review in this request has the same ID. Send each review once.'

/**
 * Stores reviews that a program sends, all or none. Repeating a request with the same key within a day returns the
 * first response.
 *
 * @throws DomainError `plan_limit` if the plan doesn't include the API or a platform; `not_found`; `invalid_input` if a
 * review can't be read, or if the key was used with another body
 */
export async function pushReviews(ctx: MemberContext, input: PushReviewsInput): Promise<ImportCounts> {
  requireApiAccess(ctx)
  const business = await requireBusiness(ctx, input.businessId)
  const reviews = await withPlatforms(ctx, input)
  requirePastDates(ctx, input)
  requireDistinctIds(reviews)
  const key: PushKey = {
    organizationId: ctx.organization.id,
    key: input.idempotencyKey,
    bodyHash: await sha256Hex(JSON.stringify([input.businessId, input.reviews])),
    attempt: ctx.createId(),
  }
  const [known] = await answerQuery(ctx, key)
  if (known) return answered(key, known)
  const steps = await openRuns(ctx, business.id, reviews)
  const counts = await retryWhenStoredMeanwhile(async () =>
    storeAll(ctx, key, await withKnownIds(ctx, steps)),
  )
  if (counts.stored > 0) await retryTransientFaults(() => tellOfNew(ctx, steps))
  return counts
}

async function tellOfNew(ctx: MemberContext, steps: readonly Pick<ImportStep, 'run'>[]): Promise<void> {
  const ids = steps.map(({ run }) => run.id)
  const ended = await ctx.db
    .select()
    .from(scrapeRuns)
    .where(and(eq(scrapeRuns.organizationId, ctx.organization.id), inArray(scrapeRuns.id, ids)))
  const news = await Promise.all(ended.map((run) => newsOfReviews(ctx, run)))
  const statements = news.flatMap((one) => (one ? notifyAndAlert(ctx, one, sql`true`) : []))
  await batch(ctx.db, statements)
}

type PushedReview = Omit<PushReviewsInput['reviews'][number], 'platform'> & { platform: AnyPlatform }

/**
 * Replaces each platform 'other' with the id of the organization's platform that `platformName` names. Checks that the
 * plan includes every platform.
 *
 * @throws DomainError `plan_limit`, `invalid_input`
 */
async function withPlatforms(ctx: MemberContext, { reviews }: PushReviewsInput): Promise<PushedReview[]> {
  const own = reviews.some(({ platform }) => platform === 'other') ? await ownPlatformsQuery(ctx) : []
  const faults: [string, string][] = []
  const named = reviews.map((review, index): PushedReview => {
    if (review.platform !== 'other') return { ...review, platform: review.platform }
    const name = review.platformName ?? ''
    const found = own.find((one) => platformNameKey(one.name) === platformNameKey(name))
    if (!found) faults.push([`reviews.${index}.platformName`, noSuchPlatform(name)])
    return { ...review, platform: found?.id ?? 'other' }
  })
  const [first] = faults
  if (first) throw new DomainError('invalid_input', first[1], { fields: Object.fromEntries(faults) })
  for (const platform of new Set(named.map((review) => review.platform)))
    await requireAnyPlatform(ctx, platform)
  return named
}

function noSuchPlatform(name: string): string {
  return name === ''
    ? 'Give the name of the platform.'
    : `You have no platform ‘${name}’. Add it to the sources of a location first.`
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
function requireDistinctIds(reviews: readonly PushedReview[]): void {
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
  reviews: readonly PushedReview[],
): Promise<Omit<ImportStep, 'tagRules'>[]> {
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
            authorName: review.authorName || UNNAMED_AUTHORS[reviewPlatform(platform)],
            reviewText: review.reviewText ?? '',
          })),
        ),
        arrived: group.length,
        texts: 'full' as const,
      })),
    ),
  )
}

/**
 * Stores the key, the reviews, their counts and the answer in one batch. If several requests with the same key arrive
 * at once, only one of them stores anything.
 */
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

const KEPT_MS = DAY_MS
const OTHER_BODY =
  'This idempotency key was already used for another request. Use a new key for each request, and the same one to repeat it.'

interface PushKey {
  organizationId: string
  key: string
  /** SHA-256 of the request body, in hexadecimal. */
  bodyHash: string
  /** Distinguishes this request from others with the same key. */
  attempt: string
}

type KeptAnswer = Pick<typeof idempotencyKeys.$inferSelect, 'bodyHash' | 'answer'>

function answerQuery(ctx: BackgroundContext, { organizationId, key }: PushKey) {
  return ctx.db
    .select({ bodyHash: idempotencyKeys.bodyHash, answer: idempotencyKeys.answer })
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.organizationId, organizationId),
        eq(idempotencyKeys.key, key),
        gt(idempotencyKeys.expiresAt, ctx.now()),
      ),
    )
}

/** @throws DomainError `invalid_input` if the key was used with another body */
function answered({ bodyHash }: PushKey, kept: KeptAnswer): ImportCounts {
  if (kept.bodyHash !== bodyHash) {
    throw new DomainError('invalid_input', OTHER_BODY, { fields: { idempotencyKey: OTHER_BODY } })
  }
  return JSON.parse(kept.answer)
}

/** Does nothing if the key is already claimed. */
function takeKey(ctx: BackgroundContext, key: PushKey, condition: SQL) {
  const now = ctx.now()
  return ctx.db.statement(sql`
    INSERT INTO idempotency_keys (organization_id, key, body_hash, attempt, answer, expires_at)
    SELECT ${key.organizationId}, ${key.key}, ${key.bodyHash}, ${key.attempt}, '{}', ${now + KEPT_MS} WHERE ${condition}
    ON CONFLICT (organization_id, key) DO UPDATE SET
      body_hash = excluded.body_hash, attempt = excluded.attempt, answer = excluded.answer, expires_at = excluded.expires_at
    WHERE idempotency_keys.expires_at <= ${now}`)
}

function hasTaken({ organizationId, key, attempt }: PushKey): SQL {
  return sql`EXISTS (SELECT 1 FROM idempotency_keys AS taken WHERE taken.organization_id = ${organizationId}
    AND taken.key = ${key} AND taken.attempt = ${attempt})`
}

function keepAnswer(ctx: BackgroundContext, key: PushKey, runIds: readonly string[]) {
  return ctx.db.statement(sql`
    UPDATE idempotency_keys SET answer = (
      SELECT json_object('stored', sum(reviews_new), 'updated', sum(reviews_changed),
        'unchanged', sum(reviews_found - reviews_new - reviews_changed - reviews_over_quota),
        'overQuota', sum(reviews_over_quota))
      FROM scrape_runs WHERE id IN (SELECT value FROM json_each(${JSON.stringify(runIds)})))
    WHERE organization_id = ${key.organizationId} AND key = ${key.key} AND attempt = ${key.attempt}`)
}

export function forgetOldAnswers({ db, now }: BackgroundContext) {
  return db.statement(sql`
    DELETE FROM idempotency_keys WHERE (organization_id, key) IN (SELECT organization_id, key FROM idempotency_keys
      WHERE expires_at <= ${now()} ORDER BY expires_at LIMIT ${literal(PRUNED_AT_ONCE)})`)
}
