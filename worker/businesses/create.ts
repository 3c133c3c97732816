import { and, eq, type SQL, sql } from 'drizzle-orm'
import { literal, type Statement } from '#db/client.ts'
import { businesses, businessSources } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { emailNotVerified } from '../identity/sessions/require-proof.ts'
import { forgetGoneBusinesses, reachOwnBusiness } from '../organizations/membership.ts'
import { reaching } from '../platform/business-access.ts'
import type { BusinessView, CreateBusinessInput, UpdateBusinessInput } from '../rules/businesses.ts'
import { ERROR_TEXTS } from '../rules/error-texts.ts'
import {
  allowance,
  isPlan,
  locationLimitAdvice,
  locationLimitMessage,
  PLANS,
  planLimits,
  planName,
  upgradeAdvice,
} from '../rules/plans.ts'
import { requirePlatform } from './choose-source.ts'
import { countBusinesses, getBusiness } from './list.ts'
import { locateListings } from './listings.ts'
import { areOwn, requireBusiness } from './require-business.ts'
import { areUnlisted, requireUnlisted } from './same-place.ts'
import { rescheduleSources, syncSources } from './source-state.ts'

/** Maximum businesses of an organization whose owner hasn't verified their email address. */
const UNVERIFIED_BUSINESSES = 1

/**
 * Adds a business if the plan has room and no other has one of its listings; only one until the email address is
 * verified. Both conditions are part of the inserting statement, so that of two concurrent requests only one adds it.
 *
 * @param watchBusiness from insights/alarms/check-due.ts, which this folder can't import
 * @param condition must also be true when it is stored
 * @throws DomainError `plan_limit` with the specified message, `email_not_verified`, `invalid_input` for no listing,
 * `conflict` for a listing that another business has
 */
export async function createBusiness(
  ctx: MemberContext,
  input: CreateBusinessInput,
  watchBusiness: (ctx: MemberContext, businessId: string) => Statement,
  condition: SQL = sql`1`,
): Promise<BusinessView> {
  const listings = locateListings(input, { settings: ctx.settings, plan: ctx.organization.plan })
  for (const { platform } of listings) requirePlatform(ctx, platform)
  await requireUnlisted(ctx, listings)
  const locations = allowance(ctx.organization.plan, 'locations')
  const { isVerified } = ctx.session.user
  const room = isVerified ? locations : Math.min(locations, UNVERIFIED_BUSINESSES)
  const id = ctx.createId()
  const now = ctx.now()
  const insert = ctx.db.statement(sql`
    INSERT INTO businesses (id, organization_id, user_id, name, industry, location, phone, website, description, email,
      google_business_url, yelp_business_url, tripadvisor_url, full_address, city, state, zip_code, country, logo_url,
      address, settings, created_at,
      updated_at)
    SELECT ${id}, ${ctx.organization.id}, ${ctx.session.user.id}, ${input.name}, ${input.industry ?? null},
      ${input.location ?? null}, ${input.phone ?? null}, ${input.website ?? null}, ${input.description ?? null},
      ${input.email ?? null}, ${input.googleBusinessUrl ?? null}, ${input.yelpBusinessUrl ?? null},
      ${input.tripadvisorUrl ?? null}, ${input.fullAddress ?? null}, ${input.city ?? null}, ${input.state ?? null},
      ${input.zipCode ?? null}, ${input.country ?? null}, ${input.logoUrl ?? null},
      ${JSON.stringify(input.address)}, ${JSON.stringify(input.settings)}, ${now}, ${now}
    WHERE (SELECT count(*) FROM businesses 
      WHERE organization_id = ${ctx.organization.id} AND is_sample = 0 AND deleted_at IS NULL) < ${room}
      AND ${areUnlisted(ctx, listings)} AND ${condition}`)
  const [inserted] = await ctx.db.batch([
    insert,
    recordAction(ctx, {
      organizationId: ctx.organization.id,
      action: 'business_created',
      subject: input.name,
    }),
    ...removeSamples(ctx),
    reachOwnBusiness(ctx, id),
    ...syncSources(ctx, id, listings),
    watchBusiness(ctx, id),
  ])
  if (inserted.meta.changes === 0) {
    await requireUnlisted(ctx, listings)
    const count = await countBusinesses(ctx).catch((cause: unknown) => {
      throw new DomainError('unavailable', ERROR_TEXTS.SERVER.text, {
        specified: 'Failed to check current business count',
        cause,
      })
    })
    if (count < locations && !isVerified) throw emailNotVerified()
    const specified = locationLimitMessage(ctx.organization.plan, locations, count)
    throw new DomainError('plan_limit', locationLimitAdvice(ctx.organization.plan), { specified })
  }
  return getBusiness(reaching(ctx, id), { id })
}

/**
 * Adds the business of the sample reviews, if the organization has no business.
 * @returns its id
 * @throws DomainError `conflict`
 */
export async function createSample(ctx: MemberContext): Promise<string> {
  const id = ctx.createId()
  const now = ctx.now()
  const insert = ctx.db.statement(sql`
    INSERT INTO businesses (id, organization_id, user_id, name, industry, city, is_sample, is_active, created_at, updated_at)
    SELECT ${id}, ${ctx.organization.id}, ${ctx.session.user.id}, 'Sample Café', 'Café', 'Sampleton', 1, 0, ${now}, ${now}
    WHERE NOT EXISTS (SELECT 1 FROM businesses
      WHERE organization_id = ${ctx.organization.id} AND deleted_at IS NULL)`)
  const [{ meta }] = await ctx.db.batch([insert, reachOwnBusiness(ctx, id)])
  if (meta.changes === 0)
    throw new DomainError('conflict', 'You already have a business with reviews of its own.')
  return id
}

/** Returns true if the organization has sample reviews, and thus no business of its own. */
export async function hasSamples(ctx: MemberContext): Promise<boolean> {
  const isSample = and(eq(businesses.organizationId, ctx.organization.id), eq(businesses.isSample, true))
  return (await ctx.db.$count(businesses, isSample)) > 0
}

/** Statements that delete the sample reviews once there is a real business. */
export function removeSamples(ctx: MemberContext) {
  const { id: organizationId } = ctx.organization
  return [
    ctx.db.statement(sql`
      DELETE FROM businesses WHERE organization_id = ${organizationId} AND is_sample = 1
        AND EXISTS (SELECT 1 FROM businesses
          WHERE organization_id = ${organizationId} AND is_sample = 0 AND deleted_at IS NULL)`),
    ...forgetGoneBusinesses(ctx, organizationId),
  ] as const
}

/**
 * Changes the given fields; omitted fields keep their value, empty ones become null.
 *
 * @param readAnew from insights/reading/readings.ts, because the industry determines the topics
 * @throws DomainError `not_found`; `invalid_input` for an address that isn't a listing; `conflict` for a new one that
 * another business has
 */
export async function updateBusiness(
  ctx: MemberContext,
  input: UpdateBusinessInput,
  readAnew: (ctx: MemberContext, organizationId: string) => Statement,
): Promise<BusinessView> {
  const { id, address, settings, ...changes } = input
  const stored = await requireBusiness(ctx, id)
  const listings = locateListings(
    { ...stored, ...changes },
    { settings: ctx.settings, plan: ctx.organization.plan },
    stored,
  )
  const changed = listings.filter(({ isUnchanged }) => !isUnchanged)
  const others = { except: id }
  await requireUnlisted(ctx, changed, others)
  const isUnlisted = areUnlisted(ctx, changed, others)
  const update = ctx.db
    .update(businesses)
    .set({
      ...changes,
      ...(address && { address: JSON.stringify(address) }),
      ...(settings && { settings: JSON.stringify(settings) }),
      updatedAt: ctx.now(),
    })
    .where(and(eq(businesses.id, id), areOwn(ctx), isUnlisted))
    .returning({ id: businesses.id })
  const woken = changes.isActive ? [rescheduleSources(ctx, id)] : []
  const organizationId = ctx.organization.id
  const { industry = stored.industry } = changes
  const [updated] = await ctx.db.batch([
    update,
    recordAction(ctx, { organizationId, action: 'business_changed', subject: changes.name ?? stored.name }),
    ...syncSources(ctx, id, listings, isUnlisted),
    ...woken,
    ...(industry === stored.industry ? [] : [readAnew(ctx, organizationId)]),
  ])
  if (updated.length === 0) await requireUnlisted(ctx, changed, others)
  return getBusiness(ctx, { id })
}

/**
 * Statement that stores the platform's category as the industry of a business that has none; nothing that its owner
 * typed is replaced.
 */
export function categorize(ctx: MemberContext, id: string, category: string, guard: SQL) {
  return ctx.db
    .update(businesses)
    .set({ industry: category, updatedAt: ctx.now() })
    .where(and(eq(businesses.id, id), areOwn(ctx), sql`coalesce(${businesses.industry}, '') = ''`, guard))
}

const MAX_LOCATIONS = Math.max(...PLANS.map((plan) => planLimits(plan).locations))

/**
 * Counts the older businesses of the same organization, up to the largest limit of any plan, so it only reads a handful
 * of rows.
 */
export function olderBusinesses(businessId: SQL | typeof businessSources.businessId): SQL {
  return sql`(SELECT count(*) FROM (
    SELECT 1 FROM businesses AS own JOIN businesses AS older ON older.organization_id = own.organization_id
      AND older.deleted_at IS NULL AND (older.created_at, older.id) < (own.created_at, own.id)
    WHERE own.id = ${businessId} LIMIT ${literal(MAX_LOCATIONS)}))`
}

/** Matches sources of the oldest businesses, as many as the plan has locations; only those are collected. */
export function isWithinLocationLimit(locations: number): SQL {
  return sql`(${olderBusinesses(businessSources.businessId)} < ${locations})`
}

/** Message for a business that isn't collected because older ones use up the plan's locations. */
export function aboveLocationLimit(plan: string): string {
  if (!isPlan(plan))
    return `We don't recognize your plan, ${plan}. It works like Free but includes no locations.`
  const { locations } = planLimits(plan)
  return `Your ${planName(plan)} plan collects for ${locations} ${locations === 1 ? 'location' : 'locations'}, oldest first.${upgradeAdvice(plan, 'Upgrade to collect for this one too.')}`
}
