import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { APP_PAGES, PUBLIC_PAGES } from '#tests/edge/support/pages.ts'
import { test } from '#tests/edge/support/test.ts'
import { payloads, vectors } from '#tests/edge/support/vectors.ts'
import { type Ask, ask, askProcedure, ORIGIN, signedIn } from '#tests/edge/support/web.ts'
import { createAccount } from '#tests/factories.ts'
import { volume } from '#tests/volume.ts'

const MARKER = 'marker-q7x'

async function answerTo(address: string, init: Ask = {}) {
  const answer = await ask(address, init)
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

/** Header names that can be sent; others are left out. */
function sendable(names: readonly string[]): string[] {
  return [...new Set(names.map((name) => name.toLowerCase()))].filter(
    (name) =>
      /^[!#$%&'*+.^_`|~0-9a-z-]+$/.test(name) && !['host', 'content-length', 'connection'].includes(name),
  )
}

const HEADER_NAMES = sendable(
  payloads('request_header_names', [
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-forwarded-prefix',
    'x-original-url',
    'x-rewrite-url',
    'x-http-method-override',
    'x-host',
    'forwarded',
    'origin',
    'referer',
    'user-agent',
    'accept-language',
    'x-middleware-subrequest',
    'x-remix-response',
  ]),
)
const NAMES_AT_ONCE = 30

/** `/login` and a public page stand for the others, which pass the same handlers (chain.test.ts). */
const SCREENS = ['/login', ...PUBLIC_PAGES, '/signup']

describe.each(SCREENS.slice(0, volume(2, SCREENS.length)))('%s', (page) => {
  test('echoes no request header and leaves nothing for the next request', async () => {
    const plain = (text: string) => text.replaceAll(/(nonce[="-]+)[A-Za-z0-9+/=]{24}/g, '$1…')
    const before = plain((await answerTo(page)).text)
    for (let from = 0; from < HEADER_NAMES.length; from += NAMES_AT_ONCE) {
      const names = HEADER_NAMES.slice(from, from + NAMES_AT_ONCE)
      const headers = Object.fromEntries(names.map((name) => [name, `${MARKER}.example`]))
      const answer = await answerTo(page, { headers })
      expect(answer.status).toBeLessThan(500)
      expect([...answer.headers, answer.text].join('\n')).not.toContain(MARKER)
    }
    expect(plain((await answerTo(page)).text)).toBe(before)
  })
})

const CRLF = payloads('crlf', [
  '/app\r\nset-cookie: crlf=injection',
  '/app%0d%0aset-cookie:%20crlf=injection',
  '/app%0aset-cookie:crlf=injection',
  '\r\n\r\n<script>alert(1)</script>',
  '/app%E5%98%8A%E5%98%8Dset-cookie:crlf=injection',
])

describe.each(CRLF)('%j', (payload) => {
  test('injects no response header through a path or query', async ({ cookie }) => {
    const query = new URLSearchParams({ redirectTo: payload })
    const asIs = payload.startsWith('/') ? payload : `/${payload}`
    for (const address of [
      asIs,
      `/app/reviews${asIs}`,
      `/login?${query}`,
      `/login?redirectTo=${payload}`,
      `/signup?redirectTo=${payload}`,
      `/auth/google?${query}`,
      `/app?${query}`,
      `/verify?token=${encodeURIComponent(payload)}`,
    ]) {
      for (const headers of [{}, { cookie }] as Record<string, string>[]) {
        const answer = await answerTo(address, { headers })
        expect(answer.status).toBeLessThan(500)
        const cookies = answer.headers.getSetCookie().filter((line) => !/^(session|oauth)=/.test(line))
        expect(cookies).toEqual([])
        expect(answer.headers.get('contenttype')).toBeNull()
        expect(answer.headers.get('location') ?? '').not.toMatch(/[\r\n]/)
        expect(answer.text).not.toContain('<script>alert')
      }
    }
  })
})

const REDIRECTS = payloads('open_redirect', [
  'https://evil.example/',
  '//evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/app/..//evil.example',
  'https:evil.example',
  'javascript:alert(1)',
  '/%2f%2fevil.example',
  `${ORIGIN}.evil.example/app`,
  `${ORIGIN}@evil.example/app`,
])

test.for(['/login', '/signup'])('%s never redirects to another site', async (page, { cookie }) => {
  expect(REDIRECTS.length).toBeGreaterThanOrEqual(10)
  for (const target of REDIRECTS) {
    const address = `${page}?${new URLSearchParams({ redirectTo: target })}`
    const answer = await answerTo(address, { headers: { cookie } })
    expect(answer.status).toBe(302)
    const location = answer.headers.get('location') ?? ''
    expect([target, new URL(location, ORIGIN).origin]).toEqual([target, ORIGIN])
    expect(location).toMatch(/^\/(app|checkout|payment|invitations|pricing)/)
    // Signed out, the form is shown and links to no other site.
    const form = await answerTo(address)
    expect(form.status).toBe(200)
    expect(form.text).not.toMatch(/(href|action|url)="?(https?:)?\/\/(?!localhost)/i)
  }
})

test('an open-redirect address never redirects to another site', async ({ cookie }) => {
  const addresses = payloads('open_redirect_params', [
    '/?url=//evil.example',
    '/login?to=//evil.example',
    '/out?//evil.example',
    '//evil.example/app',
    '/%5cevil.example',
  ])
  for (const address of addresses.map((one) => one.replaceAll('{target}', 'example.com'))) {
    for (const headers of [{}, { cookie }] as Record<string, string>[]) {
      const answer = await ask(`${ORIGIN}${address.startsWith('/') ? '' : '/'}${address}`, { headers })
      await answer.body?.cancel()
      expect(answer.status).toBeLessThan(500)
      const location = answer.headers.get('location')
      if (location !== null) expect(new URL(location, ORIGIN).origin).toBe(ORIGIN)
    }
  }
})

/** TRACE, TRACK and the like can be sent neither by a browser nor from here. */
function isSendable(method: string): boolean {
  try {
    return new Request(ORIGIN, { method }).method !== ''
  } catch {
    return false
  }
}

test('unsafe methods from another site are refused, and no method ends a session', async () => {
  const methods = payloads('http_methods', ['PUT', 'DELETE', 'PATCH', 'PROPFIND', 'MKCOL']).filter(isSendable)
  expect(methods.length).toBeGreaterThanOrEqual(5)
  const account = await createAccount(env.DB)
  const session = await signedIn(account)
  const before = await env.DB.prepare('SELECT * FROM sessions WHERE user_id = ?').bind(account.userId).all()
  for (const method of methods) {
    for (const address of [
      '/app',
      '/login',
      '/trpc/auth.signOut',
      '/api/security-log',
      '/auth/google',
      '/healthz',
    ]) {
      const safe = ['GET', 'HEAD', 'OPTIONS'].includes(method.toUpperCase())
      const answer = await ask(address, {
        method,
        headers: { cookie: session, 'sec-fetch-site': 'cross-site' },
      })
      await answer.body?.cancel()
      expect(answer.status).toBeLessThan(500)
      if (!safe && address !== '/api/security-log') expect([method, answer.status]).toEqual([method, 403])
    }
  }
  const after = await env.DB.prepare('SELECT * FROM sessions WHERE user_id = ?').bind(account.userId).all()
  expect(after.results).toEqual(before.results)
})

interface JsonCase {
  name: string
  expect: 'y' | 'n' | 'i'
  base64: string
}

test('any JSON body is read or refused without a server error', async () => {
  const own: JsonCase[] = [
    { name: 'an open object', expect: 'n', base64: btoa('{"email":') },
    { name: 'a lone quote', expect: 'n', base64: btoa('"') },
    { name: 'bytes that are no text', expect: 'n', base64: btoa('\xff\xfe') },
    { name: 'depth', expect: 'i', base64: btoa('['.repeat(20_000)) },
    { name: 'a number without end', expect: 'i', base64: btoa('1e999') },
    { name: 'an empty object', expect: 'y', base64: btoa('{}') },
  ]
  for (const { name, expect: verdict, base64 } of [...own, ...vectors<JsonCase>('json_testsuite')]) {
    const body = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
    const headers = { origin: ORIGIN, 'content-type': 'application/json' }
    const procedure = await ask('/trpc/auth.verifyEmail', { method: 'POST', body, headers })
    await procedure.body?.cancel()
    expect([name, procedure.status]).toEqual([name, 400])
    const report = await ask('/api/security-log', { method: 'POST', body, headers })
    expect([name, report.status, await report.text()]).toEqual([name, 204, ''])
    expect(['y', 'n', 'i']).toContain(verdict)
  }
})

const INPUTS = payloads('json_fuzz', ['{}', '[]', 'null', '{"email":{"toString":1}}', '{"0":{"json":{}}}'])

test('bad input to a procedure is refused without technical details', async () => {
  for (const body of INPUTS) {
    for (const path of ['auth.signIn', 'auth.signUp', 'auth.requestPasswordReset', 'auth.mfa.challenge']) {
      const headers = { origin: ORIGIN, 'content-type': 'application/json' }
      const answer = await answerTo(`/trpc/${path}`, { method: 'POST', body, headers })
      expect([body, path, answer.status]).toEqual([body, path, 400])
      expect(answer.text).not.toMatch(/Expected |received|at \w+ \(|SQLITE|D1_/)
    }
  }
})

test('prototype property names in bodies and queries are harmless', async ({ cookie }) => {
  const cases = payloads('proto_pollution', [
    '{"__proto__":{"polluted":true},"email":"a"}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '?__proto__[polluted]=true',
  ])
  for (const text of cases) {
    const query = text.includes('?') ? text.slice(text.indexOf('?')) : `?q=${encodeURIComponent(text)}`
    for (const page of ['/login', '/app/reviews', '/pricing']) {
      const answer = await ask(`${page}${query}`, { headers: { cookie } })
      await answer.body?.cancel()
      expect(answer.status).toBeLessThan(500)
    }
    const body = text.startsWith('{') ? text : JSON.stringify({ fullName: text })
    const headers = { origin: ORIGIN, 'content-type': 'application/json', cookie }
    const answer = await ask('/trpc/profile.update', { method: 'POST', body, headers })
    await answer.body?.cancel()
    expect(answer.status).toBeLessThan(500)
  }
  const fresh: Record<string, unknown> = {}
  expect([fresh.polluted, fresh.status, fresh.ignoreQueryPrefix]).toEqual([undefined, undefined, undefined])
})

test('repeated and odd query parameters cause no server error', async ({ cookie }) => {
  const queries = payloads('query_pollution', [
    '?rating=1&rating=2',
    '?rating[]=1',
    '?rating=1;rating=2',
    '?=&=&&',
  ])
  for (const query of queries) {
    for (const page of [...APP_PAGES.slice(0, volume(2, APP_PAGES.length)), '/login', '/trpc/auth.session']) {
      const answer = await ask(`${page}${query.startsWith('?') ? '' : '?'}${query}`, { headers: { cookie } })
      await answer.body?.cancel()
      expect([page, query, answer.status < 500]).toEqual([page, query, true])
    }
  }
})

/** First segments of each family of routes. */
const FAMILIES = [
  '',
  '/app',
  '/trpc',
  '/api/v1',
  '/auth',
  '/app/businesses',
  '/login',
  '/api',
  '/functions/v1',
  '/auth/google/callback',
  '/connections',
  '/.well-known',
  '/healthz',
  '/dev',
]
/** Path and query endings that have tripped routers and URL parsers. */
const ODD_ENDS = [
  '//x:y',
  '/%5Cx:y',
  '/%5c',
  '/%5C%5Cx:y',
  '/%5Cx:y.data',
  '/%2f%2fx:y',
  '/%2fx:y',
  '/..%2f',
  '/%2e%2e%2f',
  '/%00',
  '/%0d%0aset-cookie:x',
  '/%',
  '/%zz',
  '/%ff',
  '/%c0%af',
  '/%ed%a0%80',
  '/%2525',
  '/%3fa=b%23c',
  '/%c2%85',
  '/%e2%80%a8',
  '/%e2%80%a9',
  '/%e2%80%ae',
  '/*',
  '/:id',
  '/(',
  '/[x',
  '/$1',
  '/,,,',
  '/http://x',
  '/javascript:alert(1)',
  '/__proto__',
  '/constructor',
  '/.data',
  '/_root.data',
  '/x.data.data',
  '/__manifest?version=x&p=%5Cx:y',
  '/%09',
  '/x%20',
  `/${'a/'.repeat(1_000)}`,
  '?%zz=%ff',
  '?index&index',
  '?batch=1&input=%7B',
  '?input=%00',
  '?redirectTo=%5Cx:y',
  '?business=%00',
  '?review=99999999999999999999999',
  '?search=%22*%5E%3A()AND',
]

const WAYS = [{}, 'signed in', { method: 'HEAD' }, { method: 'OPTIONS' }] as const

test.for(FAMILIES.slice(0, volume(4, FAMILIES.length)))(
  'an odd address under %s causes no server error',
  async (family, { cookie }) => {
    for (const end of ODD_ENDS) {
      for (const way of WAYS.slice(0, volume(2, WAYS.length))) {
        const init = way === 'signed in' ? { headers: { cookie } } : way
        // Not resolved against the origin, because `//x` would be another host.
        const answer = await ask(`${ORIGIN}${family}${end}`, init)
        await answer.body?.cancel()
        expect([family, end, init, answer.status < 500]).toEqual([family, end, init, true])
      }
    }
  },
)

test('a path traversal reveals no file', async ({ cookie }) => {
  const paths = payloads('path_names', [
    '/../../etc/passwd',
    '/..%2f..%2fetc/passwd',
    '/%2e%2e/%2e%2e/.dev.vars',
  ])
  for (const path of paths.map((one) => one.replaceAll('{FILE}', '.dev.vars'))) {
    const address = `${ORIGIN}/${path.replaceAll('\\', '%5C').replaceAll('#', '%23')}`
    if (!URL.canParse(address)) continue
    const answer = await answerTo(address, { headers: { cookie } })
    expect([path, answer.status < 500]).toEqual([path, true])
    expect(answer.text).not.toMatch(/SESSION_SECRET|root:x:/)
  }
})

test('any name is either stored as typed or refused', async ({ account }) => {
  const api = apiFor(account)
  const names = [
    ...payloads('naughty_strings', [
      '﷽',
      'Ω≈ç√∫',
      '\u202Etest',
      '<b>x</b>',
      "O'; DROP TABLE users",
      '\0',
      '\uD800',
    ]),
    ...vectors('sql_strings').map(({ payload }) => payload),
    ...vectors('xss_payloads').map(({ payload }) => payload),
  ]
  for (const typed of names) {
    const expected = typed
      .replace(/\p{Surrogate}/gu, '\uFFFD')
      .trim()
      .normalize('NFC')
    const answer = await api.profile.update({ fullName: typed }).then(
      ({ fullName }) => fullName,
      (error: { code: string }) => error.code,
    )
    expect([expected, 'BAD_REQUEST']).toContain(answer)
  }
})

test('any text that is not a valid address or password is refused', async () => {
  const texts = [
    ...payloads('naughty_strings', ['undefined', 'NaN', '\uFEFF', 'a\u0000b', '𝒳']),
    ...vectors('sql_strings').map(({ payload }) => payload),
  ]
  for (const text of texts) {
    const inputs = [
      { email: text, password: 'Harbor-Lantern-42' },
      { email: `nobody-${crypto.randomUUID()}@example.test`, password: text },
    ]
    for (const input of inputs) {
      const answer = await askProcedure('auth.signIn', input)
      await answer.body?.cancel()
      expect([text, [400, 401].includes(answer.status)]).toEqual([text, true])
    }
  }
})
