import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { failing } from '#tests/edge/support/faults.ts'
import { test } from '#tests/edge/support/test.ts'
import { type Ask, ask, ORIGIN, signedIn } from '#tests/edge/support/web.ts'
import { createAccount } from '#tests/factories.ts'
import { REPORTED_EVENTS } from '#worker/rules/security-events.ts'

const LOG = '/api/security-log'
const CSP = '/api/csp-report'

function post(address: string, body: unknown, { headers, ...init }: Ask = {}) {
  return ask(address, {
    method: 'POST',
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...init,
    headers: { origin: ORIGIN, 'content-type': 'application/json', ...headers },
  })
}

async function stored(where = '1', ...values: string[]) {
  const { results } = await env.DB.prepare(
    `SELECT type, detail, source, outcome, user_id, user_agent, created_at FROM security_events WHERE ${where} ORDER BY id`,
  )
    .bind(...values)
    .all<Record<string, unknown>>()
  return results
}

test.for(REPORTED_EVENTS)('%s is stored with the server time and the caller', async (type, { account }) => {
  const before = Date.now()
  const answer = await post(
    LOG,
    { type, timestamp: '1999-01-01T00:00:00Z', userAgent: 'claimed', detail: 'the search box' },
    { headers: { cookie: await signedIn(account), 'user-agent': 'a browser' } },
  )
  expect(answer.status).toBe(204)
  expect(await answer.text()).toBe('')
  const rows = await stored('user_id = ?', account.userId)
  expect(rows).toMatchObject([
    { type, detail: 'the search box', source: 'browser', outcome: 'reported', user_agent: 'a browser' },
  ])
  expect(Number(rows[0]?.created_at)).toBeGreaterThanOrEqual(before)
  const { items } = await apiFor(account).auth.securityEvents()
  expect(items.map((item) => item.type)).toEqual([type])
})

test('the type is also read from `event`, as a string or in an object', async () => {
  for (const body of [{ event: 'XSS_ATTEMPT' }, { event: { type: 'XSS_ATTEMPT' }, details: 'a form' }]) {
    const account = await createAccount(env.DB)
    await post(LOG, body, { headers: { cookie: await signedIn(account) } })
    expect(await stored('user_id = ?', account.userId)).toHaveLength(1)
  }
})

describe.each([
  ['no type', {}],
  ['a type of our own', { type: 'sign_in' }],
  ['an unknown type', { type: 'SOMETHING' }],
  ['no object', '[]'],
  ['no JSON', '{'],
  ['nothing', ''],
  ['null', 'null'],
  ['a prototype', '{"__proto__":{"type":"XSS_ATTEMPT"}}'],
  ['too much', { type: 'XSS_ATTEMPT', detail: 'x'.repeat(4 * 1024) }],
])('a report of %s', (_, body) => {
  test('is answered like any other and not stored', async () => {
    const before = (await stored()).length
    const answer = await post(LOG, body)
    expect(answer.status).toBe(204)
    expect(await stored()).toHaveLength(before)
  })
})

test('a report from another site is answered like any other and not stored', async ({ account, cookie }) => {
  for (const origin of ['https://evil.example', 'null']) {
    const answer = await post(LOG, { type: 'XSS_ATTEMPT' }, { headers: { cookie, origin } })
    expect(answer.status).toBe(204)
  }
  expect(await stored('user_id = ?', account.userId)).toEqual([])
})

test('only thirty reports a minute are stored', async ({ account, cookie }) => {
  for (let call = 0; call < 33; call += 1) {
    const answer = await post(LOG, { type: 'INVALID_INPUT' }, { headers: { cookie } })
    expect(answer.status).toBe(204)
  }
  expect(await stored('user_id = ?', account.userId)).toHaveLength(30)
})

test('the detail of a report is stored as one line of at most 200 characters', async ({ account }) => {
  const detail = `first\r\nsecond\u2028third ${'x'.repeat(300)}`
  await post(LOG, { type: 'INVALID_INPUT', detail }, { headers: { cookie: await signedIn(account) } })
  const [row] = await stored('user_id = ?', account.userId)
  expect(row?.detail).toMatch(/^first second third x+$/)
  expect(String(row?.detail)).toHaveLength(200)
})

test('report addresses accept POST only', async () => {
  for (const address of [LOG, CSP]) {
    for (const method of ['GET', 'HEAD']) expect((await ask(address, { method })).status).toBe(405)
    const put = await ask(address, { method: 'PUT', body: '{}', headers: { origin: ORIGIN } })
    expect(put.status).toBe(405)
    expect(put.headers.get('allow')).toBe('POST')
  }
})

test('a report that cannot be stored is still answered', { meta: { expectsFaults: true } }, async () => {
  const bindings = { ...env, DB: failing(env.DB, /security_events/) }
  expect((await post(LOG, { type: 'XSS_ATTEMPT' }, { env: bindings })).status).toBe(204)
})

test.for([
  [
    'the older form',
    {
      'csp-report': {
        'document-uri': 'https://own.example/app?token=secret',
        'effective-directive': 'img-src',
        'blocked-uri': 'http://pictures.example/path?user=1',
      },
    },
    ['img-src', 'pictures.example'],
  ],
  [
    'the older form without the effective directive',
    { 'csp-report': { 'violated-directive': 'script-src nonce-x', 'blocked-uri': 'inline' } },
    ['script-src', 'inline'],
  ],
  [
    'the newer form',
    [
      {
        type: 'csp-violation',
        url: 'https://own.example/app?token=secret',
        body: {
          effectiveDirective: 'connect-src',
          blockedURL: 'wss://sockets.example/x?y',
          sample: 'secret',
        },
      },
    ],
    ['connect-src', 'sockets.example'],
  ],
] as const)(
  'a policy report in %s is stored with its directive and host only',
  async ([_, body, [type, detail]], { account }) => {
    const answer = await post(CSP, body, {
      headers: { cookie: await signedIn(account), 'content-type': 'application/csp-report' },
    })
    expect(answer.status).toBe(204)
    const rows = await stored('user_id = ?', account.userId)
    expect(rows).toMatchObject([{ type, detail, source: 'policy' }])
    expect(JSON.stringify(rows)).not.toContain('secret')
    // Policy reports are for the operator, not the owner.
    expect((await apiFor(account).auth.securityEvents()).items).toEqual([])
  },
)

test.each([
  [{}],
  ['['],
  [[]],
  [{ 'csp-report': {} }],
  [{ 'csp-report': { 'effective-directive': "x' OR 1" } }],
])('the policy report %j is not stored', async (body) => {
  const before = (await stored()).length
  expect((await post(CSP, body)).status).toBe(204)
  expect(await stored()).toHaveLength(before)
})

describe('a web vitals report', () => {
  /** Entries logged while the body is posted. */
  async function logged(body: unknown, init?: Ask): Promise<unknown[]> {
    const printed: string[] = []
    const { log } = console
    console.log = (line: string) => void printed.push(line)
    try {
      const answer = await post('/api/web-vitals', body, init)
      expect(answer.status).toBe(204)
    } finally {
      console.log = log
    }
    return printed.map((line) => JSON.parse(line)).filter(({ event }) => event === 'web_vitals')
  }

  test('is logged without address or person', async ({ account }) => {
    const headers = { cookie: await signedIn(account), referer: `${ORIGIN}/app/reviews` }
    const figures = { LCP: 812.4, INP: 48, CLS: 0.013 }
    expect(await logged({ ...figures, url: '/app/reviews', user: account.email }, { headers })).toEqual([
      { event: 'web_vitals', at: expect.any(String), ...figures },
    ])
    expect(await stored('user_id = ?', account.userId)).toEqual([])
  })

  test.for([[], {}, 'x', { LCP: -1 }, { LCP: '1' }, { CLS: 1e9 }, { INP: null }])(
    'is dropped if it is invalid: %j',
    async (body) => {
      expect(await logged(body)).toEqual([])
    },
  )
})
