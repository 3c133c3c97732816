import { sql } from 'drizzle-orm'
import { literal } from '#db/client.ts'
import { type Listing, locateLink } from '../../businesses/listings.ts'
import { businessNotFound, requireBusiness } from '../../businesses/require-business.ts'
import { comparePlaces, namesOf, type PlaceAt } from '../../businesses/same-place.ts'
import { findByLink, listingIn } from '../../collection/find-place.ts'
import type { MemberContext } from '../../context.ts'
import { DomainError, fieldError } from '../../errors.ts'
import { type Limit, triesOf } from '../../identity/limits/tries.ts'
import { recordAction } from '../../identity/log/record-action.ts'
import { isInReach } from '../../platform/business-access.ts'
import type { RestoreCompetitorInput } from '../../rules/archive-import.ts'
import type { ArchivedCompetitor } from '../../rules/archives.ts'
import {
  type AddCompetitorInput,
  type CompetitorId,
  MAX_COMPETITORS,
  type RecordTotalsInput,
} from '../../rules/competitors.ts'
import { DAY_MS, utcDay } from '../../rules/durations.ts'
import { placeNameIn } from '../../rules/found-place.ts'
import { EARLIEST_MS } from '../../rules/imported-dates.ts'
import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import type { PlaceRef } from '../../sources/source.ts'
import { lookUpTotals, restoreTotals, storeTotals } from './look-up-totals.ts'

const ARCHIVE_PAGE = 100

/**
 * Adds a competitor of a business and looks up its numbers. If the platform doesn't provide the numbers, the competitor
 * is added anyway, because a member can enter them.
 *
 * @throws DomainError `not_found`; `invalid_input` for `link` or `name`; `conflict` for `link` if the place is already
 * listed or is one of the organization's own; `plan_limit` beyond MAX_COMPETITORS; `too_many`
 */
export async function addCompetitor(ctx: MemberContext, input: AddCompetitorInput): Promise<{ id: string }> {
  const { businessId, link } = input
  await requireBusiness(ctx, businessId)
  const listing = listingIn(ctx, link)
  const { platform } = listing
  const { name, isOwn, place } = await identify(ctx, input, listing)
  if (isOwn) throw ownPlace()
  if (name === '') {
    const message = `We couldn’t get the name from ${PLATFORM_NAMES[platform]}. Please enter it.`
    throw fieldError('invalid_input', 'name', message)
  }
  const found = { ...listing, place }
  if ((await findCompetitor(ctx, businessId, found)) !== null) throw alreadyInList()
  const id = ctx.createId()
  const [stored] = await ctx.db.batch(storeCompetitor(ctx, { id, businessId, link, name }, found))
  if (stored.results.length === 0) throw await refusal(ctx, { businessId, link, placeUrl: place.url })
  await lookUpTotals(ctx, { id, organizationId: ctx.organization.id, link, failures: 0 })
  return { id }
}

/** Statements that add a competitor, unless the business has it already or has MAX_COMPETITORS. */
function storeCompetitor(
  ctx: MemberContext,
  { id, businessId, link, name }: { id: string; businessId: string; link: string; name: string },
  { platform, place }: PlaceAt,
) {
  const organizationId = ctx.organization.id
  const now = ctx.now()
  return [
    ctx.db.statement<{ id: string }>(sql`
      INSERT INTO competitors (id, organization_id, business_id, platform, name, link, place_url, due_at, created_at)
      SELECT ${id}, organization_id, id, ${platform}, ${name}, ${link}, ${place.url}, ${now}, ${now} FROM businesses
      WHERE id = ${businessId} AND organization_id = ${organizationId}
        AND (SELECT count(*) FROM competitors WHERE business_id = ${businessId}) < ${MAX_COMPETITORS}
        AND NOT EXISTS (SELECT 1 FROM competitors WHERE business_id = ${businessId} AND link = ${link})
      ON CONFLICT DO NOTHING RETURNING id`),
    recordAction(ctx, { organizationId, action: 'competitor_added', subject: name }),
  ] as const
}

/** Limit on restored totals, so that nobody can fill the database through imports. */
const RESTORED_TOTALS: Limit = {
  name: 'competitor-totals-restored',
  max: 50_000,
  windowMs: DAY_MS,
  message: 'Too many numbers of competitors were imported today. Please continue tomorrow.',
}

/**
 * Restores a competitor from an archive with totals of days that aren't stored yet. Asks no platform; the next tick
 * does: a short link leads to the place that the archive names.
 *
 * @throws DomainError as `addCompetitor`, but not if the place is already listed; `invalid_input` for a day in the future
 * or before EARLIEST_MS
 */
export async function restoreCompetitor(ctx: MemberContext, input: RestoreCompetitorInput): Promise<void> {
  const { businessId, link, name, placeUrl, totals } = input
  await requireBusiness(ctx, businessId)
  for (const { day } of totals) requirePossible(ctx, day)
  const listing = listingIn(ctx, link)
  const found = { ...listing, ...(placeUrl && locateLink(listing.platform, placeUrl, ctx.settings)) }
  const { listed } = await comparePlaces(ctx, [listing, found])
  if (listed) throw ownPlace()
  const known = await findCompetitor(ctx, businessId, found)
  if (known === null) {
    const [stored] = await ctx.db.batch(
      storeCompetitor(ctx, { id: ctx.createId(), businessId, link, name }, found),
    )
    const isStored = stored.results.length > 0
    const refused = isStored ? null : await refusal(ctx, { businessId, link, placeUrl: found.place.url })
    if (refused && refused.code !== 'conflict') throw refused
  }
  const isIt = sql`business_id = ${businessId} AND organization_id = ${ctx.organization.id}
    AND (competitors.id = ${known} OR place_url = ${found.place.url} OR link = ${link})`
  const days = totals.map((one) => ({ ...one, day: utcDay(one.day) }))
  const tries = triesOf(ctx, [{ limit: RESTORED_TOTALS, key: ctx.organization.id }], days.length)
  const [restored] = await ctx.db.batch([
    restoreTotals(ctx, sql`${isIt} AND ${tries.areLeft}`, days),
    ...tries.count,
  ])
  if (restored.meta.changes === 0) await tries.requireLeft()
}

/** Competitors with all their totals, oldest first. */
export async function* archivedCompetitors(ctx: MemberContext): AsyncGenerator<ArchivedCompetitor[]> {
  let last: string | undefined
  do {
    const { results } = await ctx.db.statement<
      Omit<ArchivedCompetitor, 'totals'> & { id: string; totals: string }
    >(sql`
      SELECT id, business_id AS businessId, platform, name, link, place_url AS placeUrl, (
        SELECT json_group_array(json_object('day', day, 'average', average, 'count', review_count,
          'isTyped', json(iif(is_typed, 'true', 'false')))) FROM (
            SELECT * FROM competitor_totals WHERE competitor_id = competitors.id ORDER BY day)) AS totals
      FROM competitors WHERE organization_id = ${ctx.organization.id} AND id > ${last ?? ''}
        AND business_id NOT IN (SELECT id FROM businesses WHERE organization_id = ${ctx.organization.id} AND is_sample)
      ORDER BY id LIMIT ${literal(ARCHIVE_PAGE)}`)
    yield results.map(({ id: _, totals, ...competitor }) => ({ ...competitor, totals: JSON.parse(totals) }))
    last = results.length === ARCHIVE_PAGE ? results.at(-1)?.id : undefined
  } while (last !== undefined)
}

/**
 * Asks the platform only if the link contains no name (a short link), or if the member typed no name and the link only
 * contains a simplified one (`harbor-books`).
 *
 * @returns `place`: where the link leads, if the platform was asked
 */
async function identify(
  ctx: MemberContext,
  { link, name: typed }: AddCompetitorInput,
  listing: Listing,
): Promise<{ name: string; isOwn: boolean; place: PlaceRef }> {
  const named = placeNameIn(link)
  if (named !== '' && (typed || listing.platform === 'google')) {
    const { listed } = await comparePlaces(ctx, [listing])
    return { name: typed || named, isOwn: listed !== null, place: listing.place }
  }
  const { view, place } = await findByLink(ctx, link)
  return { name: typed || view.name, isOwn: view.isListed, place }
}

/**
 * Id of the competitor if the business has it already, by whatever link, or null. The index on `place_url` catches two
 * at once.
 */
async function findCompetitor(
  ctx: MemberContext,
  businessId: string,
  given: PlaceAt,
): Promise<string | null> {
  const { platform, source } = given
  const { results } = await ctx.db.statement<{ id: string; url: string }>(sql`
    SELECT id, place_url AS url FROM competitors
    WHERE business_id = ${businessId} AND organization_id = ${ctx.organization.id} AND platform = ${platform}`)
  const names = namesOf(given)
  const known = results.find(({ url }) =>
    namesOf({ platform, source, place: { id: null, url } }).some((name) => names.includes(name)),
  )
  return known?.id ?? null
}

function alreadyInList(): DomainError {
  return fieldError('conflict', 'link', 'This place is already in your list.')
}

async function refusal(
  ctx: MemberContext,
  { businessId, link, placeUrl }: { businessId: string; link: string; placeUrl: string },
): Promise<DomainError> {
  const { results } = await ctx.db.statement<{ isListed: number; hasRoom: number }>(sql`
    SELECT EXISTS (SELECT 1 FROM competitors
        WHERE business_id = business.id AND (place_url = ${placeUrl} OR link = ${link})) AS isListed,
      (SELECT count(*) FROM competitors WHERE business_id = business.id) < ${MAX_COMPETITORS} AS hasRoom
    FROM businesses AS business WHERE id = ${businessId} AND organization_id = ${ctx.organization.id}`)
  const [found] = results
  if (!found) return businessNotFound()
  if (found.isListed) return alreadyInList()
  return new DomainError(
    'plan_limit',
    `You compare a business with ${MAX_COMPETITORS} others. Remove one to add another.`,
  )
}

/**
 * Stores the totals that a member has read on the platform, replacing those of the same day.
 *
 * @throws DomainError `not_found`, `invalid_input` for a `day` in the future or before EARLIEST_MS
 */
export async function recordTotals(ctx: MemberContext, input: RecordTotalsInput): Promise<void> {
  requirePossible(ctx, input.day)
  const { average, count } = input
  const totals = { day: utcDay(input.day), average, count, isTyped: true }
  const { meta } = await storeTotals(ctx, isOwn(ctx, input.id), totals)
  if (meta.changes === 0) throw gone()
}

/** Removes a competitor with its history. @throws DomainError `not_found` */
export async function removeCompetitor(ctx: MemberContext, { id }: CompetitorId): Promise<void> {
  const organizationId = ctx.organization.id
  const isIt = isOwn(ctx, id)
  const subject = sql`(SELECT name FROM competitors WHERE ${isIt})`
  const [, removed] = await ctx.db.batch([
    recordAction(ctx, { organizationId, action: 'competitor_removed', subject }, sql`${subject} IS NOT NULL`),
    ctx.db.statement<{ id: string }>(sql`DELETE FROM competitors WHERE ${isIt} RETURNING id`),
  ])
  if (removed.results.length === 0) throw gone()
}

function isOwn(ctx: MemberContext, id: string) {
  return sql`id = ${id} AND organization_id = ${ctx.organization.id} AND ${isInReach(ctx, sql`business_id`)}`
}

/** @param day milliseconds, UTC */
function requirePossible(ctx: MemberContext, day: number): void {
  if (day < EARLIEST_MS) throw fieldError('invalid_input', 'day', 'This day is too long ago.')
  if (day > ctx.now()) throw fieldError('invalid_input', 'day', 'Enter today or a day before it.')
}

function ownPlace(): DomainError {
  return fieldError(
    'conflict',
    'link',
    'This is one of your own locations. Paste the link of another business.',
  )
}

function gone(): DomainError {
  return new DomainError('not_found', 'This competitor is no longer in your list.')
}
