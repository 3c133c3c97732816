import type { Context, Handler, HonoRequest } from 'hono'
import * as v from 'valibot'
import { answerConnection, beginConnection } from '../connections/connect.ts'
import { endCredentials } from '../erasure/end-credentials.ts'
import { DomainError } from '../errors.ts'
import { answerCallback } from '../identity/links/answer-callback.ts'
import { beginSignIn } from '../identity/links/identity-links.ts'
import { attemptCookie } from '../oauth/attempts.ts'
import { callbackMethod, type Provider } from '../oauth/clients.ts'
import type { Callback } from '../oauth/handshake.ts'
import { problemOf } from '../oauth/refusal.ts'
import { welcomeByInvitation } from '../organizations/accept-invitation.ts'
import { resumePosts } from '../responses/posting/mark-post.ts'
import { BusinessKey } from '../rules/businesses.ts'
import { CONNECT_PROBLEMS, connectProblemAddress, findConnectionProvider } from '../rules/connections.ts'
import {
  findOAuthProvider,
  KEEP_FIELD,
  KEEP_VALUE,
  OAUTH_PROBLEMS,
  oauthProblemAddress,
} from '../rules/oauth.ts'
import { CONNECT_FALLBACK_SCREEN, connectScreen, NEW_PLACE_SCREEN, safeRedirect } from '../rules/paths.ts'
import { formOf } from './body.ts'
import { bouncePage } from './bounce.ts'
import type { HttpEnv } from './http-env.ts'

/** Longer than any provider sends. */
const MAX_CHARS = { state: 200, code: 2_048, error: 200, user: 2_048 }

/**
 * `GET /auth/:provider`: redirects to a provider to sign in. Only a person's navigation counts; otherwise any site
 * could use up the attempts of a visitor's network by loading the URL as an image.
 */
export const oauthStart: Handler<HttpEnv> = async (c, next) => {
  const provider = findOAuthProvider(c.req.param('provider'))
  if (!provider) return next()
  // Hono handles HEAD as GET, and a HEAD must not start anything.
  if (c.req.method !== 'GET') return methodNotAllowed(c, 'GET')
  const navigation = navigationOf(c.req)
  if (navigation === 'none') return c.text(OPEN_IN_A_TAB, 403)
  // Let the person decide on the login screen.
  if (navigation === 'page') return c.redirect(`/login${new URL(c.req.url).search}`, 302)
  const elsewhere = addressAtOrigin(c)
  if (elsewhere) return c.redirect(elsewhere, 302)
  const target = safeRedirect(c.req.query('redirectTo'))
  const keep = c.req.query(KEEP_FIELD) === KEEP_VALUE
  const address = await beginSignIn(c.var.context, provider, { target, keep }).catch((error: unknown) => {
    const problem = startProblem(error, OAUTH_PROBLEMS)
    if (!problem) throw error
    return oauthProblemAddress(problem, provider, { target, purpose: 'sign_in' })
  })
  return c.redirect(address, 302)
}

/** `/auth/:provider/callback`: the provider's redirect target. Apple posts a form from its own site. */
export const oauthCallback: Handler<HttpEnv> = async (c, next) => {
  const provider = findOAuthProvider(c.req.param('provider'))
  if (!provider) return next()
  const method = callbackMethod(provider)
  if (c.req.method !== method) return methodNotAllowed(c, method)
  const fields = method === 'GET' ? new URL(c.req.url).searchParams : await formOf(c.req.raw)
  const { context } = c.var
  const callback = callbackOf(c, provider, fields)
  const target = await answerCallback(context, provider, callback, endCredentials, (wanted) =>
    welcomeByInvitation(context, wanted),
  )
  return c.html(bouncePage(target))
}

/** Value in place of a business id if the connected place is to become a new business. */
const NEW_BUSINESS = 'new'
const ConnectedBusiness = v.union([v.literal(NEW_BUSINESS), BusinessKey])

/**
 * `GET /connections/:provider?business=`: redirects to a platform to connect an account. Only a person's navigation
 * counts, as in `oauthStart`.
 */
export const connectionStart: Handler<HttpEnv> = async (c, next) => {
  const provider = findConnectionProvider(c.req.param('provider'))
  if (!provider) return next()
  if (c.req.method !== 'GET') return methodNotAllowed(c, 'GET')
  const navigation = navigationOf(c.req)
  if (navigation === 'none') return c.text(OPEN_IN_A_TAB, 403)
  const elsewhere = addressAtOrigin(c)
  if (elsewhere) return c.redirect(elsewhere, 302)
  const business = v.safeParse(ConnectedBusiness, c.req.query('business'))
  if (!business.success) return c.redirect(CONNECT_FALLBACK_SCREEN, 302)
  const businessId = business.output === NEW_BUSINESS ? null : business.output
  const screen = businessId === null ? NEW_PLACE_SCREEN : connectScreen(businessId)
  const { context } = c.var
  const { session } = context
  // Show the screen instead, where the person has to sign in, change the password or click the button first.
  if (navigation === 'page' || !session || session.user.mustChangePassword) return c.redirect(screen, 302)
  const member = { ...context, session, organization: session.organization }
  const address = await beginConnection(member, provider, businessId).catch((error: unknown) => {
    if (error instanceof DomainError && error.code === 'not_found') return screen
    const problem = startProblem(error, CONNECT_PROBLEMS)
    if (!problem) throw error
    return connectProblemAddress(problem, provider, screen)
  })
  return c.redirect(address, 302)
}

/** `GET /connections/:provider/callback`: the platform's redirect target. */
export const connectionCallback: Handler<HttpEnv> = async (c, next) => {
  const provider = findConnectionProvider(c.req.param('provider'))
  if (!provider) return next()
  if (c.req.method !== 'GET') return methodNotAllowed(c, 'GET')
  const callback = callbackOf(c, provider, new URL(c.req.url).searchParams)
  return c.html(bouncePage(await answerConnection(c.var.context, provider, callback, resumePosts)))
}

/**
 * The current URL moved to our own origin, where the cookie must be set; null if it is there already. The origins can
 * differ on a local machine, which has two names.
 */
function addressAtOrigin(c: Context<HttpEnv>): string | null {
  const { APP_ORIGIN } = c.var.settings
  const { origin, pathname, search } = new URL(c.req.url)
  return origin === APP_ORIGIN ? null : `${APP_ORIGIN}${pathname}${search}`
}

/** Returns the problem to show if a handshake couldn't start; null for an unexpected fault. */
function startProblem<Problem extends string>(error: unknown, known: readonly Problem[]) {
  if (error instanceof DomainError && error.code === 'too_many') return 'limit'
  return problemOf(error, known)
}

function methodNotAllowed(c: Context<HttpEnv>, allow: string) {
  return c.text(`This address only answers ${allow}.`, 405, { allow })
}

function callbackOf(c: Context<HttpEnv>, provider: Provider, fields: URLSearchParams): Callback {
  return {
    state: singleField(fields, 'state'),
    code: singleField(fields, 'code'),
    error: singleField(fields, 'error'),
    user: singleField(fields, 'user'),
    browser: attemptCookie(provider).read(c.req.header('cookie') ?? null, c.var.settings.APP_ORIGIN),
  }
}

/** The value of a field that occurs exactly once and isn't too long; otherwise null. */
function singleField(fields: URLSearchParams, name: keyof typeof MAX_CHARS): string | null {
  const [value, ...others] = fields.getAll(name)
  return value && others.length === 0 && value.length <= MAX_CHARS[name] ? value : null
}

/**
 * Classifies a navigation by its Fetch Metadata headers: `person` for a link or the address bar, `page` if a page of
 * another site navigated by itself, `none` if it isn't a navigation: an image, a frame, a script's request, or a
 * prefetch.
 *
 * Safari sends no Sec-Fetch-User, so there a navigation counts as a person's if it comes from our own pages or the
 * address bar. Browsers without Fetch Metadata (before March 2023) are let through: refusing them would make sign-in
 * impossible there, and all another site can do is use up the attempts of their network.
 */
function navigationOf(request: HonoRequest): 'person' | 'page' | 'none' {
  const purpose = request.header('sec-purpose') ?? request.header('purpose') ?? request.header('x-moz') ?? ''
  if (/\b(prefetch|prerender|preview)\b/.test(purpose)) return 'none'
  const mode = request.header('sec-fetch-mode')
  if (mode === undefined) return 'person'
  if (mode !== 'navigate' || request.header('sec-fetch-dest') !== 'document') return 'none'
  const isOurs = ['same-origin', 'none'].includes(request.header('sec-fetch-site') ?? '')
  return isOurs || request.header('sec-fetch-user') === '?1' ? 'person' : 'page'
}

const OPEN_IN_A_TAB = 'Open this address in its own tab.'
