import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { chooseFromMenu } from './business-menu.ts'
import type { Owner } from './owner.ts'
import type { Product } from './product.ts'
import { newListingOwner } from './small-listing.ts'

export const POLL = { interval: 20 }
/** For polls that fire cron each time, which takes longer than what they wait for. */
export const TICKING = { interval: 200 }

/** Adds the listing with three reviews, and opens its accounts. */
export async function beginConnecting(page: Page, product: Product): Promise<Owner> {
  const owner = await newListingOwner(page, product)
  await chooseFromMenu(page, 'Marlowe & Daughter Books', 'Connect accounts')
  await page.waitForURL('**/connect')
  return owner
}

/** Allows access at Google, and chooses the place. */
export async function connectGoogle(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Connect Google' }).click()
  await page.getByText('business.manage').first().waitFor()
  await page.getByLabel('Wren Alder').check()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL('**/connect?connection=**')
  const matching = page.getByRole('listitem').filter({ hasText: 'Matches your link' })
  await matching.waitFor()
  expect(await matching.count()).toBe(1)
  await matching.getByRole('button', { name: /^Choose Marlowe & Daughter Books/ }).click()
  await page.waitForURL('**/sources')
  await page.getByText('Marlowe & Daughter Books is connected.').waitFor()
}

/** Makes the next requests to Google about the owner's replies due, and fires cron once, as after a minute. */
export async function passMinute(product: Product, { organizationId }: Owner) {
  const db = await product.server.database()
  await db
    .prepare('UPDATE reply_posts SET due_at = 0 WHERE due_at IS NOT NULL AND organization_id = ?')
    .bind(organizationId)
    .run()
  await product.server.tick()
}

/** The replies at the platform to the listing's reviews. */
export async function repliesAt({ upstream }: Product): Promise<(string | undefined)[]> {
  const reviews = await upstream.control.reviews('google', 'small')
  return reviews.map(({ ownerResponse }) => ownerResponse?.text)
}

/**
 * Fires cron until the worker knows that Google shows the reply. One run isn't enough: the worker asks Google only a
 * minute after sending.
 */
export async function untilLive(page: Page, product: Product, owner: Owner): Promise<void> {
  const db = await product.server.database()
  const post = db
    .prepare('SELECT state FROM reply_posts WHERE organization_id = ?')
    .bind(owner.organizationId)
  await expect
    .poll(async () => {
      await passMinute(product, owner)
      return post.first('state')
    }, TICKING)
    .toBe('live')
  await page.reload()
  await page.getByText('Live on Google').waitFor()
}
