import { businessNotFound } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { can } from '../rules/permissions.ts'
import { allowance } from '../rules/plans.ts'
import { NEW_WIDGET, type WidgetsInput, type WidgetsView } from '../rules/widgets.ts'
import { contentOf, contentQueries } from '../widgets/content.ts'
import { drawWidget } from '../widgets/draw.ts'
import { widgetsQuery, widgetViews } from '../widgets/manage.ts'

/** @throws DomainError `not_found` if the caller can't see the business */
export async function widgetsScreen(ctx: MemberContext, { businessId }: WidgetsInput): Promise<WidgetsView> {
  const { id: organizationId, plan, role, businessIds } = ctx.organization
  const asked = { organizationId, businessId, plan, look: NEW_WIDGET, now: ctx.now() }
  const [rows, ...read] = await ctx.db.batch([widgetsQuery(ctx), ...contentQueries(ctx.db, asked)])
  const found = contentOf(read, asked)
  if (!found || (businessIds !== null && !businessIds.includes(businessId))) throw businessNotFound()
  return {
    business: found.business,
    widgets: widgetViews(ctx, rows, businessId),
    limit: allowance(plan, 'widgets'),
    withheld: found.withheld,
    mayEdit: can(role, 'businesses.update'),
    origin: ctx.settings.APP_ORIGIN,
    fallbackUrl: found.content.url,
    preview: drawWidget(found.content, NEW_WIDGET),
  }
}
