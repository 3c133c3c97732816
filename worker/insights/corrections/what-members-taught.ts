import { sql } from 'drizzle-orm'
import type { BatchResponse } from 'drizzle-orm/batch'
import { batch } from '#db/client.ts'
import type { BackgroundContext } from '../../context.ts'
import type { Correction, TextSentiment } from '../../rules/corrections.ts'
import { ANY_TEXT } from '../../rules/review-features.ts'
import { type ReadText, readText } from '../text/read-text.ts'
import { chosenReviews, contentTermsOf, type Lesson, type Opinions } from '../text/term-counts.ts'
import type { WordLists } from '../text/word-lists.ts'

/** What members have said that a review is read by. */
export interface Taught {
  /** About this very review. */
  corrections: readonly Correction[]
  /** What corrected texts teach, and what this one has added to it; null where there are none. */
  lesson: Lesson | null
}

export const NOTHING_TAUGHT: Taught = { corrections: [], lesson: null }

/** What members have taught about a review's terms. */
export function lessonsOf({ lesson }: Taught, read: ReadText): Lesson[] {
  if (!lesson) return []
  const { reviews, terms } = lesson.counts
  const counts = {
    // In a language that is not read nothing tells function words, and complaints alone would color all that is written in it:
    // there a term has to be praised or blamed more often than what was corrected is.
    reviews: read.language ? chosenReviews(reviews) : reviews,
    terms: new Map(
      contentTermsOf(read).flatMap((term) => {
        const opinions = terms.get(term)
        return opinions ? [[term, opinions]] : []
      }),
    ),
  }
  return [{ ...lesson, counts }]
}

/** What members say of the text as a whole; null where they say nothing. */
export function textVerdict(corrections: readonly Correction[]): TextSentiment | null {
  for (const correction of corrections) if (correction.subject === 'text') return correction.verdict
  return null
}

/** The terms that a corrected text teaches something about, and `*` for the text; none where it is neither praise nor blame. */
export function taughtTermsOf(text: string, verdict: TextSentiment, words: WordLists): string[] {
  const terms = verdict === 'mixed' ? [] : contentTermsOf(readText(text, words))
  return terms.length > 0 ? [ANY_TEXT, ...terms] : []
}

/** What members have said, by the ids of reviews. */
export async function findTaught(
  ctx: Pick<BackgroundContext, 'db'>,
  organizationId: string,
  rows: readonly { id: number; reviewText: string }[],
  words: WordLists,
): Promise<(reviewId: number) => Taught> {
  const ids = rows.map(({ id }) => id)
  const answers = await ctx.db.batch(taughtQueries(ctx, organizationId, ids))
  return taughtOf(ctx, organizationId, { rows, words }, answers)
}

interface TermRow {
  term: string
  positive: number
  negative: number
}

/** The corrections of reviews, and how many texts have taught their organization: for a batch whose answers `taughtOf` reads. */
export function taughtQueries(
  { db }: Pick<BackgroundContext, 'db'>,
  organizationId: string,
  reviewIds: readonly number[],
) {
  return [
    // Safe: written by correct.ts and restore-corrections.ts alone.
    db.statement<Correction & { reviewId: number; hasTaught: number }>(sql`
      SELECT review_id AS reviewId, subject, verdict, terms <> '[]' AS hasTaught FROM review_corrections
      WHERE organization_id = ${organizationId}
        AND review_id IN (SELECT value FROM json_each(${JSON.stringify(reviewIds)}))`),
    db.statement<TermRow>(sql`SELECT term, positive, negative FROM taught_terms
      WHERE organization_id = ${organizationId} AND term = ${ANY_TEXT}`),
  ] as const
}

export async function taughtOf(
  ctx: Pick<BackgroundContext, 'db'>,
  organizationId: string,
  { rows, words }: { rows: readonly { reviewText: string }[]; words: WordLists },
  [{ results: stored }, { results: taught }]: BatchResponse<ReturnType<typeof taughtQueries>>,
): Promise<(reviewId: number) => Taught> {
  const byReview = Map.groupBy(stored, ({ reviewId }) => reviewId)
  const [texts] = taught
  const counts = texts && {
    reviews: [texts.positive, texts.negative] as const,
    terms: await findTaughtTerms(ctx, organizationId, rows, words),
  }
  return (reviewId) => {
    const said = byReview.get(reviewId) ?? []
    const own = said.find(({ hasTaught }) => hasTaught)?.verdict
    return {
      corrections: said.map(({ reviewId: _, hasTaught: __, ...correction }) => correction),
      lesson: counts ? { counts, own: [Number(own === 'positive'), Number(own === 'negative')] } : null,
    }
  }
}

/** A statement takes 2 MB, and a character up to three bytes of it. */
const MAX_CHARS_A_STATEMENT = 200_000

/** What is taught about the terms of these texts. */
async function findTaughtTerms(
  { db }: Pick<BackgroundContext, 'db'>,
  organizationId: string,
  rows: readonly { reviewText: string }[],
  words: WordLists,
): Promise<ReadonlyMap<string, Opinions>> {
  const said = new Set(rows.flatMap(({ reviewText }) => contentTermsOf(readText(reviewText, words))))
  const answers = await batch(
    db,
    inSlices(said).map((terms) =>
      db.statement<TermRow>(sql`
        SELECT term, positive, negative FROM taught_terms
        WHERE organization_id = ${organizationId} AND term IN (SELECT value FROM json_each(${JSON.stringify(terms)}))`),
    ),
  )
  const found = answers.flatMap(({ results }) => results)
  return new Map(found.map(({ term, positive, negative }) => [term, [positive, negative]]))
}

function inSlices(terms: Iterable<string>): string[][] {
  const slices: string[][] = []
  let left = 0
  for (const term of terms) {
    left -= term.length + '"",'.length
    if (left >= 0) slices.at(-1)?.push(term)
    else {
      slices.push([term])
      left = MAX_CHARS_A_STATEMENT - term.length
    }
  }
  return slices
}
