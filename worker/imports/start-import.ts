import { and, eq } from 'drizzle-orm'
import { scrapeRuns } from '#db/schema/index.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { ImportView, StartImportInput } from '../rules/imports.ts'
import { importView } from './arrival-view.ts'
import { openImport } from './open-run.ts'
import { requirePlatform } from './require-platform.ts'

const REPLACED = 'Another import for this business was started.'

/**
 * Begins to take a file. One that is still open for the same platform of the business ends: whoever starts anew has
 * given it up, and what it stored stays.
 *
 * @throws DomainError `not_found`, `plan_limit`
 */
export async function startImport(ctx: MemberContext, input: StartImportInput): Promise<ImportView> {
  const { businessId, platform, chunks } = input
  const business = await requireBusiness(ctx, businessId)
  requirePlatform(ctx, platform)
  const organizationId = ctx.organization.id
  const giveUp = ctx.db
    .update(scrapeRuns)
    .set({ status: 'cancelled', finishedAt: ctx.now(), errors: [REPLACED] })
    .where(
      and(
        eq(scrapeRuns.organizationId, organizationId),
        eq(scrapeRuns.businessId, business.id),
        eq(scrapeRuns.platform, platform),
        eq(scrapeRuns.source, 'file'),
        eq(scrapeRuns.status, 'running'),
      ),
    )
  const open = openImport(ctx, { organizationId, businessId: business.id, platform, source: 'file' }, chunks)
  const [, opened] = await ctx.db.batch([giveUp, open])
  if (!opened[0]) throw new DomainError('unavailable', 'The import could not be started. Please try again.')
  return importView(opened[0])
}
