import { env } from 'cloudflare:test'
import { test as base, expect } from 'vitest'
import { SCREENS } from '#tests/browser/support/screens.ts'
import type { Seen } from '#tests/browser/support/specification.ts'
import { ask, ORIGIN, signedIn } from '#tests/edge/support/web.ts'
import { createAccount, createBusiness, storeReviews } from '#tests/factories.ts'

const PLANS = ['free', 'pro', 'ai_insights'] as const

/** The Cookie header of each visitor. */
const test = base.extend('cookies', { scope: 'file' }, async () => {
  const cookies: Record<string, string> = { nobody: '' }
  for (const plan of PLANS) {
    const account = await createAccount(env.DB, { plan })
    const business = await createBusiness(env.DB, account)
    await storeReviews(env.DB, [{ business, text: 'The staff was lovely.', rating: 5 }])
    cookies[plan] = await signedIn(account)
  }
  return cookies
})

/** The page where redirects end. */
async function follow(
  address: string,
  cookie: string,
): Promise<{ at: string; status: number; html: string }> {
  const answer = await ask(address, { headers: { cookie } })
  const target = answer.headers.get('location')
  const html = await answer.text()
  if (target !== null) return follow(new URL(target, ORIGIN).href, cookie)
  const { pathname, search } = new URL(address, ORIGIN)
  return { at: pathname + search, status: answer.status, html }
}

const ENTITIES: Record<string, string> = {
  '&amp;': '&',
  '&#x27;': "'",
  '&quot;': '"',
  '&gt;': '>',
  '&lt;': '<',
}

/** Texts of a page's HTML. */
function textOf(html: string): string {
  return html
    .replaceAll(/<(script|style|template)\b.*?<\/\1>|<!--.*?-->|<\/?(?:a|b|em|span|strong|wbr)\b[^>]*>/gs, '')
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/&[^;]+;/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
}

const part = (html: string, tag: string) =>
  [...html.matchAll(new RegExp(`<${tag}\\b[^>]*>(.*?)</${tag}>`, 'gs'))].map(([, inner = '']) => inner)

const VIEWS = SCREENS.flatMap(({ path, query = '', specified = {} }) =>
  Object.entries(specified).map(([visitor, seen]): [string, string, Seen] => [path + query, visitor, seen]),
)

test.for(VIEWS)('%s is shown to %s as specified', async ([address, visitor, seen], { cookies }) => {
  const { at, status, html } = await follow(address, cookies[visitor] ?? '')
  const { leadsTo = address, status: expected = 200, heading, main = {} } = seen
  expect({ at, status }).toEqual({ at: leadsTo, status: expected })
  if (heading !== undefined) expect(part(html, 'h1').map(textOf)).toEqual([heading])
  for (const [text, { shows = [], lacks = [] }] of [
    [textOf(part(html, 'body').join()), seen],
    [textOf(part(html, 'main').join()), main],
  ] as const) {
    expect(shows.filter((shown) => !text.includes(shown))).toEqual([])
    expect(lacks.filter((shown) => text.includes(shown))).toEqual([])
  }
})

const CRUMBS = SCREENS.flatMap(({ path, crumbs }): [string, readonly string[]][] =>
  crumbs ? [[path, crumbs]] : [],
)

test.for(CRUMBS)('%s has the breadcrumbs %j', async ([path, labels], { cookies }) => {
  const { html } = await follow(path, cookies.pro ?? '')
  const crumbs = [...html.matchAll(/<nav [^>]*aria-label="Breadcrumbs".*?<\/nav>/gs)].map(([nav]) => nav)
  expect(crumbs).toHaveLength(labels.length === 0 ? 0 : 1)
  expect(part(crumbs.join(), 'li').map((item) => textOf(item).replace('/', '').trim())).toEqual(labels)
})
