import { env } from 'cloudflare:test'
import * as v from 'valibot'
import { expect, test } from 'vitest'
import { BILLING, customerOf, ownerApi, payFor, storedBilling } from '#tests/edge/billing/support.ts'
import { createTeam, inOrganization, joined } from '#tests/edge/organizations/support.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createRun } from '#tests/edge/support/runs.ts'
import { createTenant, digestOf } from '#tests/edge/support/tenant.ts'
import { createAccount, createBusiness, storeReviews } from '#tests/factories.ts'
import { backgroundContext } from '#worker/background-context.ts'
import { askStripe } from '#worker/billing/stripe/ask-stripe.ts'
import type { Env } from '#worker/env.ts'
import { eraseDueAccounts } from '#worker/erasure/erase.ts'
import { UNDO_DAYS } from '#worker/rules/account-deletion.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'

const ERASED_MS = UNDO_DAYS * DAY_MS

function eraseAt(now: number, bindings: Env = env) {
  return eraseDueAccounts({ ...backgroundContext(bindings), now: () => now })
}

test('erasing an account deletes everything of it and nothing of others', async () => {
  const now = Date.now()
  const gone = await createTenant('canarygone', now)
  const stays = await createTenant('canarystays', now)
  const before = await digestOf(stays)
  await apiFor(gone.account, { now: () => now }).account.delete()
  expect(await eraseAt(now + ERASED_MS - 1)).toBe(0)
  expect((await digestOf(gone)).users).not.toBeNull()
  expect(await eraseAt(now + ERASED_MS)).toBe(1)
  for (const [table, rows] of Object.entries(await digestOf(gone))) expect(rows, table).toBeNull()
  expect(await digestOf(stays)).toEqual(before)
})

const FAULTS = { meta: { expectsFaults: true } }

/** Tables whose rows are deleted with their owner; a table that names one of these must lead there. */
const OWNERS = ['users', 'organizations', 'businesses', 'reviews']

test('every table that names an organization, person or business follows its deletion', async () => {
  const { results: tables } = await env.DB.prepare(
    `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT GLOB 'sqlite_*' AND name NOT GLOB '_cf_*'
      AND name NOT GLOB 'd1_*' AND name NOT GLOB 'review_search*'`,
  ).all<{ name: string }>()
  for (const { name } of tables) {
    const { results: columns } = await env.DB.prepare(`PRAGMA table_info(${name})`).all<{ name: string }>()
    const named = columns.filter((column) => /^(organization|user|business)_id$/.test(column.name))
    if (named.length === 0) continue
    const { results: keys } = await env.DB.prepare(`PRAGMA foreign_key_list(${name})`).all<{
      table: string
      on_delete: string
    }>()
    const leads = keys.filter((key) => key.on_delete === 'CASCADE' || key.on_delete === 'SET NULL')
    expect(leads.length, `${name} goes with nothing`).toBeGreaterThan(0)
    const owners = leads.filter((key) => OWNERS.includes(key.table) || key.table === 'business_sources')
    expect(owners.length, `${name} leads to no owner`).toBeGreaterThan(0)
  }
})

test('erasing an organization or person finds its rows by an index in every table', async () => {
  const { results: tables } = await env.DB.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '%REFERENCES%'",
  ).all<{ name: string }>()
  for (const { name } of tables) {
    const { results: keys } = await env.DB.prepare(`PRAGMA foreign_key_list(${name})`).all<{
      id: number
      from: string
    }>()
    for (const columns of Map.groupBy(keys, ({ id }) => id).values()) {
      const where = columns.map(({ from }) => `${from} = 'x'`).join(' AND ')
      const { results: plan } = await env.DB.prepare(
        `EXPLAIN QUERY PLAN SELECT 1 FROM ${name} WHERE ${where}`,
      ).all<{ detail: string }>()
      expect(plan[0]?.detail, `${name}: ${where}`).toMatch(/^SEARCH/)
    }
  }
})

test('a large organization is erased in slices, one per tick', async () => {
  const now = Date.now()
  const account = await createAccount(env.DB)
  const business = await createBusiness(env.DB, account)
  const count = 11_000
  await storeReviews(
    env.DB,
    Array.from({ length: count }, (_, index) => ({ business, platformReviewId: `r${index}`, text: 'words' })),
  )
  await createRun(business, { status: 'succeeded', dueAt: now, createdAt: now })
  await apiFor(account, { now: () => now }).account.delete()
  expect(await eraseAt(now + ERASED_MS)).toBe(0)
  const left = await env.DB.prepare('SELECT count(*) AS n FROM reviews WHERE business_id = ?')
    .bind(business.id)
    .first<{ n: number }>()
  expect(left?.n).toBe(1_000)
  expect(await eraseAt(now + ERASED_MS)).toBe(1)
  const user = await env.DB.prepare('SELECT 1 FROM users WHERE id = ?').bind(account.userId).first()
  expect(user).toBeNull()
})

test('an organization is erased with its last member, whoever belonged to it before', async () => {
  const now = Date.now()
  const owner = await createAccount(env.DB, { plan: 'pro' })
  const former = await joined(owner, 'member')
  await apiFor(inOrganization(former, owner), { role: 'member' }).organizations.leave()
  await apiFor(owner, { now: () => now }).account.delete()
  expect(await eraseAt(now + ERASED_MS)).toBe(1)
  const left = env.DB.prepare('SELECT 1 FROM organizations WHERE id = ?').bind(owner.organizationId).first()
  expect(await left).toBeNull()
})

test("a team's log keeps what a former member did, but not who and where they were", async () => {
  const now = Date.now()
  const owner = await createAccount(env.DB, { plan: 'ai_insights' })
  const member = await joined(owner, 'member')
  const guest = inOrganization(member, owner)
  await createBusiness(env.DB, owner)
  await apiFor(guest, { role: 'member' }).businesses.create({ name: 'Second Shop' })
  await apiFor(guest, { role: 'member', now: () => now }).account.delete()
  expect(await eraseAt(now + ERASED_MS)).toBe(1)
  const { results } = await env.DB.prepare(
    'SELECT user_id, about_user_id, user_agent, network, subject FROM audit_entries WHERE organization_id = ?',
  )
    .bind(owner.organizationId)
    .all()
  expect(results).toContainEqual({
    user_id: null,
    about_user_id: null,
    user_agent: '',
    network: '',
    subject: 'Second Shop',
  })
  expect(JSON.stringify(results)).not.toContain(member.userId)
})

test('no notification of a team names an erased member, and those of others stay', async () => {
  const now = Date.now()
  const team = await createTeam()
  const business = await createBusiness(env.DB, team.owner)
  await storeReviews(env.DB, [
    { business, platformReviewId: 'first' },
    { business, platformReviewId: 'second' },
  ])
  const { items } = await team.as('owner').reviews.list()
  const [reviewId = '', other = ''] = items.map(({ id }) => id)
  const { userId } = team.member
  const reply = { reviewId, text: 'Thank you.' }
  await team.as('admin').reviews.assign({ reviewId, userId })
  await team.as('admin').reviews.assignAll({ reviewIds: [reviewId, other], userId })
  await team.as('admin').notes.add({ reviewId, text: '@Olive Owner, look' })
  await team.as('admin').responses.suggest(reply)
  await team.as('owner').responses.returnSuggestion({ ...reply, remark: 'Shorter' })
  await team.as('owner').reviews.assign({ reviewId: other, userId })
  await apiFor(team.admin, { now: () => now }).account.delete()
  expect(await eraseAt(now + ERASED_MS)).toBe(1)
  const { results } = await env.DB.prepare('SELECT kind, link FROM notifications WHERE organization_id = ?')
    .bind(team.owner.organizationId)
    .all()
  expect(results).toEqual([{ kind: 'review_assigned', link: `/app/reviews/${other}` }])
})

test(
  'a paid plan is cancelled at once and its customer erased, later if Stripe is unavailable',
  FAULTS,
  async () => {
    const account = await createAccount(env.DB)
    const { sessionId, customer } = await payFor(account)
    await (await ownerApi(account)).confirm({ sessionId })
    const now = Date.now()
    const api = apiFor(account, { env: BILLING, plan: 'pro', now: () => now })
    expect((await api.screens.dataManagement()).deletion.goes).toMatchObject([{ hasPlan: true }])
    await api.account.delete()
    expect((await storedBilling(account))[4]).toMatchObject([{ cancels_at: expect.any(Number) }])

    const away = { ...BILLING, UPSTREAM_ORIGIN: 'http://localhost:1' }
    expect(await eraseAt(now + ERASED_MS, away)).toBe(0)
    expect(await customerOf(account)).toBe(customer)
    expect(await eraseAt(now + ERASED_MS + 2 * HOUR_MS, BILLING)).toBe(1)
    expect(await customerOf(account)).toBe('none')
    // Stripe no longer has this customer, so nothing can be ended twice.
    const request = { method: 'DELETE', path: `/v1/customers/${customer}`, answer: v.object({}) } as const
    await expect(askStripe(backgroundContext(BILLING), request)).rejects.toThrow('404')
  },
)
