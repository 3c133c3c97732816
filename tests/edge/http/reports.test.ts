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

test.for(REPORTED_EVENTS)('%s is kept, with our time and the caller', async (type, { account }) => {
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

test('the type may stand in `event`, alone or in an object', async () => {
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
  test('is answered like any other and kept nowhere', async () => {
    const before = (await stored()).length
    const answer = await post(LOG, body)
    expect(answer.status).toBe(204)
    expect(await stored()).toHaveLength(before)
  })
})

test('a report from another site is answered alike and kept nowhere', async ({ account, cookie }) => {
  for (const origin of ['https://evil.example', 'null']) {
    const answer = await post(LOG, { type: 'XSS_ATTEMPT' }, { headers: { cookie, origin } })
    expect(answer.status).toBe(204)
  }
  expect(await stored('user_id = ?', account.userId)).toEqual([])
})

test('thirty reports a minute are kept', async ({ account, cookie }) => {
  for (let call = 0; call < 33; call += 1) {
    const answer = await post(LOG, { type: 'INVALID_INPUT' }, { headers: { cookie } })
    expect(answer.status).toBe(204)
  }
  expect(await stored('user_id = ?', account.userId)).toHaveLength(30)
})

test('a text is kept short, in one line', async ({ account }) => {
  const detail = `first\r\nsecond\u2028third ${'x'.repeat(300)}`
  await post(LOG, { type: 'INVALID_INPUT', detail }, { headers: { cookie: await signedIn(account) } })
  const [row] = await stored('user_id = ?', account.userId)
  expect(row?.detail).toMatch(/^first second third x+$/)
  expect(String(row?.detail)).toHaveLength(200)
})

test('only POST is answered', async () => {
  for (const address of [LOG, CSP]) {
    for (const method of ['GET', 'HEAD']) expect((await ask(address, { method })).status).toBe(405)
    const put = await ask(address, { method: 'PUT', body: '{}', headers: { origin: ORIGIN } })
    expect(put.status).toBe(405)
    expect(put.headers.get('allow')).toBe('POST')
  }
})

test('a report is answered even where it can not be kept', { meta: { expectsFaults: true } }, async () => {
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
  'of a policy report in %s the directive and the host are kept',
  async ([_, body, [type, detail]], { account }) => {
    const answer = await post(CSP, body, {
      headers: { cookie: await signedIn(account), 'content-type': 'application/csp-report' },
    })
    expect(answer.status).toBe(204)
    const rows = await stored('user_id = ?', account.userId)
    expect(rows).toMatchObject([{ type, detail, source: 'policy' }])
    expect(JSON.stringify(rows)).not.toContain('secret')
    // A note for the operator, not for the owner.
    expect((await apiFor(account).auth.securityEvents()).items).toEqual([])
  },
)

test.each([
  [{}],
  ['['],
  [[]],
  [{ 'csp-report': {} }],
  [{ 'csp-report': { 'effective-directive': "x' OR 1" } }],
])('the policy report %j is kept nowhere', async (body) => {
  const before = (await stored()).length
  expect((await post(CSP, body)).status).toBe(204)
  expect(await stored()).toHaveLength(before)
})

describe('how fast a page was', () => {
  /** What the log got while something was posted. */
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

  test('goes to the log without address or person', async ({ account }) => {
    const headers = { cookie: await signedIn(account), referer: `${ORIGIN}/app/reviews` }
    const figures = { LCP: 812.4, INP: 48, CLS: 0.013 }
    expect(await logged({ ...figures, url: '/app/reviews', user: account.email }, { headers })).toEqual([
      { event: 'web_vitals', at: expect.any(String), ...figures },
    ])
    expect(await stored('user_id = ?', account.userId)).toEqual([])
  })

  test.for([[], {}, 'x', { LCP: -1 }, { LCP: '1' }, { CLS: 1e9 }, { INP: null }])(
    'is dropped where it is none: %j',
    async (body) => {
      expect(await logged(body)).toEqual([])
    },
  )
})
