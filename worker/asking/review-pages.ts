import { and, desc, eq, gte, type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import { reviewPageDays, reviewPages } from '#db/schema/index.ts'
import { areOwn, requireBusiness } from '../businesses/require-business.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { DomainError, fieldError } from '../errors.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { requireVerified } from '../identity/sessions/require-proof.ts'
import { chosenBusiness } from '../insights/overview/queries.ts'
import { isOwn } from '../platform/business-access.ts'
import {
  HANDLE_TAKEN,
  handleFrom,
  isHandle,
  linkKey,
  MAX_HANDLES,
  PAGE_LANGUAGES,
  type PageLanguage,
  type ReviewLink,
  type ReviewPageView,
  reviewPagePath,
  type SaveMessageInput,
  type SaveReviewPageInput,
} from '../rules/asking.ts'
import { DAY_MS, utcDay } from '../rules/durations.ts'
import { PLATFORM_NAMES, type Platform } from '../rules/platforms.ts'
import { googlePlaces } from '../sources/google-places/google-places.ts'

const COUNTED_DAYS = 30
/** Maximum opens counted per day, against abuse. */
const MAX_COUNTED = 10_000

type StoredPage = typeof reviewPages.$inferSelect

export function pageQuery(ctx: MemberContext, businessId: string | SQL) {
  return ctx.db
    .select()
    .from(reviewPages)
    .where(and(eq(reviewPages.businessId, businessId), isOwn(ctx, reviewPages)))
}

/**
 * The location of the screen: the chosen one, otherwise the one that has asked longest, otherwise the first by name.
 */
export function askingBusiness(ctx: MemberContext, businessId: string | undefined): SQL {
  if (businessId !== undefined) return sql`${businessId}`
  return sql`coalesce((
    SELECT page.business_id FROM review_pages AS page JOIN businesses ON businesses.id = page.business_id
    WHERE page.organization_id = ${ctx.organization.id} AND ${areOwn(ctx)}
    ORDER BY coalesce(page.asked_since, ${ctx.now()}), page.business_id LIMIT 1
  ), ${chosenBusiness(ctx, undefined)})`
}

export function pageView(ctx: Pick<BackgroundContext, 'settings'>, page: StoredPage): ReviewPageView {
  const { handle, links, message, isOn } = page
  return {
    handle,
    url: ctx.settings.APP_ORIGIN + reviewPagePath(handle),
    links,
    language: languageOf(page.language),
    message,
    isOn,
  }
}

export function languageOf(stored: string): PageLanguage {
  return PAGE_LANGUAGES.find((language) => language === stored) ?? 'en'
}

/** @throws DomainError `not_found`, `conflict` if the page doesn't exist yet */
export async function requirePage(ctx: MemberContext, businessId: string): Promise<StoredPage> {
  const business = await requireBusiness(ctx, businessId)
  const [page] = await pageQuery(ctx, business.id)
  if (!page) throw new DomainError('conflict', 'Make the page of this location first.')
  return page
}

/**
 * Creates or changes the page of a location. Its former addresses keep working, for printed codes.
 *
 * @throws DomainError `not_found`, `email_not_verified`, `conflict` for a `handle` already in use
 */
export async function saveReviewPage(
  ctx: MemberContext,
  input: SaveReviewPageInput,
): Promise<ReviewPageView> {
  const { businessId, handle, language, links, isOn } = input
  const business = await requireBusiness(ctx, businessId)
  requireVerified(ctx)
  if (business.isSample)
    throw new DomainError('conflict', 'This location is a sample. Add your own business to get its page.')
  const now = ctx.now()
  const { id: organizationId } = ctx.organization
  const isTheirs = sql`EXISTS (SELECT 1 FROM review_page_handles
    WHERE handle = ${handle} AND business_id = ${businessId} AND organization_id = ${organizationId})`
  const [, , [page]] = await ctx.db.batch([
    ctx.db.statement(sql`
      INSERT INTO review_page_handles (handle, business_id, organization_id, created_at)
      SELECT ${handle}, ${businessId}, ${organizationId}, ${now}
      WHERE (SELECT count(*) FROM review_page_handles WHERE business_id = ${businessId}) < ${MAX_HANDLES}
      ON CONFLICT (handle) DO NOTHING`),
    ctx.db.statement(sql`
      INSERT INTO review_pages (business_id, organization_id, handle, links, language, is_on, created_at, updated_at)
      SELECT ${businessId}, ${organizationId}, ${handle}, ${JSON.stringify(links)}, ${language}, ${isOn ? 1 : 0}, ${now}, ${now}
      WHERE ${isTheirs}
      ON CONFLICT (business_id) DO UPDATE SET handle = excluded.handle, links = excluded.links,
        language = excluded.language, is_on = excluded.is_on, updated_at = excluded.updated_at`),
    ctx.db
      .select()
      .from(reviewPages)
      .where(and(eq(reviewPages.businessId, businessId), eq(reviewPages.handle, handle), isTheirs)),
    recordAction(ctx, { organizationId, action: 'review_page_changed', subject: business.name }, isTheirs),
  ])
  if (!page) throw await whyNoHandle(ctx, input)
  return pageView(ctx, page)
}

async function whyNoHandle(ctx: MemberContext, { businessId, handle }: SaveReviewPageInput) {
  const [taken] = (await ctx.db.statement(sql`SELECT 1 FROM review_page_handles WHERE handle = ${handle}`))
    .results
  if (taken) return fieldError('conflict', 'handle', HANDLE_TAKEN)
  const { results } = await ctx.db.statement<{ handle: string }>(sql`
    SELECT handle FROM review_page_handles WHERE business_id = ${businessId} AND organization_id = ${ctx.organization.id}`)
  const former = results.map((row) => row.handle).join(', ')
  return fieldError(
    'conflict',
    'handle',
    `This page has had ${MAX_HANDLES} addresses, and all of them keep working. Use one of them again: ${former}.`,
  )
}

/** Saves the text that the owner sends to people personally. @throws DomainError `not_found`, `conflict` */
export async function saveMessage(
  ctx: MemberContext,
  { businessId, message }: SaveMessageInput,
): Promise<void> {
  await requirePage(ctx, businessId)
  await ctx.db
    .update(reviewPages)
    .set({ message, updatedAt: ctx.now() })
    .where(and(eq(reviewPages.businessId, businessId), isOwn(ctx, reviewPages)))
}

/** SQL for the number of emails that the organization requested in the last 24 hours. */
export function askedToday(ctx: MemberContext) {
  return sql`(SELECT count(*) FROM asks WHERE organization_id = ${ctx.organization.id} AND channel = 'mail'
    AND created_at > ${ctx.now() - DAY_MS})`
}

/** Query for the business and the facts for `suggestedPage`; `found` and `connected` are JSON. */
export function knownQuery(ctx: MemberContext, business: SQL) {
  return ctx.db.statement<{
    id: string
    name: string
    googleUrl: string | null
    tripadvisorUrl: string | null
    isSample: number
    address: string | null
    found: string
    connected: string
    askedToday: number
  }>(sql`
    SELECT id, name, google_business_url AS googleUrl, tripadvisor_url AS tripadvisorUrl, is_sample AS isSample,
      full_address AS address,
      (SELECT json_group_array(listing_url) FROM business_sources
        WHERE business_id = businesses.id AND platform = 'google') AS found,
      (SELECT json_group_object(platform, place_id) FROM connection_links
        WHERE business_id = businesses.id) AS connected,
      ${askedToday(ctx)} AS askedToday
    FROM businesses WHERE id = ${business} AND ${areOwn(ctx)}`)
}

interface Known {
  name: string
  googleUrl: string | null
  tripadvisorUrl: string | null
  /** Listing addresses at Google, if collecting has found better ones. */
  found: readonly string[]
  /** Platform ids of places with a connected account of the owner. */
  connected: Readonly<Partial<Record<Platform, string>>>
}

/** A suggested page for a location. Its links lead to the platforms' own review forms. */
export function suggestedPage({ name, googleUrl, tripadvisorUrl, found, connected }: Known) {
  const google = [...found, ...(googleUrl ? [googleUrl] : [])]
  const { facebook } = connected
  const links = [
    { name: PLATFORM_NAMES.google, url: google.map(googleForm).find((url) => url !== null) ?? googleUrl },
    {
      name: PLATFORM_NAMES.facebook,
      url: facebook ? `https://www.facebook.com/${encodeURIComponent(facebook)}/reviews` : null,
    },
    { name: PLATFORM_NAMES.tripadvisor, url: tripadvisorUrl && tripadvisorForm(tripadvisorUrl) },
  ]
  return {
    handle: handleFrom(name),
    links: links.flatMap(({ name: platform, url }): ReviewLink[] => (url ? [{ name: platform, url }] : [])),
  }
}

function googleForm(listingUrl: string): string | null {
  const url = URL.parse(listingUrl)
  const id = url && googlePlaces.locate(url)?.id
  return id ? `https://search.google.com/local/writereview?placeid=${id}` : null
}

/** URL of the review form; the listing's URL if it doesn't contain the ids for the form. */
function tripadvisorForm(listingUrl: string): string {
  const [, area, place] = /-g(\d{1,12})-d(\d{1,12})(?:-|\.|$)/.exec(listingUrl) ?? []
  if (area === undefined || place === undefined) return listingUrl
  return `https://www.tripadvisor.com/UserReviewEdit-g${area}-d${place}`
}

export interface PublicReviewPage {
  name: string
  links: ReviewLink[]
  language: PageLanguage
}

/** The public page of a handle; null if there is none or it is switched off. */
export async function findPublicPage(
  { db }: Pick<BackgroundContext, 'db'>,
  handle: string,
): Promise<PublicReviewPage | null> {
  if (!isHandle(handle)) return null
  const { results } = await db.statement<{ name: string; links: string; language: string }>(sql`
    SELECT business.name, page.links, page.language
    FROM review_page_handles AS own
    JOIN review_pages AS page ON page.business_id = own.business_id AND page.organization_id = own.organization_id
    JOIN businesses AS business ON business.id = own.business_id AND business.organization_id = own.organization_id
    WHERE own.handle = ${handle} AND page.is_on = 1 AND business.deleted_at IS NULL`)
  const [row] = results
  if (!row) return null
  // Safe: written by `saveReviewPage`.
  return { name: row.name, links: JSON.parse(row.links) as ReviewLink[], language: languageOf(row.language) }
}

/** Null if the page has no link with that key. */
export function linkOf({ links }: Pick<PublicReviewPage, 'links'>, key: string): string | null {
  return links.find(({ url }) => linkKey(url) === key)?.url ?? null
}

/** Target that counts how often the page itself was opened. */
export const PAGE_TARGET = 'page'

/**
 * Counts a page view or a followed link, by day only: no cookie, no IP address, nothing about the visitor.
 *
 * @param target `PAGE_TARGET`, or the key of a link
 */
export async function countVisit(
  { db, now }: Pick<BackgroundContext, 'db' | 'now'>,
  handle: string,
  target: string,
): Promise<void> {
  await db.statement(sql`
    INSERT INTO review_page_days (business_id, day, target, organization_id, count)
    SELECT business_id, ${utcDay(now())}, ${target}, organization_id, 1 FROM review_page_handles WHERE handle = ${handle}
    ON CONFLICT (business_id, day, target) DO UPDATE SET count = count + 1 WHERE count < ${MAX_COUNTED}`)
}

export function countsQuery(ctx: MemberContext, businessId: string | SQL) {
  return ctx.db
    .select({ target: reviewPageDays.target, count: sql<number>`sum(${reviewPageDays.count})`.as('sum') })
    .from(reviewPageDays)
    .where(
      and(
        eq(reviewPageDays.businessId, businessId),
        isOwn(ctx, reviewPageDays),
        gte(reviewPageDays.day, utcDay(ctx.now() - COUNTED_DAYS * DAY_MS)),
      ),
    )
    .groupBy(reviewPageDays.target)
    .orderBy(desc(sql`sum`))
}

/** Counts of views and followed links, with the links' current names; deleted links keep their key. */
export function countsOf(
  rows: readonly { target: string; count: number }[],
  links: readonly ReviewLink[],
): { opened: number; followed: { name: string; count: number }[] } {
  const names = new Map(links.map(({ name, url }) => [linkKey(url), name]))
  return {
    opened: rows.find(({ target }) => target === PAGE_TARGET)?.count ?? 0,
    followed: rows
      .filter(({ target }) => target !== PAGE_TARGET)
      .map(({ target, count }) => ({ name: names.get(target) ?? target, count })),
  }
}

/** Statement that records when a location started asking, for the batch that asks. */
export function beginAsking(ctx: MemberContext, businessId: string, condition = sql`1`): Statement {
  return ctx.db
    .update(reviewPages)
    .set({ askedSince: sql`coalesce(${reviewPages.askedSince}, ${ctx.now()})` })
    .where(and(eq(reviewPages.businessId, businessId), isOwn(ctx, reviewPages), condition))
}
