import { env } from 'cloudflare:test'
import { beforeEach, describe, expect } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { businessSources } from '#db/schema/index.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { barrier, interrupted } from '#tests/edge/support/faults.ts'
import { createRun } from '#tests/edge/support/runs.ts'
import { test } from '#tests/edge/support/test.ts'
import { askProcedure, signedIn } from '#tests/edge/support/web.ts'
import { type Account, type Business, createAccount, createBusiness } from '#tests/factories.ts'

const CREATED = Date.UTC(2026, 5, 1)
const NOW = Date.UTC(2026, 5, 15, 12)

const PLACE = '0x1a2b3c:0x4d5e6f'
const OTHER_PLACE = '0x777:0x888'
const google = (place: string) => `https://www.google.com/maps/place/Harbor/data=!4m2!3m1!1s${place}`

let account: Account
let business: Business

beforeEach(async () => {
  account = await createAccount(env.DB)
  business = await createBusiness(env.DB, account, {
    name: 'Harbor Books',
    industry: 'Bookshop',
    city: 'Porto',
    googleUrl: google(PLACE),
    yelpUrl: 'https://www.yelp.com/biz/harbor-books-porto',
    createdAt: CREATED,
  })
})

function update(changes: Record<string, unknown>) {
  return apiFor(account, { now: () => NOW }).businesses.update({ id: business.id, ...changes })
}

async function sources() {
  const { results } = await env.DB.prepare(
    'SELECT * FROM business_sources WHERE business_id = ? ORDER BY platform',
  )
    .bind(business.id)
    .all()
  return results
}

test('an update changes only the given fields', async () => {
  const before = await apiFor(account).businesses.get({ id: business.id })
  const after = await update({ name: ' Harbor Books & Café ', isActive: false })
  expect(after).toEqual({
    ...before,
    name: 'Harbor Books & Café',
    isActive: false,
    createdAt: '2026-06-01T00:00:00.000Z',
    updatedAt: '2026-06-15T12:00:00.000Z',
  })
  expect(await apiFor(account).businesses.get({ id: business.id })).toEqual(after)
})

test('empty texts become null in every field', async () => {
  const fields = {
    industry: 'a',
    location: 'a',
    phone: '0222 000 000',
    website: 'https://a.test/',
    description: 'a',
    email: 'a@b.test',
    fullAddress: 'a',
    city: 'a',
    state: 'a',
    zipCode: 'a',
    country: 'a',
  }
  await update(fields)
  const emptied = Object.fromEntries(
    Object.keys(fields).map((field, index) => [field, index % 2 ? '' : ' \t']),
  )
  expect(await update({ ...emptied, googleBusinessUrl: '', yelpBusinessUrl: ' ' })).toMatchObject({
    ...Object.fromEntries(Object.keys(fields).map((field) => [field, null])),
    name: 'Harbor Books',
    googleBusinessUrl: null,
    yelpBusinessUrl: null,
  })
  expect(await sources()).toEqual([])
})

test('address and settings are replaced as a whole, and kept while other fields change', async () => {
  const kept = { address: { street: 'Rua 1' }, settings: { tags: ['a'], deep: { on: true } } }
  expect(await update({ ...kept, logoUrl: 'https://a.test/logo.png' })).toMatchObject(kept)
  expect(await update({ name: 'Harbor' })).toMatchObject({ ...kept, logoUrl: 'https://a.test/logo.png' })
  const after = await update({ settings: {}, logoUrl: '' })
  expect(after).toMatchObject({ address: kept.address, logoUrl: null, userId: account.userId })
  expect(after.settings).toEqual({})
})

test('the creator of a business cannot be changed', async ({ stranger: other }) => {
  expect(await update({ userId: other.userId })).toMatchObject({ userId: account.userId })
})

test('a link that another request adds or removes meanwhile keeps its source in step', async () => {
  const url = 'https://www.tripadvisor.com/Hotel_Review-g1-d89575-Reviews-Harbor.html'
  const DB = interrupted(env.DB, /update "businesses"/, () =>
    update({ tripadvisorUrl: url, yelpBusinessUrl: '' }),
  )
  await apiFor(account, { now: () => NOW, env: { ...env, DB } }).businesses.update({
    id: business.id,
    name: 'Harbor',
  })
  expect(await apiFor(account).businesses.get({ id: business.id })).toMatchObject({
    name: 'Harbor',
    tripadvisorUrl: url,
    yelpBusinessUrl: null,
  })
  expect((await sources()).map(({ platform }) => platform)).toEqual(['google', 'tripadvisor'])
})

test('a name cannot be emptied', async () => {
  await expect(update({ name: ' ' })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  expect(await apiFor(account).businesses.get({ id: business.id })).toMatchObject({ name: 'Harbor Books' })
})

test('an address that is not a listing is refused beside its field, and nothing is saved', async () => {
  const before = [await apiFor(account).businesses.get({ id: business.id }), await sources()]
  const input = {
    id: business.id,
    name: 'New name',
    city: '',
    yelpBusinessUrl: 'https://www.yelp.com/search?q=x',
  }
  const answer = await askProcedure('businesses.update', input, {
    headers: { cookie: await signedIn(account) },
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    error: {
      data: { fields: { yelpBusinessUrl: expect.stringContaining('This link shows a list of businesses') } },
    },
  })
  expect([await apiFor(account).businesses.get({ id: business.id }), await sources()]).toEqual(before)
})

describe('the listing', () => {
  /** State left by collecting since the listing was added. */
  const PROGRESS = {
    place_id: 'resolved-place',
    stated_total: 400,
    backfill_state: 'open',
    backfill_cursor: 'page-20',
    last_succeeded_at: NOW - 1,
    next_due_at: NOW + 1,
    failures: 2,
  }
  const NO_PROGRESS = {
    stated_total: null,
    backfill_state: 'none',
    backfill_cursor: null,
    last_succeeded_at: null,
    // Due at once; the minute's tick decides if the plan collects it.
    next_due_at: NOW,
    failures: 0,
  }

  async function collected(platform: string, place: string) {
    const progress = { ...PROGRESS, place_id: place }
    const columns = Object.keys(progress).map((column) => `${column} = ?`)
    await env.DB.prepare(
      `UPDATE business_sources SET ${columns.join(', ')} WHERE business_id = ? AND platform = ?`,
    )
      .bind(...Object.values(progress), business.id, platform)
      .run()
    return progress
  }

  test('keeps its collected state when other fields change', async () => {
    await collected('google', PLACE)
    await collected('yelp', 'an-encid')
    const before = await sources()
    await update({ name: 'New name', city: 'Lisboa', isActive: false })
    expect(await sources()).toEqual(before)
  })

  test.each([
    ['a phone', `https://maps.google.com/maps?ftid=${PLACE}`],
    ['another country', google(PLACE).replace('google.com', 'google.pt')],
    ['another share button', `https://www.google.com/search?q=harbor#lrd=${PLACE},1,,,`],
  ])('keeps its place and progress when its address only looks different: %s', async (_, url) => {
    const progress = await collected('google', PLACE)
    expect(await update({ googleBusinessUrl: url })).toMatchObject({ googleBusinessUrl: url })
    expect((await sources())[0]).toMatchObject({ platform: 'google', ...progress })
  })

  test('keeps its place when its Yelp address differs only in host and query', async () => {
    const progress = await collected('yelp', 'an-encid')
    await update({ yelpBusinessUrl: 'https://m.yelp.com/biz/harbor-books-porto?osq=books#reviews' })
    expect((await sources())[1]).toMatchObject({ platform: 'yelp', ...progress })
  })

  test('keeps the resolved address of its place until its own address changes', async () => {
    await collected('yelp', 'an-encid')
    await env.DB.prepare(
      "UPDATE business_sources SET listing_url = 'https://www.yelp.com/biz/harbor-books-renamed' WHERE business_id = ? AND platform = 'yelp'",
    )
      .bind(business.id)
      .run()
    const open = await createRun(business, { platform: 'yelp', status: 'running' })
    const before = await sources()
    await update({ name: 'New name', yelpBusinessUrl: 'https://m.yelp.com/biz/harbor-books-porto?osq=books' })
    await update({ yelpBusinessUrl: 'https://www.yelp.com/biz/harbor-books-renamed' })
    expect(await sources()).toEqual(before)
    expect(await apiFor(account).collection.run({ id: open })).toMatchObject({ status: 'running' })
    await update({ yelpBusinessUrl: 'https://www.yelp.com/biz/harbor-books-lisboa' })
    expect((await sources())[1]).toMatchObject({ place_id: null, ...NO_PROGRESS })
    expect(await apiFor(account).collection.run({ id: open })).toMatchObject({ status: 'cancelled' })
  })

  test('is restored by any edit if it is missing, and its open run ends', async () => {
    const open = await createRun(business, { platform: 'yelp', status: 'running' })
    await env.DB.prepare("DELETE FROM business_sources WHERE business_id = ? AND platform = 'yelp'")
      .bind(business.id)
      .run()
    await update({ name: 'New name' })
    expect((await sources())[1]).toMatchObject({ platform: 'yelp', place_id: null })
    expect(await apiFor(account).collection.run({ id: open })).toMatchObject({ status: 'cancelled' })
  })

  test('starts over when its address is another place', async () => {
    await collected('google', PLACE)
    const yelp = await collected('yelp', 'an-encid')
    await update({ googleBusinessUrl: google(OTHER_PLACE) })
    expect(await sources()).toMatchObject([
      { platform: 'google', place_id: OTHER_PLACE, ...NO_PROGRESS },
      { platform: 'yelp', ...yelp },
    ])
    await update({ yelpBusinessUrl: 'https://www.yelp.com/biz/harbor-books-lisboa' })
    expect((await sources())[1]).toMatchObject({
      listing_url: 'https://www.yelp.com/biz/harbor-books-lisboa',
      place_id: null,
      ...NO_PROGRESS,
    })
  })

  test('starts over when it may be another place, as with a short link not yet followed', async () => {
    await collected('google', PLACE)
    await update({ googleBusinessUrl: 'https://maps.app.goo.gl/AbCdEfG' })
    expect((await sources())[0]).toMatchObject({ place_id: null, ...NO_PROGRESS })
  })

  test('is added and removed with its address', async () => {
    await update({ yelpBusinessUrl: '' })
    expect(await sources()).toMatchObject([{ platform: 'google' }])
    await update({ googleBusinessUrl: '', yelpBusinessUrl: 'https://www.yelp.com/biz/harbor-books-porto' })
    expect(await sources()).toMatchObject([{ platform: 'yelp', organization_id: account.organizationId }])
  })

  test('is added for TripAdvisor by the number in its address', async () => {
    const url = 'https://www.tripadvisor.com/Hotel_Review-g1-d89575-Reviews-Harbor.html'
    expect(await update({ tripadvisorUrl: url })).toMatchObject({ tripadvisorUrl: url })
    expect((await sources())[1]).toMatchObject({
      platform: 'tripadvisor',
      source: 'tripadvisor',
      place_id: '89575',
      ...NO_PROGRESS,
    })
    await expect(update({ tripadvisorUrl: google(PLACE) })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('This is not a TripAdvisor address.'),
    })
    await update({ tripadvisorUrl: '' })
    expect(await sources()).toHaveLength(2)
  })

  test('stays unchanged with its run if it comes through a connection', async () => {
    await env.DB.prepare(
      "UPDATE business_sources SET source = 'google-business-profile', place_id = 'accounts/1/locations/2' WHERE business_id = ? AND platform = 'google'",
    )
      .bind(business.id)
      .run()
    await databaseOf(env).insert(businessSources).values({
      businessId: business.id,
      platform: 'facebook',
      organizationId: account.organizationId,
      source: 'facebook',
      listingUrl: 'https://www.facebook.com/12',
      placeId: '12',
    })
    const before = (await sources()).filter(({ platform }) => platform !== 'yelp')
    const open = await createRun(business, { source: 'google-business-profile', status: 'running' })
    await update({ googleBusinessUrl: google(OTHER_PLACE) })
    await update({ googleBusinessUrl: '', yelpBusinessUrl: '' })
    expect(await sources()).toEqual(before)
    expect(await apiFor(account).collection.run({ id: open })).toMatchObject({ status: 'running' })
  })

  test('is due again when its business is switched on', async () => {
    await update({ isActive: false })
    await env.DB.prepare('UPDATE business_sources SET next_due_at = ? WHERE business_id = ? AND platform = ?')
      .bind(NOW + 5, business.id, 'yelp')
      .run()
    const dueAts = async () => (await sources()).map(({ next_due_at }) => next_due_at)
    expect(await dueAts()).toEqual([null, NOW + 5])
    await update({ isActive: true })
    expect(await dueAts()).toEqual([NOW, NOW + 5])
  })

  test('cancels its open run when it becomes another place', async () => {
    const open = await createRun(business, {
      platform: 'google',
      status: 'running',
      page: 3,
      cursor: 'page-3',
    })
    const other = await createRun(business, { platform: 'yelp', status: 'running' })
    const past = await createRun(business, { platform: 'google', status: 'succeeded', errors: ['former'] })
    await update({ googleBusinessUrl: google(OTHER_PLACE) })
    const { collection } = apiFor(account, { now: () => NOW })
    expect(await collection.run({ id: open })).toMatchObject({
      status: 'cancelled',
      finishedAt: '2026-06-15T12:00:00.000Z',
      errors: ['The Google link of this business was changed, so collecting from the old one stopped.'],
    })
    expect(await collection.run({ id: other })).toMatchObject({ status: 'running', errors: [] })
    expect(await collection.run({ id: past })).toMatchObject({ status: 'succeeded', errors: ['former'] })
  })

  test('cancels a run left over from a removed listing when it is added', async () => {
    const open = await createRun(business, { platform: 'google', status: 'queued' })
    await update({ googleBusinessUrl: '' })
    await update({ googleBusinessUrl: google(OTHER_PLACE) })
    expect(await apiFor(account).collection.run({ id: open })).toMatchObject({ status: 'cancelled' })
  })

  test('leaves its run alone while the place stays the same', async () => {
    const open = await createRun(business, { platform: 'google', status: 'running' })
    await update({ name: 'New name', googleBusinessUrl: `https://maps.google.com/maps?ftid=${PLACE}` })
    expect(await apiFor(account).collection.run({ id: open })).toMatchObject({ status: 'running' })
  })
})

test('a deleted business is not found and stays unchanged', async () => {
  await apiFor(account).businesses.remove({ id: business.id })
  await expect(update({ name: 'Back' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
    message: 'Failed to update business: not found',
  })
  const stored = await env.DB.prepare('SELECT name FROM businesses WHERE id = ?')
    .bind(business.id)
    .first('name')
  expect(stored).not.toBe('Back')
})

test('a link that another business has is refused beside its field', async () => {
  await createBusiness(env.DB, account, { name: 'Hill Books', googleUrl: google(OTHER_PLACE) })
  await expect(update({ googleBusinessUrl: google(OTHER_PLACE) })).rejects.toMatchObject({
    code: 'CONFLICT',
    cause: { fields: { googleBusinessUrl: 'This place is already in your list, as Hill Books.' } },
  })
  expect(await sources()).toMatchObject([{ place_id: PLACE }, { platform: 'yelp' }])
})

test('a link given to two businesses at the same moment is stored once, and the other run goes on', async () => {
  const other = await createBusiness(env.DB, account, { googleUrl: google('0x5:0x6') })
  const ids = [business.id, other.id]
  for (const { id } of [business, other]) {
    await createRun({ ...other, id }, { status: 'running' })
  }
  const bindings = { ...env, DB: barrier(env.DB, /^update "businesses"/, ids.length) }
  const { businesses } = apiFor(account, { env: bindings, now: () => NOW })
  const outcomes = await Promise.allSettled(
    ids.map((id) => businesses.update({ id, googleBusinessUrl: google(OTHER_PLACE) })),
  )
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes).toContainEqual(
    expect.objectContaining({ reason: expect.objectContaining({ code: 'CONFLICT' }) }),
  )
  const { results } = await env.DB.prepare(
    'SELECT status FROM scrape_runs WHERE organization_id = ? ORDER BY status',
  )
    .bind(account.organizationId)
    .all()
  expect(results).toEqual([{ status: 'cancelled' }, { status: 'running' }])
})

test('a business that shares a place with another can still be changed', async () => {
  await createBusiness(env.DB, account, { googleUrl: google(PLACE) })
  expect(await update({ name: 'Harbor', googleBusinessUrl: google(PLACE) })).toMatchObject({ name: 'Harbor' })
})
