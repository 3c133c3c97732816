import type { D1Database } from '@cloudflare/workers-types'
import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { renderToString } from 'react-dom/server'
import type { Inbox } from '#app/features/inbox/inbox-data.server.ts'
import { reviewRow } from '#app/features/reviews/review-row.server.ts'
import Reviews from '#app/routes/app.reviews.($id)/route.tsx'
import AppLayout, { loader as layoutLoader } from '#app/routes/app.tsx'
import { encodeCursor } from '#worker/reviews/position.ts'
import { reviewColumns, reviewView, type ShownReview } from '#worker/reviews/review-view.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { type InboxViewName, MAX_TOTAL, MAX_VIEW_COUNT } from '#worker/rules/inbox-views.ts'
import { planLimits } from '#worker/rules/plans.ts'
import type { BusinessChoice } from '#worker/rules/views.ts'
import { type Screen, ScreenContext } from './bare-remix.tsx'
import { ROWS } from './hundred-rows.ts'

const { historyDays } = planLimits('ai_insights')

const { canPost: _, ...stored } = reviewColumns
const columns = Object.entries(stored).map(([key, column]) => `${column.name} AS ${key}`)
const REVIEWS = `SELECT ${columns.join(', ')} FROM reviews WHERE organization_id = ?1 AND scraped_at >= ?2
  ORDER BY scraped_at DESC, id DESC LIMIT ${ROWS + 1}`
const BUSINESSES =
  'SELECT id, name FROM businesses WHERE organization_id = ?1 ORDER BY name COLLATE NOCASE, id'

/** What the views count, each up to a hundred, and the number of results up to 501. */
const COUNTED = {
  needsAnswer: 'NOT responded AND removed_at IS NULL',
  unhappy: 'rating < 3',
  changed: '(edited_at IS NOT NULL OR removed_at IS NOT NULL)',
  unposted: 'response_id IS NOT NULL AND NOT response_posted',
  answered: 'responded',
  all: 'true',
}
const countOf = (condition: string, max: number) =>
  `(SELECT count(*) FROM (SELECT 1 FROM reviews WHERE organization_id = ?1 AND scraped_at >= ?2 AND ${condition} LIMIT ${max}))`
const COUNTS = `SELECT ${Object.entries(COUNTED)
  .map(([name, condition]) => `${countOf(condition, MAX_VIEW_COUNT)} AS "${name}"`)
  .join(', ')}, ${countOf('true', MAX_TOTAL)} AS total`

function inboxOf(
  stored: ShownReview[],
  businesses: BusinessChoice[],
  { total, ...counts }: Record<InboxViewName | 'total', number>,
): Inbox {
  const names = new Map(businesses.map(({ id, name }) => [id, name]))
  const shown = stored.slice(0, ROWS)
  const last = shown.at(-1)
  return {
    items: shown.map((row) => reviewRow(reviewView({ ...row, canPost: false }, names))),
    nextCursor: last && stored.length > ROWS ? encodeCursor(last) : null,
    businesses,
    isNew: businesses.length === 0,
    failed: false,
    historyDays,
    filters: {},
    errors: {},
    cursor: null,
    counts,
    total,
    savedViews: [],
    selected: null,
    openId: null,
  }
}

function documentOf(screen: Screen, batch: unknown): string {
  const body = renderToString(
    <ScreenContext.Provider value={screen}>
      <AppLayout />
    </ScreenContext.Provider>,
  )
  const head = '<meta charset="utf-8"><title>Reviews</title>'
  const data = `<script type="application/json">${JSON.stringify(batch)}</script>`
  return `<!DOCTYPE html><html lang="en"><head>${head}</head><body>${body}${data}</body></html>`
}

/** What the layout shows, asked once. */
let layout: ReturnType<typeof layoutLoader> | undefined
function layoutData(request: Request, session: unknown): ReturnType<typeof layoutLoader> {
  layout ??= layoutLoader({ request, params: {}, context: { session } } as unknown as LoaderFunctionArgs)
  return layout
}

/**
 * The Reviews screen from its two statements and React's bare `renderToString`: no session, API, router or hydration
 * data, but the rows as JSON. `?organization=` and `?session=` (what `auth.session` answers) say whose.
 */
export default {
  async fetch(request: Request, env: { DB: D1Database }): Promise<Response> {
    const params = new URL(request.url).searchParams
    const organizationId = params.get('organization')
    const now = Date.now()
    const since = now - (now % DAY_MS) - historyDays * DAY_MS
    const [reviews, businesses, counted] = await env.DB.batch([
      env.DB.prepare(REVIEWS).bind(organizationId, since),
      env.DB.prepare(BUSINESSES).bind(organizationId),
      env.DB.prepare(COUNTS).bind(organizationId, since),
    ])
    const stored = (reviews?.results ?? []) as ShownReview[]
    const choices = (businesses?.results ?? []) as BusinessChoice[]
    const counts = counted?.results[0] as Record<InboxViewName | 'total', number>
    const screen = {
      pathname: '/app/reviews',
      data: {
        'routes/app': await layoutData(request, JSON.parse(params.get('session') ?? '')),
        'routes/app.reviews.($id)': inboxOf(stored, choices, counts),
      },
      leaf: 'routes/app.reviews.($id)',
      outlet: <Reviews />,
    }
    return new Response(documentOf(screen, { reviews: stored, businesses: choices, counts }), {
      headers: { 'content-type': 'text/html; charset=utf-8' },
    })
  },
}
