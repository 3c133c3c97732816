import type { Page } from 'playwright-core'
import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { newOwner, type Owner } from './owner.ts'
import type { Product } from './product.ts'
import { open } from './settled.ts'

/** Adds the listing with three reviews from the Dashboard; its collection starts by itself. */
export async function addSmallListing(page: Page): Promise<void> {
  await page.getByLabel(/Paste your Google or Yelp link/).fill(googleUrl(LISTINGS.small))
  await page.getByRole('button', { name: 'Find my business' }).click()
  await page.getByRole('heading', { name: 'Marlowe & Daughter Books' }).waitFor()
  await page.getByRole('button', { name: 'That’s mine, get its reviews' }).click()
  await page.getByText('3 reviews need an answer').waitFor()
  await page.getByText('Your reviews are on their way').waitFor({ state: 'hidden' })
}

/** A new account on Pro, which may collect more than once an hour, with the listing added by its form. */
export async function newListingOwner(page: Page, product: Product): Promise<Owner> {
  const owner = await newOwner(page, product, { plan: 'pro' })
  await open(page, '/app/businesses/new')
  await page.getByLabel('Name', { exact: false }).first().fill('Marlowe & Daughter Books')
  await page.getByLabel(/^Google link/).fill(googleUrl(LISTINGS.small))
  await page.getByRole('button', { name: 'Add business' }).click()
  await page.getByText('3 new reviews').waitFor()
  return owner
}
