import type { MiddlewareHandler } from 'hono'
import { ACCOUNT_HEADER, isKeptPath, NOBODY, SESSION_ENDS_HEADER } from '../rules/kept-screens.ts'
import { sessionEndsAt } from '../rules/sessions.ts'
import type { HttpEnv } from './http-env.ts'

/** Tells the browser's service worker whose screen this is, and for how long it may keep a copy. */
export const whoseScreen: MiddlewareHandler<HttpEnv> = async (c, next) => {
  await next()
  if (!isKeptPath(c.req.path)) return
  const { session, now } = c.var.context
  c.header(ACCOUNT_HEADER, session ? `${session.user.id}-${session.organization.id}` : NOBODY)
  if (!session) return
  const endsAt = sessionEndsAt({ lastActivityAt: now(), expiresAt: session.expiresAt })
  c.header(SESSION_ENDS_HEADER, String(endsAt))
}
