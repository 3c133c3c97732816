import { createRequestHandler, type RequestHandler, type ServerBuild } from '@remix-run/cloudflare'
import type { Context, Handler } from 'hono'
import { createApi } from '../api/router.ts'
import { saleMode } from '../billing/local-payments.ts'
import { sessionView } from '../identity/sessions/active-session.ts'
import { ownPathOf, withOwnRoutes } from '../patches/own-routes.ts'
import { isPublicPath } from '../rules/paths.ts'
import type { HttpEnv } from './http-env.ts'

/**
 * Loaders call the API as the current user, through their context (typed in `app/types.d.ts`).
 *
 * Public pages are the same for everyone, so each is rendered once and cached in the isolate.
 */
export function remixHandler(build: ServerBuild): Handler<HttpEnv> {
  const handle = createRequestHandler(build, 'production')
  const ownPath = ownPathOf(build.routes)
  const ownHandlers = new Map<string, RequestHandler>()
  const publicPages = new Map<string, string>()

  function handlerOf(request: Request): RequestHandler {
    const path = new URL(request.url).pathname.replace(/\.data$/, '')
    const common = ownPath(path)
    if (common === undefined) return handle
    const own = ownHandlers.get(common) ?? createRequestHandler(withOwnRoutes(build, path), 'production')
    ownHandlers.set(common, own)
    return own
  }

  function render(c: Context<HttpEnv>, request: Request): Promise<Response> {
    const { context, nonce, requestId, settings } = c.var
    return handlerOf(request)(request, {
      api: createApi(context),
      session: context.session && sessionView(context.session),
      hasSessionEnded: context.isSessionRefused,
      nonce,
      requestId,
      appOrigin: settings.APP_ORIGIN,
      supportEmail: settings.SUPPORT_EMAIL ?? null,
      isOnSale: saleMode(settings) !== 'off',
    })
  }

  /** Rendered from the URL alone, so it contains nothing user-specific. */
  async function publicPage(c: Context<HttpEnv>, path: string): Promise<Response> {
    let html = publicPages.get(path)
    if (html === undefined) {
      const answer = await render(c, new Request(c.var.settings.APP_ORIGIN + path))
      if (answer.status !== 200) return answer
      html = await answer.text()
      publicPages.set(path, html)
    }
    return new Response(html, { headers: { 'content-type': 'text/html; charset=utf-8' } })
  }

  return async (c) => {
    const { pathname, search } = new URL(c.req.url)
    const isKept = c.req.method === 'GET' && search === '' && isPublicPath(pathname)
    if (isKept) return publicPage(c, pathname)
    const answer = await render(c, c.req.raw)
    const isRight = (await c.var.isConfirmed?.()) ?? true
    return isRight ? answer : render(c, c.req.raw)
  }
}
