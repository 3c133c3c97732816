import type { Page } from 'playwright-core'
import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'

/** Adds the listing with three reviews from the Dashboard; its collection starts by itself. */
export async function addSmallListing(page: Page): Promise<void> {
  await page.getByLabel(/Paste your Google or Yelp link/).fill(googleUrl(LISTINGS.small))
  await page.getByRole('button', { name: 'Find my business' }).click()
  await page.getByRole('heading', { name: 'Marlowe & Daughter Books' }).waitFor()
  await page.getByRole('button', { name: 'That’s mine, get its reviews' }).click()
  await page.getByText('3 reviews need an answer').waitFor()
  await page.getByText('Your reviews are on their way').waitFor({ state: 'hidden' })
}
