import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { test as base } from '#tests/edge/support/test.ts'
import { ask } from '#tests/edge/support/web.ts'
import { changePlan, createBusiness, storeReviews } from '#tests/factories.ts'

// Texts of the server's HTML: the screens as they are without scripts.

const test = base.extend('read', ({ cookie }) => async (address: string) => {
  const answer = await ask(address, { headers: { cookie } })
  return (await answer.text()).replaceAll('<!-- -->', '')
})

test('an expired link to set a password says so before a password is typed', async () => {
  const html = await (await ask(`/reset-password?token=${'x'.repeat(43)}`)).text()
  expect(html).toContain('This link does not work')
  expect(html).toContain('This link has expired or was already used. Ask for a new one.')
  expect(html).toContain('Send the link')
  expect(html).not.toContain('type="password"')
})

test('a plan without Analytics shows inert sample data and a link to the plans', async ({
  account,
  read,
}) => {
  await storeReviews(env.DB, [{ business: await createBusiness(env.DB, account), rating: 4 }])
  await changePlan(env.DB, account, 'free')
  const locked = await read('/app/analytics')
  expect(locked).toContain('Upgrade to Pro to unlock Analytics')
  expect(locked).toContain('This is what it looks like, with sample data.')
  expect(locked).toMatch(/<a [^>]*href="\/pricing"[^>]*>See the plans/)
  expect(locked).toContain(' inert=')
  expect(locked.indexOf(' inert=')).toBeLessThan(locked.indexOf('aria-label="Save: '))
  await changePlan(env.DB, account, 'pro')
  expect(/ inert=/.test(await read('/app/analytics'))).toBe(false)
})

test('removed reviews are counted and hidden by links', async ({ account, read }) => {
  const business = await createBusiness(env.DB, account)
  await storeReviews(env.DB, [{ business, rating: 4 }])
  await env.DB.prepare('UPDATE reviews SET missed_scans = 2, removed_at = 1 WHERE business_id = ?')
    .bind(business.id)
    .run()
  await storeReviews(env.DB, [{ business, rating: 5 }])
  expect(await read('/app')).toMatch(/<a [^>]*href="\/app\?ledger=all"[^>]*>Show removed reviews, too/)
  expect(await read('/app?ledger=all')).toMatch(/<a [^>]*href="\/app"[^>]*>Hide removed reviews/)
})
