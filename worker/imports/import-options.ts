import { and, eq } from 'drizzle-orm'
import { businesses } from '#db/schema/index.ts'
import { areOwn, businessNotFound } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import type { ImportOptionsView, ImportTarget } from '../rules/imports.ts'
import { can } from '../rules/permissions.ts'
import { planLimits } from '../rules/plans.ts'
import { heldMailsQuery, heldMailView } from './mail/held-mails.ts'
import { addressQuery, mailAddress, mailDomain } from './mail-address.ts'
import { allowanceOf, importedQuery, quotaOf, usageQuery } from './quotas.ts'

/** Data for the screen that adds reviews, in one batch. @throws DomainError `not_found` */
export async function importOptions(
  ctx: MemberContext,
  { businessId }: ImportTarget,
): Promise<ImportOptionsView> {
  const [[business], usage, imported, [address], held] = await ctx.db.batch([
    ctx.db
      .select({ id: businesses.id, name: businesses.name })
      .from(businesses)
      .where(and(eq(businesses.id, businessId), areOwn(ctx))),
    usageQuery(ctx),
    importedQuery(ctx),
    addressQuery(ctx, businessId),
    heldMailsQuery(ctx, businessId),
  ])
  if (!business) throw businessNotFound()
  const domain = mailDomain(ctx.settings)
  const mayImport = can(ctx.organization.role, 'reviews.import')
  // Knowing the address is enough to add reviews, so don't reveal it to an access token, which it would outlive.
  const mayKnow = mayImport && !ctx.session.token
  return {
    business,
    plan: ctx.organization.plan,
    platforms: [...planLimits(ctx.organization.plan).platforms],
    quota: quotaOf(ctx, usage),
    imports: allowanceOf(ctx, imported),
    mayImport,
    receivesMail: domain !== null,
    mailAddress: domain !== null && address && mayKnow ? mailAddress(domain, address.token) : null,
    heldMails: mayImport ? held.map(heldMailView) : [],
  }
}
