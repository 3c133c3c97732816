import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { test } from '#tests/edge/support/test.ts'
import { ask, signedIn } from '#tests/edge/support/web.ts'
import { type Account, createAccount, createBusiness, storeReviews } from '#tests/factories.ts'
import { PLATFORMS, type Platform } from '#worker/rules/platforms.ts'

const OWNER_HOSTS: Record<Platform, string> = {
  google: 'business.google.com',
  yelp: 'biz.yelp.com',
  facebook: 'www.facebook.com',
  tripadvisor: 'www.tripadvisor.com',
}

/** Id of a review of a new business, stored with this untrusted address. */
async function reviewWith(account: Account, platform: Platform, url: string | null): Promise<string> {
  const business = await createBusiness(env.DB, account)
  await storeReviews(env.DB, [{ business, platform, platformReviewId: crypto.randomUUID(), url }])
  const row = await env.DB.prepare('SELECT id FROM reviews WHERE business_id = ?')
    .bind(business.id)
    .first<{ id: number }>()
  return String(row?.id)
}

test('a review leads to its own page on its platform', async () => {
  const account = await createAccount(env.DB, { plan: 'pro' })
  const url = 'https://www.yelp.com/biz/harbor-books?hrid=r1'
  const id = await reviewWith(account, 'yelp', url)
  expect(await apiFor(account).reviews.platformPage({ id })).toEqual({ url })
  const answer = await ask(`/app/reviews/open?review=${id}`, { headers: { cookie: await signedIn(account) } })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, url])
})

test.each([
  'https://evil.example/',
  'https://www.google.com/url?q=https://evil.example/',
  'https://l.facebook.com/l.php?u=https://evil.example/',
  'https://www.yelp.com.evil.example/biz/harbor-books',
  '//evil.example/',
  'javascript:alert(1)',
  null,
])("an address like %j leads to the owners' page of any platform instead", async (url) => {
  const account = await createAccount(env.DB, { plan: 'pro' })
  const cookie = await signedIn(account)
  for (const platform of PLATFORMS) {
    const id = await reviewWith(account, platform, url)
    const answer = await ask(`/app/reviews/open?review=${id}`, { headers: { cookie } })
    expect(answer.status).toBe(302)
    expect(new URL(answer.headers.get('location') ?? '').host).toBe(OWNER_HOSTS[platform])
  }
})

test('a page of another platform is not used for a review', async ({ account }) => {
  const id = await reviewWith(account, 'google', 'https://www.yelp.com/biz/harbor-books')
  const { url } = await apiFor(account).reviews.platformPage({ id })
  expect(new URL(url).host).toBe(OWNER_HOSTS.google)
})

test('a review of another organization leads nowhere', async () => {
  const id = await reviewWith(await createAccount(env.DB), 'google', null)
  const stranger = await createAccount(env.DB)
  await expect(apiFor(stranger).reviews.platformPage({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const answer = await ask(`/app/reviews/open?review=${id}`, {
    headers: { cookie: await signedIn(stranger) },
  })
  expect(answer.headers.get('location')).toBe(`/app/reviews?review=${id}`)
})
