import { sql } from 'drizzle-orm'
import type { BatchResponse } from 'drizzle-orm/batch'
import type { BackgroundContext } from '../../context.ts'
import type { Correction, TextSentiment } from '../../rules/corrections.ts'
import { readText } from '../text/read-text.ts'
import { type Lesson, type Opinions, termsOf } from '../text/term-counts.ts'
import type { WordLists } from '../text/word-lists.ts'

/** What members have said that a review is read by. */
export interface Told {
  /** About this very review. */
  corrections: readonly Correction[]
  /** What corrected texts teach about its terms, this one left out; null where there are none. */
  lesson: Lesson | null
}

export const NOTHING_TOLD: Told = { corrections: [], lesson: null }

/** What a review's terms are judged by: what is known to begin with, and what members have taught. */
export function lessonsOf({ lesson }: Told, { startingCounts }: WordLists): Lesson[] {
  const starting: Lesson = { counts: startingCounts, own: [0, 0] }
  return lesson ? [starting, lesson] : [starting]
}

/** What members say of the text as a whole; null where they say nothing. */
export function textVerdict(corrections: readonly Correction[]): TextSentiment | null {
  for (const correction of corrections) if (correction.subject === 'text') return correction.verdict
  return null
}

/** What a corrected text adds to the counts of its terms. */
function opinionsOf(verdict: TextSentiment | null): Opinions {
  return [Number(verdict === 'positive'), Number(verdict === 'negative')]
}

/** The terms that a corrected text teaches something about: all of them, unless it is neither praise nor blame. */
export function taughtTermsOf(text: string, verdict: TextSentiment, words: WordLists): string[] {
  return verdict === 'mixed' ? [] : [...termsOf(readText(text, words)).keys()]
}

/** What members have said, by the ids of reviews. */
export async function findTold(
  ctx: Pick<BackgroundContext, 'db'>,
  organizationId: string,
  rows: readonly { id: number; reviewText: string }[],
  words: WordLists,
): Promise<(reviewId: number) => Told> {
  const ids = rows.map(({ id }) => id)
  const answers = await ctx.db.batch(toldQueries(ctx, organizationId, ids))
  return toldOf(ctx, organizationId, { rows, words }, answers)
}

/** The corrections of reviews, and whether their organization has taught anything: for a batch whose answers `toldOf` reads. */
export function toldQueries(
  { db }: Pick<BackgroundContext, 'db'>,
  organizationId: string,
  reviewIds: readonly number[],
) {
  return [
    // Safe: written by correct.ts and restore-corrections.ts alone.
    db.statement<Correction & { reviewId: number }>(sql`
      SELECT review_id AS reviewId, subject, verdict FROM review_corrections
      WHERE organization_id = ${organizationId}
        AND review_id IN (SELECT value FROM json_each(${JSON.stringify(reviewIds)}))`),
    db.statement(sql`SELECT 1 FROM taught_terms WHERE organization_id = ${organizationId} LIMIT 1`),
  ] as const
}

export async function toldOf(
  ctx: Pick<BackgroundContext, 'db'>,
  organizationId: string,
  { rows, words }: { rows: readonly { reviewText: string }[]; words: WordLists },
  [{ results: stored }, { results: taught }]: BatchResponse<ReturnType<typeof toldQueries>>,
): Promise<(reviewId: number) => Told> {
  const byReview = Map.groupBy(stored, ({ reviewId }) => reviewId)
  const terms = taught.length > 0 ? await findTaughtTerms(ctx, organizationId, rows, words) : null
  return (reviewId) => {
    const corrections = byReview.get(reviewId) ?? []
    const own = opinionsOf(textVerdict(corrections))
    return { corrections, lesson: terms && { counts: { reviews: null, terms }, own } }
  }
}

/** What is taught about the terms of these texts. */
async function findTaughtTerms(
  ctx: Pick<BackgroundContext, 'db'>,
  organizationId: string,
  rows: readonly { reviewText: string }[],
  words: WordLists,
): Promise<ReadonlyMap<string, Opinions>> {
  const said = new Set(rows.flatMap(({ reviewText }) => [...termsOf(readText(reviewText, words)).keys()]))
  const { results } = await ctx.db.statement<{ term: string; positive: number; negative: number }>(sql`
    SELECT term, positive, negative FROM taught_terms
    WHERE organization_id = ${organizationId} AND term IN (SELECT value FROM json_each(${JSON.stringify([...said])}))`)
  return new Map(results.map(({ term, positive, negative }) => [term, [positive, negative]]))
}
