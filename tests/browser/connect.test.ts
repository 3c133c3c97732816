import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { chooseFromMenu } from './support/business-menu.ts'
import type { Product } from './support/product.ts'
import { test } from './support/test.ts'

const REPLY = 'Thank you for coming by, and for the kind words about the shelves.'

function shoot(page: Page, name: string) {
  return page.screenshot({ path: `.test-output/connect-${name}.png`, fullPage: true })
}

/** Signs up with an address that Google has confirmed, and adds the listing with three reviews. */
async function begin(page: Page, product: Product): Promise<string> {
  await page.goto('/signup?redirectTo=/app/businesses/new')
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByLabel('Wren Alder').check()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL('**/app/businesses/new')
  // A plan that may collect more than once an hour, and Facebook too.
  const db = await product.server.database()
  await db.prepare("UPDATE organization_subscriptions SET plan_type = 'pro'").run()
  await page.getByLabel('Name', { exact: false }).first().fill('Marlowe & Daughter Books')
  await page.getByLabel(/Google/).fill(googleUrl(LISTINGS.small))
  await page.getByRole('button', { name: 'Add business' }).click()
  await page.getByText('3 new reviews').waitFor()
  await chooseFromMenu(page, 'Marlowe & Daughter Books', 'Connect accounts')
  await page.waitForURL('**/connect')
  return page.url()
}

/** The minute in which Google is asked about the reply. */
async function passMinute(product: Product) {
  const db = await product.server.database()
  await db.prepare('UPDATE reply_posts SET due_at = 0 WHERE due_at IS NOT NULL').run()
  await product.server.tick()
}

test('an owner connects Google, chooses the place, and answers a review there', async ({
  newPerson,
  product,
}) => {
  const { page, complaints, context } = await newPerson()
  const address = await begin(page, product)
  await shoot(page, 'none-1440')

  // Who cancels is back where it began, and may begin again.
  await page.getByRole('link', { name: 'Connect Google' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('You cancelled the request at Google. Nothing was changed.').waitFor()
  expect(new URL(page.url()).pathname).toBe(new URL(address).pathname)
  await shoot(page, 'denied-1440')

  await page.getByRole('link', { name: 'Connect Google' }).click()
  await page.getByText('business.manage').first().waitFor()
  await page.getByLabel('Wren Alder').check()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL('**/connect?connection=**')
  const matching = page.getByRole('listitem').filter({ hasText: 'Matches your link' })
  await matching.waitFor()
  await shoot(page, 'places-1440')
  expect(await matching.count()).toBe(1)
  await matching.getByRole('button', { name: /^Choose Marlowe & Daughter Books/ }).click()
  await page.waitForURL('**/sources')
  await page.getByText('Marlowe & Daughter Books is connected.').waitFor()

  // The reviews of the public page are found again, by the ids that they are answered with.
  const db = await product.server.database()
  await expect
    .poll(async () => {
      const rows = await db.prepare('SELECT source FROM reviews').all<{ source: string }>()
      return rows.results.map(({ source }) => source)
    })
    .toEqual(Array(3).fill('google-business-profile'))

  await page.goto('/app/reviews')
  const first = page.getByRole('article')
  await first.getByText('Posts publicly on Google. Everyone can read it.').waitFor()
  await page.getByRole('textbox', { name: /reply/i }).fill(REPLY)
  await first.getByRole('button', { name: 'Post on Google' }).click()
  await first.getByText('Waiting for Google').waitFor()
  await expect
    .poll(async () =>
      (await product.upstream.control.reviews('google', 'small')).map(
        ({ ownerResponse }) => ownerResponse?.text,
      ),
    )
    .toContain(REPLY)
  await shoot(page, 'waiting-1440')
  await passMinute(product)
  await expect.poll(() => reloaded(page, 'Live on Google'), { timeout: 20_000 }).toBe(true)
  await shoot(page, 'live-1440')

  // Taken off here, it is gone there.
  await first.getByRole('button', { name: 'Delete' }).click()
  await expect
    .poll(async () =>
      (await product.upstream.control.reviews('google', 'small')).map(
        ({ ownerResponse }) => ownerResponse?.text,
      ),
    )
    .not.toContain(REPLY)

  await page.goto(address)
  await page.getByText('wren.alder@example.test').first().waitFor()
  await shoot(page, 'connected-1440')
  await page.setViewportSize({ width: 390, height: 844 })
  await shoot(page, 'connected-390')
  await page.getByRole('button', { name: 'Disconnect wren.alder@example.test' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('Accounts you can connect').waitFor()
  expect((await db.prepare('SELECT id FROM connections').all()).results).toEqual([])
  expect(complaints).toEqual([])
  expect(product.faults).toEqual([])
  await context.close()
})

async function reloaded(page: Page, text: string): Promise<boolean> {
  await page.reload()
  return (await page.getByText(text).count()) > 0
}
