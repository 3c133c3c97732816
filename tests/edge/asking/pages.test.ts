import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createConnection, createLink } from '#tests/edge/support/connections.ts'
import { ask, ORIGIN } from '#tests/edge/support/web.ts'
import { createBusiness, storeReviews } from '#tests/factories.ts'
import { MAX_HANDLES, NO_YELP } from '#worker/rules/asking.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { GOOGLE, NOW, newGuest, OPENTABLE, openShop } from './support.ts'

const BROWSER = { 'user-agent': 'Mozilla/5.0 (Linux; Android 16) Chrome/150' }

async function pageOf(handle: string, headers: Record<string, string> = BROWSER) {
  const answer = await ask(`/r/${handle}`, { headers })
  return { answer, html: await answer.text() }
}

test("the page links to the platforms' own forms, without scripts or Yelp, and is small", async () => {
  const shop = await openShop({ name: 'Löwe & <Söhne>' })
  const { answer, html } = await pageOf(shop.handle)
  expect(answer.status).toBe(200)
  expect(html).toContain('<bdi>Löwe &amp; &lt;Söhne&gt;</bdi>')
  expect(html).toContain(`href="/r/${shop.handle}/google"`)
  expect(html).toContain(`href="/r/${shop.handle}/opentable.com"`)
  expect(html).toContain('opentable.com</bdi>')
  expect(html).not.toMatch(/<script|<form|<input|yelp/i)
  expect(html.length).toBeLessThan(20_000)
  expect(answer.headers.get('content-security-policy')).toContain("script-src 'none'")
  expect(answer.headers.get('cache-control')).toBe('public, max-age=60')
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('same-origin')
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  expect(answer.headers.get('set-cookie')).toBeNull()
})

test('the page is the same for everyone, whatever headers they send', async () => {
  const shop = await openShop()
  const { html } = await pageOf(shop.handle)
  for (const headers of [
    { ...BROWSER, cookie: 'session=x; theme=dark' },
    { ...BROWSER, 'accept-language': 'de', referer: 'https://www.google.com/' },
    { 'user-agent': 'curl/8' },
  ]) {
    expect((await pageOf(shop.handle, headers)).html).toBe(html)
  }
  expect((await ask(`/r/${shop.handle.toUpperCase()}?stars=1`, { headers: BROWSER })).status).toBe(200)
})

test('a page in Arabic is right to left', async () => {
  const shop = await openShop()
  await shop.api.asking.savePage({
    businessId: shop.business.id,
    handle: `${shop.handle}-ar`,
    language: 'ar',
    links: [GOOGLE],
  })
  const { html } = await pageOf(`${shop.handle}-ar`)
  expect(html).toContain('<html lang="ar" dir="rtl">')
})

test('page views and link clicks are counted by day; bots and prefetches are not', async () => {
  const shop = await openShop()
  await pageOf(shop.handle)
  await pageOf(shop.handle)
  for (const agent of ['Googlebot/2.1', 'facebookexternalhit/1.1', 'WhatsApp/2', 'curl/8', ''])
    await pageOf(shop.handle, { 'user-agent': agent })
  await pageOf(shop.handle, { ...BROWSER, 'sec-purpose': 'prefetch' })
  await ask(`/r/${shop.handle}`, { method: 'HEAD', headers: BROWSER })
  const followed = await ask(`/r/${shop.handle}/google`, { headers: BROWSER })
  expect(followed.status).toBe(302)
  expect(followed.headers.get('location')).toBe(GOOGLE.url)
  expect(followed.headers.get('cache-control')).toBe('private, no-store')
  const counted = () =>
    env.DB.prepare('SELECT target, count FROM review_page_days WHERE business_id = ? ORDER BY target')
      .bind(shop.business.id)
      .all()
  await expect
    .poll(async () => (await counted()).results)
    .toEqual([
      { target: 'google', count: 1 },
      { target: 'page', count: 2 },
    ])
  const { counts } = await apiFor(shop.account, { plan: 'pro' }).screens.ask({ businessId: shop.business.id })
  expect(counts).toEqual({ opened: 2, followed: [{ name: 'Google', count: 1 }] })
})

test('a link that is not on the page leads nowhere', async () => {
  const shop = await openShop()
  for (const path of ['yelp', 'evil.test', 'https:%2F%2Fevil.test', 'google/..', '%2e%2e'])
    expect(
      (await ask(`/r/${shop.handle}/${path}`, { headers: BROWSER })).headers.get('location') ?? '',
    ).not.toContain('evil')
  expect((await ask(`/r/${shop.handle}/yelp`)).status).toBe(404)
  expect((await ask('/r/nobodys-page')).status).toBe(404)
  expect((await ask('/r/x%00y')).status).toBe(400)
})

test('former addresses keep leading to the page and cannot be taken by others', async () => {
  const shop = await openShop()
  const other = await openShop()
  const { id: businessId } = shop.business
  await shop.api.asking.savePage({ businessId, handle: `${shop.handle}-new`, links: [GOOGLE] })
  expect((await pageOf(`${shop.handle}-new`)).html).toContain('Corner Shop')
  expect((await ask(`/r/${shop.handle}/google`)).status).toBe(302)
  await expect(
    other.api.asking.savePage({ businessId: other.business.id, handle: shop.handle, links: [GOOGLE] }),
  ).rejects.toMatchObject({ cause: { fields: { handle: expect.stringContaining('taken') } } })
  for (let number = 2; number < MAX_HANDLES; number += 1)
    await shop.api.asking.savePage({ businessId, handle: `${shop.handle}-${number}`, links: [GOOGLE] })
  await expect(
    shop.api.asking.savePage({ businessId, handle: `${shop.handle}-one-more`, links: [GOOGLE] }),
  ).rejects.toMatchObject({ cause: { fields: { handle: expect.stringContaining(shop.handle) } } })
  // The organization can use a former address of its own again.
  expect(await shop.api.asking.savePage({ businessId, handle: shop.handle, links: [GOOGLE] })).toMatchObject({
    url: `${ORIGIN}/r/${shop.handle}`,
  })
})

test('only one of two concurrent claims to an address succeeds', async () => {
  const [one, other] = [await openShop({ hasPage: false }), await openShop({ hasPage: false })]
  const handle = `${one.handle}-both`
  const results = await Promise.allSettled(
    [one, other].map(({ api, business }) =>
      api.asking.savePage({ businessId: business.id, handle, links: [GOOGLE] }),
    ),
  )
  expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})

test.each([
  [{ name: 'Yelp', url: 'https://www.yelp.com/biz/corner-shop' }, NO_YELP],
  [{ name: 'Read us on Yelp', url: 'https://example.test/' }, NO_YELP],
  [{ name: 'Ours', url: 'javascript:alert(1)' }, 'Paste the whole address, starting with https://'],
])('%o is refused as a link', async (link, message) => {
  const shop = await openShop({ hasPage: false })
  const { id: businessId } = shop.business
  await expect(
    shop.api.asking.savePage({ businessId, handle: 'refused-link', links: [link] }),
  ).rejects.toMatchObject({ message: expect.stringContaining(message) })
})

test('a deleted location has no page until it is restored', async () => {
  const shop = await openShop()
  await shop.api.businesses.remove({ id: shop.business.id })
  expect((await ask(`/r/${shop.handle}/google`)).status).toBe(404)
  await shop.api.businesses.bringBack({ id: shop.business.id })
  expect((await ask(`/r/${shop.handle}/google`)).status).toBe(302)
})

test("a suggested page is based on the location's name and listings", async () => {
  const shop = await openShop({ hasPage: false, name: 'Café Löwe' })
  const business = await createBusiness(env.DB, shop.account, {
    name: 'Café Löwe',
    googleUrl: 'https://www.google.com/maps/place/?ftid=0x1a2b3c:0x4d5e6f',
    yelpUrl: 'https://www.yelp.com/biz/cafe-loewe',
  })
  await env.DB.prepare('UPDATE businesses SET tripadvisor_url = ? WHERE id = ?')
    .bind('https://www.tripadvisor.com/Restaurant_Review-g60745-d89575-Reviews-Loewe.html', business.id)
    .run()
  await createLink(business, await createConnection(shop.account, { provider: 'facebook' }), {
    platform: 'facebook',
    placeId: '1234567',
  })
  const { suggestion } = await apiFor(shop.account).screens.ask({ businessId: business.id })
  expect(suggestion).toEqual({
    handle: 'cafe-lowe',
    links: [
      {
        name: 'Google',
        url: expect.stringMatching(/^https:\/\/search\.google\.com\/local\/writereview\?placeid=ChIJ/),
      },
      { name: 'Facebook', url: 'https://www.facebook.com/1234567/reviews' },
      { name: 'TripAdvisor', url: 'https://www.tripadvisor.com/UserReviewEdit-g60745-d89575' },
    ],
  })
  expect(JSON.stringify(suggestion)).not.toMatch(/yelp/i)
})

test.each([
  ['nobody was asked', { weeks: 0, perWeek: [2, 2] }, { verdict: 'not_asked' }],
  ['ten days', { weeks: 10 / 7, perWeek: [2, 2] }, { verdict: 'too_early' }],
  [
    'as many reviews as before',
    { weeks: 8, perWeek: [3, 4] },
    { verdict: 'unclear', weeks: 8, before: 24, after: 32 },
  ],
  ['many more', { weeks: 8, perWeek: [1, 5] }, { verdict: 'more', before: 8, after: 40 }],
  ['far fewer', { weeks: 8, perWeek: [5, 1] }, { verdict: 'fewer', before: 40, after: 8 }],
  ['no reviews from before', { weeks: 8, perWeek: [0, 5] }, { verdict: 'no_history' }],
])('the effect of asking is shown: %s', async (_, { weeks, perWeek: [before = 0, after = 0] }, effect) => {
  const shop = await openShop({ plan: 'ai_insights' })
  const began = NOW - weeks * 7 * DAY_MS
  if (weeks > 0) {
    shop.clock.now = began
    await shop.ask(newGuest())
    shop.clock.now = NOW
  }
  const first = before > 0 ? [{ at: began - 70 * DAY_MS }] : []
  const reviews = [
    ...first,
    ...Array.from({ length: before * 8 }, (_one, index) => ({ at: began - (1 + (index % 56)) * DAY_MS })),
    ...Array.from({ length: after * 8 }, (_one, index) => ({ at: began + (index % 56) * DAY_MS })),
  ].sort((a, b) => a.at - b.at)
  await storeReviews(
    env.DB,
    reviews.map(({ at }) => ({ business: shop.business, reviewDate: at, scrapedAt: at })),
  )
  const screen = await shop.api.screens.ask({ businessId: shop.business.id })
  expect(screen.effect).toMatchObject(effect)
})

test("an owner's message is saved, but refused if it names Yelp", async () => {
  const shop = await openShop()
  const { id: businessId } = shop.business
  await shop.api.asking.saveMessage({ businessId, message: 'How was your haircut?' })
  expect((await shop.api.screens.ask({ businessId })).page?.message).toBe('How was your haircut?')
  await expect(shop.api.asking.saveMessage({ businessId, message: 'Find us on Yelp' })).rejects.toMatchObject(
    { message: NO_YELP },
  )
  await shop.api.asking.saveMessage({ businessId, message: ' ' })
  expect((await shop.api.screens.ask({ businessId })).page?.message).toBeNull()
  expect((await shop.api.screens.ask({ businessId })).page?.links).toEqual([GOOGLE, OPENTABLE])
})

test('the screen defaults to the location that has asked longest, or to the first by name', async () => {
  const { account, api, business } = await openShop({ name: 'Middle', hasPage: false })
  const first = await createBusiness(env.DB, account, { name: 'Aardvark' })
  const last = await createBusiness(env.DB, account, { name: 'Zebra' })
  const shown = async () => (await api.screens.ask({})).businessId
  expect(await shown()).toBe(first.id)
  await api.asking.savePage({ businessId: business.id, handle: 'choice-middle', links: [GOOGLE] })
  await api.asking.savePage({ businessId: last.id, handle: 'choice-zebra', links: [GOOGLE] })
  await env.DB.prepare('UPDATE review_pages SET asked_since = ? WHERE business_id = ?')
    .bind(NOW - DAY_MS, last.id)
    .run()
  expect(await shown()).toBe(last.id)
  await env.DB.prepare('UPDATE businesses SET deleted_at = ? WHERE id = ?').bind(NOW, last.id).run()
  expect(await shown()).toBe(business.id)
  const stranger = await openShop()
  await expect(api.screens.ask({ businessId: stranger.business.id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
})
