import { describe, expect } from 'vitest'
import { PROCEDURES } from '#tests/edge/support/procedures.ts'
import { createTenant, rowsOf } from '#tests/edge/support/tenant.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { ask, ORIGIN, signedIn } from '#tests/edge/support/web.ts'

/** What is no JSON object, which every input is. */
const BROKEN = ['{', '"x', '{} x', '{"id":1,}', '[]', '5']

/** Bytes that are no UTF-8: Latin-1, UTF-16, a sign cut off in the middle. */
const WRONGLY_ENCODED = [
  Uint8Array.from('{"name":"Caf\xe9"}', (char) => char.charCodeAt(0)),
  Uint8Array.from('\xff\xfe{\0}\0', (char) => char.charCodeAt(0)),
  Uint8Array.from('{"name":"\xe2\x82"}', (char) => char.charCodeAt(0)),
]

const test = base
  .extend('tenant', () => createTenant('canary', Date.now()))
  .extend('cookie', ({ tenant }) => signedIn(tenant.account))
  .extend('post', ({ cookie }) => (address: string, body: BodyInit, headers: Record<string, string> = {}) => {
    return ask(address, {
      method: 'POST',
      body,
      headers: { cookie, origin: ORIGIN, 'content-type': 'application/json', ...headers },
    })
  })

async function statusAndReason(answer: Response) {
  const body = await answer.json<unknown>()
  const [first] = [body].flat() as [{ error?: { data: { reason: string; requestId: string } } }]
  expect(first.error?.data.requestId).toEqual(expect.any(String))
  return [answer.status, first.error?.data.reason]
}

const REFUSED = [400, 'invalid_input']

describe.each(PROCEDURES.map(({ path, isMutation }) => [path, isMutation] as const))(
  '%s',
  (path, isMutation) => {
    test('refuses an input that can not be read, alone and in a batch, and does nothing', async ({
      tenant,
      cookie,
      post,
    }) => {
      const before = await rowsOf(tenant)
      for (const text of BROKEN) {
        for (const [address, body] of [
          [`/trpc/${path}`, text],
          [`/trpc/${path}?batch=1`, text],
          [`/trpc/${path}?batch=1`, `{"0":${text}}`],
        ] as const) {
          const query = `${address.includes('?') ? '&' : '?'}input=${encodeURIComponent(body)}`
          const answer = isMutation
            ? await post(address, body)
            : await ask(`${address}${query}`, { headers: { cookie } })
          expect([address, body, ...(await statusAndReason(answer))]).toEqual([address, body, ...REFUSED])
        }
      }
      expect(await rowsOf(tenant)).toEqual(before)
    })
  },
)

describe.each(PROCEDURES.filter(({ isMutation }) => isMutation).map(({ path }) => path))('%s', (path) => {
  test('refuses bytes that are no UTF-8, and does nothing', async ({ tenant, post }) => {
    const before = await rowsOf(tenant)
    for (const bytes of WRONGLY_ENCODED) {
      for (const address of [`/trpc/${path}`, `/trpc/${path}?batch=1`]) {
        expect(await statusAndReason(await post(address, bytes))).toEqual(REFUSED)
      }
    }
    expect(await rowsOf(tenant)).toEqual(before)
  })
})

test('no input is no broken one', async ({ post }) => {
  for (const body of ['', '{}', 'null']) {
    const answer = await post('/trpc/notifications.markAllRead', body)
    await answer.body?.cancel()
    expect([body, answer.status]).toEqual([body, 200])
  }
})

test.for([
  ['trpc-accept', 'application/jsonl'],
  ['accept', 'application/jsonl'],
  ['accept', 'application/json, application/jsonl'],
] as const)('an answer in a stream is refused: %s: %s', async ([name, value], { tenant, cookie, post }) => {
  for (const address of ['/trpc/businesses.count', '/trpc/businesses.count,businesses.count?batch=1']) {
    const answer = await ask(address, { headers: { cookie, [name]: value } })
    expect(await statusAndReason(answer)).toEqual(REFUSED)
  }
  const before = await rowsOf(tenant)
  const input = JSON.stringify({ 0: { name: 'Planted' } })
  const changing = await post('/trpc/businesses.create?batch=1', input, { [name]: value })
  expect(await statusAndReason(changing)).toEqual(REFUSED)
  expect(await rowsOf(tenant)).toEqual(before)
})
