import { env } from 'cloudflare:test'
import { test as base, describe, expect } from 'vitest'
import { type Ask, ask, ORIGIN, signedIn } from '#tests/edge/support/web.ts'
import { createAccount } from '#tests/factories.ts'

export const MAX_BODY_BYTES = 64 * 1024
export const MAX_URL_CHARS = 8 * 1024

/** A test with the cookie of a signed-in browser, in whose name another site would want to act. */
export const test = base.extend('cookie', { scope: 'file' }, async () =>
  signedIn(await createAccount(env.DB)),
)

/** The status of the response, which is never a fault. */
export async function status(address: string, init: Ask = {}): Promise<number> {
  const answer = await ask(address, init)
  await answer.body?.cancel()
  expect(answer.status).toBeLessThan(500)
  return answer.status
}

export const json = { 'content-type': 'application/json' }

export function post(headers: Record<string, string>, body: BodyInit = '{}'): Ask {
  return { method: 'POST', headers, body }
}

const FOREIGN_ORIGINS: [string, string][] = [
  ['another site', 'https://evil.example'],
  ['the scheme of another site', 'https://localhost:8787'],
  ['another port', 'http://localhost:8788'],
  ['no port', 'http://localhost'],
  ['our name as the beginning of another', 'http://localhost:8787.evil.example'],
  ['our name as the end of another', 'http://evil-localhost:8787'],
  ['a path behind it', `${ORIGIN}/`],
  ['two of them', `${ORIGIN}, https://evil.example`],
  ['null', 'null'],
  ['nothing', ''],
  ['no origin at all', ':::///%%'],
]

/** Sends requests of other sites, forms and programs to addresses that change something. */
export function testChanging(addresses: readonly string[]): void {
  describe.each(addresses)('%s', (address) => {
    test.for(FOREIGN_ORIGINS)('is refused when Origin is %s', async ([, origin], { cookie }) => {
      expect(await status(address, post({ ...json, cookie, origin }))).toBe(403)
    })

    test.for(['cross-site', 'same-site', 'none', ''])(
      'is refused without Origin when Sec-Fetch-Site is %s',
      async (site, { cookie }) => {
        const headers = { ...json, cookie, 'sec-fetch-site': site }
        expect(await status(address, post(headers))).toBe(403)
      },
    )

    test('is refused without Origin and Sec-Fetch-Site', async ({ cookie }) => {
      expect(await status(address, post({ ...json, cookie }))).toBe(403)
    })

    test('is refused from another site though Sec-Fetch-Site claims our own', async ({ cookie }) => {
      const headers = { ...json, cookie, origin: 'https://evil.example', 'sec-fetch-site': 'same-origin' }
      expect(await status(address, post(headers))).toBe(403)
    })

    test('is refused with a bearer token beside a cookie, or from another site', async ({ cookie }) => {
      const authorization = 'Bearer of-something'
      expect(await status(address, post({ ...json, cookie, authorization }))).toBe(403)
      const foreign = { ...json, authorization, origin: 'https://evil.example' }
      expect(await status(address, post(foreign))).toBe(403)
    })

    test.for<[string, Record<string, string>]>([
      ['our own', { origin: ORIGIN }],
      ['the other name of this machine', { origin: 'http://127.0.0.1:8787' }],
      ['missing from our own page', { 'sec-fetch-site': 'same-origin' }],
      ['missing beside a bearer token', { authorization: 'Bearer of-something' }],
    ])('is let through when Origin is %s', async ([, headers]) => {
      const answer = await status(address, post({ ...json, ...headers }))
      expect(answer).not.toBe(403)
      // Nobody is signed in here, and no form is filled in.
      expect([200, 400, 401]).toContain(answer)
    })

    test.for([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/octet-stream',
      'text/json',
      'application/jsonp',
      'application/json-patch+json',
      '',
    ])('is refused as %s', async (type, { cookie }) => {
      const answer = await ask(address, post({ origin: ORIGIN, cookie, 'content-type': type }))
      expect(answer.status).toBe(415)
      // In the format of all refusals there.
      const message = 'Send application/json.'
      expect(await answer.json()).toMatchObject(
        address.startsWith('/functions/')
          ? { success: false, reviews: [], errors: ['HTTP error! status: 415', message] }
          : {
              error: {
                message,
                data: { code: 'UNSUPPORTED_MEDIA_TYPE', httpStatus: 415, type: 'VALIDATION' },
              },
            },
      )
    })

    test('is read as JSON whatever the charset', async () => {
      const headers = { origin: ORIGIN, 'content-type': 'Application/JSON; charset=utf-8' }
      expect([200, 400, 401]).toContain(await status(address, post(headers)))
    })

    test('does not respond to GET', async ({ cookie }) => {
      expect(await status(`${address}?input=${encodeURIComponent('{}')}`, { headers: { cookie } })).toBe(405)
    })

    test('accepts no other method', async ({ cookie }) => {
      for (const method of ['PUT', 'PATCH', 'DELETE']) {
        const init = { method, headers: { ...json, cookie, origin: ORIGIN }, body: '{}' }
        expect(await status(address, init)).toBe(405)
      }
      const options = await ask(address, { method: 'OPTIONS' })
      const isFunction = address.startsWith('/functions/')
      expect([options.status, options.headers.get('allow')]).toEqual(
        isFunction ? [204, 'POST'] : [405, 'GET, POST'],
      )
      expect(await status(address, { method: 'HEAD' })).toBe(405)
    })

    test('is refused beyond the limit of a body, with or without a stated length', async ({ cookie }) => {
      const headers = { ...json, origin: ORIGIN, cookie }
      const tooLong = new Uint8Array(MAX_BODY_BYTES + 1).fill(32)
      expect(await status(address, post(headers, tooLong))).toBe(413)
      expect(await status(address, post(headers, streamed(tooLong)))).toBe(413)
      const longest = new Uint8Array(MAX_BODY_BYTES).fill(32)
      expect(await status(address, post({ ...json, origin: ORIGIN }, longest))).not.toBe(413)
      expect(await status(address, post({ ...json, origin: ORIGIN }, streamed(longest)))).not.toBe(413)
    })
  })
}

/** In chunks without a stated length. */
function streamed(bytes: Uint8Array<ArrayBuffer>): ReadableStream<Uint8Array> {
  return new Blob([bytes]).stream()
}

/** Tries methods, parameters, lengths and hosts at the addresses of pages. */
export function testPages(pages: readonly string[]): void {
  describe.each(pages)('%s', (page) => {
    test('accepts only GET and HEAD', async ({ cookie }) => {
      for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
        const body = new URLSearchParams({ a: 'b' })
        expect(await status(page, { method, body, headers: { origin: ORIGIN, cookie } })).toBe(405)
        expect(await status(page, { method, body, headers: { cookie } })).toBe(403)
      }
      expect(await status(page, { method: 'OPTIONS', headers: { cookie } })).toBe(405)
      expect(await status(page, { method: 'HEAD', headers: { cookie } })).toBeLessThan(405)
    })

    test("refuses Remix's parameters where they do not belong", async ({ cookie }) => {
      expect(await status(`${page}?_data=root`, { headers: { cookie } })).toBe(400)
      expect(await status(`${page}?a=b&_data`, { headers: { cookie } })).toBe(400)
      expect(await status(`${page}?_routes=root`, { headers: { cookie } })).toBe(400)
      expect(await status(`${page === '/' ? '/_root' : page}.data?_data=root`, { headers: { cookie } })).toBe(
        400,
      )
    })

    test('refuses an address that is too long, and no shorter one', async ({ cookie }) => {
      const start = `${ORIGIN}${page}?q=`
      expect(
        await status(start + 'a'.repeat(MAX_URL_CHARS - start.length), { headers: { cookie } }),
      ).not.toBe(414)
      expect(
        await status(start + 'a'.repeat(MAX_URL_CHARS - start.length + 1), { headers: { cookie } }),
      ).toBe(414)
    })

    test('is served under our own name only', async ({ cookie }) => {
      for (const host of ['evil.example', 'localhost', 'localhost:8788', 'localhost.:8787', '[::1]:8787']) {
        expect(await status(`http://${host}${page}`, { headers: { cookie } })).toBe(421)
      }
      expect(await status(`http://127.0.0.1:8787${page}`, { headers: { cookie } })).not.toBe(421)
    })
  })
}

/** Sends bodies that can't be an input to mutations. */
export function testBodies(paths: readonly string[]): void {
  test.for(['', '{', '[]', 'null', '1', '"x"', '{"__proto__":{"email":"a@b.test"}}', '\uFEFF{}', '{"0":{}}'])(
    'the body %s is answered with a client error by mutations that need an input',
    async (body) => {
      for (const path of paths) {
        const cookie = await signedIn(await createAccount(env.DB))
        for (const query of ['', '?batch=1']) {
          const answer = await status(
            `/trpc/${path}${query}`,
            post({ ...json, origin: ORIGIN, cookie }, body),
          )
          expect(answer).toBeGreaterThanOrEqual(207)
          expect(answer).toBeLessThan(500)
        }
      }
    },
  )
}
