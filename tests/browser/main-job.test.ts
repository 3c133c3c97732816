import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { volume } from '#tests/volume.ts'
import { newOwner } from './support/owner.ts'
import { newShop, reviewRows } from './support/review-rows.ts'
import { fillSignUp, makeAccount, newEmail, signOut } from './support/sign-up.ts'
import { test } from './support/test.ts'

const REPLY = 'Thank you for coming by, and for the kind words about the shelves.'

/** Adds the listing with three reviews from the Dashboard; its collection starts by itself. */
async function addSmallListing(page: Page): Promise<void> {
  await page.getByLabel(/Paste your Google or Yelp link/).fill(googleUrl(LISTINGS.small))
  await page.getByRole('button', { name: 'Find my business' }).click()
  await page.getByRole('heading', { name: 'Marlowe & Daughter Books' }).waitFor()
  await page.getByRole('button', { name: 'That’s mine, get its reviews' }).click()
  await page.getByText('3 reviews need an answer').waitFor()
  await page.getByText('Your reviews are on their way').waitFor({ state: 'hidden' })
}

const DEVICES = [
  ['a phone', { width: 390, height: 844 }],
  ['a desktop', { width: 1440, height: 900 }],
] as const

test.for(DEVICES.slice(0, volume(1, DEVICES.length)))(
  'an owner on %s signs up, adds a business, sees its reviews arrive, answers one and signs out',
  async ([, size], { newPerson, product }) => {
    const { page, complaints } = await newPerson({ viewport: size })
    const email = newEmail()
    await page.goto('/signup')
    await fillSignUp(page, email)
    await page.waitForURL('/app')
    await addSmallListing(page)
    const code = '**/reply-area*.js'
    const asked = page.waitForRequest(code)
    let release = () => {}
    const released = new Promise<void>((resolve) => (release = resolve))
    await page.route(code, async (route) => {
      await released
      await route.continue()
    })
    await page.goto('/app/reviews')
    const rows = reviewRows(page)
    await expect.poll(() => rows.count()).toBe(3)

    // On a phone the review replaces the list.
    if (size.width < 1_024) await rows.first().getByRole('link').click()
    // A reply typed before the code that saves replies has loaded is not lost.
    await asked
    await page.getByRole('textbox', { name: /reply/i }).fill(REPLY)
    await page.keyboard.press('Control+Enter')
    release()
    await page.getByRole('article').getByText(REPLY).waitFor()
    await page.getByRole('button', { name: 'Edit' }).waitFor()
    await page.reload()
    await page.getByText(REPLY).waitFor()

    // The answer counts on the Dashboard.
    await page.goto('/app')
    await page.getByText('2 reviews need an answer').waitFor()

    await signOut(page, email)
    await page.goto('/app/reviews')
    await page.waitForURL('**/login?redirectTo=%2Fapp%2Freviews')

    expect(complaints).toEqual([])
    expect(product.faults).toEqual([])
  },
)

test('an address that is no listing is refused at its field, and the typed name stays', async ({
  newPerson,
}) => {
  const { page } = await newPerson()
  await makeAccount(page, newEmail())
  await page.goto('/app/businesses/new')
  await page.getByLabel('Name', { exact: false }).first().fill('Hill Street Clinic')
  const google = page.getByLabel(/^Google link/)
  await google.fill('https://www.example.com/our-place')
  await page.getByRole('button', { name: 'Add business' }).click()
  await expect.poll(() => google.getAttribute('aria-invalid')).toBe('true')
  const [errorId] = (await google.getAttribute('aria-describedby'))?.split(' ') ?? []
  expect(await page.locator(`[id="${errorId}"]`).textContent()).toMatch(/Google/)
  expect(await page.getByLabel('Name', { exact: false }).first().inputValue()).toBe('Hill Street Clinic')
  await page.goto('/app/businesses')
  await page.getByRole('heading', { name: 'Businesses' }).waitFor()
  expect(await page.getByText('Hill Street Clinic').count()).toBe(0)
})

test('the reviews screen works without scripts', async ({ newPerson, product }) => {
  const { page: plain } = await newPerson({ javaScriptEnabled: false })
  await newShop(product, await newOwner(plain, product, { plan: 'free' }))
  await plain.goto('/app/reviews?rating=1')
  await plain
    .getByText(/No review matches|Clear/)
    .first()
    .waitFor()
  await plain.goto('/app/reviews')
  expect(await reviewRows(plain).count()).toBe(3)
  await plain.goto('/app/reviews?status=pending')
  await reviewRows(plain).first().getByRole('link').click()
  await plain.waitForURL(/\/app\/reviews\/\d+/)
  expect(await plain.locator('article noscript').textContent()).toContain('Saving a reply needs JavaScript')
})
