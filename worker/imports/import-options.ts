import { and, eq, sum } from 'drizzle-orm'
import { businesses, businessImports, organizationUsage } from '#db/schema/index.ts'
import { ownPlatformsQuery, ownPlatformViews } from '../businesses/own-platforms.ts'
import { areOwn, businessNotFound } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { utcMonth } from '../rules/durations.ts'
import type { Allowance, ImportOptionsView, ImportTarget } from '../rules/imports.ts'
import { can } from '../rules/permissions.ts'
import { planLimits } from '../rules/plans.ts'
import { heldMailsQuery, heldMailView } from './mail/held-mails.ts'
import { addressQuery, mailAddress, mailDomain } from './mail-address.ts'

/** @throws DomainError `not_found` */
export async function importOptions(
  ctx: MemberContext,
  { businessId }: ImportTarget,
): Promise<ImportOptionsView> {
  const [[business], usage, imported, [address], held, ownPlatforms] = await ctx.db.batch([
    ctx.db
      .select({ id: businesses.id, name: businesses.name })
      .from(businesses)
      .where(and(eq(businesses.id, businessId), areOwn(ctx))),
    usageQuery(ctx),
    importedQuery(ctx),
    addressQuery(ctx, businessId),
    heldMailsQuery(ctx, businessId),
    ownPlatformsQuery(ctx),
  ])
  if (!business) throw businessNotFound()
  const domain = mailDomain(ctx.settings)
  const mayImport = can(ctx.organization.role, 'reviews.import')
  // Whoever knows the address can add reviews. Don't reveal it to an access token: it would work after the token's end.
  const mayKnow = mayImport && !ctx.session.token
  return {
    business,
    plan: ctx.organization.plan,
    platforms: [...planLimits(ctx.organization.plan).platforms, ...ownPlatforms.map(({ id }) => id)],
    ownPlatforms: ownPlatformViews(ownPlatforms),
    quota: quotaOf(ctx, usage),
    imports: allowanceOf(ctx, imported),
    mayImport,
    receivesMail: domain !== null,
    mailAddress: domain !== null && address && mayKnow ? mailAddress(domain, address.token) : null,
    heldMails: mayImport ? held.map(heldMailView) : [],
  }
}

function usageQuery(ctx: MemberContext) {
  const month = utcMonth(ctx.now())
  return ctx.db
    .select({ used: organizationUsage.reviewsStored })
    .from(organizationUsage)
    .where(and(eq(organizationUsage.organizationId, ctx.organization.id), eq(organizationUsage.month, month)))
}

function quotaOf(ctx: MemberContext, rows: readonly { used: number }[]): Allowance {
  const limit = planLimits(ctx.organization.plan).reviewsPerMonth
  return { limit, left: Math.max(0, limit - (rows[0]?.used ?? 0)) }
}

function importedQuery(ctx: MemberContext) {
  return ctx.db
    .select({ imported: sum(businessImports.reviewsStored).mapWith(Number) })
    .from(businessImports)
    .where(eq(businessImports.organizationId, ctx.organization.id))
}

function allowanceOf(ctx: MemberContext, [row]: readonly { imported: number | null }[]): Allowance {
  const limit = planLimits(ctx.organization.plan).importedReviews
  return { limit, left: Math.max(0, limit - (row?.imported ?? 0)) }
}
