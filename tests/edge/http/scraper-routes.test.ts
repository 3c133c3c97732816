import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { test as base } from '#tests/edge/support/test.ts'
import { type Ask, ask, askProcedure, ORIGIN, signedIn } from '#tests/edge/support/web.ts'
import { type Account, createAccount, createBusiness } from '#tests/factories.ts'
import { UpstreamControl } from '#tests/upstream/control.ts'
import { googleUrl, LISTINGS, yelpUrl } from '#tests/upstream/listings.ts'
import { HOUR_MS } from '#worker/rules/durations.ts'
import type { ScrapeResult } from '#worker/rules/scrape-result.ts'

const GOOGLE = '/functions/v1/google-business-scraper'
const YELP = '/functions/v1/yelp-scraper'
const google_url = googleUrl(LISTINGS.small)
const yelp_url = yelpUrl(LISTINGS.small)

const upstream = new UpstreamControl(String(env.UPSTREAM_ORIGIN))
let token: string

const test = base
  .extend('account', () => createAccount(env.DB, { plan: 'pro' }))
  .extend('business', ({ account }) =>
    createBusiness(env.DB, account, { googleUrl: google_url, yelpUrl: yelp_url }),
  )
  .extend('googleBody', ({ business }) => (change: object = {}) => {
    return { business_url: google_url, business_id: business.id, ...change }
  })

test.beforeEach(async ({ account }) => {
  token = await tokenOf(account)
})

async function tokenOf(owner: Account, scopes?: string[]): Promise<string> {
  const answer = await askProcedure('auth.token', scopes ? { scopes } : {}, {
    headers: { cookie: await signedIn(owner) },
  })
  const { result } = await answer.json<{ result: { data: { accessToken: string } } }>()
  return result.data.accessToken
}

/** Posts like a program: with a token, without cookie and Origin. */
async function post(address: string, body: unknown, init: Ask = {}) {
  const answer = await ask(address, {
    method: 'POST',
    body: JSON.stringify(body),
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...init.headers },
  })
  return { status: answer.status, headers: answer.headers, result: await answer.json<ScrapeResult>() }
}

const REFUSED = {
  success: false,
  reviews: [],
  total_reviews: 0,
  pages_scraped: 0,
  warnings: [],
  execution_time: 0,
}

describe('a scrape', () => {
  test('of Google starts the same run as the button, waits for it and returns its reviews', async ({
    business,
    googleBody,
  }) => {
    const { status, result } = await post(GOOGLE, googleBody({ options: { max_pages: 1 } }))
    expect(status).toBe(200)
    const truth = await upstream.reviews('google', 'small')
    expect(result).toEqual({
      success: true,
      reviews: truth.map((review) => ({
        review_id: review.reviewId,
        author_name: review.authorName ?? 'A Google user',
        rating: review.rating,
        review_text: review.reviewText,
        review_date: review.reviewDate,
        helpful_votes: review.helpfulVotes,
        user_verified: false,
      })),
      total_reviews: 3,
      pages_scraped: 1,
      errors: [],
      warnings: [],
      execution_time: expect.any(Number),
    })
    const { results } = await env.DB.prepare(
      'SELECT trigger_type, status, pages_planned FROM scrape_runs WHERE business_id = ?',
    )
      .bind(business.id)
      .all()
    expect(results).toEqual([{ trigger_type: 'manual', status: 'succeeded', pages_planned: 1 }])
  })

  test('of Yelp takes its own options and warns that no proxy is used', async ({ business }) => {
    const options = { max_pages: 2, rate_limit_ms: 10, proxy_enabled: true, captcha_handling: true }
    const { status, result } = await post(YELP, { yelp_url, business_id: business.id, options })
    expect(status).toBe(200)
    expect(result).toMatchObject({
      success: true,
      total_reviews: 3,
      warnings: ['No proxy was used: this server asks under its own address and name.'],
    })
    const { results } = await env.DB.prepare('SELECT * FROM scrape_runs WHERE business_id = ?')
      .bind(business.id)
      .all()
    expect(results).toMatchObject([{ platform: 'yelp', pages_planned: 2, rate_limit_ms: 1_000 }])
  })

  test('repeated for a known listing returns the same reviews', async ({ googleBody }) => {
    const first = await post(GOOGLE, googleBody())
    const second = await post(GOOGLE, googleBody({ options: null }))
    expect(second.result).toMatchObject({ success: true, total_reviews: 3, errors: [] })
    expect(second.result.reviews).toEqual(first.result.reviews)
  })

  test("accepts the listing's address in another form", async ({ googleBody }) => {
    const place = LISTINGS.small.google.featureId
    const { status } = await post(
      GOOGLE,
      googleBody({ business_url: `https://maps.google.com/maps?ftid=${place}` }),
    )
    expect(status).toBe(200)
  })

  test('refused by the platform fails with the reason and nothing else', async ({ account }) => {
    const gone = await createBusiness(env.DB, account, {
      yelpUrl: 'https://www.yelp.com/biz/nowhere-to-be-found-larkhaven',
    })
    const { status, result } = await post(YELP, {
      yelp_url: 'https://www.yelp.com/biz/nowhere-to-be-found-larkhaven',
      business_id: gone.id,
    })
    expect(status).toBe(200)
    expect(result).toEqual({
      ...REFUSED,
      errors: ["Yelp doesn't find this place. Check the link: copy it from Yelp again."],
      execution_time: expect.any(Number),
    })
  })
})

test('a scrape stopped by a captcha reports it both as a warning and as the reason for failure', async ({
  account,
}) => {
  const captcha = await createBusiness(env.DB, account, { yelpUrl: yelpUrl(LISTINGS.overlapping) })
  await upstream.addFault({ kind: 'captcha', platform: 'yelp', listing: 'overlapping', times: 1 })
  const { status, result } = await post(YELP, {
    yelp_url: yelpUrl(LISTINGS.overlapping),
    business_id: captcha.id,
  })
  expect(status).toBe(200)
  expect(result).toMatchObject({
    success: false,
    errors: [expect.stringContaining('Yelp asked for a captcha.')],
    warnings: [expect.stringContaining('Yelp asked for a captcha.')],
  })
})

describe('a scrape is refused in the same shape', () => {
  async function refused(call: ReturnType<typeof post>, status: number, message: string | RegExp) {
    const answer = await call
    expect(answer.status).toBe(status)
    expect(answer.result).toEqual({
      ...REFUSED,
      errors: [
        `HTTP error! status: ${status}`,
        typeof message === 'string' ? message : expect.stringMatching(message),
      ],
    })
    return answer
  }

  test('without a token, with the anonymous key alone, and with a broken token', async ({
    business,
    googleBody,
  }) => {
    // The key that hosted services give to every browser: HS256, role anon.
    const header = { alg: 'HS256', typ: 'JWT' }
    const claims = { iss: 'hosted', role: 'anon', iat: 1_700_000_000, exp: 2_000_000_000 }
    const part = (value: object) => btoa(JSON.stringify(value)).replaceAll('=', '')
    const anonymous = `${part(header)}.${part(claims)}.c2lnbmF0dXJl`
    for (const address of [GOOGLE, YELP]) {
      const body = address === GOOGLE ? googleBody() : { yelp_url, business_id: business.id }
      const without = { headers: { authorization: '', 'sec-fetch-site': 'same-origin' } }
      await refused(post(address, body, without), 401, 'No session found')
      await refused(
        post(address, body, { headers: { authorization: `Bearer ${anonymous}`, apikey: anonymous } }),
        401,
        'Invalid alg claim',
      )
      await refused(
        post(address, body, { headers: { authorization: 'Bearer x' } }),
        401,
        'Invalid JWT structure',
      )
    }
    const { results } = await env.DB.prepare('SELECT id FROM scrape_runs WHERE business_id = ?')
      .bind(business.id)
      .all()
    expect(results).toEqual([])
  })

  test('with a read-only token, and for a viewer', async ({ account, googleBody }) => {
    token = await tokenOf(account, ['read'])
    await refused(post(GOOGLE, googleBody()), 403, 'Insufficient permissions')
    await env.DB.prepare("UPDATE organization_users SET role = 'viewer' WHERE user_id = ?")
      .bind(account.userId)
      .run()
    token = await tokenOf(account)
    await refused(post(GOOGLE, googleBody()), 403, 'Insufficient permissions')
  })

  test("for another organization's business, as for an unknown one", async ({ googleBody }) => {
    const stranger = await createAccount(env.DB, { plan: 'pro' })
    token = await tokenOf(stranger)
    const message = 'This business was not found. It may have been deleted.'
    await refused(post(GOOGLE, googleBody()), 404, message)
    await refused(
      post(GOOGLE, googleBody({ business_id: '0199a3c4-7d1e-7c2b-9f00-0123456789ab' })),
      404,
      message,
    )
  })

  test.for([
    ['of another place', googleUrl(LISTINGS.mixed)],
    ['of Yelp', yelp_url],
    ['of somebody else', 'https://evil.example/maps'],
  ])('with an address %s', async ([_, business_url], { googleBody }) => {
    const message = 'This is not the Google link saved for this business.'
    await refused(post(GOOGLE, googleBody({ business_url })), 400, message)
  })

  test.for([
    ['no address', { business_url: undefined }, 'Invalid URL format'],
    ['an address that is none', { business_url: 'javascript:alert(1)' }, 'Invalid URL format'],
    ['the field of the other route', { business_url: undefined, yelp_url }, 'Invalid URL format'],
    ['no business', { business_id: undefined }, 'Unknown business. Choose one from the list.'],
    ['options that are none', { options: 'all' }, /./],
    ['half a page', { options: { max_pages: 1.5 } }, 'Options must be whole numbers.'],
  ] as const)('with %s', async ([_, change, message], { googleBody }) => {
    await refused(post(GOOGLE, googleBody(change)), 400, message)
  })

  test.each(['', '{', '[]'])('with the body %j', async (body) => {
    const answer = post(GOOGLE, null, { body })
    await refused(answer, 400, /Unknown business/)
  })

  test('for a platform without a link or already collected in this hour', async ({ account, googleBody }) => {
    const plain = await createBusiness(env.DB, account, { yelpUrl: yelp_url })
    await refused(
      post(GOOGLE, googleBody({ business_id: plain.id })),
      400,
      'Add the Google link of this business first.',
    )
    await env.DB.prepare("UPDATE organization_subscriptions SET plan_type = 'free' WHERE organization_id = ?")
      .bind(account.organizationId)
      .run()
    expect((await post(GOOGLE, googleBody())).status).toBe(200)
    const { headers } = await refused(
      post(GOOGLE, googleBody()),
      429,
      'Google reviews were collected within the last hour. Your plan allows one collection an hour.',
    )
    const wait = Number(headers.get('retry-after'))
    expect(wait).toBeGreaterThan(HOUR_MS / 1_000 - 60)
    expect(wait).toBeLessThanOrEqual(HOUR_MS / 1_000)
  })
})

test('only a POST of JSON from our own site is accepted', async ({ account }) => {
  for (const address of [GOOGLE, YELP]) {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const statuses = async (init: Ask) => {
      const answer = await ask(address, init)
      await answer.body?.cancel()
      return answer.status
    }
    expect(await statuses({ headers: { authorization: `Bearer ${token}` } })).toBe(405)
    expect(await statuses({ method: 'PUT', headers, body: '{}' })).toBe(405)
    const foreign = { ...headers, origin: 'https://evil.example' }
    expect(await statuses({ method: 'POST', headers: foreign, body: '{}' })).toBe(403)
    const text = { ...headers, 'content-type': 'text/plain' }
    expect(await statuses({ method: 'POST', headers: text, body: '{}' })).toBe(415)
    const large = JSON.stringify({ text: 'x'.repeat(70_000) })
    expect(await statuses({ method: 'POST', headers, body: large })).toBe(413)
    const cookie = await signedIn(account)
    expect(await statuses({ method: 'POST', headers: { ...headers, cookie }, body: '{}' })).toBe(403)
  }
  const other = await ask('/functions/v1/other', {
    method: 'POST',
    body: '{}',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
  })
  expect([other.status, await other.json()]).toMatchObject([
    404,
    { success: false, errors: ['HTTP error! status: 404', 'There is no such function.'] },
  ])
  const unknown = await ask(GOOGLE, {
    method: 'POST',
    body: 'x',
    headers: { authorization: 'Bearer nobody' },
  })
  expect([unknown.status, await unknown.json()]).toMatchObject([
    401,
    { success: false, errors: ['HTTP error! status: 401', expect.any(String)] },
  ])
})

test('a signed-in browser on our own site can scrape too', async ({ account, googleBody }) => {
  const cookie = await signedIn(account)
  const headers = { authorization: '', cookie, origin: ORIGIN }
  const { status, result } = await post(GOOGLE, googleBody(), { headers })
  expect(status).toBe(200)
  expect(result.success).toBe(true)
})
