import type { Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import { createBusiness } from '#tests/factories.ts'
import { googleUrl, LISTINGS, type Listing } from '#tests/upstream/listings.ts'
import { chooseFromMenu } from './support/business-menu.ts'
import { newOwner } from './support/owner.ts'
import { scrollWidth } from './support/page-faults.ts'
import { test } from './support/test.ts'

/** Adds a business with its Google link, which starts its first collection. */
async function addBusiness(page: Page, listing: Listing) {
  await page.goto('/app/businesses/new')
  await page.getByLabel('Name', { exact: false }).first().fill('Harbor Books')
  await page.getByLabel(/^Google link/).fill(googleUrl(listing))
  await page.getByRole('button', { name: 'Add business' }).click()
}

test('an owner is told of a failing source, reads why, repairs the link and sees it work', async ({
  newPerson,
  product,
}) => {
  const { page, context, complaints } = await newPerson()
  const owner = await newOwner(page, product, { plan: 'free' })
  const { organizationId } = owner
  const database = await product.server.database()
  // The place existed when it was added.
  const listing = { name: 'Harbor Books', googleUrl: googleUrl(LISTINGS.gone) }
  const { id } = await createBusiness(database, owner, listing)
  const ended = database
    .prepare("SELECT 1 FROM scrape_runs WHERE organization_id = ? AND status = 'failed'")
    .bind(organizationId)
  await page.goto(`/app/businesses/${id}/sources`)
  await page.getByRole('button', { name: 'Collect now from Google' }).click()
  await vi.waitUntil(() => ended.first(), { timeout: 30_000, interval: 50 })
  await page.goto('/app/businesses')
  const card = page.locator(`#business-${id}`)
  await card.getByText("Google doesn't find this place", { exact: true }).waitFor()
  expect(await card.getByText(/doesn't find|failed/).count()).toBe(1)

  // The notification arrives without a reload.
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

  // The row in the table of businesses offers the same remedy.
  await page.goto('/app/businesses?view=table')
  const row = page.getByRole('row', { name: /^Harbor Books/ })
  await row.getByText("Google doesn't find this place").waitFor()
  await row.getByRole('link', { name: 'Correct the Google link' }).click()
  await page.waitForURL('**/app/businesses/edit?id=*')
  await page.goBack()
  await row.getByRole('link', { name: 'Sources' }).click()

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

  // The notification stays read.
  await page.reload()
  await page.getByRole('button', { name: 'Notifications', exact: true }).click()
  await page.getByRole('menuitem', { name: /Harbor Books/ }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Mark all read' }).count()).toBe(0)

  // The browser logs requests that it tried while offline.
  expect(complaints.filter((text) => !text.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
  expect(product.faults).toEqual([])
})

test('a Google listing without reviews says so on every screen and never mentions older ones', async ({
  newPerson,
  product,
}) => {
  const { page } = await newPerson()
  await newOwner(page, product, { plan: 'free' })
  await addBusiness(page, LISTINGS.empty)
  const said = page.getByText('Google showed no reviews', { exact: false })
  const olderOnes = page.getByText(/No reviews in the last|Older ones are kept/)

  await page.locator('[id^="business-"]').getByText('No reviews yet', { exact: true }).waitFor()
  for (const path of ['/app/businesses', '/app', '/app/reviews']) {
    await page.goto(path)
    await said.first().waitFor()
    expect(await olderOnes.count(), path).toBe(0)
  }
  await page.goto('/app/businesses')
  await chooseFromMenu(page, 'Harbor Books', 'Sources')
  await page
    .getByRole('region', { name: 'Google' })
    .getByText('Google showed no reviews', { exact: true })
    .waitFor()
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
  await control.addFault({ kind: 'slow', platform: 'google', listing: 'mixed', delayMs: 3_000, times: null })
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
