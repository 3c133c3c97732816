import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { launchBrowser } from './support/browser.ts'
import { newPerson } from './support/person.ts'
import { type Product, startProduct } from './support/product.ts'
import { signUp } from './support/sign-up.ts'

const REPLY = 'Thank you for coming by, and for the kind words about the shelves.'

let product: Product
let browser: Browser

beforeAll(async () => {
  product = await startProduct()
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await product?.close()
})

/** A page whose console stays clean; what it says is collected. */
function openPage(size: { width: number; height: number }) {
  return newPerson(browser, { viewport: size })
}

/** Adds the listing with three reviews from the Dashboard; its collection starts by itself. */
async function addSmallListing(page: Page) {
  await page.getByLabel(/Paste your Google or Yelp link/).fill(googleUrl(LISTINGS.small))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Name', { exact: false }).first().fill('Marlowe & Daughter Books')
  await page.getByRole('button', { name: 'Add business' }).click()
  await page.getByText('3 new reviews').waitFor()
}

test.each([
  ['a desktop', { width: 1440, height: 900 }],
  ['a phone', { width: 390, height: 844 }],
])(
  'an owner on %s signs up, adds a business, sees its reviews arrive, answers one, signs out',
  async (device, size) => {
    const { page, complaints } = await openPage(size)
    await signUp(page, product.origin, `wren-${device.replaceAll(' ', '-')}@example.test`)

    await addSmallListing(page)
    await page.goto(`${product.origin}/app/reviews`)
    const cards = page.getByRole('article')
    await expect.poll(() => cards.count()).toBe(3)

    const first = cards.first()
    await first.getByRole('button', { name: 'Reply' }).click()
    await page.getByRole('textbox', { name: /reply/i }).fill(REPLY)
    await page.keyboard.press('Control+Enter')
    await first.getByText(REPLY).waitFor()
    await page.reload()
    await page.getByText(REPLY).waitFor()

    // The answer counts on the Dashboard.
    await page.goto(`${product.origin}/app`)
    await page.getByText('2 reviews need an answer').waitFor()
    await page.screenshot({ path: `.test-output/dashboard-${size.width}.png` })

    await page.getByRole('button', { name: /wren-/ }).click()
    await page
      .getByRole('menuitem', { name: 'Log out' })
      .or(page.getByRole('menuitem', { name: 'Logout' }))
      .click()
    await page.waitForURL(`${product.origin}/`)
    await page.goto(`${product.origin}/app/reviews`)
    await page.waitForURL('**/login?redirectTo=%2Fapp%2Freviews')

    expect(complaints).toEqual([])
    expect(product.faults).toEqual([])
  },
)

test('an address that is no listing is refused beside its field, and what was typed stays', async () => {
  const { page } = await openPage({ width: 1440, height: 900 })
  await signUp(page, product.origin, 'wren-wrong@example.test')
  await page.goto(`${product.origin}/app/businesses/new`)
  await page.getByLabel('Name', { exact: false }).first().fill('Hill Street Clinic')
  const google = page.getByLabel(/Google/)
  await google.fill('https://www.example.com/our-place')
  await page.getByRole('button', { name: 'Add business' }).click()
  await expect.poll(() => google.getAttribute('aria-invalid')).toBe('true')
  const [errorId] = (await google.getAttribute('aria-describedby'))?.split(' ') ?? []
  expect(await page.locator(`[id="${errorId}"]`).textContent()).toMatch(/Google/)
  expect(await page.getByLabel('Name', { exact: false }).first().inputValue()).toBe('Hill Street Clinic')
  await page.goto(`${product.origin}/app/businesses`)
  await page.getByRole('heading', { name: 'Businesses' }).waitFor()
  expect(await page.getByText('Hill Street Clinic').count()).toBe(0)
})

test('the reviews screen works without scripts', async () => {
  const { page } = await openPage({ width: 1440, height: 900 })
  await signUp(page, product.origin, 'wren-noscript@example.test')
  await addSmallListing(page)
  const cookies = await page.context().cookies()
  const context = await browser.newContext({ javaScriptEnabled: false })
  await context.addCookies(cookies)
  const plain = await context.newPage()
  await plain.goto(`${product.origin}/app/reviews?rating=1`)
  await plain
    .getByText(/No review matches|Clear/)
    .first()
    .waitFor()
  await plain.goto(`${product.origin}/app/reviews`)
  expect(await plain.getByRole('article').count()).toBe(3)
})
