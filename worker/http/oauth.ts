import type { Context, Handler } from 'hono'
import { HTTPException } from 'hono/http-exception'
import { DomainError } from '../errors.ts'
import { answerCallback, type Callback } from '../identity/links/answer-callback.ts'
import { begin } from '../identity/links/begin.ts'
import { attemptCookieIn } from '../oauth/attempt-cookie.ts'
import { callbackMethod } from '../oauth/configured-provider.ts'
import { OAuthRefusal } from '../oauth/refusal.ts'
import { findOAuthProvider, oauthProblemAddress } from '../rules/oauth.ts'
import { safeRedirect } from '../rules/redirects.ts'
import { limitBody } from './body.ts'
import { bouncePage } from './bounce.ts'
import type { HttpEnv } from './http-env.ts'
import { navigationOf, OPEN_IN_A_TAB } from './navigation.ts'
import { singleField } from './single-field.ts'

const FORM_TYPE = 'application/x-www-form-urlencoded'
/** Above what any of the providers sends. */
const MAX_CHARS = { state: 200, code: 2_048, error: 200, user: 2_048 }

/**
 * `GET /auth/:provider`: sends the browser to a provider to sign in there. Only where a person goes there: any other
 * site could use up the network's attempts otherwise, with nothing but an image.
 */
export const oauthStart: Handler<HttpEnv> = async (c, next) => {
  const provider = findOAuthProvider(c.req.param('provider'))
  if (!provider) return next()
  // Hono answers HEAD as GET, and looking must not begin anything.
  if (c.req.method !== 'GET') return methodNotAllowed(c, 'GET')
  const navigation = navigationOf(c.req)
  if (navigation === 'none') return c.text(OPEN_IN_A_TAB, 403)
  const { context } = c.var
  const { APP_ORIGIN } = context.settings
  const url = new URL(c.req.url)
  // There the person decides.
  if (navigation === 'page') return c.redirect(`/login${url.search}`, 302)
  // A local machine has two names; the cookie has to be set where the way back leads.
  if (url.origin !== APP_ORIGIN) return c.redirect(`${APP_ORIGIN}${url.pathname}${url.search}`, 302)
  const purpose = { target: safeRedirect(c.req.query('redirectTo')), linkSessionId: null }
  const address = await begin(context, provider, purpose).catch((error: unknown) => {
    if (error instanceof OAuthRefusal) return oauthProblemAddress(error.problem, provider, purpose)
    if (error instanceof DomainError && error.code === 'too_many')
      return oauthProblemAddress('limit', provider, purpose)
    throw error
  })
  return c.redirect(address, 302)
}

/** `/auth/:provider/callback`: where a provider sends the browser back, Apple with a form from its own site. */
export const oauthCallback: Handler<HttpEnv> = async (c, next) => {
  const provider = findOAuthProvider(c.req.param('provider'))
  if (!provider) return next()
  const method = callbackMethod(provider)
  if (c.req.method !== method) return methodNotAllowed(c, method)
  const fields = method === 'GET' ? new URL(c.req.url).searchParams : await formOf(c)
  const callback: Callback = {
    state: single(fields, 'state'),
    code: single(fields, 'code'),
    error: single(fields, 'error'),
    user: single(fields, 'user'),
    browser: attemptCookieIn(c.req.header('cookie') ?? null, c.var.settings.APP_ORIGIN),
  }
  return c.html(bouncePage(await answerCallback(c.var.context, provider, callback)))
}

function methodNotAllowed(c: Context<HttpEnv>, allow: string) {
  return c.text(`This address only answers ${allow}.`, 405, { allow })
}

async function formOf(c: Context<HttpEnv>): Promise<URLSearchParams> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase()
  if (type !== FORM_TYPE) throw new HTTPException(415, { message: `Send ${FORM_TYPE}.` })
  const request = await limitBody(c.req.raw)
  return new URLSearchParams(new TextDecoder().decode(await request.arrayBuffer()))
}

function single(fields: URLSearchParams, name: keyof typeof MAX_CHARS): string | null {
  return singleField(fields, name, MAX_CHARS[name])
}
