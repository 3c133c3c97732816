import { expect } from 'vitest'
import { newOwner, oneReview } from './support/extreme-accounts.ts'
import { reviewRows } from './support/review-rows.ts'
import { test as base } from './support/test.ts'

/** Like a phone at the edge of its network: every answer takes a while, and comes in drops. */
const SLOW = {
  offline: false,
  latency: 800,
  downloadThroughput: 50_000,
  uploadThroughput: 20_000,
}

/** What Playwright itself says of it. */
const NO_WORKER = 'Service Worker registration blocked by Playwright'

const test = base.extend('owner', { scope: 'file' }, async ({ newPerson, product }) => {
  const email = 'wren-slow@example.test'
  // What its service worker asks for is not slowed down.
  const withoutWorker = () => newPerson({ serviceWorkers: 'block' })
  return newOwner(withoutWorker, await product.server.database(), { email, plan: 'pro', fill: oneReview })
})

test.for([
  ['Reviews', '/app/reviews', 'Reviews'],
  ['Businesses', '/app/businesses', 'Businesses'],
  ['Analytics', '/app/analytics', 'Analytics'],
] as const)('on a slow network %s says that it loads, and comes', async ([link, path, title], { owner }) => {
  const { page, context, complaints } = owner
  await page.goto('/app')
  await page.waitForLoadState('networkidle')
  const network = await context.newCDPSession(page)
  await network.send('Network.enable')
  await network.send('Network.emulateNetworkConditions', SLOW)
  const loading = page.getByRole('progressbar', { name: 'Loading the page' })
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link, exact: true }).click()
  await loading.waitFor()
  // The screen that was there stays until the next one has come.
  expect(await page.getByRole('heading', { level: 1, name: 'Dashboard' }).count()).toBe(1)
  await page.waitForURL(`**${path}`)
  await page.getByRole('heading', { level: 1, name: title }).waitFor()
  await loading.waitFor({ state: 'detached' })
  await network.detach()
  expect(complaints.filter((complaint) => !complaint.startsWith(NO_WORKER))).toEqual([])
})

test('on a slow network a screen can be read before its scripts have come', async ({ owner }) => {
  const { page, context } = owner
  // The document comes, and nothing that it asks for.
  await context.route(/\.js(\?|$)/, () => {})
  await page.goto('/app/reviews', { waitUntil: 'commit' })
  await expect.poll(() => reviewRows(page).count()).toBe(1)
  const address = await reviewRows(page).getByRole('link').getAttribute('href')
  expect(address).toMatch(/^\/app\/reviews\/\d+/)
  await reviewRows(page).getByRole('link').click()
  await page.waitForURL(`**${address}`, { waitUntil: 'commit' })
  await page.getByRole('article').waitFor()
  await context.unroute(/\.js(\?|$)/)
})
