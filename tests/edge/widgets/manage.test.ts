import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { test } from '#tests/edge/support/test.ts'
import { createAccount, createBusiness, eraseBusiness, storeReviews } from '#tests/factories.ts'
import { storeManyReviews } from '#tests/many-reviews.ts'
import { volume } from '#tests/volume.ts'
import { backgroundContext } from '#worker/background-context.ts'
import { planLimits } from '#worker/rules/plans.ts'
import { forgetServed, servedWidget } from '#worker/widgets/serve.ts'

const GIVEN = { layout: 'list', sites: 'www.harbor-books.com, http://localhost:3000' } as const

test('a widget can be created, changed and deleted; each step is logged', async ({ account, business }) => {
  const api = apiFor(account)
  const { id, handle } = await api.widgets.create({ ...GIVEN, businessId: business.id })
  expect(handle).toMatch(/^[\w-]{22}$/)
  await api.widgets.update({ id, ...GIVEN, layout: 'badge', sites: 'https://www.harbor-books.com/en?a=b' })
  const view = await api.screens.widgets({ businessId: business.id })
  expect(view.widgets).toEqual([
    {
      id,
      handle,
      businessId: business.id,
      layout: 'badge',
      theme: 'light',
      language: 'en',
      maxReviews: 10,
      minStars: 1,
      withText: false,
      sites: ['https://www.harbor-books.com'],
      isServed: true,
    },
  ])
  await api.widgets.remove({ id })
  expect((await api.widgets.list()).items).toEqual([])
  await expect(api.widgets.remove({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const { log } = await api.screens.auditLog()
  const logged = log.items.map(({ action, subject }) => [action, subject])
  const name = 'Corner Shop'
  expect(logged.toReversed()).toEqual([
    ['widget_created', name],
    ['widget_changed', name],
    ['widget_removed', name],
  ])
})

test.for([
  ['', 'Enter the address of your site, such as www.example.com.'],
  ['shop', '‘shop’ isn’t the address of a site.'],
  ['https://a.example.com:8443', '‘https://a.example.com:8443’ isn’t the address of a site.'],
  ["a.example.com;script-src'self'", "‘a.example.com;script-src'self'’ isn’t the address of a site."],
  ['*', '‘*’ isn’t the address of a site.'],
  [Array.from({ length: 11 }, (_, i) => `s${i}.example.com`).join(' '), 'Name at most 10 sites.'],
] as const)(
  'the sites %j are refused beside their field',
  async ([sites, message], { account, business }) => {
    const refused = apiFor(account).widgets.create({ ...GIVEN, businessId: business.id, sites })
    await expect(refused).rejects.toMatchObject({ cause: { issues: [{ message }] } })
  },
)

test("concurrent widgets stay within the plan's limit, and a smaller plan serves the oldest", async ({
  account,
  business,
}) => {
  const { widgets } = planLimits('pro')
  const api = apiFor(account, { plan: 'pro' })
  const made = await Promise.allSettled(
    Array.from({ length: widgets + 3 }, () => api.widgets.create({ ...GIVEN, businessId: business.id })),
  )
  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(widgets)
  await expect(api.widgets.create({ ...GIVEN, businessId: business.id })).rejects.toMatchObject({
    cause: {
      code: 'plan_limit',
      message: 'Your Pro plan includes 5 widgets, and all of them are in use. Upgrade to add more.',
    },
  })
  const free = await apiFor(account, { plan: 'free' }).screens.widgets({ businessId: business.id })
  expect(free.widgets.map(({ isServed }) => isServed)).toEqual([true, false, false, false, false])
})

test('widgets of a deleted business take no place', async ({ account, business }) => {
  const api = apiFor(account, { plan: 'free' })
  const first = await api.widgets.create({ ...GIVEN, businessId: business.id })
  const other = await createBusiness(env.DB, account)
  await api.businesses.remove({ id: business.id })
  const left = apiFor(account, { plan: 'free', businessIds: [other.id] })
  const { id, handle } = await left.widgets.create({ ...GIVEN, businessId: other.id })
  expect((await left.widgets.list()).items).toMatchObject([{ id, isServed: true }])
  const isServed = () => {
    forgetServed(handle)
    return servedWidget(backgroundContext(env), handle)
  }
  expect(await isServed()).not.toBeNull()
  await api.businesses.bringBack({ id: business.id })
  expect((await api.widgets.list()).items).toMatchObject([
    { id: first.id, isServed: true },
    { id, isServed: false },
  ])
  expect(await isServed()).toBeNull()
})

test('samples get no widget, and a widget is deleted with its business', async ({ account, business }) => {
  const api = apiFor(account)
  await api.widgets.create({ ...GIVEN, businessId: business.id })
  await eraseBusiness(env.DB, business)
  expect((await api.widgets.list()).items).toEqual([])
  const sample = await createBusiness(env.DB, account)
  await env.DB.prepare('UPDATE businesses SET is_sample = 1 WHERE id = ?').bind(sample.id).run()
  await expect(api.widgets.create({ ...GIVEN, businessId: sample.id })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('a member who sees only another business has no access to the widget', async ({ account, business }) => {
  const { id } = await apiFor(account).widgets.create({ ...GIVEN, businessId: business.id })
  const other = await createBusiness(env.DB, account)
  const limited = apiFor(account, { role: 'member', businessIds: [other.id] })
  expect((await limited.widgets.list()).items).toEqual([])
  for (const call of [
    () => limited.widgets.remove({ id }),
    () => limited.widgets.update({ id, ...GIVEN }),
    () => limited.widgets.preview({ businessId: business.id, layout: 'list' }),
    () => limited.screens.widgets({ businessId: business.id }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a preview follows the chosen options', async ({ account, business }) => {
  await storeReviews(env.DB, [
    { business, authorName: 'Ada', rating: 2, text: 'Cold soup.' },
    { business, authorName: 'Ben', rating: 5, text: '' },
    { business, authorName: 'Cem', rating: 4, text: 'Good soup.' },
  ])
  const preview = async (look: object) => {
    const drawn = await apiFor(account).widgets.preview({ businessId: business.id, layout: 'list', ...look })
    return JSON.stringify(drawn.tree)
  }
  const all = await preview({})
  for (const text of ['Ada', 'Ben', 'Cem', '3.7 out of 5', 'Shown: all of them']) expect(all).toContain(text)
  const chosen = await preview({ minStars: 4, withText: true, language: 'de' })
  expect(chosen).toContain('Cem')
  expect(chosen).not.toMatch(/Ada|Ben/)
  // Reviews that are left out still count.
  expect(chosen).toContain('3,7 von 5')
  expect(chosen).toContain('Gezeigt: nur die mit Text und 4 oder 5 Sternen, die neuesten 1.')
  expect(await preview({ maxReviews: 2 })).toContain('Shown: the newest 2.')
})

const REVIEWS = volume(40_000, 100_000)
const NOW = Date.UTC(2026, 5, 15, 12)
const DAYS = 365

test(`a widget reads few of ${REVIEWS} reviews`, async () => {
  const account = await createAccount(env.DB)
  await storeManyReviews(env.DB, account, NOW, REVIEWS)
  const meter = createMeter()
  const api = apiFor(account, { now: () => NOW, meter })
  const { items } = await api.businesses.list()
  const businessId = items[0]?.id ?? ''
  for (const look of [{}, { minStars: 4 }, { withText: true }, { minStars: 4, withText: true }] as const) {
    meter.rowsRead = 0
    const drawn = await api.widgets.preview({ businessId, layout: 'list', maxReviews: 20, ...look })
    expect(JSON.stringify(drawn.tree)).toContain('The average counts all.'.repeat(Number('minStars' in look)))
    expect(meter.rowsRead).toBeGreaterThan(0)
    // One row per day, and the reviews of two platforms that may be shown.
    expect(meter.rowsRead).toBeLessThanOrEqual(DAYS + 2 + 2 * 2 * 20 + 20)
  }
})
