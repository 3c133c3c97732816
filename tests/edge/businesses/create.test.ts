import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { AT_ONCE, barrier } from '#tests/edge/support/faults.ts'
import { test } from '#tests/edge/support/test.ts'
import { askProcedure, signedIn } from '#tests/edge/support/web.ts'
import { type Account, createAccount, createBusiness } from '#tests/factories.ts'
import { canUpgrade, PLANS, planLimits } from '#worker/rules/plans.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const FEATURE_ID = '0x1a2b3c:0x4d5e6f'
const GOOGLE_URL = `https://www.google.com/maps/place/Harbor+Books/data=!4m2!3m1!1s${FEATURE_ID}?entry=ttu`
const googleUrlOf = (place: number) => GOOGLE_URL.replace(FEATURE_ID, `0x1a2b3c:0x${place + 1}`)
const YELP_URL = 'https://www.yelp.com/biz/harbor-books-porto?osq=books'
const TRIPADVISOR_URL =
  'https://www.tripadvisor.pt/Restaurant_Review-g189180-d1234567-Reviews-Harbor_Books-Porto.html'

function rows(table: 'businesses' | 'business_sources' | 'alarm_checks', account: Account) {
  return env.DB.prepare(`SELECT * FROM ${table} WHERE organization_id = ?`).bind(account.organizationId).all()
}

async function nothingStored(account: Account) {
  expect((await rows('businesses', account)).results).toEqual([])
  expect((await rows('business_sources', account)).results).toEqual([])
}

test('a business is stored as given, with its creator and its listings', async ({ account }) => {
  const given = {
    name: ' Harbor Books ',
    industry: 'Bookshop',
    location: 'Old town',
    phone: '+351 222 000 000',
    website: 'https://harbor.example.test/',
    description: 'Books & <b>more</b>; O\'Brien\'s "best" — 日本語',
    email: 'Shop@Harbor.Example.test',
    googleBusinessUrl: GOOGLE_URL,
    yelpBusinessUrl: YELP_URL,
    tripadvisorUrl: TRIPADVISOR_URL,
    fullAddress: 'Rua 1',
    city: 'Porto',
    state: 'Porto',
    zipCode: '4000-001',
    country: 'Portugal',
    logoUrl: 'https://harbor.example.test/logo.png',
    address: { street: 'Rua 1', geo: { lat: 41.15, lng: -8.61 } },
    settings: { tags: ['books', 'café'], quiet: true, note: null },
  }
  const business = await apiFor(account, { now: () => NOW }).businesses.create(given)
  expect(business).toEqual({
    ...given,
    name: 'Harbor Books',
    email: 'Shop@harbor.example.test',
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    userId: account.userId,
    isActive: true,
    createdAt: '2026-06-15T12:00:00.000Z',
    updatedAt: '2026-06-15T12:00:00.000Z',
  })
  expect((await rows('businesses', account)).results).toMatchObject([
    {
      id: business.id,
      user_id: account.userId,
      description: given.description,
      logo_url: given.logoUrl,
      settings: JSON.stringify(given.settings),
      address: JSON.stringify(given.address),
    },
  ])
  expect((await rows('alarm_checks', account)).results).toMatchObject([
    { business_id: business.id, due_at: 0 },
  ])
  expect((await rows('business_sources', account)).results).toMatchObject([
    {
      platform: 'google',
      source: 'google-public',
      place_id: FEATURE_ID,
      listing_url: expect.stringMatching(/^https:\/\/www\.google\.com\/maps\/place\/\?q=place_id:/),
      backfill_state: 'none',
      // The minute's tick decides if the plan collects it.
      next_due_at: NOW,
    },
    {
      platform: 'tripadvisor',
      source: 'tripadvisor',
      place_id: '1234567',
      listing_url: 'https://www.tripadvisor.com/1234567',
    },
    {
      platform: 'yelp',
      source: 'yelp-public',
      place_id: null,
      listing_url: 'https://www.yelp.com/biz/harbor-books-porto',
    },
  ])
})

test('omitted and empty fields are null', async ({ account }) => {
  const empty = {
    industry: '',
    website: ' ',
    email: '',
    googleBusinessUrl: '',
    yelpBusinessUrl: ' ',
    tripadvisorUrl: '',
    city: '',
    logoUrl: ' ',
  }
  const business = await apiFor(account).businesses.create({ name: 'Harbor Books', ...empty })
  const { id, userId, name, isActive, createdAt, updatedAt, address, settings, ...details } = business
  expect({ address, settings }).toEqual({ address: {}, settings: {} })
  expect(new Set(Object.values(details))).toEqual(new Set([null]))
  expect((await rows('business_sources', account)).results).toEqual([])
})

test('a pasted link is stored as the address in it', async ({ account }) => {
  const googleBusinessUrl = `Harbor Books: “${GOOGLE_URL.replace('https:', 'http:')}”.`
  const stored = await apiFor(account).businesses.create({ name: 'Harbor Books', googleBusinessUrl })
  expect(stored.googleBusinessUrl).toBe(GOOGLE_URL)
})

// Unit tests of worker/sources and worker/rules cover which addresses are listings and what each field
// accepts.
test.for([
  ['googleBusinessUrl', YELP_URL, expect.stringMatching(/^This is not a Google Maps address\..* paste /)],
  [
    'googleBusinessUrl',
    'https://www.facebook.com/harborbooks',
    expect.stringContaining('Facebook pages are connected'),
  ],
  [
    'yelpBusinessUrl',
    'https://169.254.169.254/biz/x',
    expect.stringMatching(/^This is not a Yelp address\..* paste /),
  ],
  ['name', ' \n', 'Enter the name of the business.'],
  ['settings', { text: 'x'.repeat(8 * 1_024) }, 'Settings can have at most 8,192 bytes.'],
] as const)('%s with %j is refused beside its field', async ([field, value, message], { account }) => {
  const headers = { cookie: await signedIn(account) }
  const answer = await askProcedure('businesses.create', { name: 'Shop', [field]: value }, { headers })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    error: { message, data: { type: 'VALIDATION', fields: { [field]: message } } },
  })
  await nothingStored(account)
})

test('two invalid fields are reported together', async ({ account }) => {
  const input = { name: 'X', googleBusinessUrl: 'https://a.test/', yelpBusinessUrl: 'https://b.test/' }
  await expect(apiFor(account).businesses.create(input)).rejects.toMatchObject({
    code: 'BAD_REQUEST',
    cause: { fields: { googleBusinessUrl: expect.anything(), yelpBusinessUrl: expect.anything() } },
  })
  await nothingStored(account)
})

test('server-owned fields are dropped from the input', async ({ account, stranger: other }) => {
  const input = {
    name: 'Shop',
    id: 'chosen',
    userId: other.userId,
    organizationId: other.organizationId,
    plan: 'ai_insights',
    isActive: false,
    createdAt: 0,
  }
  const business = await apiFor(account).businesses.create(input)
  expect(business).toMatchObject({ name: 'Shop', isActive: true })
  expect(business.id).not.toBe('chosen')
  expect((await rows('businesses', account)).results).toHaveLength(1)
  await nothingStored(other)
})

test.each([...PLANS, 'gold'])('the %s plan holds its number of locations and no more', async (plan) => {
  const { locations } = planLimits(plan)
  const account = await createAccount(env.DB, { plan })
  // Other tenants' locations do not count.
  await createBusiness(env.DB, await createAccount(env.DB))
  for (let place = 0; place < locations; place += 1) {
    await apiFor(account, { plan }).businesses.create({ name: `Place ${place}` })
  }
  await expect(apiFor(account, { plan }).businesses.create({ name: 'One more' })).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: `Location limit reached. Your ${plan} plan allows ${locations} locations. You currently have ${locations}.${canUpgrade(plan) ? ' Please upgrade to add more locations.' : ''}`,
    cause: { code: 'plan_limit' },
  })
  expect((await rows('businesses', account)).results).toHaveLength(locations)
})

test('a refused business stores no listing', async ({ account }) => {
  await createBusiness(env.DB, account)
  const input = { name: 'One more', googleBusinessUrl: GOOGLE_URL, yelpBusinessUrl: YELP_URL }
  await expect(apiFor(account, { plan: 'free' }).businesses.create(input)).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  expect((await rows('business_sources', account)).results).toEqual([])
})

test.each([
  ['free', 0],
  ['pro', 1],
  ['ai_insights', 7],
])('businesses added to the %s plan at the same moment fill exactly its free places', async (plan, taken) => {
  const account = await createAccount(env.DB, { plan })
  for (let place = 0; place < taken; place += 1) await createBusiness(env.DB, account)
  const bindings = { ...env, DB: barrier(env.DB, /INSERT INTO businesses/, AT_ONCE) }
  const api = apiFor(account, { plan, env: bindings })
  const outcomes = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, (_, index) =>
      api.businesses.create({ name: `Place ${index}`, googleBusinessUrl: googleUrlOf(index) }),
    ),
  )
  const { locations } = planLimits(plan)
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(locations - taken)
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ code: 'FORBIDDEN' })
  }
  expect((await rows('businesses', account)).results).toHaveLength(locations)
  expect((await rows('business_sources', account)).results).toHaveLength(locations - taken)
})

test.for([
  ['the same link', { googleBusinessUrl: GOOGLE_URL }],
  ['another spelling', { googleBusinessUrl: `https://maps.google.de/maps?ftid=${FEATURE_ID}&hl=de` }],
  ['its Yelp link', { yelpBusinessUrl: `${YELP_URL.toLowerCase().replace('harbor', 'Harbor')}&x=1` }],
  ['its TripAdvisor link', { tripadvisorUrl: 'https://www.tripadvisor.com/1234567' }],
] as const)('a place that is already listed is refused: %s', async ([, link], { account }) => {
  const api = apiFor(account)
  const urls = { googleBusinessUrl: GOOGLE_URL, yelpBusinessUrl: YELP_URL, tripadvisorUrl: TRIPADVISOR_URL }
  const { id } = await api.businesses.create({ name: 'Harbor Books', ...urls })
  await expect(api.businesses.create({ name: 'Again', ...link })).rejects.toMatchObject({
    code: 'CONFLICT',
    cause: { fields: { [Object.keys(link).join()]: 'This place is already in your list, as Harbor Books.' } },
  })
  expect((await rows('businesses', account)).results).toHaveLength(1)
  await api.businesses.remove({ id })
  await api.businesses.create({ name: 'Again', ...link })
  await expect(api.businesses.bringBack({ id })).rejects.toMatchObject({ code: 'CONFLICT' })
})

test('a place added several times at the same moment is stored once', async ({ account }) => {
  const bindings = { ...env, DB: barrier(env.DB, /INSERT INTO businesses/, AT_ONCE) }
  const api = apiFor(account, { env: bindings })
  const outcomes = await Promise.allSettled(
    Array.from({ length: AT_ONCE }, () =>
      api.businesses.create({ name: 'Harbor Books', googleBusinessUrl: GOOGLE_URL }),
    ),
  )
  const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
  expect(refused.map(({ code }: { code: string }) => code)).toEqual(Array(AT_ONCE - 1).fill('CONFLICT'))
  expect((await rows('business_sources', account)).results).toHaveLength(1)
})

test("another organization's business may have the same place", async ({ account, stranger }) => {
  await apiFor(stranger).businesses.create({ name: 'Theirs', googleBusinessUrl: GOOGLE_URL })
  await apiFor(account).businesses.create({ name: 'Ours', googleBusinessUrl: GOOGLE_URL })
  expect((await rows('businesses', account)).results).toHaveLength(1)
})

test('a refusal does not name a business that the member cannot see', async ({ account }) => {
  const business = await createBusiness(env.DB, account, { name: 'Secret', googleUrl: GOOGLE_URL })
  const api = apiFor(account, { role: 'member', businessIds: [] })
  const refused = api.businesses.create({ name: 'Ours', googleBusinessUrl: GOOGLE_URL })
  await expect(refused).rejects.toMatchObject({
    code: 'CONFLICT',
    message: expect.not.stringContaining('Secret'),
  })
  expect((await rows('businesses', account)).results).toMatchObject([{ id: business.id }])
})
