import { expect } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { newOwner } from './support/owner.ts'
import { scrollWidth } from './support/page-faults.ts'
import { newShop, reviewRows } from './support/review-rows.ts'
import { test as base } from './support/test.ts'

const REMOVED = 'Kim Vale'

/** Owner of an account with three reviews, one of them edited and one removed. */
const test = base.extend('ledger', { scope: 'file' }, async ({ newPerson, product }) => {
  const { page: owner, complaints } = await newPerson()
  const { id } = await newShop(product, await newOwner(owner, product))
  const database = await product.server.database()
  const now = Date.now()
  await database.batch([
    database
      .prepare(
        `UPDATE reviews SET rating = 2, review_text = review_text || ' Update: the new shelves are lovely.', edited_at = ?
        WHERE business_id = ? AND author_name = 'Ana Reis'`,
      )
      .bind(now, id),
    database
      .prepare(
        'UPDATE reviews SET missed_scans = 2, removed_at = ? WHERE business_id = ? AND author_name = ?',
      )
      .bind(now, id, REMOVED),
  ])
  return { owner, complaints }
})

test.for([
  [1440, 900, 'light'],
  [390, 844, 'dark'],
] as const)(
  'at %i by %i in %s mode an owner sees what became of each review',
  async ([width, height, scheme], { ledger: { owner, complaints } }) => {
    await owner.setViewportSize({ width, height })
    await owner.emulateMedia({ colorScheme: scheme })
    const fits = async () => expect(await scrollWidth(owner)).toBe(width)

    await owner.goto('/app/reviews')
    const rows = reviewRows(owner)
    await expect.poll(() => rows.count()).toBe(3)
    await fits()

    await rows.filter({ hasText: 'Removed' }).getByRole('link').click()
    const gone = owner.getByRole('article').filter({ hasText: 'No longer shown by Google since' })
    await gone.getByText(REMOVED).waitFor()
    await gone.getByText('there is nothing to answer').waitFor()
    expect(await gone.getByRole('textbox').count()).toBe(0)
    await fits()

    // On wide screens the review shows before the router has changed the address.
    await owner.waitForURL(/\/app\/reviews\/\d+/)
    await owner.goBack()
    await rows.filter({ hasText: 'Edited' }).getByRole('link').click()
    await owner.getByRole('heading', { name: 'History' }).waitFor()
    await owner.getByText('to 2 stars.').waitFor()
    expect(await owner.locator('ol ins').textContent()).toContain('Update: the new shelves are lovely.')
    await owner.getByText('First seen here').waitFor()
    await fits()
    await expectAccessible(owner, [width])

    await owner.goto('/app')
    const numbers = owner.getByRole('region', { name: 'Numbers' })
    await numbers.getByText('2', { exact: true }).first().waitFor()
    await fits()
    await owner.getByRole('link', { name: 'Show removed reviews, too' }).click()
    await numbers.getByText('3', { exact: true }).first().waitFor()
    await owner.getByText('These need an answer').waitFor()
    await fits()
    expect(complaints).toEqual([])
  },
)

test('the filter and the switch for removed reviews work without scripts', async ({
  browser,
  product,
  ledger,
}) => {
  const context = await browser.newContext({ baseURL: product.origin, javaScriptEnabled: false })
  await context.addCookies(await ledger.owner.context().cookies())
  const page = await context.newPage()
  await page.goto('/app/reviews?visibility=removed')
  await page.getByText('On the platform: No longer shown').waitFor()
  await page.getByText(/^Filters/).click()
  expect(await reviewRows(page).count()).toBe(1)
  await page.getByLabel('On the platform').selectOption('public')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/visibility=public/)
  expect(await reviewRows(page).count()).toBe(2)

  await page.goto('/app')
  await page.getByText('2 reviews need an answer').waitFor()
  await page.getByRole('link', { name: 'Show removed reviews, too' }).click()
  await page.waitForURL('**/app?ledger=all')
  await page.getByRole('link', { name: 'Hide removed reviews' }).waitFor()
})
