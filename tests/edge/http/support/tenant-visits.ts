import { env } from 'cloudflare:test'
import { test as base, describe, expect } from 'vitest'
import { dataAddress, pageAbout } from '#tests/edge/support/pages.ts'
import {
  createTenant,
  digestOf,
  digestOfBusiness,
  limitElsewhere,
  nobodysObjects,
  type Objects,
  textsOfBusiness,
  untilWritten,
} from '#tests/edge/support/tenant.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import { createAccount, joinOrganization } from '#tests/factories.ts'
import { volume } from '#tests/volume.ts'
import { HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'

interface Visit {
  query: (objects: Objects) => Record<string, string>
  /** The status for somebody else's objects. */
  foreign: 200 | 404
}

const plain: Visit = { query: () => ({}), foreign: 200 }

/** The objects in each screen's address. A new screen fails the first test until it has an entry. */
export const VISITS: Record<string, Visit[]> = {
  '/app': [plain, { query: ({ businessId }) => ({ businessId }), foreign: 404 }],
  '/app/ai-insights/actions': [
    plain,
    { query: ({ businessId }) => ({ businessId, new: '1' }), foreign: 200 },
  ],
  '/app/ai-insights/competitors': [plain, { query: ({ businessId }) => ({ businessId }), foreign: 404 }],
  '/app/ai-insights/reports': [plain],
  '/app/ai-insights/reports/:id': [{ query: () => ({}), foreign: 404 }],
  '/app/ai-insights': [plain, { query: ({ businessId }) => ({ businessId }), foreign: 404 }],
  '/app/analytics': [plain, { query: ({ businessId }) => ({ businessId }), foreign: 404 }],
  '/app/ask': [plain, { query: ({ businessId }) => ({ businessId }), foreign: 404 }],
  '/app/ask/print': [plain, { query: ({ businessId }) => ({ businessId }), foreign: 404 }],
  '/app/reviews': [
    plain,
    { query: ({ businessId }) => ({ businessId }), foreign: 404 },
    { query: ({ reviewId }) => ({ review: reviewId }), foreign: 404 },
    { query: () => ({ search: 'words' }), foreign: 200 },
  ],
  '/app/reviews/:id': [
    { query: () => ({}), foreign: 404 },
    { query: () => ({ status: 'pending' }), foreign: 404 },
  ],
  '/app/reviews/templates': [plain],
  '/app/reviews/tags': [plain],
  '/app/reviews/cases': [plain, { query: ({ reviewId }) => ({ review: reviewId }), foreign: 200 }],
  '/app/businesses/:id/connect': [
    { query: ({ connectionId }) => ({ connection: connectionId }), foreign: 404 },
  ],
  '/app/businesses/:id/widgets': [{ query: () => ({}), foreign: 404 }],
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
  '/app/operator': [
    { query: () => ({}), foreign: 404 },
    { query: () => ({ claim: 'planted' }), foreign: 200 },
  ],
  '/app/profile': [plain],
  '/app/security': [plain],
  '/app/billing': [plain],
  '/app/team': [plain],
  '/app/team/activity': [plain, { query: ({ memberId }) => ({ person: memberId }), foreign: 200 }],
  '/checkout': [plain, { query: () => ({ plan: 'pro' }), foreign: 200 }],
  '/payment/success': [{ query: () => ({ session_id: 'cs_test_nobodys' }), foreign: 200 }],
}

/** These are closed to members, or are about the organization as a whole. */
const OF_ORGANIZATION = ['/app/team/activity', '/app/businesses/:id/connect']

export const CASES = Object.entries(VISITS).flatMap(([page, visits]) =>
  visits.map((visit, index): [string, string, Visit] => [page, `way ${index + 1}`, visit]),
)

const tenants = untilWritten(async () => {
  const victim = await createTenant('canaryvictim', Date.now())
  const stranger = await createTenant('canarystranger', Date.now())
  const { userId } = await createAccount(env.DB)
  const colleague = { ...victim.account, userId }
  await joinOrganization(env.DB, victim.account, colleague, 'member')
  await limitElsewhere({ ...victim, account: colleague })
  const cookies = {
    victim: await signedIn(victim.account),
    stranger: await signedIn(stranger.account),
    limited: await signedIn(colleague),
    old: await signedIn(victim.account, {
      createdAt: Date.now() - 25 * HOUR_MS,
      lastActivityAt: Date.now(),
    }),
    idle: await signedIn(victim.account, { lastActivityAt: Date.now() - 31 * MINUTE_MS }),
    removed: await signedIn({ ...victim.account, userId: stranger.account.userId }),
  }
  return { victim, stranger, cookies }
})

/** A test with two tenants, shared until one of them changes, and their session cookies. */
export const test = base
  .extend('tenants', { auto: true }, () => tenants())
  .extend('victim', ({ tenants }) => tenants.victim)
  .extend('stranger', ({ tenants }) => tenants.stranger)
  .extend('cookies', ({ tenants }) => tenants.cookies)

/** The document, its data, and the data of single routes, because each route's loader may be requested alone. */
export function shapes(
  pattern: string,
  objects: Objects,
  query: Record<string, string>,
  routeIds: readonly string[],
): string[] {
  const page = pageAbout(pattern, objects)
  return [
    `${page}?${new URLSearchParams(query)}`,
    `${dataAddress(page)}?${new URLSearchParams(query)}`,
    ...routeIds.map((id) => `${dataAddress(page)}?${new URLSearchParams({ ...query, _routes: id })}`),
  ]
}

const VISITORS = ['session=unknown', '', 'session=', '__Host-session=unknown']

/** Tries each form of each screen as a visitor, another tenant, a limited and a former member. */
export function testScreens(routesOf: (page: string) => readonly string[]): void {
  describe.each(CASES)('%s, %s', (page, _, { query, foreign }) => {
    const routeIds = routesOf(page)

    test('sends a visitor to the login, in every form', async ({ victim }) => {
      for (const address of shapes(page, victim, query(victim), routeIds)) {
        for (const cookie of VISITORS.slice(0, volume(1, VISITORS.length))) {
          const answer = await ask(address, { headers: { cookie } })
          const body = await answer.text()
          const isDocument = !address.includes('.data?')
          if (isDocument) expect(answer.status).toBe(302)
          expect(body).not.toContain('canary')
          // Routes that this URL doesn't include have no data.
          if (body !== '[{}]\n')
            expect(isDocument ? answer.headers.get('location') : body).toContain(
              `/login?redirectTo=%2F${page.split('/')[1]}`,
            )
        }
      }
    })

    test('shows nothing of it to another tenant, in every form', async ({ victim, cookies }) => {
      const before = await digestOf(victim)
      const nobodys = nobodysObjects()
      const cookie = cookies.stranger
      for (const [index, address] of shapes(page, victim, query(victim), routeIds).entries()) {
        const answer = await ask(address, { headers: { cookie } })
        expect(await answer.text()).not.toContain(victim.canary)
        if (index < 2) expect(answer.status).toBe(foreign)
        const nobodysAddress = shapes(page, nobodys, query(nobodys), routeIds)[index] ?? ''
        // It names no object.
        if (nobodysAddress === address) continue
        const answerAboutNobody = await ask(nobodysAddress, { headers: { cookie } })
        await answerAboutNobody.body?.cancel()
        expect(answerAboutNobody.status).toBe(answer.status)
      }
      expect(await digestOf(victim)).toEqual(before)
    })

    test('shows nothing of it to a member who sees only another business, in every form', async ({
      victim,
      cookies,
    }) => {
      const before = await digestOfBusiness(victim)
      const cookie = cookies.limited
      for (const [index, address] of shapes(page, victim, query(victim), routeIds).entries()) {
        const answer = await ask(address, { headers: { cookie } })
        const body = await answer.text()
        for (const text of textsOfBusiness(victim)) expect(body).not.toContain(text)
        if (index < 2 && !OF_ORGANIZATION.includes(page)) expect(answer.status).toBe(foreign)
      }
      expect(await digestOfBusiness(victim)).toEqual(before)
    })

    test('is closed to a removed member and to an ended session', async ({ victim, cookies }) => {
      const ended = [cookies.removed, cookies.old, cookies.idle]
      for (const cookie of ended.slice(0, volume(1, ended.length))) {
        for (const address of shapes(page, victim, query(victim), routeIds)) {
          const answer = await ask(address, { headers: { cookie } })
          expect(await answer.text()).not.toContain('canary')
        }
      }
    })
  })

  test.for(CASES.slice(0, volume(2, CASES.length)))(
    '%s, %s refuses the older way to ask for data',
    async ([page, _, { query }], { victim, cookies }) => {
      const cookie = cookies.victim
      for (const address of shapes(page, victim, { ...query(victim), _data: 'routes/app' }, routesOf(page))) {
        const answer = await ask(address, { headers: { cookie } })
        expect(answer.status).toBe(400)
        expect(await answer.text()).toBe('Unknown parameter.')
      }
    },
  )
}
