import { type Column, type SQL, sql } from 'drizzle-orm'
import type { SourceName } from '../sources/source.ts'
import { isArrived } from './is-arrived.ts'

const PROFILE: SourceName = 'google-business-profile'

/** True of a stored review (`reviews`) of Google that came by the other one of its two lists: the owner's, the public's. */
export function isOfOtherList(source: string): SQL {
  return source === PROFILE ? IS_PUBLIC : IS_OF_PROFILE
}

// Literally the conditions of the two indexes by instant.
const IS_PUBLIC = sql.raw(`(reviews.platform = 'google' AND reviews.source <> '${PROFILE}')`)
const IS_OF_PROFILE = sql.raw(`(reviews.platform = 'google' AND reviews.source = '${PROFILE}')`)

/**
 * True when a review is stored that may arrive from this source under another id: one that came without the platform's
 * own, or by Google's other list. Reads two rows at most.
 */
export function mayHaveTwins({
  businessId,
  platform,
  source,
}: Record<'businessId' | 'platform' | 'source', string | Column>): SQL {
  const has = (condition: SQL) => sql`EXISTS (SELECT 1 FROM reviews
    WHERE reviews.business_id = ${businessId} AND ${condition})`
  return sql`(${has(sql`reviews.platform = ${platform} AND ${isArrived('reviews')}`)}
    OR CASE WHEN ${platform} <> 'google' THEN 0
      WHEN ${source} = ${PROFILE} THEN ${has(IS_PUBLIC)} ELSE ${has(IS_OF_PROFILE)} END)`
}
