import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { newOwner } from './support/owner.ts'
import { newShop } from './support/review-rows.ts'
import { open, show } from './support/settled.ts'
import { test as base } from './support/test.ts'

const test = base.extend('page', { scope: 'file' }, async ({ newPerson, product }) => {
  const { page } = await newPerson({ reducedMotion: 'reduce' })
  await newShop(product, await newOwner(page, product))
  return page
})

const subject = (page: Page, name: RegExp) => page.getByRole('group', { name })
const choice = (page: Page, of: RegExp, name: string) =>
  subject(page, of).getByRole('button', { name, exact: true })

async function unfoldReading(page: Page): Promise<void> {
  if ((await subject(page, /^Overall/).count()) === 0) await page.getByText('Topics we found').click()
  await subject(page, /^Overall/).waitFor()
}

test('a corrected sentiment counts at once, persists, and can be reset', async ({ page }) => {
  await open(page, '/app/reviews')
  await unfoldReading(page)
  const read = await subject(page, /^Overall/)
    .locator('legend')
    .textContent()
  expect(await choice(page, /^Overall/, 'Automatic').getAttribute('aria-pressed')).toBe('true')
  const other = read?.includes('positive') ? 'Negative' : 'Positive'
  await choice(page, /^Overall/, other).click()
  await subject(page, new RegExp(`^Overall: ${other.toLowerCase()}`)).waitFor()
  await expectAccessible(page, [390])

  await open(page, '/app/reviews')
  await unfoldReading(page)
  expect(await choice(page, /^Overall/, other).getAttribute('aria-pressed')).toBe('true')
  await choice(page, /^Overall/, 'Automatic').click()
  await expect
    .poll(() =>
      subject(page, /^Overall/)
        .locator('legend')
        .textContent(),
    )
    .toBe(read)
})

test('a missing topic is added by keyboard, and the choice keeps the focus', async ({ page }) => {
  await show(page, '/app/reviews')
  await unfoldReading(page)
  const more = page.getByLabel('Add a topic')
  const topic = (await more.locator('option').last().textContent()) ?? ''
  await more.selectOption(topic)
  await page.getByRole('button', { name: 'Add', exact: true }).press('Enter')
  const added = new RegExp(`^${topic}`, 'i')
  const blame = choice(page, added, 'Criticism')
  for (const name of ['Automatic', 'Praise', 'Criticism']) {
    await page.keyboard.press('Tab')
    await expect
      .poll(() => choice(page, added, name).evaluate((button) => button === document.activeElement))
      .toBe(true)
  }
  await page.keyboard.press('Enter')
  await subject(page, new RegExp(`^${topic}: criticism`, 'i')).waitFor()
  expect(await blame.evaluate((button) => button === document.activeElement)).toBe(true)
  await choice(page, added, 'Automatic').click()
  await subject(page, new RegExp(`^${topic}: not mentioned`, 'i')).waitFor()
})

test('a correction that could not be saved is not shown as made', async ({ page }) => {
  await show(page, '/app/reviews')
  await unfoldReading(page)
  const read = await subject(page, /^Overall/)
    .locator('legend')
    .textContent()
  await page.route('**/trpc/insights.correct*', (route) => route.abort())
  await choice(page, /^Overall/, 'Mixed').click()
  await page
    .getByRole('alert')
    .or(page.getByRole('status'))
    .filter({ hasText: /connection|again/i })
    .first()
    .waitFor()
  expect(await choice(page, /^Overall/, 'Automatic').getAttribute('aria-pressed')).toBe('true')
  expect(
    await subject(page, /^Overall/)
      .locator('legend')
      .textContent(),
  ).toBe(read)
  await page.unroute('**/trpc/insights.correct*')
})
