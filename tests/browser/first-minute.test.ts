import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { volume } from '#tests/volume.ts'
import { newOwner } from './support/owner.ts'
import { scrollWidth } from './support/page-faults.ts'
import { open, read } from './support/settled.ts'
import { makeAccount, newEmail, signUp } from './support/sign-up.ts'
import { test } from './support/test.ts'

/** Counts real clicks from now on, in every later document, too. */
async function countClicks(page: Page): Promise<() => Promise<number>> {
  let clicks = 0
  await page.exposeFunction('countClick', () => {
    clicks += 1
  })
  const count = () =>
    addEventListener(
      'click',
      (event) => event.isTrusted && (window as never as { countClick(): void }).countClick(),
      true,
    )
  await page.addInitScript(count)
  await page.evaluate(count)
  return async () => clicks
}

const LOOKS = [
  [1440, 900, 'light'],
  [390, 844, 'dark'],
] as const

test.for(LOOKS.slice(0, volume(1, LOOKS.length)))(
  'at %i by %i in %s mode one pasted link and two clicks bring the first review',
  async ([width, height, colorScheme], { newPerson, product }) => {
    const { page, complaints } = await newPerson({ viewport: { width, height }, colorScheme })
    await signUp(page, newEmail())
    const fits = async () => expect(await scrollWidth(page)).toBe(width)
    await fits()
    const clicks = await countClicks(page)

    await page.getByLabel(/Paste your Google or Yelp link/).fill(googleUrl(LISTINGS.small))
    await page.getByRole('button', { name: 'Find my business' }).click()
    await page.getByRole('heading', { name: LISTINGS.small.name }).waitFor()
    await page.getByText('Newest review, by').waitFor()
    await fits()
    await page.getByRole('button', { name: 'That’s mine, get its reviews' }).click()
    await page.getByText('3 reviews need an answer').waitFor()
    expect(await clicks()).toBe(2)
    await fits()
    expect(complaints).toEqual([])
    expect(product.faults).toEqual([])
  },
)

test('a short link finds the business, and a link to no listing is refused at its field', async ({
  newPerson,
}) => {
  const { page } = await newPerson()
  await signUp(page, newEmail())
  const field = page.getByLabel(/Paste your Google or Yelp link/)
  await field.fill('https://www.example.com/our-place')
  await page.getByRole('button', { name: 'Find my business' }).click()
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  expect(await field.inputValue()).toBe('https://www.example.com/our-place')
  await field.fill(`https://maps.app.goo.gl/${LISTINGS.small.google?.shortCode}`)
  await page.getByRole('button', { name: 'Find my business' }).click()
  await page.getByRole('heading', { name: LISTINGS.small.name }).waitFor()
  await page.getByRole('button', { name: 'Not mine, try another link' }).click()
  await field.waitFor()
  expect(await field.inputValue()).toContain(LISTINGS.small.google?.shortCode)
})

test('a typed name finds the business, and a second business is added the same way', async ({
  newPerson,
  product,
}) => {
  const { page, complaints } = await newPerson()
  await newOwner(page, product, { plan: 'pro' })
  const find = async (text: string) => {
    await page.getByLabel(/Paste your Google or Yelp link/).fill(text)
    await page.getByRole('button', { name: 'Find my business' }).click()
  }
  await open(page, '/app')
  await find('Marlowe & Daughter')
  await page.getByRole('heading', { name: LISTINGS.small.name }).waitFor()
  await page.getByRole('button', { name: 'That’s mine, get its reviews' }).click()
  await page.getByText('3 reviews need an answer').waitFor()

  await open(page, '/app/businesses/new')
  await find('Marlowe & Daughter')
  await page.getByText(`This place is already in your list, as ${LISTINGS.small.name}.`).waitFor()
  expect(await page.getByRole('button', { name: 'That’s mine, get its reviews' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Try another link' }).click()
  await find('Larkhaven')
  await page.getByText('Not the right one? It may be:').waitFor()
  expect(await page.getByRole('button', { name: 'Add business' }).count()).toBe(0)
  await page.getByRole('button', { name: new RegExp(LISTINGS.mixed.name) }).click()
  await page.getByRole('heading', { name: LISTINGS.mixed.name }).waitFor()
  await page.getByRole('button', { name: 'That’s mine, get its reviews' }).click()
  await page.waitForURL('**/app/businesses#business-**')
  await page.getByRole('heading', { name: LISTINGS.mixed.name }).waitFor()
  expect(complaints).toEqual([])
})

test('a link that leads to no place is refused in the form, which keeps the typed name', async ({
  newPerson,
}) => {
  const { page } = await newPerson()
  await makeAccount(page, newEmail())
  await open(page, '/app/businesses/new')
  await page.getByLabel('Name', { exact: false }).first().fill('Castell')
  await page.getByLabel(/^Google link/).fill('https://maps.app.goo.gl/NoSuchPlace1')
  await page.getByRole('button', { name: 'Add business' }).click()
  await expect.poll(() => page.getByLabel(/^Google link/).getAttribute('aria-invalid')).toBe('true')
  expect(await page.getByLabel('Name', { exact: false }).first().inputValue()).toBe('Castell')
})

test('sample reviews are marked, and disappear with one click or once a business is added', async ({
  newPerson,
}) => {
  const { page, complaints } = await newPerson()
  await signUp(page, newEmail())
  await page.getByRole('button', { name: 'Show sample reviews' }).click()
  await page.getByText('These are sample reviews, not yours.').waitFor()
  await page.getByText('Tom (sample)').first().waitFor()
  await open(page, '/app/businesses')
  await page.getByText('Sample Café').waitFor()
  await page.getByRole('link', { name: 'Add business' }).waitFor()
  await page.getByRole('button', { name: 'Remove sample reviews' }).click()
  await page.getByText('No businesses yet').waitFor()

  await open(page, '/app')
  await page.getByRole('button', { name: 'Show sample reviews' }).click()
  await page.getByRole('link', { name: 'Add your business' }).click()
  await page.getByLabel('Name', { exact: false }).first().fill('Corner Shop')
  await page.getByRole('button', { name: 'Add business' }).click()
  await page.getByRole('heading', { name: 'Corner Shop' }).waitFor()
  expect(await page.getByText('Sample Café').count()).toBe(0)
  expect(complaints).toEqual([])
})

test('an owner who connects Google needs four clicks and no link', async ({ newPerson, product }) => {
  const { page, complaints } = await newPerson()
  await newOwner(page, product, { plan: 'free' })
  await page.goto('/app')
  const clicks = await countClicks(page)
  await page.getByRole('link', { name: 'Connect Google Business Profile' }).click()
  await page.getByLabel('Wren Alder').check()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL('**/app/businesses/connect?connection=**')
  await page.getByRole('button', { name: /^Get the reviews: Marlowe & Daughter Books/ }).click()
  await page.waitForURL('**/app')
  await page
    .getByText(/need an answer/)
    .first()
    .waitFor()
  expect(await clicks()).toBeLessThanOrEqual(4)
  expect(complaints).toEqual([])
})

test('businesses are added only within the limit, in which a deleted one does not count', async ({
  newPerson,
}) => {
  const { page, complaints } = await newPerson()
  await makeAccount(page, newEmail())
  await open(page, '/app/businesses/new')
  await page.getByLabel('Name', { exact: false }).first().fill('Corner Shop')
  await page.getByText('Contact and address').click()
  await page.getByLabel('Phone').fill('call me')
  await page.getByLabel('Website').fill('shop.example')
  await page.getByRole('button', { name: 'Add business' }).click()
  await page.locator('[name=phone]:focus').waitFor()
  expect(complaints.splice(0)).toEqual([expect.stringContaining('400')])
  await page.getByLabel('Phone').fill('0222 000 000')
  await page.getByRole('button', { name: 'Add business' }).click()
  await page.getByText('You use the one location your plan includes.').waitFor()
  expect(await page.getByRole('link', { name: 'Add business' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Get 3 locations with Pro' }).waitFor()

  await page.getByRole('button', { name: 'More actions for Corner Shop' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('No businesses yet').waitFor()
  await page.getByRole('link', { name: 'Add business' }).first().waitFor()
  expect(complaints).toEqual([])
})

test('an owner is asked once for the kind of place when nothing reveals it', async ({
  newPerson,
  product,
}) => {
  const { page, complaints } = await newPerson()
  const owner = await newOwner(page, product)
  await owner.ask('POST', '/businesses', { name: 'Alder & Salt' })
  const question = page.getByRole('region', { name: 'What kind of place is it? Alder & Salt' })
  // In the server's HTML, because a later insertion would shift the screen.
  await read(page, '/app/ai-insights')
  await question.waitFor()
  await open(page, '/app/businesses')
  await question.getByRole('button', { name: 'Restaurant or café' }).click()
  await question.waitFor({ state: 'detached' })
  await page.getByText('Restaurant or café').waitFor()
  await page.reload()
  await page.getByText('Restaurant or café').waitFor()
  expect(await question.count()).toBe(0)
  expect(complaints).toEqual([])
})
