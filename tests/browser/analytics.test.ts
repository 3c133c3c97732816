import { readFile } from 'node:fs/promises'
import type { D1Database } from '@cloudflare/workers-types'
import type { Download, Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Account, createBusiness, giveReviewIds, storeReviews } from '#tests/factories.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import { newOwner } from './support/owner.ts'
import { scrollWidth } from './support/page-faults.ts'
import { open, show } from './support/settled.ts'
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

test('an owner compares locations, on screens of every width', async ({ owner: { page, complaints } }) => {
  await open(page, '/app')
  await page.getByRole('link', { name: 'Analytics', exact: true }).click()
  await page
    .getByRole('heading', { name: 'Quay Café is your weakest, Harbor Books your strongest' })
    .waitFor()
  await page.getByRole('heading', { name: /^\d+ reviews in the last 30 days/ }).waitFor()
  for (const isUnfolded of [false, true]) {
    if (isUnfolded) await page.getByText('Show the numbers').first().click()
    if (isUnfolded) await page.getByRole('columnheader', { name: 'At least' }).waitFor()
    for (const width of [320, 390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await scrollWidth(page)).toBe(width)
    }
  }
  expect(complaints).toEqual([])
})

test('figures link to the reviews behind them, and a longer period has no comparison', async ({ owner }) => {
  const { page } = owner
  await show(page, '/app/analytics')
  const figures = page.getByRole('region', { name: 'Figures' })
  const [count] =
    /\d+/.exec((await figures.getByRole('link', { name: /Average rating/ }).textContent()) ?? '') ?? []
  expect(Number(count)).toBeGreaterThan(50)
  await page.getByRole('link', { name: /^(29|30) reviews of Quay Café$/ }).click()
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
  await show(page, '/app/analytics')
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
  await show(page, '/app/analytics')
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
