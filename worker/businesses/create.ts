import { type SQL, sql } from 'drizzle-orm'
import type { Statement } from '#db/client.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { emailNotVerified } from '../identity/sessions/require-proof.ts'
import { forgetGoneBusinesses, reachOwnBusiness } from '../organizations/chosen-businesses.ts'
import { reaching } from '../platform/business-access.ts'
import type { CreateBusinessInput } from '../rules/businesses.ts'
import { ERROR_TEXTS } from '../rules/error-texts.ts'
import { allowance, locationLimitAdvice, locationLimitMessage } from '../rules/plans.ts'
import type { BusinessView } from '../rules/views.ts'
import { removeSamples } from './create-sample.ts'
import { countBusinesses, getBusiness } from './list.ts'
import { locateListings } from './listings.ts'
import { requirePlatform } from './plan-platforms.ts'
import { syncSources } from './source-state.ts'

/** Maximum businesses of an organization whose owner hasn't proven their e-mail address. */
const UNVERIFIED_BUSINESSES = 1

/**
 * Adds a business where the plan still has room, and one only before the e-mail address is proven. The limit is part of
 * the inserting statement, so that two requests at once can't both take the last place.
 *
 * @param watchBusiness of insights/alarms/check-due.ts, which comes after this folder
 * @param condition has to be true as well when it is stored
 * @throws DomainError `plan_limit` with the specified message, `email_not_verified`, `invalid_input` for no listing
 */
export async function createBusiness(
  ctx: MemberContext,
  input: CreateBusinessInput,
  watchBusiness: (ctx: MemberContext, businessId: string) => Statement,
  condition: SQL = sql`1`,
): Promise<BusinessView> {
  const listings = locateListings(input, { settings: ctx.settings, plan: ctx.organization.plan })
  for (const { platform } of listings) requirePlatform(ctx, platform)
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
      AND ${condition}`)
  const [inserted] = await ctx.db.batch([
    insert,
    recordAction(ctx, {
      organizationId: ctx.organization.id,
      action: 'business_created',
      subject: input.name,
    }),
    removeSamples(ctx),
    ...forgetGoneBusinesses(ctx, ctx.organization.id),
    reachOwnBusiness(ctx, id),
    ...syncSources(ctx, id, listings),
    watchBusiness(ctx, id),
  ])
  if (inserted.meta.changes === 0) {
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
