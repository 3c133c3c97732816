import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createBusiness, storeReviews } from '#tests/factories.ts'
import { storeFindingsOf } from '#worker/insights/findings/store-findings.ts'
import { MAX_ACTIONS } from '#worker/rules/actions.ts'
import { DAY_MS, utcDay } from '#worker/rules/durations.ts'
import { listOf } from '#worker/rules/findings.ts'
import { type Diner, test } from './diner.ts'

const NOW = Date.now()
const dayAgo = (days: number) => utcDay(NOW - days * DAY_MS)
const api = (diner: Diner) => apiFor(diner.account, { plan: 'ai_insights', now: () => NOW })

/** Half a year in which every third guest waits too long, then 50 days in which one does. */
async function fill(diner: Diner): Promise<void> {
  const waited = { text: 'We waited forever for a table, such a slow kitchen.', rating: 2 }
  const happy = { text: 'The food was delicious and the staff friendly, a wonderful place.', rating: 5 }
  await diner.store(
    ...Array.from({ length: 230 }, (_, daysAgo) => ({
      ...(daysAgo > 50 && daysAgo % 3 === 0 ? waited : happy),
      daysAgo,
    })),
    { ...waited, daysAgo: 20 },
  )
  await diner.read()
}

test('an action is marked once, and its finding counts exactly the reviews in its list', async ({
  diner,
}) => {
  await fill(diner)
  const given = {
    name: 'More staff',
    day: dayAgo(50),
    topic: 'waiting',
    businessId: diner.business.id,
  } as const
  const action = await api(diner).actions.mark(given)
  expect(await api(diner).actions.mark(given)).toEqual(action)
  const { actions, topics, mayEdit } = await api(diner).actions.list()
  expect(actions).toMatchObject([{ ...given, id: action.id }])
  expect([topics.includes('waiting'), mayEdit]).toEqual([true, true])
  const [result] = actions[0]?.results ?? []
  expect(result?.sentence).toMatch(
    /^“More staff” seems to have worked: 1 guest complained about waiting since .+, usually about 17\.$/,
  )
  expect(result && (await diner.countAt(listOf(result.reviews)))).toBe(1)

  diner.now = NOW
  await storeFindingsOf(diner.ctx, diner.account.organizationId)
  const view = await api(diner).insights.overview()
  expect(view.findings.find(({ kind }) => kind === 'action_worked')).toMatchObject(result ?? {})
  // The same fact is not reported twice.
  expect(view.findings.some(({ kind }) => kind === 'complaint_fell')).toBe(false)
  expect(view.actions).toEqual([{ id: action.id, day: given.day, name: given.name }])
  const analytics = await api(diner).screens.analytics({ days: 90 })
  expect(analytics.actions).toEqual(view.actions)
  expect((await api(diner).screens.analytics({ days: 30 })).actions).toEqual([])
})

test('an action can be changed and removed, and each step is logged', async ({ diner }) => {
  const { id } = await api(diner).actions.mark({ name: 'New menu', day: dayAgo(5) })
  const changed = await api(diner).actions.change({ id, name: 'Old menu', day: dayAgo(7), topic: 'menu' })
  expect(changed).toEqual({ id, name: 'Old menu', day: dayAgo(7), topic: 'menu', businessId: null })
  await api(diner).actions.remove({ id })
  expect((await api(diner).actions.list()).actions).toEqual([])
  await expect(api(diner).actions.remove({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { results } = await env.DB.prepare(
    "SELECT action, subject FROM audit_entries WHERE organization_id = ? AND action LIKE 'action_%' ORDER BY id",
  )
    .bind(diner.account.organizationId)
    .all()
  expect(results).toEqual([
    { action: 'action_marked', subject: 'New menu' },
    { action: 'action_changed', subject: 'Old menu' },
    { action: 'action_removed', subject: 'Old menu' },
  ])
})

test('an action is evaluated for each of its locations and compared with the others', async ({ diner }) => {
  const other = await createBusiness(env.DB, diner.account, { name: 'Aardvark Inn' })
  const reviews = (business: typeof other, after: number) =>
    Array.from({ length: 160 }, (_, ago) => ({
      business,
      text: '',
      rating: ago > 40 ? (ago % 2 ? 3 : 4) : after,
      reviewDate: NOW - ago * DAY_MS,
    }))
  await storeReviews(env.DB, [...reviews(diner.business, 5), ...reviews(other, 5)])
  const { id } = await api(diner).actions.mark({
    name: 'New chef',
    day: dayAgo(40),
    businessId: diner.business.id,
  })
  const [own] = (await api(diner).actions.list()).actions[0]?.results ?? []
  expect(own).toMatchObject({ kind: 'action_unclear', businessId: diner.business.id })
  expect(own?.method).toContain('and your other location.')
  await api(diner).actions.change({ id, name: 'New chef', day: dayAgo(40) })
  const all = (await api(diner).actions.list()).actions[0]?.results ?? []
  expect(all.map(({ kind, sentence }) => [kind, sentence.split(':')[0]])).toEqual([
    ['action_worked', 'Aardvark Inn'],
    ['action_worked', 'Corner Shop'],
  ])
})

test.for([
  ['1999-12-31', 'day'],
  [dayAgo(-400), 'day'],
  ['2026-02-30', 'day'],
] as const)('an action on %s is refused', async ([day], { diner }) => {
  await expect(api(diner).actions.mark({ name: 'New chef', day })).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
})

test('concurrent actions are stored up to the limit', async ({ diner }) => {
  await diner.run(
    `INSERT INTO actions (id, organization_id, day, name, created_at, updated_at)
    SELECT lower(hex(randomblob(16))), ?, '2020-01-01', 'Old', 0, 0
    FROM json_each('[0' || replace(hex(zeroblob(?)), '00', ',0') || ']')`,
    diner.account.organizationId,
    MAX_ACTIONS - 2,
  )
  const outcomes = await Promise.allSettled(
    ['One', 'Two', 'Three'].map((name) => api(diner).actions.mark({ name, day: dayAgo(1) })),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect((await api(diner).actions.list()).actions).toHaveLength(MAX_ACTIONS)
})

test('a member who sees only some locations changes no action of all locations', async ({ diner }) => {
  const shared = await api(diner).actions.mark({ name: 'New menu', day: dayAgo(5) })
  const limited = apiFor(diner.account, {
    plan: 'ai_insights',
    role: 'member',
    businessIds: [diner.business.id],
    now: () => NOW,
  }).actions
  const { mayEdit, mayEditAll, actions } = await limited.list()
  expect([mayEdit, mayEditAll, actions.length]).toEqual([true, false, 1])
  const refused = { code: 'FORBIDDEN' }
  await expect(limited.mark({ name: 'New chef', day: dayAgo(5) })).rejects.toMatchObject(refused)
  const moved = { id: shared.id, name: 'Mine', day: dayAgo(5), businessId: diner.business.id }
  await expect(limited.change(moved)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await expect(limited.remove({ id: shared.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const own = await limited.mark({ name: 'New chef', day: dayAgo(5), businessId: diner.business.id })
  await limited.remove({ id: own.id })
  expect((await api(diner).actions.list()).actions.map(({ name }) => name)).toEqual(['New menu'])
})
