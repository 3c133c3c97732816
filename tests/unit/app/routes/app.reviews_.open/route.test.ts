import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { expect, test } from 'vitest'
import { loader } from '#app/routes/app.reviews_.open/route.tsx'

async function open(
  platformPage: () => Promise<unknown>,
  session: unknown = { user: { mustChangePassword: false } },
) {
  const context = { api: { reviews: { platformPage } }, session, requestId: 'request-1' }
  const request = new Request('https://app.test/app/reviews/open?review=17')
  const args = { request, params: {}, context } as unknown as LoaderFunctionArgs
  const answer = await loader(args).catch((thrown: unknown) => thrown)
  return answer instanceof Response ? answer.headers.get('location') : answer
}

test('a review redirects to its address on the platform', async () => {
  const url = 'https://www.google.com/maps/reviews/17'
  await expect(open(async () => ({ url }))).resolves.toBe(url)
})

test('a missing review redirects to the screen that says so', async () => {
  await expect(open(() => Promise.reject(new Error('not found')))).resolves.toBe('/app/reviews?review=17')
})

test('a signed-out visitor is redirected to the login', async () => {
  await expect(open(async () => null, null)).resolves.toMatch(/^\/login\?/)
})
