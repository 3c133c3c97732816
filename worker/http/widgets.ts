import type { Handler } from 'hono'
import { databaseOf } from '#db/client.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { SERVED_MS, servedWidget } from '../widgets/serve.ts'
import type { HttpEnv } from './http-env.ts'

const ADDRESS = /^\/widget\/([\w-]{22})(\.js|\.json|\.html)?$/
/** The built script (`app/widget/`), the same for every widget: it takes the handle from its own address. */
const SCRIPT = '/widget.js'
const CACHE = `public, max-age=${SERVED_MS / SECOND_MS}`
const SCRIPT_CACHE = 'public, max-age=3600'
const NO_WIDGET = 'There is no such widget.'

/**
 * `GET /widget/<handle>`: reviews to embed in the owner's own site, the same for everyone and without a cookie. The URL
 * ends in `.js` for a script element, in `.json` for that script's data, in `.html` for the site's own server; without
 * an ending it is a page for a frame.
 *
 * Browsers show the reviews only on the sites that the owner has named: only these may frame the page (frame-ancestors)
 * and read the data (CORS). Other clients can read everything, because it is public.
 */
export const widget: Handler<HttpEnv> = async (c) => {
  const [, handle, form = ''] = ADDRESS.exec(c.req.path) ?? []
  if (form === '.js') {
    c.set('publicPolicy', { cache: SCRIPT_CACHE, isForOtherSites: true })
    const script = await c.env.ASSETS.fetch(new URL(SCRIPT, c.req.url))
    return c.body(await script.text(), 200, { 'content-type': 'text/javascript; charset=utf-8' })
  }
  const found =
    handle === undefined ? null : await servedWidget({ db: databaseOf(c.env), now: Date.now }, handle)
  if (!found) return c.text(NO_WIDGET, 404)
  c.set('publicPolicy', {
    cache: CACHE,
    isForOtherSites: true,
    ...(form === '' && { page: found.pagePolicy }),
  })
  if (form === '') return c.body(found.page, 200, { 'content-type': 'text/html; charset=utf-8' })
  if (form === '.html') return c.body(found.html, 200, { 'content-type': 'text/plain; charset=utf-8' })
  const origin = c.req.header('origin')
  const isNamed = origin !== undefined && found.sites.includes(origin)
  if (origin !== undefined && !isNamed) {
    c.set('publicPolicy', undefined)
    return c.text('The owner of this widget has not named this site.', 403, { vary: 'origin' })
  }
  return c.body(found.json, 200, {
    'content-type': 'application/json',
    vary: 'origin',
    ...(isNamed && { 'access-control-allow-origin': origin }),
  })
}
