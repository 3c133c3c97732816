import type { Context, Handler } from 'hono'
import * as v from 'valibot'
import { answerConnection } from '../connections/answer-callback.ts'
import { beginConnection } from '../connections/begin-connection.ts'
import { connectProblemOf } from '../connections/refusal.ts'
import { DomainError } from '../errors.ts'
import { attemptCookieIn } from '../oauth/attempt-cookie.ts'
import { BusinessKey } from '../rules/businesses.ts'
import { CONNECT_FALLBACK_SCREEN, connectScreen } from '../rules/connect-address.ts'
import { type ConnectProblem, connectProblemAddress, findConnectionProvider } from '../rules/connections.ts'
import { bouncePage } from './bounce.ts'
import type { HttpEnv } from './http-env.ts'
import { navigationOf, OPEN_IN_A_TAB } from './navigation.ts'
import { singleField } from './single-field.ts'

/** Above what any of the platforms sends. */
const MAX_CHARS = { state: 200, code: 2_048, error: 200 }

/**
 * `GET /connections/:provider?business=`: sends the browser to a platform to connect an account there, where a person
 * goes there.
 */
export const connectionStart: Handler<HttpEnv> = async (c, next) => {
  const provider = findConnectionProvider(c.req.param('provider'))
  if (!provider) return next()
  // Hono answers HEAD as GET, and looking must not begin anything.
  if (c.req.method !== 'GET') return methodNotAllowed(c)
  const navigation = navigationOf(c.req)
  if (navigation === 'none') return c.text(OPEN_IN_A_TAB, 403)
  const { context } = c.var
  const { APP_ORIGIN } = context.settings
  const url = new URL(c.req.url)
  // A local machine has two names; the cookie has to be set where the way back leads.
  if (url.origin !== APP_ORIGIN) return c.redirect(`${APP_ORIGIN}${url.pathname}${url.search}`, 302)
  const business = v.safeParse(BusinessKey, c.req.query('business'))
  if (!business.success) return c.redirect(CONNECT_FALLBACK_SCREEN, 302)
  const screen = connectScreen(business.output)
  const { session } = context
  // The screen says what is to be done first: sign in, choose another password, or go there oneself.
  if (navigation === 'page' || !session || session.user.mustChangePassword) return c.redirect(screen, 302)
  const member = { ...context, session, organization: session.organization }
  const address = await beginConnection(member, provider, business.output).catch((error: unknown) => {
    const problem = problemOf(error)
    if (!problem) throw error
    return problem === 'not_found' ? screen : connectProblemAddress(problem, provider, screen)
  })
  return c.redirect(address, 302)
}

/** `GET /connections/:provider/callback`: where a platform sends the browser back. */
export const connectionCallback: Handler<HttpEnv> = async (c, next) => {
  const provider = findConnectionProvider(c.req.param('provider'))
  if (!provider) return next()
  if (c.req.method !== 'GET') return methodNotAllowed(c)
  const fields = new URL(c.req.url).searchParams
  const path = await answerConnection(c.var.context, provider, {
    state: singleField(fields, 'state', MAX_CHARS.state),
    code: singleField(fields, 'code', MAX_CHARS.code),
    error: singleField(fields, 'error', MAX_CHARS.error),
    browser: attemptCookieIn(c.req.header('cookie') ?? null, c.var.settings.APP_ORIGIN),
  })
  return c.html(bouncePage(path))
}

/** What the person is told; null for a fault. */
function problemOf(error: unknown): ConnectProblem | 'not_found' | null {
  if (error instanceof DomainError && error.code === 'too_many') return 'limit'
  if (error instanceof DomainError && error.code === 'not_found') return 'not_found'
  return connectProblemOf(error)
}

function methodNotAllowed(c: Context<HttpEnv>) {
  return c.text('This address only answers GET.', 405, { allow: 'GET' })
}
