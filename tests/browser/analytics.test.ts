import { readFile } from 'node:fs/promises'
import type { D1Database } from '@cloudflare/workers-types'
import type { Download, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Account, createBusiness, giveReviewIds, storeReviews } from '#tests/factories.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import { chooseFromMenu } from './support/business-menu.ts'
import { newOwner } from './support/owner.ts'
import { scrollWidth } from './support/page-faults.ts'
import { test as base } from './support/test.ts'

const PER_LOCATION = 60

/** Reviews of the last sixty days on both platforms, most of them answered. */
async function fill(database: D1Database, account: Account) {
  for (const [name, base] of [
    ['Harbor Books', 4],
    ['Quay Café', 1],
  ] as const) {
    const business = await createBusiness(database, account, { name })
    const reviews = Array.from({ length: PER_LOCATION }, (_, index) => {
      const reviewDate = Date.now() - (PER_LOCATION - index) * DAY_MS + 2 * HOUR_MS
      return {
        business,
        platform: index % 3 === 0 ? ('yelp' as const) : ('google' as const),
        authorName: `Author ${index} of ${name}`,
        rating: base + (index % 2),
        text: index === 0 ? '=1+1, said the bill' : `Visit ${index}.\nSecond line.`,
        reviewDate,
        scrapedAt: reviewDate + HOUR_MS,
        ownerResponse: index % 4 === 0 ? null : { text: 'Thank you.', date: reviewDate + 6 * HOUR_MS },
      }
    })
    await storeReviews(database, reviews)
  }
  await giveReviewIds(database).run()
}

const test = base.extend('owner', { scope: 'file' }, async ({ newPerson, product }) => {
  const person = await newPerson({ locale: 'en-GB' })
  await fill(await product.server.database(), await newOwner(person.page, product, { plan: 'pro' }))
  return person
})

async function saved(download: Download): Promise<Buffer> {
  return readFile(await download.path())
}

async function savedAs(page: Page, title: string, kind: string): Promise<Download> {
  await page.getByRole('button', { name: `Save: ${title}` }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: kind }).click(),
  ])
  return download
}

test.for([
  [1440, 'light'],
  [390, 'dark'],
  [320, 'light'],
] as const)('an owner compares locations at width %i in %s mode', async ([width, scheme], { owner }) => {
  const { page, complaints } = owner
  await page.setViewportSize({ width, height: 900 })
  await page.emulateMedia({ colorScheme: scheme })
  if (width > 768) {
    await page.goto('/app')
    await page.getByRole('link', { name: 'Analytics', exact: true }).click()
  } else await page.goto('/app/analytics')
  await page
    .getByRole('heading', { name: 'Quay Café is your weakest, Harbor Books your strongest' })
    .waitFor()
  expect(await scrollWidth(page)).toBe(width)

  const chart = page.getByRole('heading', { name: /^\d+ reviews in the last 30 days/ })
  await chart.waitFor()
  await page.getByText('Show the numbers').first().click()
  await page.getByRole('columnheader', { name: 'At least' }).waitFor()
  expect(await scrollWidth(page)).toBe(width)
  expect(complaints).toEqual([])
})

test('figures link to the reviews behind them, and a longer period has no comparison', async ({ owner }) => {
  const { page } = owner
  await page.goto('/app/analytics')
  const figures = page.getByRole('region', { name: 'Figures' })
  const [count] =
    /\d+/.exec((await figures.getByRole('link', { name: /Average rating/ }).textContent()) ?? '') ?? []
  expect(Number(count)).toBeGreaterThan(50)
  await page
    .getByRole('link', { name: '30 reviews of Quay Café' })
    .or(page.getByRole('link', { name: '29 reviews of Quay Café' }))
    .click()
  await page.waitForURL(/\/app\/reviews\?visibility=public&from=[\d-]+&to=[\d-]+&businessId=/)
  await page
    .getByText(/of Quay Café/)
    .first()
    .waitFor()
  expect(await page.getByText(/of Harbor Books/).count()).toBe(0)
  await page.goBack()
  await page.getByRole('link', { name: '90 days' }).click()
  await page.waitForURL('**/app/analytics?days=90')
  await figures.getByText('No comparison yet').first().waitFor()
})

test('a number in a chart over time links to its reviews without a page reload', async ({ owner }) => {
  const { page, complaints } = owner
  await page.goto('/app/analytics')
  const numbers = page.getByRole('region', { name: /^The numbers: \d+ reviews in the last 30 days/ })
  // The first chart compares locations.
  await page.getByText('Show the numbers').nth(1).click()
  const link = numbers.getByRole('link').first()
  const count = await link.textContent()
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  await link.click()
  await page.waitForURL(/\/app\/reviews\?visibility=public&from=([\d-]+)&to=\1$/)
  await page
    .getByRole('status')
    .filter({ hasText: new RegExp(`^${count} reviews?$`) })
    .waitFor()
  expect(await page.evaluate(() => 'isSamePage' in window)).toBe(true)
  expect(complaints).toEqual([])
})

test('a chart is saved as a picture and as a file', async ({ owner: { page } }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/app/analytics')
  const title = 'Quay Café is your weakest, Harbor Books your strongest'
  const picture = await savedAs(page, title, 'Picture (PNG)')
  expect(picture.suggestedFilename()).toBe('quay-caf-is-your-weakest-harbor-books-your-strongest.png')
  const bytes = await saved(picture)
  expect([...bytes.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47])
  // The picture is twice its width on screen, and not empty.
  expect(bytes.readUInt32BE(16)).toBeGreaterThan(1_500)
  expect(bytes.length).toBeGreaterThan(10_000)
  const text = (await saved(await savedAs(page, title, 'Numbers (CSV)'))).toString()
  expect(text).toMatch(
    /^\ufeff"Location","Rank","Reviews","Average","Expected","At least","At most"\r\n"Harbor Books/,
  )
})

test('exported reviews can be imported again for one business, each on its platform', async ({
  owner,
  newPerson,
  product,
}) => {
  const { page } = owner
  const answer = await page.request.get('/export/reviews.csv')
  expect(answer.status()).toBe(200)
  const file = { name: 'reviews.csv', mimeType: 'text/csv', buffer: await answer.body() }
  const { page: other } = await newPerson()
  const { organizationId } = await newOwner(other, product, { plan: 'free' })
  await other.goto('/app/businesses/new')
  await other.getByLabel('Name', { exact: false }).first().fill('Harbor Books')
  await other.getByRole('button', { name: 'Add business' }).click()
  await chooseFromMenu(other, 'Harbor Books', 'Add reviews')
  await other.getByRole('button', { name: 'Choose a file' }).waitFor()
  await other.getByLabel('File with reviews').setInputFiles(file)
  expect(await other.getByRole('combobox', { name: 'Import rows for' }).inputValue()).toBe('Harbor Books')
  await other.getByRole('button', { name: 'Check the file' }).click()
  await other.getByText(`${PER_LOCATION} rows can be imported.`).waitFor()
  await other.getByText('This row is about ‘Quay Café’.').first().waitFor()
  await other.getByRole('button', { name: `Import ${PER_LOCATION} reviews` }).click()
  await other.getByText(`${PER_LOCATION} reviews are stored`).waitFor()
  const database = await product.server.database()
  const { results } = await database
    .prepare(
      `SELECT platform, count(*) AS count FROM reviews WHERE organization_id = ? AND author_name LIKE '% of Harbor Books'
        GROUP BY platform ORDER BY platform`,
    )
    .bind(organizationId)
    .all()
  expect(results).toEqual([
    { platform: 'google', count: 40 },
    { platform: 'yelp', count: 20 },
  ])
})

test('a plan without Analytics shows sample data and a link to the plans', async ({ newPerson, product }) => {
  const { page, complaints } = await newPerson({ viewport: { width: 390, height: 844 } })
  await newOwner(page, product, { plan: 'free' })
  await page.goto('/app/analytics')
  await page.getByRole('heading', { name: 'Upgrade to Pro to unlock Analytics' }).waitFor()
  await page.getByText('This is what it looks like, with sample data.').waitFor()
  expect(await page.getByRole('button', { name: /^Save:/ }).count()).toBe(0)
  expect(await scrollWidth(page)).toBe(390)
  expect((await page.request.get('/export/reviews.csv')).status()).toBe(403)
  expect(complaints).toEqual([])
  await page.getByRole('link', { name: 'See the plans' }).click()
  await page.waitForURL('**/pricing')
})
