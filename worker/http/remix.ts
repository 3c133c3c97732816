import { createRequestHandler, type ServerBuild } from '@remix-run/cloudflare'
import type { Context, Handler } from 'hono'
import { createApi } from '../api/router.ts'
import { sessionView } from '../identity/resolve-session.ts'
import { isPublicPage } from './headers.ts'
import type { HttpEnv } from './http-env.ts'

/**
 * The screens. Loaders get the API as a caller of this request's user; `load-context.d.ts` in app has the type.
 *
 * A public page is the same for everyone, so each is rendered once and kept as long as the worker lives.
 */
export function remixHandler(build: ServerBuild): Handler<HttpEnv> {
  const handle = createRequestHandler(build, 'production')
  const publicPages = new Map<string, string>()

  function render(c: Context<HttpEnv>): Promise<Response> {
    const { context, nonce, requestId, settings } = c.var
    return handle(c.req.raw, {
      api: createApi(context),
      session: context.session && sessionView(context.session),
      nonce,
      requestId,
      appOrigin: settings.APP_ORIGIN,
      supportEmail: settings.SUPPORT_EMAIL ?? null,
    })
  }

  return async (c) => {
    const { path, method, url } = c.req
    if (method !== 'GET' || !isPublicPage(path) || new URL(url).search !== '') return render(c)
    const known = publicPages.get(path)
    if (known !== undefined) {
      return new Response(known, { headers: { 'content-type': 'text/html; charset=utf-8' } })
    }
    const answer = await render(c)
    if (answer.status !== 200) return answer
    const html = await answer.text()
    publicPages.set(path, html)
    return new Response(html, answer)
  }
}
