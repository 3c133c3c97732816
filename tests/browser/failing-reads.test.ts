import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { newOwner } from './support/owner.ts'
import { expectToFit, scrollWidth } from './support/page-faults.ts'
import type { Product } from './support/product.ts'
import { newShop, reviewRows } from './support/review-rows.ts'
import { open } from './support/settled.ts'
import { test as base } from './support/test.ts'

const NO_REVIEWS = 'Failed to load reviews'
const NO_STATISTICS = 'Failed to load review statistics'

/** Owner of an account with three reviews. */
const test = base.extend('owner', { scope: 'file' }, async ({ newPerson, product }) => {
  const owner = await newPerson()
  await newShop(product, await newOwner(owner.page, product))
  return owner
})

/** Makes every query of the table fail while `run` is running. */
async function without(product: Product, table: string, run: () => Promise<void>): Promise<void> {
  const database = await product.server.database()
  await database.prepare(`ALTER TABLE ${table} RENAME TO ${table}_away`).run()
  try {
    await run()
  } finally {
    await database.prepare(`ALTER TABLE ${table}_away RENAME TO ${table}`).run()
  }
}

const retry = (page: Page) => page.getByRole('link', { name: 'Retry' })

test("statistics that can't be read leave the rest of the Dashboard intact and load on retry", async ({
  owner: { page },
  product,
}) => {
  await without(product, 'review_daily_stats', async () => {
    await page.goto('/app')
    await page.getByText(NO_STATISTICS).waitFor()
    await page.getByRole('heading', { name: 'These need an answer' }).waitFor()
    await expectToFit(page)
    // A retry that fails shows the message again.
    const answer = page.waitForResponse(/\/app(\.data)?$/)
    await retry(page).click()
    await (await answer).finished()
    await page.getByText(NO_STATISTICS).waitFor()
  })
  await retry(page).click()
  await page.getByText('Response rate', { exact: true }).waitFor()
  expect(await page.getByText(NO_STATISTICS).count()).toBe(0)
})

test("reviews that can't be read leave the Dashboard and the list intact and load on retry", async ({
  owner: { page },
  product,
}) => {
  await without(product, 'reviews', async () => {
    await page.goto('/app')
    await page.getByText(NO_REVIEWS).waitFor()
    await page.getByText('Response rate', { exact: true }).waitFor()
    await expectToFit(page)
    await page.goto('/app/reviews?rating=5')
    await page.getByText(NO_REVIEWS).waitFor()
    await page.getByRole('heading', { name: 'Reviews', exact: true }).waitFor()
    expect(await page.getByText('No reviews match').count()).toBe(0)
    await expectToFit(page)
    await page.goto('/app/reviews')
    await page.getByText(NO_REVIEWS).waitFor()
  })
  await retry(page).click()
  await expect.poll(() => reviewRows(page).count()).toBe(3)
  expect(await page.getByText(NO_REVIEWS).count()).toBe(0)
})

test('a screen that shows nothing without its data shows an error beside the navigation and loads on retry', async ({
  owner: { page },
  product,
}) => {
  await without(product, 'organization_invitations', async () => {
    await page.goto('/app/team')
    await retry(page).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    expect(await scrollWidth(page)).toBe(1440)
  })
  await retry(page).click()
  await page.getByRole('heading', { level: 1, name: 'Team', exact: true }).waitFor()
  await retry(page).waitFor({ state: 'detached' })
})

test('navigating offline says so, keeps the screen, and opens the requested one once online', async ({
  owner: { page, context },
}) => {
  // Without a service worker, only a browser that has the screen's code can wait for its data.
  await open(page, '/app/businesses')
  await page.goto('/app')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  // Pretend that this browser has never opened the other screen.
  await page.evaluate(async () => {
    for (const name of await caches.keys()) if (name.startsWith('screens-')) await caches.delete(name)
  })
  await context.setOffline(true)
  await page.getByRole('link', { name: 'Businesses', exact: true }).first().click()
  await page.getByText('The page you asked for will open automatically.').waitFor()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await expectToFit(page)
  await context.setOffline(false)
  await page.getByRole('heading', { name: 'Businesses' }).waitFor()
  await expect.poll(() => page.getByText('You are currently offline').count()).toBe(0)
})

test('a screen refreshed without a connection stays as it is', async ({ owner: { page, context } }) => {
  await page.goto('/app')
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await context.setOffline(true)
  await page.evaluate(() => window.dispatchEvent(new Event('business-updated')))
  await page.getByText('You are currently offline').waitFor()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await context.setOffline(false)
  await expect.poll(() => page.getByText('You are currently offline').count()).toBe(0)
})

test('the Help Center is open to everyone, also without scripts', async ({ newPerson }) => {
  const { page: visitor, complaints } = await newPerson({ javaScriptEnabled: false })
  const answer = await visitor.goto('/help')
  expect(answer?.status()).toBe(200)
  await visitor.getByRole('heading', { name: 'Help Center', level: 1 }).waitFor()
  await visitor.getByRole('link', { name: 'Roles and permissions' }).click()
  await visitor.getByRole('heading', { name: 'Roles and permissions' }).waitFor()
  expect(complaints).toEqual([])
})
