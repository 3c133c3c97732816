import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import { createAccount } from '#tests/factories.ts'

async function sheet(cookie?: string, query = '') {
  const answer = await ask(`/appearance.css${query}`, cookie === undefined ? {} : { headers: { cookie } })
  return {
    css: await answer.text(),
    type: answer.headers.get('content-type'),
    cache: answer.headers.get('cache-control'),
  }
}

test('the stylesheet is empty and not cached for a browser without preferences', async () => {
  expect(await sheet()).toEqual({ css: '', type: 'text/css; charset=utf-8', cache: 'private, no-store' })
})

test.each([
  ['theme=dark', ':root{color-scheme:dark}.if-light{display:none}.if-dark{display:block}'],
  [
    'tz=UTC; theme=light; sidebar=collapsed',
    ':root{color-scheme:light}.if-light{display:block}.if-dark{display:none}',
  ],
  ['theme=system', ''],
  ['theme=dark}body{display:none', ''],
  ['not-theme=dark', ''],
])('the cookie %s gives the styles %s', async (cookie, css) => {
  expect((await sheet(cookie)).css).toBe(css)
})

test.each(['free', 'pro', 'ai_insights'])("the pricing page marks the member's plan: %s", async (plan) => {
  const account = await createAccount(env.DB, { plan })
  const { css } = await sheet(await signedIn(account), '?plans')
  expect(css).toContain('.for-guests{display:none}')
  expect(css).toContain(`.plan-card[data-plan=${plan}] .if-current{display:block}`)
  expect(css.match(/if-current/g)).toHaveLength(1)
})

test('an expired session counts as a guest on the pricing page', async () => {
  const cookie = await signedIn(await createAccount(env.DB), { lastActivityAt: Date.now() - 40 * 60_000 })
  expect((await sheet(cookie, '?plans')).css).toBe('')
})

test('a signed-in browser gets the styles for members', async () => {
  const cookie = await signedIn(await createAccount(env.DB))
  expect((await sheet(cookie)).css).toBe('.for-guests{display:none}.for-members{display:inline-flex}')
})

test('a browser whose log-out waits for the next request gets none of them', async () => {
  const account = await createAccount(env.DB)
  expect((await sheet(`${await signedIn(account)}; logout=${account.userId}`)).css).toBe('')
})
