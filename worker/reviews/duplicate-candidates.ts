import { type Column, type SQL, sql } from 'drizzle-orm'
import { IMPORT_SOURCES } from '../rules/imports.ts'
import type { SourceName } from '../sources/source.ts'

const NAMES = IMPORT_SOURCES.map((source) => `'${source}'`).join(', ')

/** True of imported rows. Written out, not bound: the index serves only what says the same as its definition. */
export function isImported(table: 'reviews' | 'past') {
  return sql.raw(importedIn(table))
}

export function importedIn(table: string): string {
  return `${table}.source IN (${NAMES})`
}

const PROFILE: SourceName = 'google-business-profile'

// Literally the conditions of the two indexes by instant.
const IS_PUBLIC = sql.raw(`(reviews.platform = 'google' AND reviews.source <> '${PROFILE}')`)
const IS_OF_PROFILE = sql.raw(`(reviews.platform = 'google' AND reviews.source = '${PROFILE}')`)

/** True of a stored review (`reviews`) of Google that came by the other one of its two lists: the owner's, the public's. */
export function isOfOtherList(source: string): SQL {
  return source === PROFILE ? IS_PUBLIC : IS_OF_PROFILE
}

function has(index: string, businessId: string | Column, condition: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM reviews INDEXED BY ${sql.raw(index)}
    WHERE reviews.business_id = ${businessId} AND ${condition})`
}

/** True when a review is stored that came by file, by hand, by push or by mail, and that no list has shown since. */
export function hasImported({
  businessId,
  platform,
}: Record<'businessId' | 'platform', string | Column>): SQL {
  return has('reviews_arrived', businessId, sql`reviews.platform = ${platform} AND ${isImported('reviews')}`)
}

/**
 * True when a stored review may arrive from this source under another id. Reads two rows at most: left to choose, the
 * database reads all of the platform's.
 */
export function mayHaveDuplicates({
  businessId,
  platform,
  source,
}: Record<'businessId' | 'platform' | 'source', string | Column>): SQL {
  return sql`(${hasImported({ businessId, platform })}
    OR ${platform} = 'google' AND CASE ${source}
      WHEN ${PROFILE} THEN ${has('reviews_by_instant_public', businessId, IS_PUBLIC)}
      ELSE ${has('reviews_by_instant_profile', businessId, IS_OF_PROFILE)} END)`
}
