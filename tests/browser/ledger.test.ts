import { expect } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { newOwner } from './support/owner.ts'
import { scrollWidth } from './support/page-faults.ts'
import { newShop, reviewRows } from './support/review-rows.ts'
import { open, show } from './support/settled.ts'
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

test('an owner sees what became of each review', async ({ ledger: { owner, complaints } }) => {
  async function expectToFit() {
    for (const width of [1440, 390]) {
      await owner.setViewportSize({ width, height: 900 })
      expect(await scrollWidth(owner)).toBe(width)
    }
  }
  await open(owner, '/app/reviews')
  const rows = reviewRows(owner)
  await expect.poll(() => rows.count()).toBe(3)
  await expectToFit()

  await rows.filter({ hasText: 'Removed' }).getByRole('link').click()
  const gone = owner.getByRole('article').filter({ hasText: 'No longer shown by Google since' })
  await gone.getByText(REMOVED).waitFor()
  await gone.getByText('there is nothing to answer').waitFor()
  expect(await gone.getByRole('textbox').count()).toBe(0)
  await expectToFit()

  await owner.waitForURL(/\/app\/reviews\/\d+/)
  await owner.goBack()
  await rows.filter({ hasText: 'Edited' }).getByRole('link').click()
  await owner.getByRole('heading', { name: 'History' }).waitFor()
  await owner.getByText('to 2 stars.').waitFor()
  expect(await owner.locator('ol ins').textContent()).toContain('Update: the new shelves are lovely.')
  await owner.getByText('First seen here').waitFor()
  await expectAccessible(owner)

  await show(owner, '/app')
  const numbers = owner.getByRole('region', { name: 'Numbers' })
  await numbers.getByText('2', { exact: true }).first().waitFor()
  await owner.getByRole('link', { name: 'Show removed reviews, too' }).click()
  await numbers.getByText('3', { exact: true }).first().waitFor()
  await owner.getByText('These need an answer').waitFor()
  await expectToFit()
  expect(complaints).toEqual([])
})
