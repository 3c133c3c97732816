import { sql } from 'drizzle-orm'
import type { BackgroundContext } from '../context.ts'
import { ofLiveBusiness } from '../platform/business-access.ts'
import { MINUTE_MS } from '../rules/durations.ts'
import { allowance } from '../rules/plans.ts'
import { WIDGET_LANGUAGES, type WidgetLanguage, type WidgetLook } from '../rules/widgets.ts'
import { contentOf, contentQueries } from './content.ts'
import { directionOf, drawWidget, escaped, htmlOf, plainHtmlOf } from './draw.ts'
import { WIDGET_CSS } from './styles.ts'

/**
 * Cache lifetime, in the isolate and in browsers. A removed review disappears from a widget after at most twice this
 * time.
 */
export const SERVED_MS = 5 * MINUTE_MS
const MAX_SERVED = 500

export interface ServedWidget {
  /** Origins of the pages that may embed the widget, each with and without www. */
  sites: readonly string[]
  /** Response to the widget's script. */
  json: string
  /** Page to embed in a frame. */
  page: string
  pagePolicy: string
  /** Markup for sites that insert the widget on their server. */
  html: string
}

/** Per-isolate cache: handle → rendered widget, or null if it may not be shown; oldest first. */
const served = new Map<string, { until: number; widget: Promise<ServedWidget | null> }>()

/** The widget with this handle, cached for up to `SERVED_MS`; null if there is none to show. */
export function servedWidget(
  ctx: Pick<BackgroundContext, 'db' | 'now'>,
  handle: string,
): Promise<ServedWidget | null> {
  const now = ctx.now()
  const known = served.get(handle)
  if (known && known.until > now) return known.widget
  const widget = readWidget(ctx, handle)
  served.delete(handle)
  served.set(handle, { until: now + SERVED_MS, widget })
  const [oldest] = served.keys()
  if (served.size > MAX_SERVED && oldest !== undefined) served.delete(oldest)
  widget.catch(() => forgetServed(handle))
  return widget
}

/**
 * Removes a handle from this isolate's cache, so that a change is visible at once; other isolates show it after
 * `SERVED_MS`.
 */
export function forgetServed(handle: string): void {
  served.delete(handle)
}

interface WidgetRow extends Omit<WidgetLook, 'language' | 'withText'> {
  organizationId: string
  businessId: string
  language: string
  withText: 0 | 1
  sites: string
  plan: string
  older: number
}

async function readWidget(
  { db, now }: Pick<BackgroundContext, 'db' | 'now'>,
  handle: string,
): Promise<ServedWidget | null> {
  const { results } = await db.statement<WidgetRow>(sql`
    SELECT widgets.organization_id AS organizationId, business_id AS businessId, layout, theme, language,
      max_reviews AS maxReviews, min_stars AS minStars, with_text AS withText, sites, plan_type AS plan,
      (SELECT count(*) FROM widgets AS other WHERE other.organization_id = widgets.organization_id
        AND (other.created_at, other.id) < (widgets.created_at, widgets.id)
        AND ${ofLiveBusiness(sql`other.business_id`)}) AS older
    FROM widgets JOIN organization_subscriptions AS subscription
      ON subscription.organization_id = widgets.organization_id
    WHERE handle = +${handle}`)
  const [row] = results
  if (!row || row.older >= allowance(row.plan, 'widgets')) return null
  const { organizationId, businessId, plan, sites, withText, language, ...rest } = row
  const look: WidgetLook = {
    ...rest,
    language: language in WIDGET_LANGUAGES ? (language as WidgetLanguage) : 'en',
    withText: withText === 1,
  }
  const asked = { organizationId, businessId, plan, look, now: now() }
  const found = contentOf(await db.batch(contentQueries(db, asked)), asked)
  if (!found || found.business.isSample) return null
  const drawn = drawWidget(found.content, look)
  const origins = (JSON.parse(sites) as string[]).flatMap(withAndWithoutWww)
  return {
    sites: origins,
    json: JSON.stringify(drawn),
    page: page(htmlOf(drawn.tree), look.language, found.content.businessName),
    pagePolicy: await pagePolicy(origins),
    html: plainHtmlOf(drawn.tree),
  }
}

function withAndWithoutWww(origin: string): string[] {
  const { host, protocol } = new URL(origin)
  if (protocol !== 'https:') return [origin]
  return host.startsWith('www.') ? [origin, `https://${host.slice(4)}`] : [origin, `https://www.${host}`]
}

function page(body: string, language: string, title: string): string {
  return `<!doctype html><html lang="${language}" dir="${directionOf(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${escaped(title)}</title><style>${WIDGET_CSS}</style></head><body>${body}</body></html>`
}

/** Content security policy of the widget page: no script, and only the sites named by its owner may frame it. */
async function pagePolicy(sites: readonly string[]): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(WIDGET_CSS))
  const hash = Buffer.from(digest).toString('base64')
  return `default-src 'none'; style-src 'sha256-${hash}'; frame-ancestors ${sites.join(' ')}; base-uri 'none'; form-action 'none'`
}
