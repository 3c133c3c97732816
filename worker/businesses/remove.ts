import { and, asc, eq, gt, isNotNull, sql } from 'drizzle-orm'
import { businesses } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { forgetGoneBusinesses } from '../organizations/membership.ts'
import { type BusinessId, DELETED_KEPT_DAYS, type DeletedBusiness } from '../rules/businesses.ts'
import { DAY_MS, iso } from '../rules/durations.ts'
import { removeSamples } from './create.ts'
import { areOwn, businessNotFound } from './require-business.ts'
import { areUnlisted, placesOf, requireUnlisted, wasDeletedChanged } from './same-place.ts'
import { rescheduleSources } from './source-state.ts'

/**
 * Deletes a business: it becomes inaccessible and isn't collected any more. It can be restored for DELETED_KEPT_DAYS,
 * and is then erased.
 *
 * @throws DomainError `not_found`
 */
export async function removeBusiness(ctx: MemberContext, input: BusinessId): Promise<void> {
  const { id: organizationId } = ctx.organization
  const isIt = and(eq(businesses.id, input.id), areOwn(ctx))
  const subject = sql`(SELECT name FROM businesses WHERE ${isIt})`
  const [, samples, removed] = await ctx.db.batch([
    recordAction(ctx, { organizationId, action: 'business_deleted', subject }, sql`${subject} IS NOT NULL`),
    // Sample reviews are deleted at once.
    ctx.db
      .delete(businesses)
      .where(and(isIt, eq(businesses.isSample, true)))
      .returning({ id: businesses.id }),
    ctx.db.update(businesses).set({ deletedAt: ctx.now() }).where(isIt).returning({ id: businesses.id }),
    ...forgetGoneBusinesses(ctx, organizationId),
  ])
  if (samples.length + removed.length === 0) throw businessNotFound()
}

/**
 * Restores a deleted business, in place of the sample reviews. If the plan has no location left for it, its reviews
 * aren't collected. Businesses that already shared its place don't prevent it, unless they were changed since.
 *
 * @throws DomainError `not_found`; `conflict` if its place has been added again
 */
export async function bringBackBusiness(ctx: MemberContext, input: BusinessId): Promise<void> {
  const { id: organizationId } = ctx.organization
  const isDeleted = and(eq(businesses.id, input.id), canBeBroughtBack(ctx))
  const [deleted] = await ctx.db.select().from(businesses).where(isDeleted)
  const places = deleted ? await placesOf(ctx, deleted) : []
  const deletedAt = deleted?.deletedAt ?? 0
  const compared = { changedSince: deletedAt }
  await requireUnlisted(ctx, places, compared)
  const isIt = and(isDeleted, areUnlisted(ctx, places, compared))
  const subject = sql`(SELECT name FROM businesses WHERE ${isIt})`
  const [, , restored] = await ctx.db.batch([
    recordAction(ctx, { organizationId, action: 'business_restored', subject }, sql`${subject} IS NOT NULL`),
    rescheduleSources(ctx, input.id),
    ctx.db
      .update(businesses)
      .set({
        deletedAt: null,
        // From now on, this business has its places before a deleted one that may have taken them meanwhile.
        updatedAt: sql`iif(${wasDeletedChanged(ctx, deletedAt)}, ${ctx.now()}, updated_at)`,
      })
      .where(isIt)
      .returning({ id: businesses.id }),
    ...removeSamples(ctx),
  ])
  if (restored.length === 0) {
    await requireUnlisted(ctx, places, compared)
    throw new DomainError('not_found', 'This business can no longer be brought back.')
  }
}

/** Last deleted first. */
export function deletedBusinessesQuery(ctx: MemberContext) {
  return ctx.db
    .select({
      id: businesses.id,
      name: businesses.name,
      deletedAt: sql<number>`${businesses.deletedAt}`.as('deleted'),
    })
    .from(businesses)
    .where(canBeBroughtBack(ctx))
    .orderBy(asc(sql`-${businesses.deletedAt}`))
}

export function deletedBusiness({
  deletedAt,
  ...business
}: {
  id: string
  name: string
  deletedAt: number
}): DeletedBusiness {
  return { ...business, erasedAt: iso(deletedAt + DELETED_KEPT_DAYS * DAY_MS) }
}

/** Ignores the membership's limit to some businesses: whoever may delete sees all. */
function canBeBroughtBack(ctx: MemberContext) {
  return and(
    eq(businesses.organizationId, ctx.organization.id),
    isNotNull(businesses.deletedAt),
    gt(businesses.deletedAt, ctx.now() - DELETED_KEPT_DAYS * DAY_MS),
  )
}

/** Permanently erases a deleted business that wasn't restored, with its remaining data. */
export async function eraseBusiness(
  ctx: BackgroundContext,
  { id, organizationId }: Pick<typeof businesses.$inferSelect, 'id' | 'organizationId'>,
): Promise<void> {
  await ctx.db.batch([
    ctx.db.delete(businesses).where(and(eq(businesses.id, id), isNotNull(businesses.deletedAt))),
    ...forgetGoneBusinesses(ctx, organizationId),
  ])
}
