import type { Handler } from 'hono'
import { databaseOf } from '#db/client.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { SERVED_MS, servedWidget } from '../widgets/serve.ts'
import type { HttpEnv } from './http-env.ts'

const ADDRESS = /^\/w\/([\w-]{22})(\.json|\.html)?$/
const CACHE = `public, max-age=${SERVED_MS / SECOND_MS}`
const NO_WIDGET = 'There is no such widget.'

/**
 * `GET /w/<handle>`: reviews on the owner's own site, the same for everyone and without a cookie: a page for a frame,
 * `.json` for the script, `.html` for the site's own server.
 *
 * Browsers show it only on the sites that the owner has named: their pages may frame it (frame-ancestors) and read it
 * (CORS). Other clients can also read it, because all of it is public.
 */
export const widget: Handler<HttpEnv> = async (c) => {
  const [, handle, form = ''] = ADDRESS.exec(c.req.path) ?? []
  const found =
    handle === undefined ? null : await servedWidget({ db: databaseOf(c.env), now: Date.now }, handle)
  if (!found) return c.text(NO_WIDGET, 404)
  c.set('publicPolicy', {
    cache: CACHE,
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
