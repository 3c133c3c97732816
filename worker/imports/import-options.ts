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

/** What the screen for adding reviews shows, in one batch. @throws DomainError `not_found` */
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
  // Who knows the address can add reviews with it, and an access token must not lead to what outlasts it.
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
