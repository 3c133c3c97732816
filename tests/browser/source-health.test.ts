import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createBusiness } from '#tests/factories.ts'
import { googleUrl, LISTINGS, type Listing } from '#tests/upstream/listings.ts'
import { chooseFromMenu } from './support/business-menu.ts'
import { newOwner, type Owner } from './support/owner.ts'
import { scrollWidth } from './support/page-faults.ts'
import type { Product } from './support/product.ts'
import { open } from './support/settled.ts'
import { send } from './support/sign-up.ts'
import { test } from './support/test.ts'

interface Shop {
  page: Page
  product: Product
  owner: Owner
  listing: Listing
}

/** Adds a business with its Google link, and waits until a first collection has ended. */
async function addCollected({ page, product, owner, listing }: Shop, status: string): Promise<string> {
  const database = await product.server.database()
  const link = { name: 'Harbor Books', googleUrl: googleUrl(listing) }
  const { id } = await createBusiness(database, owner, link)
  await send(page, 'collection.start', { businessId: id, options: {} })
  const ended = database
    .prepare('SELECT status FROM scrape_runs WHERE organization_id = ?')
    .bind(owner.organizationId)
  await expect.poll(() => ended.first('status'), { interval: 20 }).toBe(status)
  return id
}

async function goTo(page: Page, screen: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main' })
  await navigation.getByRole('link', { name: screen, exact: true }).click()
  await page.getByRole('heading', { level: 1, name: screen }).waitFor()
}

test('an owner is told of a failing source, reads why, repairs the link and sees it work', async ({
  newPerson,
  product,
}) => {
  const { page, context, complaints } = await newPerson()
  const owner = await newOwner(page, product, { plan: 'free' })
  // The place existed when it was added.
  const id = await addCollected({ page, product, owner, listing: LISTINGS.gone }, 'failed')
  // The row in the table of businesses offers the same remedy as the card.
  await open(page, '/app/businesses?view=table')
  const row = page.getByRole('row', { name: /^Harbor Books/ })
  await row.getByText("Google doesn't find this place").waitFor()
  const remedy = row.getByRole('link', { name: 'Correct the Google link' })
  expect(await remedy.getAttribute('href')).toMatch(/^\/app\/businesses\/edit\?id=/)
  expect(await row.getByRole('link', { name: 'Sources' }).count()).toBe(1)

  await goTo(page, 'Businesses')
  const card = page.locator(`#business-${id}`)
  await card.getByText("Google doesn't find this place", { exact: true }).waitFor()
  expect(await card.getByText(/doesn't find|failed/).count()).toBe(1)

  await page.getByRole('button', { name: 'Notifications, 1 unread' }).click()
  await page
    .getByRole('menuitem', {
      name: /Harbor Books: Google doesn't find this place any more\. Check its link\./,
    })
    .click()
  await page.getByRole('heading', { name: 'Sources of Harbor Books' }).waitFor()
  await page.getByRole('button', { name: 'Notifications', exact: true }).waitFor()

  const google = page.getByRole('region', { name: 'Google' })
  await google.getByText("Google doesn't find this place", { exact: true }).waitFor()
  await google.getByText('Check the link: copy it from Google again.', { exact: true }).waitFor()
  const runs = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await expect.poll(() => runs.count()).toBe(1)

  await google.getByRole('link', { name: 'Correct the Google link' }).click()
  const link = page.getByLabel(/^Google link/)
  await expect.poll(() => link.inputValue()).not.toBe('')
  await link.fill(googleUrl(LISTINGS.small))
  await page.getByRole('button', { name: 'Save' }).click()
  await chooseFromMenu(page, 'Harbor Books', 'Sources')

  await google.getByText('Not checked yet', { exact: true }).waitFor()
  await context.setOffline(true)
  await google.getByText('You are currently offline.', { exact: false }).waitFor()
  expect(await google.getByRole('button', { name: 'Collect now from Google' }).isDisabled()).toBe(true)
  await context.setOffline(false)
  await google.getByRole('button', { name: 'Collect now from Google' }).click()
  await google.getByText('Up to date', { exact: true }).waitFor()
  await google.getByText('Last collection: 3 new reviews.').waitFor()
  await google.getByText('Stored here').waitFor()

  await expect.poll(() => runs.count()).toBe(2)
  await runs.nth(0).getByText('Done', { exact: true }).waitFor()
  await runs.nth(0).getByText('3 new', { exact: true }).waitFor()
  await runs.nth(1).getByText('Failed', { exact: true }).waitFor()
  await runs.first().locator('summary').click()
  await runs.first().getByText("Started by hand, from Google's public page").waitFor()

  // The browser logs requests that it tried while offline.
  expect(complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  expect(product.faults).toEqual([])
})

test('a Google listing without reviews says so on every screen and never mentions older ones', async ({
  newPerson,
  product,
}) => {
  const { page } = await newPerson()
  const owner = await newOwner(page, product, { plan: 'free' })
  await addCollected({ page, product, owner, listing: LISTINGS.empty }, 'succeeded')
  const said = page.getByText('Google showed no reviews', { exact: false })
  const olderOnes = page.getByText(/No reviews in the last|Older ones are kept/)
  await open(page, '/app')
  for (const screen of ['Dashboard', 'Reviews', 'Businesses']) {
    await goTo(page, screen)
    await said.first().waitFor()
    expect(await olderOnes.count(), screen).toBe(0)
  }
  await page.locator('[id^="business-"]').getByText('No reviews yet', { exact: true }).waitFor()
  await chooseFromMenu(page, 'Harbor Books', 'Sources')
  const google = page.getByRole('region', { name: 'Google' })
  await google.getByText('Google showed no reviews', { exact: true }).waitFor()
  expect(await olderOnes.count()).toBe(0)
})

test('an owner on a phone follows a collection and stops it', async ({
  newPerson,
  product,
  onTestFinished,
}) => {
  const { page, complaints } = await newPerson({ viewport: { width: 390, height: 844 } })
  const owner = await newOwner(page, product, { plan: 'pro' })
  const googleLink = { googleUrl: googleUrl(LISTINGS.mixed) }
  const { id } = await createBusiness(await product.server.database(), owner, googleLink)
  const { control } = product.upstream
  await control.addFault({ kind: 'slow', platform: 'google', listing: 'mixed', delayMs: 1_000, times: null })
  onTestFinished(() => control.clearFaults())
  await page.goto(`/app/businesses/${id}/sources`)
  const google = page.getByRole('region', { name: 'Google' })
  await google.getByRole('button', { name: 'Collect now from Google' }).click()
  await google.getByText('Collecting…', { exact: true }).waitFor()
  await google.getByRole('progressbar').waitFor()
  await google.getByRole('button', { name: 'Stop collecting from Google' }).click()
  await google.getByText(/Last collection: Stopped\./).waitFor()
  await google.getByRole('button', { name: 'Collect now from Google' }).waitFor()
  const runs = page.getByRole('region', { name: 'History' }).getByRole('listitem')
  await runs.first().getByText('Stopped').waitFor()
  expect(await scrollWidth(page)).toBe(390)
  expect(complaints).toEqual([])
})
