import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { expect, test } from 'vitest'
import { loader } from '#app/routes/app.reviews_.open/route.tsx'
import { aReview } from '../reviews.ts'

async function open(get: () => Promise<unknown>, session: unknown = { user: { mustChangePassword: false } }) {
  const context = { api: { reviews: { get } }, session, requestId: 'request-1' }
  const request = new Request('https://app.test/app/reviews/open?review=17')
  const args = { request, params: {}, context } as unknown as LoaderFunctionArgs
  const answer = await loader(args).catch((thrown: unknown) => thrown)
  return answer instanceof Response ? answer.headers.get('location') : answer
}

test('a review leads to its place on the platform', async () => {
  await expect(open(async () => aReview())).resolves.toBe('https://maps.example/review/17')
})

test.each([null, 'javascript:alert(1)', 'http://maps.example/', '//evil.example/'])(
  'an address like %j is not followed: its platform is opened where owners answer',
  async (url) => {
    await expect(open(async () => aReview({ url }))).resolves.toBe('https://business.google.com/reviews')
    await expect(open(async () => aReview({ url, platform: 'yelp' }))).resolves.toBe('https://biz.yelp.com/')
  },
)

test('a review that is not there leads to the screen that says so', async () => {
  await expect(open(() => Promise.reject(new Error('not found')))).resolves.toBe('/app/reviews?review=17')
})

test('signed out, it leads to the login', async () => {
  await expect(open(async () => aReview(), null)).resolves.toMatch(/^\/login\?/)
})
