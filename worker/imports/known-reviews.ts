import { type SQL, sql } from 'drizzle-orm'
import { batch, statement } from '#db/client.ts'
import type { BackgroundContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { storedDuplicates } from '../reviews/reconcile-ids.ts'
import { type Arrival, isFirstSeenAt } from '../reviews/upsert-reviews.ts'
import type { ScrapedReview } from '../sources/source.ts'
import { distinct } from './import-id.ts'
import type { ArrivalRun } from './open-run.ts'

/** Between looking and storing, somebody else may store the same review; then it is looked for again. */
const MAX_TRIES = 5

/** Reviews that arrive with one step of a run. */
export interface Arriving {
  run: ArrivalRun
  rows: ScrapedReview[]
  texts: Arrival['texts']
}

/** Somebody has stored one of the reviews under another id since they were looked for. */
export class StoredMeanwhile extends Error {}

/**
 * Does it again as long as somebody else was faster.
 *
 * @throws DomainError `unavailable` when that happens too often
 */
export async function untilUndisturbed<T>(work: () => Promise<T>): Promise<T> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof StoredMeanwhile)) throw error
    }
  }
  throw new DomainError('unavailable', 'These reviews are being stored from elsewhere. Please try again.')
}

/** The reviews, those that are stored under another id with that one. One round trip for all. */
export async function withKnownIds(ctx: BackgroundContext, all: readonly Arriving[]): Promise<Arriving[]> {
  const lookups = all.map((arriving) => {
    const { items, from } = duplicatesOf(arriving)
    return statement<Pair>(
      ctx.db,
      sql`WITH ${items} SELECT item.review_id AS arriving, reviews.platform_review_id AS stored ${from}
        ORDER BY item.place, reviews.id`,
    )
  })
  const found = await batch(ctx.db, lookups)
  return all.map((arriving, index) => ({
    ...arriving,
    rows: renamed(arriving.rows, found[index]?.results ?? []),
  }))
}

interface Pair {
  arriving: string
  stored: string
}

/** Each stored review is matched with one that arrives, the first that fits. */
function renamed(rows: readonly ScrapedReview[], pairs: readonly Pair[]): ScrapedReview[] {
  const storedId = new Map<string, string>()
  const given = new Set<string>()
  for (const { arriving, stored } of pairs) {
    if (storedId.has(arriving) || given.has(stored)) continue
    storedId.set(arriving, stored)
    given.add(stored)
  }
  return distinct(rows.map((row) => ({ ...row, reviewId: storedId.get(row.reviewId) ?? row.reviewId })))
}

/** True when one of the reviews is stored under another id than the one it arrives with. */
export function isStoredElsewhere(arriving: Arriving): SQL {
  const { items, from } = duplicatesOf(arriving)
  return sql`EXISTS (WITH ${items} SELECT 1 ${from})`
}

function duplicatesOf({ run, rows, texts }: Arriving) {
  const { organizationId, businessId, platform } = run
  // Before its first step a run has stored nothing.
  const isOwn = run.page > 0 ? isFirstSeenAt(run.createdAt) : sql.raw('false')
  return storedDuplicates({ organizationId, businessId, platform, texts, reviews: rows }, isOwn)
}
