import { type SQL, sql } from 'drizzle-orm'
import { batch, literal } from '#db/client.ts'
import { recordEndNotice } from '../businesses/source-state.ts'
import type { BackgroundContext } from '../context.ts'
import { notify } from '../notifications/notify.ts'
import { ofLiveBusiness } from '../platform/business-access.ts'
import type { MailBlock } from '../platform/mail-layout.ts'
import { dueEndNotice, INSTEAD_OF_RECOMMENDATIONS, RECOMMENDATIONS_LAST_DAY } from '../rules/graph-api.ts'

const MAX_BUSINESSES = 200

const STILL_THERE =
  'Everything collected until then stays here, with your replies. We go on collecting the page’s rating and number of reviews.'

interface ConnectedPage {
  organizationId: string
  businessId: string
  name: string
}

/**
 * Notifies owners of connected Facebook pages that Facebook will stop giving apps access to recommendations: in the app
 * for each business and by email for each organization, 60, 30 and 7 days before and on the day. Once each, even with
 * concurrent runs. Part of the minute's tick.
 *
 * @returns number of businesses notified
 */
export async function tellOfEnd(ctx: BackgroundContext): Promise<number> {
  const days = dueEndNotice(ctx.now())
  if (days === null) return 0
  const { results } = await ctx.db.statement<ConnectedPage>(sql`
    SELECT source.organization_id AS organizationId, source.business_id AS businessId, businesses.name
    FROM business_sources AS source JOIN businesses ON businesses.id = source.business_id
    WHERE source.source = 'facebook' AND source.end_notice > ${days}
      AND ${ofLiveBusiness(sql`source.business_id`)}
    ORDER BY source.organization_id, source.business_id LIMIT ${literal(MAX_BUSINESSES)}`)
  const byOrganization = Map.groupBy(results, ({ organizationId }) => organizationId)
  for (const [organizationId, pages] of byOrganization) await tell(ctx, organizationId, pages, days)
  return results.length
}

/** Emails come first in the batch: the statements after them make their guard false. */
async function tell(
  ctx: BackgroundContext,
  organizationId: string,
  pages: readonly ConnectedPage[],
  days: number,
): Promise<void> {
  const owners = await ctx.db.statement<{ email: string }>(sql`
    SELECT email FROM users JOIN organization_users AS member ON member.user_id = users.id
    WHERE member.organization_id = ${organizationId} AND member.role = 'owner' AND member.is_active = 1`)
  const isUntold = untold(organizationId, pages, days)
  const mails = await Promise.all(
    owners.results.map(({ email }) =>
      ctx.mail.prepare({ to: email, ...mailText(ctx, pages, days), kind: 'source' }, isUntold),
    ),
  )
  const news = pages.map(({ businessId, name }) =>
    notify(
      ctx,
      {
        organizationId,
        businessId,
        kind: 'source_needs_owner',
        message: `${name}: ${endText(days)} What is here stays. ${INSTEAD_OF_RECOMMENDATIONS}`,
        link: importScreen(businessId),
        dedupeKey: `${keyOf(days)}${businessId}`,
      },
      untold(organizationId, [{ businessId }], days),
    ),
  )
  const recorded = pages.map(({ businessId }) =>
    recordEndNotice(ctx.db, { organizationId, businessId, platform: 'facebook' }, days),
  )
  await batch(ctx.db, [...mails.map(({ statement }) => statement), ...news, ...recorded])
}

function keyOf(days: number): string {
  return `facebook-end:${days}:`
}

/**
 * SQL that is true if there is a page that the organization hasn't been notified about. A reconnected page is a new
 * source, but not news.
 */
function untold(
  organizationId: string,
  pages: readonly Pick<ConnectedPage, 'businessId'>[],
  days: number,
): SQL {
  const ids = JSON.stringify(pages.map(({ businessId }) => businessId))
  return sql`EXISTS (SELECT 1 FROM business_sources AS source
    WHERE source.organization_id = ${organizationId} AND source.platform = 'facebook' AND source.end_notice > ${days}
      AND source.business_id IN (SELECT value FROM json_each(${ids}))
      AND NOT EXISTS (SELECT 1 FROM notifications WHERE notifications.organization_id = ${organizationId}
        AND notifications.dedupe_key = ${keyOf(days)} || source.business_id))`
}

function endText(days: number): string {
  return days > 0
    ? `On ${RECOMMENDATIONS_LAST_DAY}, Facebook stops giving reviews to apps.`
    : `On ${RECOMMENDATIONS_LAST_DAY}, Facebook stopped giving reviews to apps.`
}

function mailText(
  { settings }: BackgroundContext,
  pages: readonly ConnectedPage[],
  days: number,
): { subject: string; blocks: MailBlock[] } {
  const names = new Intl.ListFormat('en').format(pages.map(({ name }) => name))
  const urlOf = (businessId: string, part = '') => `${settings.APP_ORIGIN}${importScreen(businessId)}${part}`
  const [first, ...others] = pages
  const buttons =
    first && others.length === 0
      ? [
          { label: 'Forward Facebook’s e-mails', url: urlOf(first.businessId, '#by-mail') },
          { label: 'Import a file', url: urlOf(first.businessId, '#from-a-file') },
          { label: 'Paste a review', url: urlOf(first.businessId, '#by-hand') },
        ]
      : pages.map(({ businessId, name }) => ({ label: `Add reviews of ${name}`, url: urlOf(businessId) }))
  return {
    subject:
      days > 0
        ? `Facebook stops giving us your reviews on ${RECOMMENDATIONS_LAST_DAY}`
        : 'Facebook has stopped giving us your reviews',
    blocks: [
      'Hello,',
      `${endText(days)} That is true for every app, and it concerns ${names}.`,
      STILL_THERE,
      'For new reviews, forward the e-mails that Facebook sends you, import a file, or paste them.',
      ...buttons,
    ],
  }
}

function importScreen(businessId: string): string {
  return `/app/businesses/${businessId}/import`
}
