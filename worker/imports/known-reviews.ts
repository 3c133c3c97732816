import { type SQL, sql } from 'drizzle-orm'
import { batch } from '#db/client.ts'
import { hasPlatform } from '../businesses/own-platforms.ts'
import type { ImportRun } from '../collection/run-store.ts'
import type { BackgroundContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { storedDuplicates } from '../reviews/reconcile-ids.ts'
import { readRuledTags, ruledTagsQuery } from '../reviews/tag-rules.ts'
import { type IncomingReviews, isFirstSeenAt } from '../reviews/upsert-reviews.ts'
import { type ImportedReview, importId } from '../rules/imports.ts'
import type { AnyPlatform } from '../rules/platforms.ts'
import type { ScrapedReview } from '../sources/source.ts'

/**
 * Maximum number of attempts. Another one is needed if somebody else stores the same review between look-up and insert.
 */
const MAX_TRIES = 5

export interface ImportStep {
  run: ImportRun
  /** Deduplicated: each id occurs once. */
  rows: ScrapedReview[]
  /** Number of reviews received, including duplicates, which count as already known. */
  arrived: number
  texts: IncomingReviews['texts']
  tagRules: IncomingReviews['tagRules']
}

/** Thrown if somebody has stored one of the reviews under another id since the look-up. */
export class StoredMeanwhile extends Error {}

/** @throws DomainError `unavailable` after `MAX_TRIES` concurrent inserts */
export async function retryWhenStoredMeanwhile<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoredMeanwhile)) throw error
    }
  }
  throw new DomainError(
    'unavailable',
    'These reviews are already being stored by something else. Please try again in a moment.',
  )
}

/** Returns the reviews with the ids they are stored under, and the organization's tag rules, in one round trip. */
export async function withKnownIds(
  ctx: BackgroundContext,
  all: readonly Omit<ImportStep, 'tagRules'>[],
): Promise<ImportStep[]> {
  const lookups = all.map((step) => {
    const { items, from } = duplicatesOf(step)
    return ctx.db.statement<Pair>(sql`
      WITH ${items} SELECT item.review_id AS incoming, reviews.platform_review_id AS stored ${from}
      ORDER BY item.place, reviews.id`)
  })
  const [first] = all
  if (!first) return []
  // All steps belong to one organization.
  const [rules, ...found] = await batch(ctx.db, [
    ruledTagsQuery(ctx.db, first.run.organizationId),
    ...lookups,
  ])
  const tagRules = readRuledTags(rules.results[0]?.tags ?? '[]')
  return all.map((step, index) => ({
    ...step,
    rows: renamed(step.rows, found[index]?.results ?? []),
    tagRules,
  }))
}

interface Pair {
  incoming: string
  stored: string
}

/**
 * Replaces the id of an incoming review by that of the stored review it matches. Each stored review is used once, for
 * the first incoming review that matches it.
 */
function renamed(rows: readonly ScrapedReview[], pairs: readonly Pair[]): ScrapedReview[] {
  const storedId = new Map<string, string>()
  const given = new Set<string>()
  for (const { incoming, stored } of pairs) {
    if (storedId.has(incoming) || given.has(stored)) continue
    storedId.set(incoming, stored)
    given.add(stored)
  }
  return distinct(rows.map((row) => ({ ...row, reviewId: storedId.get(row.reviewId) ?? row.reviewId })))
}

/** True if an incoming review is already stored under another id, or if the organization has deleted its platform. */
export function isStoredElsewhere(step: ImportStep): SQL {
  const { items, from } = duplicatesOf(step)
  const { platform, organizationId } = step.run
  return sql`(EXISTS (WITH ${items} SELECT 1 ${from}) OR NOT ${hasPlatform(platform, organizationId)})`
}

function duplicatesOf({ run, rows, texts }: Omit<ImportStep, 'tagRules'>) {
  const { organizationId, businessId, platform } = run
  // Before its first step, a run has stored nothing.
  const isOwn = run.page > 0 ? isFirstSeenAt(run.createdAt) : sql.raw('false')
  return storedDuplicates({ organizationId, businessId, platform, texts, reviews: rows }, isOwn)
}

/**
 * Deduplicates incoming reviews by id; the later of two wins. A review without a platform id gets one derived from
 * its content.
 */
export async function importedRows(
  platform: AnyPlatform,
  reviews: readonly ImportedReview[],
): Promise<ScrapedReview[]> {
  const rows = await Promise.all(
    reviews.map(
      async (review): Promise<ScrapedReview> => ({
        ...review,
        reviewId: review.reviewId ?? (await importId(platform, review)),
        helpfulVotes: 0,
        userVerified: false,
      }),
    ),
  )
  return distinct(rows)
}

/** Deduplicates by id, in order of each id's first occurrence; the last row with an id wins. */
function distinct(rows: readonly ScrapedReview[]): ScrapedReview[] {
  return [...new Map(rows.map((row) => [row.reviewId, row])).values()]
}
