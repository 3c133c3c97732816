import { requirePlatform } from '../businesses/plan-platforms.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import { cancelImport } from '../collection/run-store.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { recordAction } from '../identity/log/record-action.ts'
import type { ImportView, StartImportInput } from '../rules/imports.ts'
import { importView, openImport } from './import-run.ts'

const REPLACED = 'Another import for this business was started.'

/**
 * Starts a file import. One still open for the same platform of the business ends, and what it stored stays.
 * @throws DomainError `not_found`, `plan_limit`
 */
export async function startImport(ctx: MemberContext, input: StartImportInput): Promise<ImportView> {
  const { businessId, platform, chunks } = input
  const business = await requireBusiness(ctx, businessId)
  requirePlatform(ctx, platform)
  const organizationId = ctx.organization.id
  const key = { organizationId, businessId: business.id, platform }
  const [, opened] = await ctx.db.batch([
    cancelImport(ctx.db, key, ctx.now(), REPLACED),
    openImport(ctx, { ...key, source: 'file' }, chunks),
    recordAction(ctx, { organizationId, action: 'file_imported', subject: business.name }),
  ])
  if (!opened[0]) throw new DomainError('unavailable', 'The import could not be started. Please try again.')
  return importView(opened[0])
}
