import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { newOwner } from './support/owner.ts'
import { press } from './support/press.ts'
import { newShop } from './support/review-rows.ts'
import { show } from './support/settled.ts'
import { test as base } from './support/test.ts'

const test = base.extend('owner', { scope: 'file' }, async ({ newPerson, product }) => {
  const person = await newPerson()
  const { id: businessId } = await newShop(product, await newOwner(person.page, product))
  return { ...person, businessId }
})

/** Label or text of the focused element, '' for the body. */
function focused(page: Page): Promise<string> {
  return page.evaluate(() => {
    const element = document.activeElement
    if (!element || element === document.body) return ''
    return element.getAttribute('aria-label') ?? element.textContent ?? ''
  })
}

test('an open menu leaves nothing focusable that is hidden from screen readers', async ({ owner }) => {
  const { page } = owner
  await show(page, '/app')
  for (const name of [/^Notifications/, /^Account of/]) {
    await page.getByRole('button', { name }).click()
    await page.getByRole('menu').waitFor()
    const hidden = await page.evaluate(
      () => document.querySelectorAll('[aria-hidden="true"] :is(a[href], button, input, select)').length,
    )
    expect(hidden).toBe(0)
    await page.keyboard.press('Escape')
    await page.getByRole('menu').waitFor({ state: 'detached' })
    await expect.poll(() => focused(page)).toMatch(name)
  }
})

test('a pasted review replaces what the previous one filled in, and Escape returns the focus', async ({
  owner,
}) => {
  const { page, businessId } = owner
  await show(page, `/app/businesses/${businessId}/import`)
  await press(page.getByRole('button', { name: 'Add a review by hand' }))
  const dialog = page.getByRole('dialog')
  const text = dialog.getByLabel('Review text')
  async function paste(pasted: string) {
    await text.selectText()
    await text.evaluate((field, data) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', data)
      field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    }, pasted)
  }
  const values = async () => [
    await dialog.getByLabel('Author').inputValue(),
    await dialog.getByLabel('Stars').inputValue(),
    await dialog.getByLabel('Date').inputValue(),
  ]

  await dialog.getByRole('button', { name: 'Add review' }).click()
  await dialog.getByText('Choose the stars.').waitFor()
  await paste('Ana Reis\n4 stars\n2026-03-02\nThe bread was still warm.')
  expect(await values()).toEqual(['Ana Reis', '4', '2026-03-02'])
  await dialog.getByText('Choose the stars.').waitFor({ state: 'detached' })
  await paste('Only a text this time, with nobody named.')
  expect(await text.inputValue()).toBe('Only a text this time, with nobody named.')
  expect(await values()).toEqual(['', '', ''])
  await dialog.getByLabel('Author').fill('Kim V.')
  await paste('Another text, and still nobody named in it.')
  expect(await values()).toEqual(['Kim V.', '', ''])

  await page.keyboard.press('Escape')
  await expect.poll(() => focused(page)).toBe('Add a review by hand')
})

test('the first of two wrong fields gets the focus, and its row keeps its layout', async ({ owner }) => {
  const { page, businessId } = owner
  await page.setViewportSize({ width: 1440, height: 900 })
  await show(page, `/app/businesses/edit?id=${businessId}`)
  await page.getByText('Contact and address').click()
  const phone = page.getByLabel('Phone')
  const website = page.getByLabel('Website')
  /** Vertical offset of each part of the row from the row's first label. */
  const row = () =>
    page.evaluate(() => {
      const inputs = ['phone', 'email'].map((name) => document.querySelector(`input[name=${name}]`))
      const parts = inputs.flatMap((input) => [input?.previousElementSibling, input])
      const tops = parts.map((part) => part?.getBoundingClientRect().top ?? Number.NaN)
      return tops.map((top) => Math.round(top - (tops[0] ?? 0)))
    })
  const before = await row()
  expect(before.slice(0, 2)).toEqual(before.slice(2))
  await phone.fill('none')
  await website.fill('nowhere at all')
  await website.press('Enter')
  await expect.poll(() => page.locator('[aria-invalid]').count()).toBe(2)
  await expect.poll(() => phone.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await row()).toEqual(before)
})

test('help is searched while typing, and an unknown address keeps the navigation', async ({ owner }) => {
  const { page } = owner
  await page.setViewportSize({ width: 1440, height: 900 })
  await show(page, '/app')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Help & Support' }).click()
  await page.getByRole('heading', { level: 1, name: 'Help & Support' }).waitFor()
  const search = page.getByRole('searchbox')
  await search.pressSequentially('takeout')
  await page.getByText('1 article for ‘takeout’').waitFor()
  await page.getByText('Choose the file, and say which column contains what.').waitFor()
  await search.press('Enter')
  expect(await focused(page)).toBe('Search the articles')
  await search.fill('zebra')
  await page.getByText('No article about ‘zebra’').waitFor()
  await page.getByRole('link', { name: 'Show all articles' }).click()
  await page.getByText('Add your first business').waitFor()
  expect(await search.inputValue()).toBe('')

  await show(page, '/app/nothing-here')
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Reviews', exact: true })
    .click()
  await page.waitForURL('**/app/reviews')
})

test('dates and numbers follow the format chosen on the profile', async ({ owner }) => {
  const { page } = owner
  await show(page, '/app/profile')
  await page.getByLabel('Format').selectOption('Deutsch')
  await page.getByText('1.234,5').waitFor()
  await page.getByText(/2. März 2026.*1\.234,5/).waitFor()
  expect(await (await page.request.get('/app/profile')).text()).toContain('1.234,5')
  await page.getByLabel('Format').selectOption('Same as the browser')
  await page.getByText('1,234.5').waitFor()
})
