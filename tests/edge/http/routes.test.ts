import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { createMeter, metered } from '#tests/edge/support/meter.ts'
import { PAGES } from '#tests/edge/support/pages.ts'
import { PROCEDURES } from '#tests/edge/support/procedures.ts'
import { ROUTES } from '#tests/edge/support/routes.ts'
import { test } from '#tests/edge/support/test.ts'
import { type Ask, ask, ORIGIN } from '#tests/edge/support/web.ts'
import { volume } from '#tests/volume.ts'

/** An address for a route. */
interface Entry {
  address: string
  /**
   * The kind of answer if the route itself handles requests of other sites; all others are refused before
   * they reach their route. Programs don't use cookies, so another site gains nothing there.
   */
  open?: 'callback' | 'report' | 'program'
}

/** One entry per route of `worker/http/app.ts`. A new route fails the first test until it has one. */
const ENTRIES: Record<string, Entry> = {
  '/healthz': { address: '/healthz' },
  '/.well-known/jwks.json': { address: '/.well-known/jwks.json' },
  // envelope.test.ts and headers.test.ts test each procedure.
  '/trpc/*': { address: '/trpc/auth.session' },
  '/trpc/auth.signOut': { address: '/trpc/auth.signOut' },
  '/api/security-log': { address: '/api/security-log', open: 'report' },
  '/api/csp-report': { address: '/api/csp-report', open: 'report' },
  '/api/unsubscribe': { address: '/api/unsubscribe?token=x', open: 'program' },
  '/api/web-vitals': { address: '/api/web-vitals', open: 'report' },
  '/api/:report{security-log|csp-report|web-vitals}': { address: '/api/security-log', open: 'report' },
  '/widget/:widget': { address: '/widget/x' },
  '/appearance.css': { address: '/appearance.css' },
  '/dev/mailbox': { address: '/dev/mailbox' },
  '/r/:handle': { address: '/r/nobodys-page' },
  '/r/:handle/:link': { address: '/r/nobodys-page/google' },
  '/export/asks.csv': { address: '/export/asks.csv' },
  '/export/evidence.csv': { address: '/export/evidence.csv' },
  '/export/activity.csv': { address: '/export/activity.csv' },
  '/export/report.csv': { address: '/export/report.csv' },
  '/export/reviews.csv': { address: '/export/reviews.csv' },
  '/export/archive.zip': { address: '/export/archive.zip' },
  '/auth/:provider': { address: '/auth/google' },
  '/auth/:provider/callback': { address: '/auth/apple/callback', open: 'callback' },
  '/connections/:provider': { address: '/connections/google' },
  '/connections/:provider/callback': { address: '/connections/google/callback' },
  '/webhooks/*': { address: '/webhooks/anything' },
  '/webhooks/stripe': { address: '/webhooks/stripe', open: 'program' },
  '/functions/*': { address: '/functions/v2/anything' },
  '/functions/v1/google-business-scraper': { address: '/functions/v1/google-business-scraper' },
  '/functions/v1/yelp-scraper': { address: '/functions/v1/yelp-scraper' },
  '/functions/v1/:function{google-business-scraper|yelp-scraper}': { address: '/functions/v1/yelp-scraper' },
  '/feeds/reviews.atom': { address: '/feeds/reviews.atom?key=x' },
  '/mcp': { address: '/mcp', open: 'program' },
  '/oauth/token': { address: '/oauth/token', open: 'program' },
  '/oauth/register': { address: '/oauth/register', open: 'program' },
  '/oauth/revoke': { address: '/oauth/revoke', open: 'program' },
  '/:address{mcp|oauth/(token|register|revoke)}': { address: '/oauth/token', open: 'program' },
  '/.well-known/oauth-authorization-server': { address: '/.well-known/oauth-authorization-server' },
  '/.well-known/oauth-protected-resource/:resource{mcp}?': {
    address: '/.well-known/oauth-protected-resource/mcp',
  },
  '/api/v1/*': { address: '/api/v1/anything', open: 'program' },
  '/api/v1/reference': { address: '/api/v1/reference', open: 'program' },
  '/api/v1/openapi.json': { address: '/api/v1/openapi.json', open: 'program' },
  '/api/v1/businesses': { address: '/api/v1/businesses', open: 'program' },
  '/api/v1/businesses/:id': { address: '/api/v1/businesses/x', open: 'program' },
  '/api/v1/businesses/:businessId/responses': { address: '/api/v1/businesses/x/responses', open: 'program' },
  '/api/v1/reviews': { address: '/api/v1/reviews', open: 'program' },
  '/api/v1/reviews/:id': { address: '/api/v1/reviews/1', open: 'program' },
  '/api/v1/reviews/:reviewId/response': { address: '/api/v1/reviews/1/response', open: 'program' },
  '/api/v1/responses/:id': { address: '/api/v1/responses/x', open: 'program' },
  '/api/v1/asks': { address: '/api/v1/asks', open: 'program' },
  '/api/v1/statistics': { address: '/api/v1/statistics', open: 'program' },
  '/api/v1/platforms': { address: '/api/v1/platforms', open: 'program' },
  '/api/v1/tags': { address: '/api/v1/tags', open: 'program' },
  '/api/v1/tags/:id/reviews': { address: '/api/v1/tags/x/reviews', open: 'program' },
  '/api/v1/runs': { address: '/api/v1/runs', open: 'program' },
  '/api/v1/runs/:id': { address: '/api/v1/runs/x', open: 'program' },
  '/api/v1/runs/:id/cancel': { address: '/api/v1/runs/x/cancel', open: 'program' },
}

const ORIGINS: [string, Record<string, string>][] = [
  ['another site', { origin: 'https://evil.example' }],
  ['none', {}],
  ['our name in another', { origin: `${ORIGIN}.evil.example` }],
  ['null', { origin: 'null' }],
  ['no origin at all', { origin: ':::///%%' }],
  ['none, from another site', { 'sec-fetch-site': 'cross-site' }],
]
const TYPES = [
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
]
const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE']
const ASKED = ['GET', ...METHODS, 'HEAD', 'OPTIONS']

test('every route has an entry, and every entry a route', () => {
  expect(Object.keys(ENTRIES).sort()).toEqual([...ROUTES].sort())
})

describe.each(Object.entries(ENTRIES))('%s', (_, { address, open }) => {
  test.for(ORIGINS.slice(0, volume(2, ORIGINS.length)))(
    'does nothing for a request whose origin is %s',
    async ([_, headers], { cookie }) => {
      for (const type of TYPES.slice(0, volume(2, TYPES.length))) {
        for (const method of open && open !== 'program'
          ? ['POST']
          : METHODS.slice(0, volume(1, METHODS.length))) {
          const meter = createMeter()
          const answer = await ask(address, {
            method,
            body: 'state=x&code=x',
            headers: { ...headers, cookie, 'content-type': type },
            env: { ...env, DB: metered(env.DB, meter) },
          })
          const body = await answer.text()
          const about = [method, type, answer.status, body]
          if (open === 'report') expect([204, '']).toEqual([answer.status, body])
          else if (open === 'callback') expect([200, 415], String(about)).toContain(answer.status)
          else if (open === 'program')
            expect([400, 401, 403, 404, 405, 415], String(about)).toContain(answer.status)
          else expect([method, type, answer.status, meter.roundTrips]).toEqual([method, type, 403, 0])
          expect(meter.rowsWritten).toBe(0)
          expect(answer.headers.get('set-cookie')).toBeNull()
        }
      }
    },
  )

  test('carries the security headers for every method, signed in and signed out', async ({ cookie }) => {
    for (const method of ASKED.slice(0, volume(2, ASKED.length))) {
      const body = METHODS.includes(method) ? { body: '{}' } : {}
      for (const headers of [{}, { cookie }] as Record<string, string>[]) {
        const init: Ask = { method, ...body, headers: { origin: ORIGIN, ...headers } }
        const answer = await ask(address, init)
        await answer.body?.cancel()
        expect(answer.status).toBeLessThan(500)
        expect(Object.fromEntries(answer.headers)).toMatchObject({
          'strict-transport-security': 'max-age=63072000; includeSubDomains',
          'x-content-type-options': 'nosniff',
          'x-frame-options': 'DENY',
          'cross-origin-opener-policy': 'same-origin',
          'cross-origin-resource-policy': 'same-origin',
          'permissions-policy': 'camera=(), microphone=(), geolocation=(), usb=(), payment=()',
          'referrer-policy': expect.stringMatching(/^(strict-origin-when-cross-origin|no-referrer)$/),
          'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'/),
          'cache-control': expect.stringMatching(/^(private, no-store|public, max-age=600)$/),
        })
        expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      }
    }
  })
})

const MUTATIONS = PROCEDURES.filter(({ isMutation }) => isMutation).map(({ path }) => `/trpc/${path}`)

// chain.test.ts proves that all others pass the same handlers.
const REPRESENTATIVES = ['/trpc/auth.signIn', '/trpc/businesses.create', '/', '/app/reviews']
const ADDRESSES = [...REPRESENTATIVES, ...MUTATIONS, ...PAGES]

test.for([...new Set(ADDRESSES)].slice(0, volume(REPRESENTATIVES.length, ADDRESSES.length)))(
  '%s refuses bad requests without asking the database',
  async (address, { cookie }) => {
    const meter = createMeter()
    const bindings = { ...env, DB: metered(env.DB, meter) }
    const wrongTypes = address.startsWith('/trpc/') ? TYPES.slice(1) : []
    const requests: [Record<string, string>, number][] = [
      ...ORIGINS.map(([, headers]): [Record<string, string>, number] => [
        { 'content-type': 'application/json', ...headers },
        403,
      ]),
      ...wrongTypes.map((type): [Record<string, string>, number] => [
        { origin: ORIGIN, 'content-type': type },
        415,
      ]),
    ]
    for (const [headers, status] of requests) {
      const answer = await ask(address, {
        method: 'POST',
        body: '{}',
        headers: { cookie, ...headers },
        env: bindings,
      })
      await answer.body?.cancel()
      expect([headers, answer.status]).toEqual([headers, status])
    }
    expect(meter).toEqual(createMeter())
  },
)
