import { and, asc, eq, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { widgets } from '#db/schema/index.ts'
import { businessNotFound, requireBusiness } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { businessName, recordAction } from '../identity/log/record-action.ts'
import { isOwn, ofLiveBusiness } from '../platform/business-access.ts'
import { base64Url } from '../platform/ids.ts'
import { allowance, planName, upgradeAdvice } from '../rules/plans.ts'
import {
  type CreateWidgetInput,
  type DrawnWidget,
  originsIn,
  type PreviewWidgetInput,
  type UpdateWidgetInput,
  type WidgetId,
  type WidgetLanguage,
  type WidgetView,
} from '../rules/widgets.ts'
import { contentOf, contentQueries } from './content.ts'
import { drawWidget } from './draw.ts'
import { forgetServed } from './serve.ts'

const HANDLE_BYTES = 16
const SAMPLE_REFUSED = 'These reviews are invented, so they can’t be shown on a site.'

/**
 * The widgets of the organization's existing businesses, oldest first; those beyond the plan's limit are served again
 * after an upgrade.
 */
export function widgetsQuery(ctx: MemberContext) {
  return ctx.db
    .select(
      columns(
        widgets,
        'id',
        'businessId',
        'handle',
        'layout',
        'theme',
        'language',
        'maxReviews',
        'minStars',
        'withText',
        'sites',
      ),
    )
    .from(widgets)
    .where(and(eq(widgets.organizationId, ctx.organization.id), ofLiveBusiness(widgets.businessId)))
    .orderBy(asc(widgets.createdAt), asc(widgets.id))
}

export function widgetViews(
  ctx: MemberContext,
  rows: Awaited<ReturnType<typeof widgetsQuery>>,
  businessId: string,
): WidgetView[] {
  const limit = allowance(ctx.organization.plan, 'widgets')
  return rows
    .map(({ language, minStars, ...row }, index) => ({
      ...row,
      language: language as WidgetLanguage,
      minStars: minStars === 4 ? (4 as const) : (1 as const),
      isServed: index < limit,
    }))
    .filter((widget) => widget.businessId === businessId)
}

export async function listWidgets(ctx: MemberContext): Promise<{ items: WidgetView[]; nextCursor: null }> {
  const rows = await widgetsQuery(ctx)
  const { businessIds } = ctx.organization
  const seen = [...new Set(rows.map(({ businessId }) => businessId))].filter(
    (id) => businessIds === null || businessIds.includes(id),
  )
  return { items: seen.flatMap((id) => widgetViews(ctx, rows, id)), nextCursor: null }
}

/**
 * @throws DomainError `not_found` for a business of another organization, `conflict` for sample reviews, `plan_limit`
 */
export async function createWidget(
  ctx: MemberContext,
  input: CreateWidgetInput,
): Promise<{ id: string; handle: string }> {
  const { businessId, sites, ...look } = input
  const business = await requireBusiness(ctx, businessId)
  if (business.isSample) throw new DomainError('conflict', SAMPLE_REFUSED)
  const { id: organizationId, plan } = ctx.organization
  const id = ctx.createId()
  const handle = base64Url(crypto.getRandomValues(new Uint8Array(HANDLE_BYTES)))
  const now = ctx.now()
  const limit = allowance(plan, 'widgets')
  const [{ results }] = await ctx.db.batch([
    ctx.db.statement(sql`
      INSERT INTO widgets (id, organization_id, business_id, handle, layout, theme, language, max_reviews, min_stars,
        with_text, sites, created_at, updated_at)
      SELECT ${id}, ${organizationId}, id, ${handle}, ${look.layout}, ${look.theme}, ${look.language},
        ${look.maxReviews}, ${look.minStars}, ${Number(look.withText)}, ${JSON.stringify(originsIn(sites))}, ${now}, ${now}
      FROM businesses
      WHERE id = ${businessId} AND organization_id = ${organizationId} AND deleted_at IS NULL AND NOT is_sample
        AND (SELECT count(*) FROM widgets WHERE organization_id = ${organizationId}
          AND ${ofLiveBusiness(sql`widgets.business_id`)}) < ${limit}
      RETURNING id`),
    recordAction(ctx, { organizationId, action: 'widget_created', subject: business.name }),
  ])
  if (results.length === 0) throw new DomainError('plan_limit', tooMany(plan, limit))
  return { id, handle }
}

/** @throws DomainError `not_found` */
export async function updateWidget(ctx: MemberContext, input: UpdateWidgetInput): Promise<void> {
  const { id, sites, ...look } = input
  const [, [changed]] = await ctx.db.batch([
    recordChange(ctx, id, 'widget_changed'),
    ctx.db
      .update(widgets)
      .set({ ...look, sites: originsIn(sites), updatedAt: ctx.now() })
      .where(ownWidget(ctx, id))
      .returning({ handle: widgets.handle }),
  ])
  forgetChanged(changed)
}

/** @throws DomainError `not_found` */
export async function removeWidget(ctx: MemberContext, { id }: WidgetId): Promise<void> {
  const [, [removed]] = await ctx.db.batch([
    recordChange(ctx, id, 'widget_removed'),
    ctx.db.delete(widgets).where(ownWidget(ctx, id)).returning({ handle: widgets.handle }),
  ])
  forgetChanged(removed)
}

/** Statement for the audit log. Must be first in its batch, because a deletion removes the widget's business id. */
function recordChange(ctx: MemberContext, id: string, action: 'widget_changed' | 'widget_removed') {
  const { id: organizationId } = ctx.organization
  const isIt = ownWidget(ctx, id)
  const subject = businessName(organizationId, sql`(SELECT business_id FROM widgets WHERE ${isIt})`)
  return recordAction(
    ctx,
    { organizationId, action, subject },
    sql`EXISTS (SELECT 1 FROM widgets WHERE ${isIt})`,
  )
}

function forgetChanged(changed: { handle: string } | undefined): void {
  if (!changed) throw new DomainError('not_found', 'This widget no longer exists.')
  forgetServed(changed.handle)
}

/** @throws DomainError `not_found` */
export async function previewWidget(
  ctx: MemberContext,
  { businessId, ...look }: PreviewWidgetInput,
): Promise<DrawnWidget> {
  await requireBusiness(ctx, businessId)
  const asked = {
    organizationId: ctx.organization.id,
    businessId,
    plan: ctx.organization.plan,
    look,
    now: ctx.now(),
  }
  const found = contentOf(await ctx.db.batch(contentQueries(ctx.db, asked)), asked)
  if (!found) throw businessNotFound()
  return drawWidget(found.content, look)
}

function ownWidget(ctx: MemberContext, id: string) {
  return and(eq(widgets.id, id), isOwn(ctx, widgets))
}

function tooMany(plan: string, limit: number): string {
  const includes =
    limit === 1 ? 'one widget, and it is in use' : `${limit} widgets, and all of them are in use`
  return `Your ${planName(plan)} plan includes ${includes}.${upgradeAdvice(plan, 'Upgrade to add more.')}`
}
