import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import { createAccount } from '#tests/factories.ts'

async function sheet(cookie?: string) {
  const answer = await ask('/appearance.css', cookie === undefined ? {} : { headers: { cookie } })
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

test('greets whoever has a session, without asking the database', async () => {
  const cookie = await signedIn(await createAccount(env.DB))
  expect((await sheet(cookie)).css).toBe('.for-guests{display:none}.for-members{display:inline-flex}')
})
