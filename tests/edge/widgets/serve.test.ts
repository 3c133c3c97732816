import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createMeter, metered } from '#tests/edge/support/meter.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { ask } from '#tests/edge/support/web.ts'
import { storeReviews } from '#tests/factories.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import { forgetServed } from '#worker/widgets/serve.ts'

const SITE = 'https://www.harbor-books.com'
const HOSTILE = '<img src=x onerror=alert(1)></script><script>alert(2)</script>"\''

const test = base.extend('handle', async ({ account, business }) => {
  const given = { businessId: business.id, layout: 'list', sites: SITE } as const
  return (await apiFor(account).widgets.create(given)).handle
})

const read = async (address: string, headers: Record<string, string> = {}) => {
  const answer = await ask(address, { headers })
  return { answer, text: await answer.text() }
}

test('the script of a named site may read the widget, with and without www', async ({ handle }) => {
  for (const origin of [SITE, 'https://harbor-books.com']) {
    const { answer, text } = await read(`/widget/${handle}.json`, { origin })
    expect(answer.status).toBe(200)
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'application/json',
      'cache-control': 'public, max-age=300',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'access-control-allow-origin': origin,
      vary: 'origin',
      'x-frame-options': 'DENY',
    })
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('set-cookie')).toBeNull()
    expect(JSON.parse(text)).toEqual({ tree: expect.any(Array), css: expect.any(String) })
  }
})

test.for([
  'https://harbor-books.com.evil.example',
  'https://evil.example',
  'http://www.harbor-books.com',
  'https://shop.harbor-books.com',
  'null',
])('the script of %s may not read the widget', async (origin, { handle }) => {
  const { answer, text } = await read(`/widget/${handle}.json`, { origin })
  expect(answer.status).toBe(403)
  expect(text).toBe('The owner of this widget has not named this site.')
  expect(answer.headers.get('access-control-allow-origin')).toBeNull()
  expect(answer.headers.get('cache-control')).toBe('private, no-store')
})

test('a frame shows the widget only on the named sites, without a script', async ({ handle }) => {
  const { answer, text } = await read(`/widget/${handle}`)
  const policy = answer.headers.get('content-security-policy') ?? ''
  expect(policy).toMatch(
    /^default-src 'none'; style-src 'sha256-[\w+/]{43}='; frame-ancestors https:\/\/www\.harbor-books\.com https:\/\/harbor-books\.com; base-uri 'none'; form-action 'none'$/,
  )
  const [, css = ''] = /<style>(.*?)<\/style>/s.exec(text) ?? []
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(css))
  expect(policy).toContain(`'sha256-${Buffer.from(digest).toString('base64')}'`)
  expect(answer.headers.get('x-frame-options')).toBeNull()
  expect(answer.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
  expect(text).not.toMatch(/<script|style=|itemprop|ld\+json/)
})

test('no other page can be framed', async ({ handle }) => {
  for (const address of [
    `/widget/${handle}.html`,
    '/widget/x',
    '/widget/0000000000000000000000',
    '/login',
    '/',
  ]) {
    const { answer } = await read(address)
    expect(answer.headers.get('x-frame-options')).toBe('DENY')
    expect(answer.headers.get('content-security-policy')).toContain("frame-ancestors 'none'")
  }
})

test('text by guests and owners is escaped in every form', async ({ account, business, handle }) => {
  await env.DB.prepare('UPDATE businesses SET name = ? WHERE id = ?').bind(HOSTILE, business.id).run()
  await storeReviews(env.DB, [
    {
      business,
      authorName: HOSTILE,
      text: HOSTILE,
      rating: 1,
      language: HOSTILE,
      url: 'javascript:alert(4)',
    },
    { business, authorName: '\u202Eevil', text: 'a\0b', rating: 3, url: 'https://evil.example/maps' },
  ])
  expect(account.userId).toBeTruthy()
  forgetServed(handle)
  for (const form of ['', '.html']) {
    const { text } = await read(`/widget/${handle}${form}`)
    expect(text).toContain('&lt;img src=x onerror=alert(1)&gt;')
    expect(text).not.toMatch(/<img|<script|javascript:|evil\.example/)
  }
  const { text } = await read(`/widget/${handle}.json`)
  expect(text).not.toMatch(/javascript:|evil\.example/)
})

test('reviews that are removed, too old or not allowed on other sites are left out', async ({
  account,
  business,
  handle,
}) => {
  const now = Date.now()
  await storeReviews(env.DB, [
    { business, authorName: 'Old', text: 'Old.', reviewDate: now - 400 * DAY_MS },
    { business, authorName: 'Removed', text: 'Removed.', platformReviewId: 'removed' },
    { business, authorName: 'Travel', text: 'Travel.', platform: 'tripadvisor' },
    { business, authorName: 'Fusion', text: 'Fusion.', platform: 'yelp', platformReviewId: 'fusion' },
    { business, authorName: 'Here', text: 'Here.', rating: 4 },
  ])
  await env.DB.batch([
    env.DB.prepare(
      "UPDATE reviews SET removed_at = 1 WHERE business_id = ? AND platform_review_id = 'removed'",
    ).bind(business.id),
    env.DB.prepare(
      "UPDATE reviews SET source = 'yelp-fusion' WHERE business_id = ? AND platform_review_id = 'fusion'",
    ).bind(business.id),
    env.DB.prepare(
      `INSERT INTO business_sources (business_id, platform, organization_id, source, listing_url)
      VALUES (?1, 'yelp', ?2, 'yelp-fusion', 'https://www.yelp.com/biz/x')`,
    ).bind(business.id, account.organizationId),
  ])
  forgetServed(handle)
  const { text } = await read(`/widget/${handle}.html`)
  expect(text).toContain('Here.')
  expect(text).toContain('4.0 out of 5')
  expect(text).toContain('Reviews in the last 30 days: 1')
  expect(text).not.toMatch(/Old\.|Removed\.|Travel\.|Fusion\.|Yelp|TripAdvisor/)
  const view = await apiFor(account).screens.widgets({ businessId: business.id })
  expect(view.withheld).toEqual(['yelp', 'tripadvisor'])
})

test('a removed review is served from memory until the memory is cleared', async ({ business, handle }) => {
  await storeReviews(env.DB, [{ business, text: 'Soon gone.', platformReviewId: 'gone' }])
  forgetServed(handle)
  expect((await read(`/widget/${handle}.html`)).text).toContain('Soon gone.')
  await env.DB.prepare('UPDATE reviews SET removed_at = 1 WHERE business_id = ?').bind(business.id).run()
  expect((await read(`/widget/${handle}.html`)).text).toContain('Soon gone.')
  forgetServed(handle)
  expect((await read(`/widget/${handle}.html`)).text).not.toContain('Soon gone.')
})

describe('nothing is served', () => {
  test('for an unknown handle', async () => {
    for (const address of [
      '/widget/x',
      '/widget/0000000000000000000000',
      '/widget/0000000000000000000000.json',
    ]) {
      const { answer } = await read(address)
      expect(answer.status).toBe(404)
    }
  })

  test('once the widget or its business is deleted', async ({ account, business, handle }) => {
    const api = apiFor(account)
    const [widget] = (await api.widgets.list()).items
    expect((await read(`/widget/${handle}`)).answer.status).toBe(200)
    await api.widgets.remove({ id: widget?.id ?? '' })
    expect((await read(`/widget/${handle}`)).answer.status).toBe(404)
    const again = await api.widgets.create({ businessId: business.id, layout: 'list', sites: SITE })
    await env.DB.prepare('UPDATE businesses SET deleted_at = 1 WHERE id = ?').bind(business.id).run()
    expect((await read(`/widget/${again.handle}`)).answer.status).toBe(404)
  })

  test('for widgets beyond the plan', async ({ account, business, handle }) => {
    const second = await apiFor(account).widgets.create({
      businessId: business.id,
      layout: 'list',
      sites: SITE,
    })
    await env.DB.prepare("UPDATE organization_subscriptions SET plan_type = 'free' WHERE organization_id = ?")
      .bind(account.organizationId)
      .run()
    expect((await read(`/widget/${handle}`)).answer.status).toBe(200)
    expect((await read(`/widget/${second.handle}`)).answer.status).toBe(404)
  })
})

test('repeated requests read nothing, and concurrent ones share a read', async ({ handle }) => {
  forgetServed(handle)
  const meter = createMeter()
  const bindings = { ...env, DB: metered(env.DB, meter) }
  const get = async (form: string, headers: Record<string, string>) => {
    const answer = await ask(`/widget/${handle}${form}`, { env: bindings, headers })
    return answer.text()
  }
  await Promise.all(Array.from({ length: 20 }, () => get('.json', { origin: SITE })))
  expect(meter.roundTrips).toBe(2)
  await get('', { cookie: 'session=anything' })
  await get('.html', { authorization: 'Bearer x' })
  expect(meter.roundTrips).toBe(2)
})
