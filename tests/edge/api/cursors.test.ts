import { env } from 'cloudflare:test'
import { v7 as createId } from 'uuid'
import { beforeAll, describe, expect, test } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { callProcedure, choicesOf, PROCEDURES } from '#tests/edge/support/procedures.ts'
import { createRun } from '#tests/edge/support/runs.ts'
import { createTenant, type Objects, type Tenant } from '#tests/edge/support/tenant.ts'
import { storeNotifications, storeResponses, storeReviews } from '#tests/factories.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { historyCutoff } from '#worker/rules/plans.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const PLAN = 'free'
const CUTOFF = historyCutoff(PLAN, NOW)

/** Every list with a cursor; new ones are picked up automatically. */
const LISTS = PROCEDURES.filter(({ fields }) => 'cursor' in fields)

/** Input that a list requires. */
const NEEDED: Record<string, (objects: Objects) => object> = {
  'connections.places': ({ connectionId }) => ({ connectionId }),
  'responses.forBusiness': ({ businessId }) => ({ businessId }),
  'webhooks.deliveries': ({ webhookId }) => ({ id: webhookId }),
}

/** Plans for lists that `PLAN` does not include. */
const PLANS_WITH: Record<string, string> = { 'reports.list': 'ai_insights' }

interface Page {
  items: { id: string; scrapedAt?: string }[]
  nextCursor: string | null
}

let own: Tenant
let other: Tenant
/** Cursors that the lists returned, including those of the other tenant. */
let given: string[]

beforeAll(async () => {
  own = await createTenant('own', NOW)
  other = await createTenant('other', NOW)
  for (const tenant of [own, other]) await fill(tenant)
  given = []
  for (const tenant of [own, other]) {
    for (const { path, fields } of LISTS) {
      for (const sort of sortsOf(path)) {
        const page = await ask(tenant, path, { ...sort, ...('limit' in fields && { limit: 1 }) })
        if (page?.nextCursor) given.push(page.nextCursor)
      }
    }
  }
})

/** Stores more rows than fit one page, and reviews older than the plan's history. */
async function fill({ account, businessId, webhookId }: Tenant) {
  const business = { id: businessId, organizationId: account.organizationId }
  await storeReviews(
    env.DB,
    [300, 200, 31, 30, 20, 10, 1].map((days) => ({
      business,
      platformReviewId: `seen-${days}`,
      reviewDate: NOW - (days + 400) * DAY_MS,
      scrapedAt: NOW - days * DAY_MS,
    })),
  )
  await storeResponses(
    env.DB,
    business,
    [30, 20, 10].map((days) => ({
      platformReviewId: `seen-${days}`,
      text: 'Thank you',
      at: NOW - days * DAY_MS,
    })),
  )
  await storeNotifications(env.DB, account.organizationId, [{}, {}, {}])
  await env.DB.batch(
    Array.from({ length: 30 }, () =>
      env.DB.prepare(
        `INSERT INTO asks (id, organization_id, business_id, channel, state, created_at)
        VALUES (?, ?, ?, 'copy', 'handed_over', ?)`,
      ).bind(createId(), account.organizationId, businessId, NOW),
    ),
  )
  for (const status of ['succeeded', 'failed'] as const) await createRun(business, { status })
  await env.DB.batch(
    Array.from({ length: 60 }, () =>
      env.DB.prepare(
        `INSERT INTO audit_entries (id, organization_id, action, created_at) VALUES (?, ?, 'member_left', ?)`,
      ).bind(createId(), account.organizationId, NOW),
    ),
  )
  await env.DB.batch(
    Array.from({ length: 30 }, (_, index) =>
      env.DB.prepare(
        `INSERT INTO credit_entries (organization_id, number, month, kind, amount, created_at)
        VALUES (?, ?, '2026-06', 'grant', 1, ?)`,
      ).bind(account.organizationId, index + 2, NOW),
    ),
  )
  await env.DB.batch(
    Array.from({ length: 30 }, () =>
      env.DB.prepare(
        `INSERT INTO webhook_deliveries (id, endpoint_id, organization_id, event, body, state, created_at)
        VALUES (?, ?, ?, 'review.created', '{}', 'delivered', ?)`,
      ).bind(createId(), webhookId, account.organizationId, NOW),
    ),
  )
  await env.DB.batch(
    Array.from({ length: 30 }, (_, index) =>
      env.DB.prepare(
        `INSERT INTO reports (id, organization_id, basis, business_ids, settings, method, review_count, input_hash, sections,
          created_at, delivered_at)
        SELECT ?1, organization_id, ?2, business_ids, settings, method, review_count, input_hash, sections, ?3, ?3
        FROM reports WHERE organization_id = ?4 LIMIT 1`,
      ).bind(createId(), `basis ${index}`, NOW, account.organizationId),
    ),
  )
  await env.DB.batch(
    Array.from({ length: 30 }, (_, index) =>
      env.DB.prepare(
        `INSERT INTO security_events (id, user_id, source, type, outcome, created_at)
        VALUES (?, ?, 'server', 'sign_out', 'done', ?)`,
      ).bind(createId(), account.userId, NOW - index),
    ),
  )
}

function sortsOf(path: string): object[] {
  const sorts = choicesOf(LISTS.find((list) => list.path === path)?.fields.sort)
  return sorts.length > 0 ? sorts.map((sort) => ({ sort })) : [{}]
}

/** @returns null if the list refuses */
async function ask(tenant: Tenant, path: string, input: object): Promise<Page | null> {
  const api = apiFor(tenant.account, { now: () => NOW, plan: PLANS_WITH[path] ?? PLAN })
  try {
    return (await callProcedure(api, path, { ...NEEDED[path]?.(tenant), ...input })) as Page
  } catch (error) {
    expect(error).toMatchObject({
      code: expect.stringMatching(/^(BAD_REQUEST|NOT_FOUND|CONFLICT|PRECONDITION_FAILED)$/),
    })
    return null
  }
}

const BIG = '9'.repeat(15)
const MADE_UP = [
  '0.0',
  '0.0.0',
  '1.1.1',
  `${BIG}.${BIG}`,
  `0.${BIG}.0`,
  `${BIG}.0.0`,
  `${BIG}.4294967295000.2147483647`,
  `0.4294967295000.2147483647`,
  '-1.-1',
  '-1.-1.-1',
  '-1',
  '0',
  '',
  "' OR 1=1 --",
  '00000000-0000-0000-0000-000000000000',
  '00000000-0000-7000-8000-000000000000',
  'ffffffff-ffff-7fff-bfff-ffffffffffff',
]

test('the known lists are among those tested, and they return cursors', () => {
  const paths = LISTS.map(({ path }) => path)
  expect(paths).toEqual(
    expect.arrayContaining([
      'reviews.list',
      'screens.reviews',
      'asking.log',
      'collection.runs',
      'notifications.list',
      'responses.forBusiness',
      'auth.securityEvents',
      'credits.ledger',
      'organizations.auditLog',
      'reports.list',
      'webhooks.deliveries',
    ]),
  )
  expect(given.length).toBeGreaterThanOrEqual(2 * paths.length)
})

describe.each(LISTS.flatMap(({ path }) => sortsOf(path).map((sort) => [path, sort] as const)))(
  '%s %j',
  (path, sort) => {
    test('no cursor reveals rows outside the list', async () => {
      const shown = new Set<string>()
      let cursor: string | null = null
      let isRefused = false
      do {
        const page: Page | null = await ask(own, path, { ...sort, ...(cursor && { cursor }) })
        isRefused = page === null
        for (const { id, scrapedAt } of page?.items ?? []) {
          shown.add(id)
          if (scrapedAt !== undefined) expect(Date.parse(scrapedAt)).toBeGreaterThanOrEqual(CUTOFF)
        }
        cursor = page?.nextCursor ?? null
      } while (cursor)
      expect(shown.size > 1 || isRefused).toBe(true)

      for (const hostile of [...MADE_UP, ...given]) {
        const page = await ask(own, path, { ...sort, cursor: hostile })
        const beyond = page?.items.filter(({ id }) => !shown.has(id)) ?? []
        expect(beyond, hostile).toEqual([])
      }
    })
  },
)
