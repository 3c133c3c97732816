import { test as base, describe, expect } from 'vitest'
import type { Procedure } from '#tests/edge/support/procedures.ts'
import { createTenant, digestOf, untilWritten } from '#tests/edge/support/tenant.ts'
import { ask, ORIGIN, signedIn } from '#tests/edge/support/web.ts'

/** Bodies that aren't JSON objects, as every input is. */
const BROKEN = ['{', '"x', '{} x', '{"id":1,}', '[]', '5']

/** Bytes that aren't UTF-8: Latin-1, UTF-16, a truncated character. */
const WRONGLY_ENCODED = [
  Uint8Array.from('{"name":"Caf\xe9"}', (char) => char.charCodeAt(0)),
  Uint8Array.from('\xff\xfe{\0}\0', (char) => char.charCodeAt(0)),
  Uint8Array.from('{"name":"\xe2\x82"}', (char) => char.charCodeAt(0)),
]

const signedInTenant = untilWritten(async () => {
  const tenant = await createTenant('canary', Date.now())
  return { tenant, cookie: await signedIn(tenant.account) }
})

/** A test with a tenant and its session cookie, shared until something changes, to post with. */
export const test = base
  .extend('session', { auto: true }, () => signedInTenant())
  .extend('tenant', ({ session }) => session.tenant)
  .extend('cookie', ({ session }) => session.cookie)
  .extend('post', ({ cookie }) => (address: string, body: BodyInit, headers: Record<string, string> = {}) => {
    return ask(address, {
      method: 'POST',
      body,
      headers: { cookie, origin: ORIGIN, 'content-type': 'application/json', ...headers },
    })
  })

export async function statusAndReason(answer: Response) {
  const body = await answer.json<unknown>()
  const [first] = [body].flat() as [{ error?: { data: { reason: string; requestId: string } } }]
  expect(first.error?.data.requestId).toEqual(expect.any(String))
  return [answer.status, first.error?.data.reason]
}

export const REFUSED = [400, 'invalid_input']

/** Sends unreadable inputs to each procedure. */
export function testBrokenInputs(procedures: readonly Procedure[]): void {
  describe.each(procedures.map(({ path, isMutation }) => [path, isMutation] as const))(
    '%s',
    (path, isMutation) => {
      test('refuses an unreadable input, alone and in a batch, and does nothing', async ({
        tenant,
        cookie,
        post,
      }) => {
        const before = await digestOf(tenant)
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
        expect(await digestOf(tenant)).toEqual(before)
      })
    },
  )

  describe.each(procedures.filter(({ isMutation }) => isMutation).map(({ path }) => path))('%s', (path) => {
    test('refuses bytes that are not UTF-8, and does nothing', async ({ tenant, post }) => {
      const before = await digestOf(tenant)
      for (const bytes of WRONGLY_ENCODED) {
        for (const address of [`/trpc/${path}`, `/trpc/${path}?batch=1`]) {
          expect(await statusAndReason(await post(address, bytes))).toEqual(REFUSED)
        }
      }
      expect(await digestOf(tenant)).toEqual(before)
    })
  })
}
