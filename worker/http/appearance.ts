import type { Handler } from 'hono'
import { sessionCookie } from '../identity/sessions/session-store.ts'
import type { HttpEnv } from './http-env.ts'

const CHOSEN_THEME = /(?:^|;)\s*theme=(light|dark)\s*(?:;|$)/
/** The page's colours, and those of its pictures: `app/styles/app.css` has the classes. */
const SCHEMES: Record<string, string> = {
  light: ':root{color-scheme:light}.if-light{display:block}.if-dark{display:none}',
  dark: ':root{color-scheme:dark}.if-light{display:none}.if-dark{display:block}',
}
const MEMBERS = '.for-guests{display:none}.for-members{display:inline-flex}'

/**
 * `GET /appearance.css`: what the public pages owe to this browser, its theme and whether it has a session. So the pages
 * themselves stay the same for everyone, without script, and may be cached. Whether the session still lives is asked where
 * its link leads.
 */
export const appearance: Handler<HttpEnv> = (c) => {
  const cookies = c.req.header('cookie') ?? null
  const [, theme = ''] = CHOSEN_THEME.exec(cookies ?? '') ?? []
  const hasSession = sessionCookie.read(cookies, c.var.settings.APP_ORIGIN) !== null
  const css = (SCHEMES[theme] ?? '') + (hasSession ? MEMBERS : '')
  return c.body(css, 200, { 'content-type': 'text/css; charset=utf-8' })
}
