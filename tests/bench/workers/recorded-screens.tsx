import type { D1Database, D1PreparedStatement } from '@cloudflare/workers-types'
import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import type { ReactElement } from 'react'
import { renderToString } from 'react-dom/server'
import Dashboard, { loader as dashboard } from '#app/routes/app._index/route.tsx'
import Analytics, { loader as analytics } from '#app/routes/app.analytics/route.tsx'
import Reviews, { loader as reviews } from '#app/routes/app.reviews.($id)/route.tsx'
import AppLayout, { loader as layout } from '#app/routes/app.tsx'
import { createApi } from '#worker/api/router.ts'
import type { Env } from '#worker/env.ts'
import { requestContext } from '#worker/http/request-context.ts'
import { sessionView } from '#worker/identity/sessions/active-session.ts'
import { type Screen, ScreenContext } from './bare-remix.tsx'
import { ofHundredRows } from './hundred-rows.ts'

type Loader = (args: LoaderFunctionArgs) => Promise<unknown>
type Bound = { sql: string; values: unknown[] }

const SCREENS: Record<string, { leaf: string; loader: Loader; outlet: ReactElement }> = {
  '/app': { leaf: 'routes/app._index', loader: dashboard, outlet: <Dashboard /> },
  '/app/analytics': { leaf: 'routes/app.analytics', loader: analytics, outlet: <Analytics /> },
  '/app/reviews': { leaf: 'routes/app.reviews.($id)', loader: ofHundredRows(reviews), outlet: <Reviews /> },
  '/app/reviews/:id': { leaf: 'routes/app.reviews.($id)', loader: reviews, outlet: <Reviews /> },
}

/** The database, recording the statements of batches. */
function recording(database: D1Database, batches: Bound[][]): D1Database {
  const known = new WeakMap<D1PreparedStatement, Bound>()
  const wrap = (statement: D1PreparedStatement, bound: Bound): D1PreparedStatement => {
    const bind = (...values: unknown[]) => wrap(statement.bind(...values), { ...bound, values })
    const wrapped = new Proxy(statement, { get: (_, name) => (name === 'bind' ? bind : undefined) })
    known.set(wrapped, bound)
    return wrapped
  }
  const batch = (statements: D1PreparedStatement[]) => {
    const bound = statements.map((statement) => known.get(statement) ?? { sql: '', values: [] })
    batches.push(bound)
    return database.batch(bound.map(({ sql, values }) => database.prepare(sql).bind(...values)))
  }
  return { prepare: (sql: string) => wrap(database.prepare(sql), { sql, values: [] }), batch } as D1Database
}

/** Records the product's queries for a screen and its loaders' results. */
async function record(request: Request, env: Env): Promise<{ screen: Screen; statements: Bound[] }> {
  const { pathname } = new URL(request.url)
  const id = /^\/app\/reviews\/(\d+)$/.exec(pathname)?.[1]
  const shown = SCREENS[id === undefined ? pathname : '/app/reviews/:id']
  if (!shown) throw new Error(`${pathname} has no floor.`)
  const batches: Bound[][] = []
  const context = await requestContext({ ...env, DB: recording(env.DB, batches) }, request, 'bench', {
    anonymous: false,
    takesBearer: false,
    takesKeys: false,
    takesAssistants: false,
    calls: 0,
  })
  if (!context.session) throw new Error('Nobody is signed in.')
  batches.length = 0
  const args = {
    request,
    params: { id },
    context: { api: createApi(context), session: sessionView(context.session), requestId: 'bench' },
  } as unknown as LoaderFunctionArgs
  const data = { 'routes/app': await layout(args), [shown.leaf]: await shown.loader(args) }
  const [statements, ...others] = batches
  if (!statements || others.length > 0) throw new Error(`${pathname} is not read in one batch.`)
  return { screen: { pathname, data, leaf: shown.leaf, outlet: shown.outlet }, statements }
}

const recorded = new Map<string, ReturnType<typeof record>>()

/**
 * Renders a screen from its own statements in one batch with React's bare `renderToString`: no session, API,
 * router or hydration data, but the rows as JSON. The first request records the statements and the loaders'
 * results.
 */
export default {
  async fetch(request: Request, env: Env): Promise<Response> {
    const known = recorded.get(request.url) ?? record(request, env)
    recorded.set(request.url, known)
    const { screen, statements } = await known
    const rows = await env.DB.batch(statements.map(({ sql, values }) => env.DB.prepare(sql).bind(...values)))
    const body = renderToString(
      <ScreenContext.Provider value={screen}>
        <AppLayout />
      </ScreenContext.Provider>,
    )
    const data = `<script type="application/json">${JSON.stringify(rows.map(({ results }) => results))}</script>`
    const head = '<meta charset="utf-8"><title>Floor</title>'
    return new Response(
      `<!DOCTYPE html><html lang="en"><head>${head}</head><body>${body}${data}</body></html>`,
      {
        headers: { 'content-type': 'text/html; charset=utf-8' },
      },
    )
  },
}
