import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { changePlan } from '#tests/factories.ts'
import { newOwner } from './support/owner.ts'
import { newShop } from './support/review-rows.ts'
import { open, show } from './support/settled.ts'
import { test as base } from './support/test.ts'

const test = base.extend('shop', { scope: 'file' }, async ({ newPerson, product }) => {
  const { page } = await newPerson()
  const owner = await newOwner(page, product)
  const { id: businessId } = await newShop(product, owner)
  return { page, owner, businessId }
})

const OWN = 'What I typed myself.'

const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Your reply' })
const draftButton = (page: Page) => page.getByRole('button', { name: 'Draft a reply' })

/** Shows an unanswered review: one with five stars and no complaint in its text, or an unhappy one. */
async function showFirst(page: Page, sentiment: 'positive' | 'negative'): Promise<void> {
  const filter = sentiment === 'positive' ? 'rating=5&sort=newest' : 'sentiment=negative'
  await show(page, `/app/reviews?status=pending&${filter}`)
  await draftButton(page).waitFor()
}

test('a draft fills an empty field, asks before it replaces typed text, and can be undone', async ({
  shop: { page },
}) => {
  await showFirst(page, 'positive')
  await draftButton(page).click()
  await page.getByText('Draft. Check it before you post.').waitFor()
  const draft = await fieldOf(page).inputValue()
  expect(draft.split('\n\n')).toHaveLength(3)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => fieldOf(page).inputValue()).toBe('')

  await fieldOf(page).fill(OWN)
  await draftButton(page).click()
  await page.getByText('Replace what you typed with this draft?').waitFor()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  expect(await fieldOf(page).inputValue()).toBe(OWN)
  await draftButton(page).click()
  await page.getByRole('button', { name: 'Replace it' }).click()
  await expect.poll(() => fieldOf(page).inputValue()).toBe(draft)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => fieldOf(page).inputValue()).toBe(OWN)
  await fieldOf(page).fill('')

  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('d')
  await expect.poll(() => fieldOf(page).inputValue()).toBe(draft)
  await fieldOf(page).fill('')
})

test('an unhappy review gets an apology with a blank, which is flagged until it is gone', async ({
  shop: { page },
}) => {
  await showFirst(page, 'negative')
  await draftButton(page).click()
  await page.getByText('Fill in before you post').waitFor()
  expect(await fieldOf(page).inputValue()).toMatch(/\[.+\]/)
  const advice = page.getByRole('list', { name: 'Before you post' })
  await advice.getByText('Fill this in before you post, or take it out.').waitFor()
  await advice.getByRole('button', { name: 'Take the blank out' }).click()
  await expect.poll(() => fieldOf(page).inputValue()).not.toMatch(/\[/)
  await advice.waitFor({ state: 'detached' })
  await fieldOf(page).fill('')
})

test('drafting without a connection says so and keeps the typed text', async ({ shop: { page } }) => {
  await showFirst(page, 'positive')
  await fieldOf(page).fill(OWN)
  await draftButton(page).click()
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await page.context().setOffline(true)
  await draftButton(page).click()
  await page.getByText('Drafting needs a connection.').waitFor()
  expect(await fieldOf(page).inputValue()).toBe(OWN)
  await page.context().setOffline(false)
  await fieldOf(page).fill('')
})

test('tone, sign-off and topic sentences load when scrolled to and are saved with the business', async ({
  shop: { page, businessId },
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const tone = page.getByLabel('Tone')
  async function showSettings() {
    await show(page, `/app/businesses/edit?id=${businessId}`)
    const heading = page.getByRole('heading', { name: 'Reply drafts' })
    await heading.waitFor()
    expect(await tone.count()).toBe(0)
    await heading.evaluate((element) => element.scrollIntoView())
    await tone.waitFor()
  }
  await showSettings()
  await tone.selectOption('formal')
  await page.getByLabel('Sign-off').fill('It was our fault.')
  await page.getByRole('button', { name: 'Add a sentence' }).click()
  await page.getByLabel('Say', { exact: true }).fill('Everyone here will be pleased.')
  const save = page.locator('form', { has: tone }).getByRole('button', { name: 'Save' })
  await save.click()
  await page.getByText('admits fault').first().waitFor()
  await page.getByLabel('Sign-off').fill('Maria')
  await save.click()
  await page.getByText('Saved. New drafts will follow these settings.').waitFor()
  await show(page, '/app/businesses')
  await showSettings()
  expect(await page.getByLabel('Sign-off').inputValue()).toBe('Maria')
  expect(await tone.inputValue()).toBe('formal')
  expect(await page.getByLabel('Say', { exact: true }).inputValue()).toBe('Everyone here will be pleased.')
})

test('text a platform would refuse is flagged while typing, has a one-click fix, and can be saved, also without drafts', async ({
  shop: { page, owner },
  product,
}) => {
  await changePlan(await product.server.database(), owner, 'pro')
  await open(page, '/app/reviews?status=pending&rating=5&sort=newest')
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Templates' }).waitFor()
  expect(await draftButton(page).count()).toBe(0)
  await fieldOf(page).fill('Thank you so much! Call us at +1 555 010 2234. PLEASE COME BACK SOON')
  const advice = page.getByRole('list', { name: 'Before you post' })
  await advice.getByText('+1 555 010 2234').waitFor()
  expect(await advice.getByRole('listitem').count()).toBe(2)
  await advice.getByRole('button', { name: 'Take it out' }).click()
  await expect.poll(() => fieldOf(page).inputValue()).toBe('Thank you so much! PLEASE COME BACK SOON')
  await advice.getByRole('button', { name: 'Use small letters' }).click()
  await expect.poll(() => fieldOf(page).inputValue()).toBe('Thank you so much! Please come back soon')
  await advice.waitFor({ state: 'detached' })
  await fieldOf(page).fill('Book at www.harborcafe.com')
  await advice.getByText('www.harborcafe.com').waitFor()
  await page.getByRole('button', { name: 'Save reply' }).click()
  await page.getByText('Saved here. It shows on').waitFor()
})
