import { expect } from 'vitest'
import { LISTINGS } from '#tests/upstream/listings.ts'
import { newOwner } from './support/owner.ts'
import { newShop } from './support/review-rows.ts'
import { open, read } from './support/settled.ts'
import { makeAccount, newEmail } from './support/sign-up.ts'
import { test as base } from './support/test.ts'

const test = base.extend('owner', { scope: 'file' }, async ({ newPerson, product }) => {
  const person = await newPerson()
  const owner = await newOwner(person.page, product)
  await newShop(product, owner)
  return { ...person, ...owner }
})

test('a link to no listing is refused at its field, a known place is named, and another is added by name', async ({
  owner: { page, complaints },
}) => {
  await open(page, '/app/businesses/new')
  const field = page.getByLabel(/Paste your Google or Yelp link/)
  const find = async (text: string) => {
    await field.fill(text)
    await page.getByRole('button', { name: 'Find my business' }).click()
  }
  await find('https://www.example.com/our-place')
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  expect(await field.inputValue()).toBe('https://www.example.com/our-place')
  await find(`https://maps.app.goo.gl/${LISTINGS.small.google?.shortCode}`)
  await page.getByText(`This place is already in your list, as ${LISTINGS.small.name}.`).waitFor()
  expect(await page.getByRole('button', { name: 'That’s mine, get its reviews' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Try another link' }).click()
  await field.waitFor()
  expect(await field.inputValue()).toContain(LISTINGS.small.google?.shortCode)
  await find('Larkhaven')
  await page.getByText('Not the right one? It may be:').waitFor()
  expect(await page.getByRole('button', { name: 'Add business' }).count()).toBe(0)
  await page.getByRole('button', { name: new RegExp(LISTINGS.mixed.name) }).click()
  await page.getByRole('heading', { name: LISTINGS.mixed.name }).waitFor()
  await page.getByRole('button', { name: 'That’s mine, get its reviews' }).click()
  await page.waitForURL('**/app/businesses#business-**')
  await page.getByRole('heading', { name: LISTINGS.mixed.name }).waitFor()
  // The browser logs the refused link.
  expect(complaints.splice(0)).toEqual([expect.stringContaining('400')])
})

test('an owner is asked once for the kind of place when nothing reveals it', async ({
  owner: { page, ask, complaints },
}) => {
  await ask('POST', '/businesses', { name: 'Alder & Salt' })
  const question = page.getByRole('region', { name: 'What kind of place is it? Alder & Salt' })
  // In the server's HTML, because a later insertion would shift the screen.
  await read(page, '/app/ai-insights')
  await question.waitFor()
  await open(page, '/app/businesses')
  await question.getByRole('button', { name: 'Restaurant or café' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByText('Restaurant or café').waitFor()
  expect(complaints).toEqual([])
})

test('a newcomer looks at sample reviews, then enters a business by hand, within the limit', async ({
  newPerson,
}) => {
  const { page, complaints } = await newPerson()
  await makeAccount(page, newEmail())
  await open(page, '/app')
  await page.getByRole('button', { name: 'Show sample reviews' }).click()
  await page.getByText('These are sample reviews, not yours.').waitFor()
  await page.getByText('Tom (sample)').first().waitFor()
  await page.getByRole('link', { name: 'Add your business' }).waitFor()
  await open(page, '/app/businesses')
  await page.getByText('Sample Café').waitFor()
  await page.getByRole('button', { name: 'Remove sample reviews' }).click()
  await page.getByText('No businesses yet').waitFor()
  expect(complaints).toEqual([])

  await page.getByRole('link', { name: 'Add business' }).first().click()
  const name = page.getByLabel('Name', { exact: false }).first()
  const link = page.getByLabel(/^Google link/)
  await name.fill('Corner Shop')
  await link.fill('https://maps.app.goo.gl/NoSuchPlace1')
  await page.getByRole('button', { name: 'Add business' }).click()
  await expect.poll(() => link.getAttribute('aria-invalid')).toBe('true')
  const [errorId] = (await link.getAttribute('aria-describedby'))?.split(' ') ?? []
  expect(await page.locator(`[id="${errorId}"]`).textContent()).toMatch(/Google/)
  expect(await name.inputValue()).toBe('Corner Shop')
  await link.fill('')
  await link.blur()
  await expect.poll(() => link.getAttribute('aria-invalid')).not.toBe('true')
  await page.getByText('Contact and address').click()
  await page.getByLabel('Phone').fill('call me')
  await page.getByLabel('Website').fill('shop.example')
  await page.getByRole('button', { name: 'Add business' }).click()
  await page.locator('[name=phone]:focus').waitFor()
  await page.getByLabel('Phone').fill('0222 000 000')
  await page.getByRole('button', { name: 'Add business' }).click()
  await page.getByText('You use the one location your plan includes.').waitFor()
  expect(await page.getByRole('link', { name: 'Add business' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Get 3 locations with Pro' }).waitFor()
  // The browser logs both refusals.
  expect(complaints.filter((text) => !text.includes('status of 400'))).toEqual([])
})
