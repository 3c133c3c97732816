import type { Page } from 'playwright-core'
import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'

/** Adds the listing with three reviews from the Dashboard; its collection starts by itself. */
export async function addSmallListing(page: Page): Promise<void> {
  await page.getByLabel(/Paste your Google or Yelp link/).fill(googleUrl(LISTINGS.small))
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Name', { exact: false }).first().fill('Marlowe & Daughter Books')
  await page.getByRole('button', { name: 'Add business' }).click()
  await page.getByText('3 new reviews').waitFor()
}
