import { sql } from 'drizzle-orm'
import { createBusiness } from '../businesses/create.ts'
import { usablePlatforms } from '../businesses/own-platforms.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { restoreCases } from '../cases/manage.ts'
import type { MemberContext } from '../context.ts'
import { watchBusiness } from '../insights/alarms/check-due.ts'
import { restoreCorrections } from '../insights/corrections/correct.ts'
import { restoreResponses } from '../responses/restore-responses.ts'
import { restoreNotes } from '../reviews/notes.ts'
import { restoreReviews } from '../reviews/restore-reviews.ts'
import {
  type RestoreBusinessInput,
  type RestoredReview,
  type RestoredRows,
  type RestoreReviewsInput,
  readArchivedReview,
} from '../rules/archive-import.ts'
import { IMPORT_SOURCES } from '../rules/imports.ts'
import { SOURCE_NAMES } from '../sources/source.ts'

/**
 * Finds or creates the business for a business of an archive. To make an import repeatable, it reuses one with the same
 * name and address, unless it is in `taken`: assigned to another business of the archive. Concurrent calls create only
 * one.
 *
 * @throws DomainError as `createBusiness`
 */
export async function restoreBusiness(
  ctx: MemberContext,
  { business, taken }: RestoreBusinessInput,
): Promise<{ id: string }> {
  const { name, location, fullAddress, city } = business
  const isIt = sql`organization_id = ${ctx.organization.id} AND is_sample = 0 AND deleted_at IS NULL AND name = ${name}
    AND location IS ${location} AND full_address IS ${fullAddress} AND city IS ${city}
    AND id NOT IN (SELECT value FROM json_each(${JSON.stringify(taken)}))`
  const find = async () => {
    const { results } = await ctx.db.statement<{ id: string }>(
      sql`SELECT id FROM businesses WHERE ${isIt} ORDER BY created_at, id LIMIT 1`,
    )
    return results[0]
  }
  const known = await find()
  if (known) return known
  const links = { googleBusinessUrl: null, yelpBusinessUrl: null, tripadvisorUrl: null }
  const isNone = sql`NOT EXISTS (SELECT 1 FROM businesses WHERE ${isIt})`
  try {
    const { id } = await createBusiness(ctx, { ...business, ...links }, watchBusiness, isNone)
    return { id }
  } catch (refusal) {
    const meanwhile = await find()
    if (!meanwhile) throw refusal
    return meanwhile
  }
}

/**
 * Restores lines of an archive to a business, with former versions, responses, corrections, notes and cases. Repeating
 * it stores nothing twice; an unreadable line doesn't stop the others.
 *
 * @throws DomainError `not_found`
 */
export async function restoreRows(ctx: MemberContext, input: RestoreReviewsInput): Promise<RestoredRows> {
  const { businessId } = input
  await requireBusiness(ctx, businessId)
  const { id: organizationId, plan } = ctx.organization
  const own = await usablePlatforms(ctx, { organizationId, plan })
  const bounds = { now: ctx.now(), plan, own }
  const read = input.rows.map((row) => readArchivedReview(row, bounds))
  const refused = read.flatMap(({ faults }, row) => faults.map((fault) => ({ row, ...fault })))
  const reviews = read.flatMap(({ review }) => (review ? [{ ...review, source: knownSource(review) }] : []))
  const rows = { businessId, reviews }
  const [, , , counted] = await ctx.db.batch([
    ...restoreReviews(ctx, rows),
    ...restoreResponses(ctx, rows),
    ...restoreCorrections(ctx, rows),
    ...restoreNotes(ctx, rows),
    ...restoreCases(ctx, rows),
  ])
  const { stored = 0, present = 0 } = counted.results[0] ?? {}
  return { stored, known: present - stored, overQuota: reviews.length - present, refused }
}

/** 'file' for unknown names. */
function knownSource({ source }: RestoredReview): string {
  return [...SOURCE_NAMES, ...IMPORT_SOURCES].find((name) => name === source) ?? 'file'
}
