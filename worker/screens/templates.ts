import { businessChoicesQuery } from '../businesses/list.ts'
import type { MemberContext } from '../context.ts'
import { templatesQuery } from '../responses/templates.ts'
import { can } from '../rules/permissions.ts'
import type { TemplatesView } from '../rules/templates.ts'

/** The screen of reply templates in one batch: the templates, and the businesses to choose from. */
export async function templatesScreen(ctx: MemberContext): Promise<TemplatesView> {
  const [templates, businesses] = await ctx.db.batch([templatesQuery(ctx), businessChoicesQuery(ctx)])
  return { templates, businesses, mayEdit: can(ctx.organization.role, 'reviews.answer') }
}
