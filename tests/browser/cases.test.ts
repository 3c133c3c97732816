import { expect } from 'vitest'
import { createBusiness, storeReviews } from '#tests/factories.ts'
import { expectAccessible } from './support/axe.ts'
import { newOwner } from './support/owner.ts'
import { open } from './support/settled.ts'
import { test } from './support/test.ts'

test('a review is reported with its rule, the text for the platform’s form, and one appeal', async ({
  newPerson,
  product,
}) => {
  const { page, complaints } = await newPerson()
  const owner = await newOwner(page, product)
  const db = await product.server.database()
  const business = await createBusiness(db, owner, { name: 'Harbor Books' })
  await storeReviews(db, [{ business, authorName: 'Nobody We Know', text: 'They sell fakes.', rating: 1 }])

  await open(page, '/app/reviews')
  await page.getByText('They sell fakes.').first().click()
  await page.getByRole('link', { name: 'Report this review' }).click()
  await page.getByRole('heading', { name: 'Report this review to Google' }).waitFor()
  await page.getByRole('button', { name: 'Open a case' }).click()
  await page.getByText('Choose a rule.').waitFor()
  await page.getByLabel('Which rule of Google does it break?').selectOption('conflict')
  await page.getByLabel('What shows it?').fill('The author runs the shop next door.')
  await page.getByRole('button', { name: 'Open a case' }).click()
  await page.getByText('To report', { exact: true }).waitFor()
  await page.getByText('Why: The author runs the shop next door.').waitFor()
  const form = page.getByRole('link', { name: 'Open Google’s form' })
  expect(await form.getAttribute('href')).toMatch(/^https:\/\/support\.google\.com\//)
  await expectAccessible(page, [1440])

  // Each step by keyboard: focus, then Enter.
  for (const [step, badge] of [
    ['I’ve reported it: Nobody We Know', 'Reported'],
    ['I’ve appealed: Nobody We Know', 'Appealed'],
    ['They keep it: Nobody We Know', 'Kept by the platform'],
  ] as const) {
    await page.getByRole('button', { name: step }).focus()
    await page.keyboard.press('Enter')
    await page.getByText(badge, { exact: true }).waitFor()
  }
  await page.getByRole('heading', { name: 'What worked for you' }).waitFor()
  await page.getByText('Google, Conflict of interest: 0 of 1 removed').waitFor()
  await expectAccessible(page, [390])
  expect(complaints).toEqual([expect.stringContaining('400 (Bad Request)')])
})
