import { expect } from 'vitest'
import { reviewRows } from './support/review-rows.ts'
import { open } from './support/settled.ts'
import { fieldOf, shownIn, test } from './support/shop-owner.ts'

test('a filter is saved as a custom view, and the palette leads there', async ({ owner: { page } }) => {
  await page.goto('/app/reviews?platform=google&text=with')
  await page.getByRole('button', { name: 'Save as a view' }).click()
  await page.getByLabel('Name of the view').fill('With words')
  await page.keyboard.press('Enter')
  const views = page.getByRole('navigation', { name: 'Views' })
  await page.getByRole('button', { name: /^Delete the view/ }).waitFor()
  // Another Enter deletes nothing.
  await page.keyboard.press('Enter')
  await views.getByRole('link', { name: 'With words' }).waitFor()
  await open(page, '/app')
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

test('a template is saved and fills in the reply, and a copied reply can be marked as posted', async ({
  owner: { page, context },
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/app/reviews/templates')
  await page.getByRole('button', { name: 'New template' }).click()
  await page.getByLabel('Name').fill('Thanks')
  await page.getByLabel('Text').fill('Hello {nobody}')
  await page.getByRole('button', { name: 'Save template' }).click()
  await page.getByText('There is no {nobody}.').waitFor()
  await page.getByLabel('Text').fill('Thank you, {author}, for {rating} stars.')
  await page.getByRole('button', { name: 'Save template' }).click()
  await page.getByRole('heading', { name: 'Thanks' }).waitFor()

  await page.goto('/app/reviews?status=pending')
  const author = await shownIn(page)
  await page.getByRole('button', { name: 'Templates' }).click()
  await page.getByRole('button', { name: /^Thanks/ }).click()
  await expect.poll(() => fieldOf(page).inputValue()).toMatch(`Thank you, ${author}, for `)
  expect(await fieldOf(page).evaluate((field) => field === document.activeElement)).toBe(true)
  const platform = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Save and open Google' }).click()
  await (await platform).close()
  await page.goto('/app/reviews?reply=unposted')
  await page.getByRole('article').getByText('Saved, not posted').waitFor()
  const unposted = await reviewRows(page).count()
  const again = context.waitForEvent('page')
  await page.getByRole('link', { name: 'Copy and open on Google' }).click()
  await (await again).close()
  await page.getByText('Posted on Google?').waitFor()
  await page.getByRole('button', { name: 'Yes, it’s posted' }).click()
  await expect.poll(() => reviewRows(page).count()).toBe(unposted - 1)
})
