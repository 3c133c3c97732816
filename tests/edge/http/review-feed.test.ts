import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { newKey } from '#tests/edge/support/keys.ts'
import { createTenant, limitElsewhere, textsOfBusiness } from '#tests/edge/support/tenant.ts'
import { test as base } from '#tests/edge/support/test.ts'
import { ask } from '#tests/edge/support/web.ts'
import { type Account, createBusiness, storeReviews } from '#tests/factories.ts'
import { askApi } from './api-v1/requests.ts'

const test = base
  .extend('tenant', () => createTenant('canaryowner', Date.now()))
  .extend('intruder', () => createTenant('canaryintruder', Date.now()))

async function read(key: string) {
  const answer = await ask(`/feeds/reviews.atom?key=${key}`)
  return { status: answer.status, type: answer.headers.get('content-type'), text: await answer.text() }
}

function newFeed(account: Account) {
  return apiFor(account).apiKeys.createFeed({ name: 'Feed reader' })
}

test('the feed shows the newest reviews as Atom', async ({ tenant }) => {
  const { key } = await newFeed(tenant.account)
  const { status, type, text } = await read(key)
  expect([status, type]).toEqual([200, 'application/atom+xml; charset=utf-8'])
  expect(text).toMatch(
    /^<\?xml version="1\.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">/,
  )
  expect(text.match(/<entry>/g)).toHaveLength(2)
  expect(text).toContain(`<name>${tenant.canary} Author</name>`)
  expect(text).toContain(`/app/reviews/${tenant.reviewId}"/>`)
  // Readers may pass the text on, so it must not contain the key.
  expect(text).not.toContain(key)
})

test('texts in the feed are escaped', async ({ tenant }) => {
  const business = await createBusiness(env.DB, tenant.account, { name: 'Fish & <Chips>' })
  await storeReviews(env.DB, [
    {
      business,
      authorName: '</name><script>',
      text: ']]></content>\u0001\u{1F363}\uFFFE & "x"',
      scrapedAt: Date.now(),
    },
  ])
  const { key } = await newFeed(tenant.account)
  const { text } = await read(key)
  expect(text).toContain('Fish &amp; &lt;Chips&gt;')
  expect(text).toContain('<name>&lt;/name&gt;&lt;script&gt;</name>')
  expect(text).toContain(']]&gt;&lt;/content&gt;\u{1F363} &amp; &quot;x&quot;</content>')
})

test('removed reviews are left out of the feed', async ({ tenant }) => {
  const { key } = await newFeed(tenant.account)
  await env.DB.prepare('UPDATE reviews SET removed_at = 1 WHERE organization_id = ?')
    .bind(tenant.organizationId)
    .run()
  expect((await read(key)).text).not.toContain('<entry>')
})

test.for<[string, string, number]>([
  ['has expired', 'UPDATE api_keys SET expires_at = 1 WHERE organization_id = ?', 401],
  ['was revoked', 'DELETE FROM api_keys WHERE organization_id = ?', 401],
  ['is of a removed member', 'UPDATE organization_users SET is_active = 0 WHERE organization_id = ?', 401],
  ['lost its plan', "UPDATE organization_subscriptions SET plan_type = 'pro' WHERE organization_id = ?", 403],
])('a feed key that %s shows nothing', async ([_, sql, status], { tenant }) => {
  const { key } = await newFeed(tenant.account)
  await env.DB.prepare(sql).bind(tenant.organizationId).run()
  const answer = await read(key)
  expect(answer.status).toBe(status)
  expect(answer.text).not.toContain(tenant.canary)
})

test('the feed has no reviews of other tenants', async ({ tenant, intruder }) => {
  const { key } = await newFeed(intruder.account)
  const { text } = await read(key)
  expect(text).toContain(intruder.canary)
  expect(text).not.toContain(tenant.canary)
})

test('the feed leaves out a business that the member cannot see', async ({ tenant }) => {
  const { key } = await newFeed(tenant.account)
  await limitElsewhere(tenant)
  const { status, text } = await read(key)
  expect(status).toBe(200)
  for (const hidden of textsOfBusiness(tenant)) expect(text).not.toContain(hidden)
})

test('a feed key opens only the feed, and no other key opens it', async ({ tenant }) => {
  const { key } = await newFeed(tenant.account)
  for (const path of ['/reviews', '/businesses', '/statistics']) {
    expect([path, (await askApi(key, 'GET', path)).status]).toEqual([path, 401])
  }
  expect((await read((await newKey(tenant.account)).key)).status).toBe(401)
  for (const wrong of ['', 'x', `${key}x`]) expect((await read(wrong)).status).toBe(401)
  const scopes = ['feed'] as never
  await expect(newKey(tenant.account, { scopes })).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})
