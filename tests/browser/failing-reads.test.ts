import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { newOwner } from './support/owner.ts'
import { expectToFit } from './support/page-faults.ts'
import type { Product } from './support/product.ts'
import { newShop } from './support/review-rows.ts'
import { open, read } from './support/settled.ts'
import { test as base } from './support/test.ts'

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
  const statement = (sql: string) => database.prepare(sql)
  const triggers = await statement("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").all()
  await statement(`ALTER TABLE ${table} RENAME TO ${table}_away`).run()
  try {
    await run()
  } finally {
    // Renaming also changes `excluded` in triggers, so that they add the wrong numbers.
    await database.batch([
      statement(`ALTER TABLE ${table}_away RENAME TO ${table}`),
      ...triggers.results.map(({ name }) => statement(`DROP TRIGGER ${name}`)),
      ...triggers.results.map(({ sql }) => statement(String(sql))),
    ])
  }
}

const retry = (page: Page) => page.getByRole('link', { name: 'Retry' })

test("a screen without a part that can't be read fits, says so again if a retry fails, and loads it on the next", async ({
  owner: { page },
  product,
}) => {
  await without(product, 'review_daily_stats', async () => {
    await page.goto('/app')
    await page.getByText(NO_STATISTICS).waitFor()
    await page.getByRole('heading', { name: 'These need an answer' }).waitFor()
    await expectToFit(page)
    const answer = page.waitForResponse(/\/app(\.data)?$/)
    await retry(page).click()
    await (await answer).finished()
    await page.getByText(NO_STATISTICS).waitFor()
  })
  await retry(page).click()
  await page.getByText('Response rate', { exact: true }).waitFor()
  expect(await page.getByText(NO_STATISTICS).count()).toBe(0)
})

test.for(['/app', '/app/reviews?rating=5'])(
  '%s fits without its reviews',
  async (address, { owner, product }) => {
    const { page } = owner
    await without(product, 'reviews', async () => {
      await read(page, address)
      await page.getByText('Failed to load reviews').waitFor()
      await expectToFit(page)
    })
  },
)

test('a screen that shows nothing without its data shows an error beside the navigation and loads on retry', async ({
  owner: { page },
  product,
}) => {
  await without(product, 'organization_invitations', async () => {
    await page.goto('/app/team')
    await retry(page).waitFor()
    await page.getByRole('navigation', { name: 'Main' }).waitFor()
    await expectToFit(page)
  })
  await retry(page).click()
  await page.getByRole('heading', { level: 1, name: 'Team', exact: true }).waitFor()
  await retry(page).waitFor({ state: 'detached' })
})

test('navigating or refreshing offline says so and keeps the screen; the requested one opens once online', async ({
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
  await page.evaluate(() => window.dispatchEvent(new Event('business-updated')))
  await page.getByText('You are currently offline').waitFor()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await page.getByRole('link', { name: 'Businesses', exact: true }).first().click()
  await page.getByText('The page you asked for will open automatically.').waitFor()
  await page.getByRole('heading', { name: 'Dashboard' }).waitFor()
  await expectToFit(page)
  await context.setOffline(false)
  await page.getByRole('heading', { name: 'Businesses' }).waitFor()
  await expect.poll(() => page.getByText('You are currently offline').count()).toBe(0)
})
