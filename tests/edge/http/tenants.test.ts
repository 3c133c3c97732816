import { env } from 'cloudflare:test'
import { test as base, describe, expect } from 'vitest'
import { dataAddress, pageAbout, SESSION_PAGES } from '#tests/edge/support/pages.ts'
import {
  createTenant,
  limitElsewhere,
  nobodysObjects,
  type Objects,
  rowsOf,
  rowsOfBusiness,
  textsOfBusiness,
} from '#tests/edge/support/tenant.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import { joinOrganization } from '#tests/factories.ts'
import { HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'
import { routes } from '../../../build/server/index.js'

interface Visit {
  query: (objects: Objects) => Record<string, string>
  /** The status for objects that are not the caller's. */
  foreign: 200 | 404
}

const plain: Visit = { query: () => ({}), foreign: 200 }

/** How each screen can name objects. A new screen fails the first test until it has its entry. */
const VISITS: Record<string, Visit[]> = {
  '/app': [plain, { query: ({ businessId }) => ({ businessId }), foreign: 200 }],
  '/app/ai-insights/competitors': [plain, { query: ({ businessId }) => ({ businessId }), foreign: 404 }],
  '/app/ai-insights/reports': [plain],
  '/app/ai-insights/reports/:id': [{ query: () => ({}), foreign: 404 }],
  '/app/ai-insights': [plain, { query: ({ businessId }) => ({ businessId }), foreign: 200 }],
  '/app/analytics': [plain, { query: ({ businessId }) => ({ businessId }), foreign: 200 }],
  '/app/reviews': [
    plain,
    { query: ({ businessId }) => ({ businessId }), foreign: 200 },
    { query: ({ reviewId }) => ({ review: reviewId }), foreign: 404 },
    { query: () => ({ search: 'words' }), foreign: 200 },
  ],
  '/app/reviews/:id': [
    { query: () => ({}), foreign: 404 },
    { query: () => ({ status: 'pending' }), foreign: 404 },
  ],
  '/app/reviews/templates': [plain],
  '/app/businesses/:id/connect': [
    { query: ({ connectionId }) => ({ connection: connectionId }), foreign: 404 },
  ],
  '/app/businesses/:id/import': [{ query: () => ({}), foreign: 404 }],
  '/app/businesses/:id/sources': [{ query: () => ({}), foreign: 404 }],
  '/app/businesses': [plain, { query: () => ({ search: 'business' }), foreign: 200 }],
  '/app/businesses/connect': [
    plain,
    { query: ({ connectionId }) => ({ connection: connectionId }), foreign: 200 },
  ],
  '/app/businesses/edit': [{ query: ({ businessId }) => ({ id: businessId }), foreign: 404 }],
  '/app/businesses/new': [plain],
  '/app/credits': [plain],
  '/app/data-management': [plain],
  '/app/help': [plain],
  '/app/nowhere': [{ query: () => ({}), foreign: 404 }],
  '/app/notifications': [plain],
  '/app/profile': [plain],
  '/app/security': [plain],
  '/app/billing': [plain],
  '/app/team': [plain],
  '/app/team/activity': [plain, { query: ({ memberId }) => ({ person: memberId }), foreign: 200 }],
  '/checkout': [plain, { query: () => ({ plan: 'pro' }), foreign: 200 }],
  '/payment/success': [{ query: () => ({ session_id: 'cs_test_nobodys' }), foreign: 200 }],
}

/** These are closed to members, or are about what the organization has as a whole. */
const OF_ORGANIZATION = ['/app/team/activity', '/app/businesses/:id/connect']

const CASES = Object.entries(VISITS).flatMap(([page, visits]) =>
  visits.map((visit, index): [string, string, Visit] => [page, `way ${index + 1}`, visit]),
)

const test = base
  .extend('victim', { auto: true }, () => createTenant('canaryvictim', Date.now()))
  .extend('stranger', { auto: true }, () => createTenant('canarystranger', Date.now()))

test('every screen has an entry, and every entry a screen', () => {
  expect(Object.keys(VISITS).sort()).toEqual([...SESSION_PAGES].sort())
})

/** The document, its data, and the data of each single route: a route's loader may be asked for alone. */
function shapes(pattern: string, objects: Objects, query: Record<string, string>): string[] {
  const page = pageAbout(pattern, objects)
  const search = new URLSearchParams(query)
  const ids = Object.keys(routes).filter((id) => /^routes\/(app|checkout|payment)\b/.test(id))
  return [
    `${page}?${search}`,
    `${dataAddress(page)}?${search}`,
    ...ids.map((id) => `${dataAddress(page)}?${new URLSearchParams({ ...query, _routes: id })}`),
  ]
}

describe.each(CASES)('%s, %s', (page, _, { query, foreign }) => {
  test('sends a visitor to the login, in every shape', async ({ victim }) => {
    for (const address of shapes(page, victim, query(victim))) {
      for (const cookie of ['', 'session=', 'session=unknown', '__Host-session=unknown']) {
        const answer = await ask(address, { headers: { cookie } })
        const body = await answer.text()
        const isDocument = !address.includes('.data?')
        if (isDocument) expect(answer.status).toBe(302)
        expect(body).not.toContain('canary')
        // A route that this address does not have has nothing to say.
        if (body !== '[{}]\n')
          expect(isDocument ? answer.headers.get('location') : body).toContain(
            `/login?redirectTo=%2F${page.split('/')[1]}`,
          )
      }
    }
  })

  test('shows another tenant nothing of it, in every shape', async ({ victim, stranger }) => {
    const before = await rowsOf(victim)
    const nobodys = nobodysObjects()
    const cookie = await signedIn(stranger.account)
    for (const [index, address] of shapes(page, victim, query(victim)).entries()) {
      const answer = await ask(address, { headers: { cookie } })
      expect(await answer.text()).not.toContain(victim.canary)
      if (index < 2) expect(answer.status).toBe(foreign)
      const nobodysAddress = shapes(page, nobodys, query(nobodys))[index] ?? ''
      const answerAboutNobody = await ask(nobodysAddress, { headers: { cookie } })
      await answerAboutNobody.body?.cancel()
      expect(answerAboutNobody.status).toBe(answer.status)
    }
    expect(await rowsOf(victim)).toEqual(before)
  })

  test('shows a member who sees another business only nothing of it, in every shape', async ({ victim }) => {
    await limitElsewhere(victim)
    const before = await rowsOfBusiness(victim)
    const cookie = await signedIn(victim.account)
    for (const [index, address] of shapes(page, victim, query(victim)).entries()) {
      const answer = await ask(address, { headers: { cookie } })
      const body = await answer.text()
      for (const text of textsOfBusiness(victim)) expect(body).not.toContain(text)
      if (index < 2 && !OF_ORGANIZATION.includes(page)) expect(answer.status).toBe(foreign)
    }
    expect(await rowsOfBusiness(victim)).toEqual(before)
  })

  test('is closed to a removed member and to an ended session', async ({ victim, stranger }) => {
    const ended = await Promise.all([
      signedIn(victim.account, { createdAt: Date.now() - 25 * HOUR_MS, lastActivityAt: Date.now() }),
      signedIn(victim.account, { lastActivityAt: Date.now() - 31 * MINUTE_MS }),
      signedIn({ ...victim.account, userId: stranger.account.userId }),
    ])
    for (const cookie of ended) {
      for (const address of shapes(page, victim, query(victim))) {
        const answer = await ask(address, { headers: { cookie } })
        expect(await answer.text()).not.toContain('canary')
      }
    }
  })

  test('refuses the older way to ask for data', async ({ victim }) => {
    const cookie = await signedIn(victim.account)
    for (const address of shapes(page, victim, { ...query(victim), _data: 'routes/app' })) {
      const answer = await ask(address, { headers: { cookie } })
      expect(answer.status).toBe(400)
      expect(await answer.text()).toBe('Unknown parameter.')
    }
  })
})

test('its owner sees their own texts on every screen that names them', async ({ victim }) => {
  const cookie = await signedIn(victim.account)
  const silent = [
    // Names accounts only.
    '/app/businesses/connect',
    '/app/businesses/new',
    // Names people and what they paid for.
    '/app/credits',
    // Names organizations and what goes with the account.
    '/app/data-management',
    '/app/help',
    '/app/notifications',
    '/app/nowhere',
    '/app/profile',
    '/app/security',
    '/app/team',
    '/payment/success',
  ]
  for (const [page, , { query }] of CASES.filter(([page]) => !silent.includes(page))) {
    for (const address of shapes(page, victim, query(victim)).slice(0, 2)) {
      const answer = await ask(address, { headers: { cookie } })
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain(`${victim.canary} `)
    }
  }
})

test('a member who was removed is out with the next request, other members are not', async ({
  victim,
  stranger,
}) => {
  const cookie = await signedIn(victim.account)
  const colleague = { ...victim.account, userId: stranger.account.userId }
  await joinOrganization(env.DB, victim.account, colleague, 'member')
  const theirs = await signedIn(colleague)
  expect((await ask('/app', { headers: { cookie: theirs } })).status).toBe(200)
  await env.DB.prepare(
    'UPDATE organization_users SET is_active = 0 WHERE organization_id = ?1 AND user_id = ?2',
  )
    .bind(victim.account.organizationId, colleague.userId)
    .run()
  expect((await ask('/app', { headers: { cookie: theirs } })).status).toBe(302)
  expect((await ask('/app', { headers: { cookie } })).status).toBe(200)
})
