import { type Column, type SQL, sql } from 'drizzle-orm'
import { IMPORT_SOURCES } from '../rules/imports.ts'
import type { SourceName } from '../sources/source.ts'

const NAMES = IMPORT_SOURCES.map((source) => `'${source}'`).join(', ')

/**
 * SQL that is true for imported rows. The values are inlined, not bound, because SQLite only uses the index for the
 * exact expression in the index's definition.
 */
export function isImported(table: 'reviews' | 'past') {
  return sql.raw(importedIn(table))
}

export function importedIn(table: string): string {
  return `${table}.source IN (${NAMES})`
}

const PROFILE: SourceName = 'google-business-profile'

// Exactly the conditions of the two partial indexes.
const IS_PUBLIC = sql.raw(`(reviews.platform = 'google' AND reviews.source <> '${PROFILE}')`)
const IS_OF_PROFILE = sql.raw(`(reviews.platform = 'google' AND reviews.source = '${PROFILE}')`)

/**
 * SQL that is true for a stored Google review (`reviews`) from the other list than `source`: Google has one list for
 * the owner and one for the public.
 */
export function isOfOtherList(source: string): SQL {
  return source === PROFILE ? IS_PUBLIC : IS_OF_PROFILE
}

function has(index: string, businessId: string | Column, condition: SQL): SQL {
  return sql`EXISTS (SELECT 1 FROM reviews INDEXED BY ${sql.raw(index)}
    WHERE reviews.business_id = +${businessId} AND ${condition})`
}

/**
 * SQL that is true if there is a stored review that came by file, paste, push or mail and hasn't been shown by any list
 * since.
 */
export function hasImported({
  businessId,
  platform,
}: Record<'businessId' | 'platform', string | Column>): SQL {
  return has('reviews_arrived', businessId, sql`reviews.platform = +${platform} AND ${isImported('reviews')}`)
}

/**
 * SQL that is true if a stored review may come from this source under another id. Reads at most two rows; without the
 * forced index, SQLite would read all reviews of the platform.
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
