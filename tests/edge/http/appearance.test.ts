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

test('says nothing to a browser that has chosen nothing, and nobody keeps it', async () => {
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
])('%s → %s', async (cookie, css) => {
  expect((await sheet(cookie)).css).toBe(css)
})

test.each(['free', 'pro', 'ai_insights'])('the price page marks the plan of a member: %s', async (plan) => {
  const account = await createAccount(env.DB, { plan })
  const { css } = await sheet(await signedIn(account), '?plans')
  expect(css).toContain('.for-guests{display:none}')
  expect(css).toContain(`.plan-card[data-plan=${plan}] .if-current{display:block}`)
  expect(css.match(/if-current/g)).toHaveLength(1)
})

test('a session that has ended is greeted by nobody on the price page', async () => {
  const cookie = await signedIn(await createAccount(env.DB), { lastActivityAt: Date.now() - 40 * 60_000 })
  expect((await sheet(cookie, '?plans')).css).toBe('')
})

test('greets whoever has a session, without asking the database', async () => {
  const cookie = await signedIn(await createAccount(env.DB))
  expect((await sheet(cookie)).css).toBe('.for-guests{display:none}.for-members{display:inline-flex}')
})
