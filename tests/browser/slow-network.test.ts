import { expect } from 'vitest'
import { volume } from '#tests/volume.ts'
import { newOwner } from './support/owner.ts'
import { newShop, reviewRows } from './support/review-rows.ts'
import { open } from './support/settled.ts'
import { test as base } from './support/test.ts'

/** A phone at the edge of its network: long latency, low throughput. */
const SLOW = {
  offline: false,
  latency: 500,
  downloadThroughput: 200_000,
  uploadThroughput: 20_000,
}

const test = base.extend('owner', { scope: 'file' }, async ({ newPerson, product }) => {
  const person = await newPerson()
  await newShop(product, await newOwner(person.page, product))
  return person
})

const SCREENS = [
  ['Reviews', '/app/reviews', 'Reviews'],
  ['Businesses', '/app/businesses', 'Businesses'],
  ['Analytics', '/app/analytics', 'Analytics'],
] as const

test.for(SCREENS.slice(0, volume(1, SCREENS.length)))(
  'on a slow network %s shows that it is loading, then opens',
  async ([link, path, title], { owner }) => {
    const { page, context, complaints } = owner
    await open(page, '/app')
    const network = await context.newCDPSession(page)
    await network.send('Network.enable')
    await network.send('Network.emulateNetworkConditions', SLOW)
    const loading = page.getByRole('progressbar', { name: 'Loading the page' })
    await page
      .getByRole('navigation', { name: 'Main' })
      .getByRole('link', { name: link, exact: true })
      .click()
    await loading.waitFor()
    // The previous screen stays until the next one has loaded.
    expect(await page.getByRole('heading', { level: 1, name: 'Dashboard' }).count()).toBe(1)
    await page.waitForURL(`**${path}`)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await loading.waitFor({ state: 'detached' })
    await network.detach()
    expect(complaints).toEqual([])
  },
)

test('on a slow network a screen can be read before its scripts have loaded', async ({ owner }) => {
  const { page, context } = owner
  // The document loads, but none of its scripts.
  await context.route(/\.js(\?|$)/, () => {})
  await page.goto('/app/reviews', { waitUntil: 'commit' })
  await expect.poll(() => reviewRows(page).count()).toBe(3)
  const address = await reviewRows(page).first().getByRole('link').getAttribute('href')
  expect(address).toMatch(/^\/app\/reviews\/\d+/)
  await reviewRows(page).first().getByRole('link').click()
  await page.waitForURL(`**${address}`, { waitUntil: 'commit' })
  await page.getByRole('article').waitFor()
  await context.unroute(/\.js(\?|$)/)
})
