import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { MismatchKind, Topic } from '../rules/review-features.ts'
import type { Sentiment } from '../rules/sentiment.ts'

interface InsightKeys {
  topics: readonly { topic: Topic; polarity: Sentiment }[]
  terms: readonly string[]
  mismatch: MismatchKind | null
}

/** The value of `reviews.insight_keys`: tokens of the search index, with `~` instead of the organization. */
export function insightKeysOf({ topics, terms, mismatch }: InsightKeys): string {
  const tokens = [
    ...topics.map(({ topic, polarity }) => topicToken('~', topic, polarity)),
    ...terms.map((term) => termToken('~', term)),
    ...(mismatch ? [mismatchToken('~', mismatch)] : []),
  ]
  return tokens.map((token) => ` ${token}`).join('')
}

interface ReadKeys {
  id: number
  keys: string
  /** Labels of the tags that the review gets because of its topics. */
  labels: readonly string[]
}

/**
 * Statement that stores reviews' keys for the search index, and adds the tags for their topics. Unchanged keys aren't
 * rewritten.
 *
 * @param missing SQL for the text to append to a review's labels (`missingLabels` of `read.labels`)
 */
export function storeInsightKeys(db: Database, read: readonly ReadKeys[], missing: SQL) {
  const keysOfReviews = JSON.stringify(read.map(({ id, keys, labels }) => [id, keys, labels]))
  return db.statement(sql`
    UPDATE reviews SET insight_keys = read.keys, label_keys = label_keys || ${missing}
    FROM (SELECT value->>0 AS review_id, value->>1 AS keys, value->2 AS labels FROM json_each(${keysOfReviews})) AS read
    WHERE reviews.id = read.review_id AND reviews.insight_keys <> read.keys`)
}

/** @param org the organization's id in the form used by tokens of the search index */
export function topicToken(org: string, topic: Topic, polarity: Sentiment): string {
  return `t${org}${topic.replaceAll('_', '')}${polarity}`
}

export function mismatchToken(org: string, mismatch: MismatchKind): string {
  return `m${org}${mismatch.replaceAll('_', '')}`
}

const A = 97
const Z = 122
const encoder = new TextEncoder()

/**
 * Keeps the letters a to z and writes every other byte as `0` and two hexadecimal digits. This turns each text into a
 * single token of the index that no other text has and that is never FTS5 syntax.
 */
export function termToken(org: string, term: string): string {
  const parts = [...encoder.encode(term)].map((byte) =>
    byte >= A && byte <= Z ? String.fromCharCode(byte) : `0${byte.toString(16).padStart(2, '0')}`,
  )
  return `k${org}${parts.join('')}`
}
