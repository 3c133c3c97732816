import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { newOwner } from './support/owner.ts'
import { newShop } from './support/review-rows.ts'
import { test as base } from './support/test.ts'

const test = base.extend('owner', { scope: 'file' }, async ({ newPerson, product }) => {
  const { page } = await newPerson()
  const { id: businessId } = await newShop(product, await newOwner(page, product))
  return { page, businessId }
})

const OWN = 'What I typed myself.'

const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Your reply' })
const draftButton = (page: Page) => page.getByRole('button', { name: 'Draft a reply' })

/** A review that waits for an answer; one with five stars and no complaint in its text, or an unhappy one. */
async function openFirst(page: Page, sentiment: 'positive' | 'negative'): Promise<void> {
  const filter = sentiment === 'positive' ? 'rating=5&sort=newest' : 'sentiment=negative'
  await page.goto(`/app/reviews?status=pending&${filter}`)
  await draftButton(page).waitFor()
}

test('a draft fills an empty field, asks before it replaces what was typed, and can be undone', async ({
  owner: { page },
}) => {
  await openFirst(page, 'positive')
  await draftButton(page).click()
  await page.getByText(/wording for .*, version \d+\. Read it before it goes out\./).waitFor()
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

test('an unhappy review gets a checklist', async ({ owner: { page } }) => {
  await openFirst(page, 'negative')
  await draftButton(page).click()
  await page.getByText('This reply is best written by you. No credits were used.').waitFor()
  expect(await page.getByRole('status').getByRole('listitem').count()).toBeGreaterThan(0)
  expect(await fieldOf(page).inputValue()).toBe('')
})

test('without a connection it says so, and what was typed stays', async ({ owner: { page } }) => {
  await openFirst(page, 'positive')
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

test('tone, sign-off and sentences about topics are kept with the business, whose form has them further down', async ({
  owner: { page, businessId },
}) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const address = `/app/businesses/edit?id=${businessId}`
  const tone = page.getByLabel('Tone')
  async function open() {
    await page.goto(address)
    const heading = page.getByRole('heading', { name: 'Reply drafts' })
    await heading.waitFor()
    expect(await tone.count()).toBe(0)
    await heading.evaluate((element) => element.scrollIntoView())
    await tone.waitFor()
  }
  await open()
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
  await open()
  expect(await page.getByLabel('Sign-off').inputValue()).toBe('Maria')
  expect(await tone.inputValue()).toBe('formal')
  expect(await page.getByLabel('Say', { exact: true }).inputValue()).toBe('Everyone here will be pleased.')
})

test('other plans have no such button', async ({ newPerson, product }) => {
  const { page } = await newPerson()
  await newShop(product, await newOwner(page, product, { plan: 'pro' }))
  await page.goto('/app/reviews?status=pending')
  await page.getByRole('button', { name: 'Templates' }).waitFor()
  expect(await draftButton(page).count()).toBe(0)
})
