import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { test } from '#tests/edge/support/test.ts'
import { type Ask, ask, PRODUCTION } from '#tests/edge/support/web.ts'
import { createAccount } from '#tests/factories.ts'

const FROM_ELSEWHERE = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }

async function arrive(address: string, headers: Record<string, string> = FROM_ELSEWHERE, init: Ask = {}) {
  const answer = await ask(address, { ...init, headers })
  return { status: answer.status, text: await answer.text(), headers: answer.headers }
}

test.each([
  '/app',
  '/app/reviews?rating=1',
  '/checkout',
  '/payment/success?session=x',
  '/invitations/x',
  '/verify?token=x',
])('%s reached from another site reloads once, from an empty page of our own', async (address) => {
  const first = await arrive(address)
  expect(first.status).toBe(200)
  expect(first.headers.get('cache-control')).toBe('private, no-store')
  expect(first.text).not.toContain('<script')
  const target = /content="0;url=([^"]+)"/.exec(first.text)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(target).toBe(`${address}${address.includes('?') ? '&' : '?'}arrived=1`)
  // The second request never bounces, whatever its headers say.
  const second = await arrive(target)
  expect(second.text).not.toContain('http-equiv="refresh"')
})

test('the address is escaped in the bounce page', async () => {
  const { text } = await arrive('/app?q="><script>alert(1)</script>&x=%0d%0aset-cookie:a=b')
  expect(text).not.toContain('<script')
  expect(text).toContain('%22%3E%3Cscript')
})

test('a visitor is sent to log in, without the bounce marker in the address', async () => {
  const answer = await ask('/app/reviews?rating=1&arrived=1', { headers: FROM_ELSEWHERE })
  expect(answer.status).toBe(302)
  expect(answer.headers.get('location')).toBe('/login?redirectTo=%2Fapp%2Freviews%3Frating%3D1')
})

test('a request with the cookie, or not started by another site, is answered directly', async ({
  cookie,
}) => {
  expect((await arrive('/app', { ...FROM_ELSEWHERE, cookie })).text).not.toContain('http-equiv="refresh"')
  for (const site of ['same-origin', 'none']) {
    expect((await arrive('/app', { ...FROM_ELSEWHERE, 'sec-fetch-site': site })).status).toBe(302)
  }
  expect((await arrive('/app', {})).status).toBe(302)
})

test('data requests and public pages are not bounced', async () => {
  expect((await arrive('/app', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'cors' })).status).toBe(
    302,
  )
  for (const address of ['/pricing', '/login', '/trpc/auth.session']) {
    expect((await arrive(address)).text).not.toContain('http-equiv="refresh"')
  }
})

test('mails can be read at /dev/mailbox on a local machine only', async () => {
  const { email } = await createAccount(env.DB)
  const headers = { origin: 'http://localhost:8787', 'content-type': 'application/json' }
  const body = JSON.stringify({ email })
  const asked = await ask('/trpc/auth.requestPasswordReset', { method: 'POST', headers, body })
  await asked.body?.cancel()
  const page = await ask('/dev/mailbox')
  expect(page.headers.get('cache-control')).toBe('private, no-store')
  const html = await page.text()
  expect(html).toContain(email)
  expect(html).toMatch(/<a href="http:\/\/localhost:8787\/reset-password\?token=[A-Za-z0-9_-]{43}">/)
  expect(html).not.toContain('<script')
  const hidden = await ask('https://reviews.example.com/dev/mailbox', { env: PRODUCTION })
  expect(hidden.status).toBe(404)
  expect(await hidden.text()).not.toContain(email)
})

test('pages with a mailed token in their address send no referrer', async () => {
  for (const page of ['/verify', '/reset-password']) {
    for (const address of [`${page}?token=${'x'.repeat(43)}`, `${page}.data?token=x`]) {
      const answer = await ask(address)
      await answer.body?.cancel()
      expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    }
  }
})

test('a network over the coarse limit is told to wait', async () => {
  const limit = ({ key }: { key: string }) => Promise.resolve({ success: key !== '192.0.2.99' })
  const bindings = { ...env, COARSE_LIMIT: { limit } }
  const over = await arrive('/login', { 'cf-connecting-ip': '192.0.2.99' }, { env: bindings })
  expect(over.status).toBe(429)
  expect(over.headers.get('retry-after')).toBe('10')
  expect(over.headers.get('x-content-type-options')).toBe('nosniff')
  expect((await arrive('/login', { 'cf-connecting-ip': '192.0.2.98' }, { env: bindings })).status).toBe(200)
})

test('requests pass if the coarse limit itself fails', { meta: { expectsFaults: true } }, async () => {
  const limit = () => Promise.reject(new Error('no answer'))
  expect((await arrive('/login', {}, { env: { ...env, COARSE_LIMIT: { limit } } })).status).toBe(200)
})
