import type { Context, Handler } from 'hono'
import { databaseOf } from '#db/client.ts'
import { planOfSession } from '../identity/sessions/resolve-session.ts'
import { logOutCookie, sessionCookie } from '../identity/sessions/session-store.ts'
import { logFault } from '../platform/log.ts'
import { type PlanTier, tierOf } from '../rules/plans.ts'
import type { HttpEnv } from './http-env.ts'

const CHOSEN_THEME = /(?:^|;)\s*theme=(light|dark)\s*(?:;|$)/
/** `app/styles/app.css` defines the classes. */
const SCHEMES: Record<string, string> = {
  light: ':root{color-scheme:light}.if-light{display:block}.if-dark{display:none}',
  dark: ':root{color-scheme:dark}.if-light{display:none}.if-dark{display:block}',
}
const MEMBERS = '.for-guests{display:none}.for-members{display:inline-flex}'

/**
 * `GET /appearance.css`: per-browser CSS for cached public pages, with the theme and the signed-in state. This way the
 * pages themselves are the same for everyone, need no script and can be cached. A session cookie counts as signed in
 * without a check, except on the price page (`?plans`), which marks the current plan.
 */
export const appearance: Handler<HttpEnv> = async (c) => {
  const cookies = c.req.header('cookie') ?? null
  const [, theme = ''] = CHOSEN_THEME.exec(cookies ?? '') ?? []
  const { APP_ORIGIN } = c.var.settings
  const token =
    logOutCookie.read(cookies, APP_ORIGIN) === null ? sessionCookie.read(cookies, APP_ORIGIN) : null
  const css = (SCHEMES[theme] ?? '') + (token === null ? '' : await ofMember(c, token))
  return c.body(css, 200, { 'content-type': 'text/css; charset=utf-8' })
}

async function ofMember(c: Context<HttpEnv>, token: string): Promise<string> {
  if (c.req.query('plans') === undefined) return MEMBERS
  const asked = planOfSession(databaseOf(c.env), token, Date.now())
  const plan = await asked.catch((cause: unknown) => {
    logFault('plan_not_shown', cause, { requestId: c.var.requestId })
    return undefined
  })
  // Treat an expired session as signed out.
  if (plan === null) return ''
  return plan === undefined ? MEMBERS : MEMBERS + currentPlan(tierOf(plan))
}

function currentPlan(tier: PlanTier): string {
  const card = `.plan-card[data-plan=${tier}]`
  return `.plan-card[data-plan]{--plan-edge:initial}${card}{--plan-edge:var(--color-primary)}${card} .if-current{display:block}${card} .if-other{display:none}`
}
