import { sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { businesses, reviews } from '#db/schema/index.ts'
import type { BackgroundContext } from '../../context.ts'
import { insightKeysOf, storeInsightKeys } from '../../reviews/insight-keys.ts'
import { labelsOfTopics, missingLabels, type RuledTag } from '../../reviews/tag-rules.ts'
import type { Correction } from '../../rules/corrections.ts'
import { utcDay } from '../../rules/durations.ts'
import type { WordLists } from '../text/word-lists.ts'
import type { IndustryOf } from '../topics/industries.ts'
import { METHOD, readReview } from './read-review.ts'

export const READ_COLUMNS = {
  ...columns(
    reviews,
    'id',
    'organizationId',
    'businessId',
    'platform',
    'rating',
    'reviewText',
    'removedAt',
    'editedAt',
    'postedAt',
    'scrapedAt',
    'insightKeys',
  ),
  industry: businesses.industry,
  businessName: sql<string>`${businesses.name}`.as('business_name'),
}
export interface UnreadReview
  extends Pick<
    typeof reviews.$inferSelect,
    | 'id'
    | 'organizationId'
    | 'businessId'
    | 'platform'
    | 'rating'
    | 'reviewText'
    | 'removedAt'
    | 'editedAt'
    | 'postedAt'
    | 'scrapedAt'
    | 'insightKeys'
  > {
  industry: string | null
  businessName: string
}

interface ReadWith {
  words: WordLists
  industryOf: IndustryOf
  correctionsOf: (reviewId: number) => readonly Correction[]
  tagRules: readonly RuledTag[]
}

/**
 * Replaces the features of these reviews, also in the counts and the search index. Unchanged features aren't rewritten,
 * because that would rewrite all of their counts. Reviews also get the tags with a rule about a newly found topic.
 */
export function storeFeatures(
  { db }: Pick<BackgroundContext, 'db'>,
  rows: readonly UnreadReview[],
  { correctionsOf, tagRules, ...means }: ReadWith,
) {
  const ids = JSON.stringify(rows.map(({ id }) => id))
  const read = rows.map((row) => {
    const features = featuresOf(row, means, correctionsOf(row.id))
    const { rating, platform, reviewText: text, insightKeys: before } = row
    const labels = labelsOfTopics(tagRules, { rating, platform, text, insightKeys: features.keys }, before)
    return { ...features, labels }
  })
  const stored = JSON.stringify(read.filter(({ isCounted }) => isCounted).map(({ values }) => values))
  return [
    db.statement(sql`
      DELETE FROM review_features WHERE review_id IN (SELECT value FROM json_each(${ids})) AND review_id NOT IN (
        SELECT known.review_id FROM json_each(${stored}) CROSS JOIN review_features AS known ON known.review_id = value->>0
        WHERE (known.business_id, known.method, known.edited_at, known.day, known.rating, known.language, known.tokens,
          known.score, known.mismatch, known.topics, known.terms)
          IS (value->>2, ${METHOD}, value->>3, value->>4, value->>5, value->>6, value->>7, value->>8, value->>9, value->10,
          value->11))`),
    // Leaves out reviews deleted meanwhile.
    db.statement(sql`
      INSERT INTO review_features (review_id, organization_id, business_id, method, edited_at, day, rating, language, tokens,
        score, mismatch, topics, terms)
      SELECT reviews.id, value->>1, value->>2, ${METHOD}, value->>3, value->>4, value->>5, value->>6, value->>7, value->>8,
        value->>9, value->10, value->11
      FROM json_each(${stored}) CROSS JOIN reviews ON reviews.id = value->>0
      WHERE NOT EXISTS (SELECT 1 FROM review_features WHERE review_id = reviews.id)`),
    storeInsightKeys(db, read, missingLabels(sql`read.labels`)),
  ] as const
}

/** Removed reviews and those without text aren't counted. */
function featuresOf(
  row: UnreadReview,
  { words, industryOf }: Pick<ReadWith, 'words' | 'industryOf'>,
  corrections: readonly Correction[],
) {
  const { language, tokens, score, mismatch, topics, terms } = readReview(
    row.reviewText,
    row.rating,
    industryOf({ name: row.businessName, industry: row.industry }),
    words,
    corrections,
  )
  const isCounted = row.removedAt === null && row.reviewText !== ''
  return {
    id: row.id,
    isCounted,
    keys: isCounted ? insightKeysOf({ topics, terms, mismatch }) : '',
    // In the order of the INSERT.
    values: [
      row.id,
      row.organizationId,
      row.businessId,
      row.editedAt,
      utcDay(row.postedAt),
      row.rating,
      language,
      tokens,
      score,
      mismatch,
      topics,
      terms,
    ],
  }
}
