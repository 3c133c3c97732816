import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createMeter } from '#tests/edge/support/meter.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import { createBusiness, giveReviewIds, storeReviews } from '#tests/factories.ts'
import { DAY_MS } from '#worker/rules/durations.ts'

const HERE = { platform: 'google', statedTotal: 240, storedTotal: 10, nextDueAt: null, limit: null }

/** A business whose first collection brought ten of 240 reviews. */
const test = base.extend('business', async ({ account }) => {
  const googleUrl = 'https://www.google.com/maps/place/?ftid=0x1a2b3c:0x4d5e6f'
  const business = await createBusiness(env.DB, account, { name: 'Attic Books', googleUrl })
  await storeReviews(
    env.DB,
    Array.from({ length: 10 }, (_, index) => ({ business, reviewDate: Date.now() - index * DAY_MS })),
  )
  await giveReviewIds(env.DB).run()
  await change(
    business.id,
    "backfill_state = 'open', stated_total = 240, last_succeeded_at = 1, next_due_at = NULL",
  )
  return business
})

function change(businessId: string, columns: string) {
  return env.DB.prepare(`UPDATE business_sources SET ${columns} WHERE business_id = ?`).bind(businessId).run()
}

test('while older reviews are missing, the Dashboard and the full list say how many are here', async ({
  account,
  business,
}) => {
  await createBusiness(env.DB, account, { name: 'Without a source' })
  const cookie = await signedIn(account)
  const text = '10 of 240 reviews on Google are here; the rest comes each time you collect.'
  for (const [address, isSaid] of [
    ['/app', true],
    [`/app?businessId=${business.id}`, true],
    ['/app/reviews', true],
    [`/app/reviews?businessId=${business.id}&sort=oldest`, true],
    ['/app/reviews?status=pending', false],
    ['/app/reviews?search=soup', false],
  ] as const) {
    const html = await (await ask(address, { headers: { cookie } })).text()
    // Once on screen and once in the data.
    expect([address, html.split(text).length - 1]).toEqual([address, isSaid ? 2 : 0])
  }
})

test.for([
  ['the list was read to its end', { source: "backfill_state = 'done'" }],
  [
    'nothing comes in',
    { source: "failing_since = 1, last_error_kind = 'wrong_listing', last_error = 'No.'" },
  ],
  ['the business is paused', { isPaused: true }],
  ['the plan has no such platform', { source: "platform = 'tripadvisor'", plan: 'free' }],
] as const)('nothing is promised if %s', async ([_, state], { account, business }) => {
  const { source, isPaused, plan } = { source: null, isPaused: false, plan: 'pro', ...state }
  const api = apiFor(account, { plan })
  const said = async () => {
    const dashboard = await api.screens.dashboard({})
    return [dashboard.sources.backfills, (await api.screens.reviews({})).backfills]
  }
  expect(await said()).toEqual([[HERE], [HERE]])
  if (source) await change(business.id, source)
  if (isPaused) await api.businesses.update({ id: business.id, isActive: false })
  expect(await said()).toEqual([[], []])
})

test('a member limited to other businesses sees no backfill, and a filtered list reads none', async ({
  account,
  business,
}) => {
  const other = await createBusiness(env.DB, account, { name: 'Other' })
  const limited = apiFor(account, { role: 'member', businessIds: [other.id] })
  expect((await limited.screens.reviews({})).backfills).toEqual([])
  await expect(limited.screens.reviews({ businessId: business.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  const rowsOf = async (input: { status?: 'responded' }) => {
    const meter = createMeter()
    await apiFor(account, { meter }).screens.reviews(input)
    return meter.rowsRead
  }
  const before = await rowsOf({ status: 'responded' })
  await change(business.id, "backfill_state = 'done'")
  expect(await rowsOf({ status: 'responded' })).toBe(before)
})
