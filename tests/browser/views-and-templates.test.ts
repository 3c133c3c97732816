import { expect } from 'vitest'
import { reviewRows } from './support/review-rows.ts'
import { show } from './support/settled.ts'
import { fieldOf, test } from './support/shop-owner.ts'

const REPLY = 'Thank you for coming by.'

test('a filter is saved as a custom view, and the palette leads there', async ({ owner: { page } }) => {
  await show(page, '/app/reviews?platform=google&text=with')
  await page.getByRole('button', { name: 'Save as a view' }).click()
  await page.getByLabel('Name of the view').fill('With words')
  await page.keyboard.press('Enter')
  const views = page.getByRole('navigation', { name: 'Views' })
  await page.getByRole('button', { name: /^Delete the view/ }).waitFor()
  // Another Enter deletes nothing.
  await page.keyboard.press('Enter')
  await views.getByRole('link', { name: 'With words' }).waitFor()
  await show(page, '/app')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Screen, view, business or action' }).waitFor()
  await page.keyboard.type('with w')
  await page.getByRole('option', { name: /With words/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/app/reviews?platform=google&text=with')
  await page.getByRole('button', { name: /^Delete the view/ }).click()
  await expect.poll(() => views.getByRole('link', { name: 'With words' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await views.getByRole('link', { name: 'With words' }).waitFor()
})

test('a reply saved for its platform can be copied again and marked as posted', async ({
  owner: { page, context },
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await show(page, '/app/reviews?status=pending')
  await fieldOf(page).fill(REPLY)
  const platform = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Save and open Google' }).click()
  await (await platform).close()
  await show(page, '/app/reviews?reply=unposted')
  await page.getByRole('article').getByText('Saved, not posted').waitFor()
  const unposted = await reviewRows(page).count()
  const again = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Copy and open on Google' }).click()
  await (await again).close()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(REPLY)
  await page.getByText('Posted on Google?').waitFor()
  await page.getByRole('button', { name: 'Yes, it’s posted' }).click()
  await expect.poll(() => reviewRows(page).count()).toBe(unposted - 1)
})
