import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { expectAccessible } from './support/axe.ts'
import { chooseFromMenu } from './support/business-menu.ts'
import { newOwner, type Owner } from './support/owner.ts'
import type { Product } from './support/product.ts'
import { hydrated, open } from './support/settled.ts'
import { test } from './support/test.ts'

const POLL = { interval: 20 }
const REPLY = 'Thank you for coming by, and for the kind words about the shelves.'

/** Adds the listing with three reviews, and opens its accounts. */
async function begin(page: Page, product: Product): Promise<Owner> {
  // A plan that may collect more than once an hour, and Facebook too.
  const owner = await newOwner(page, product, { plan: 'pro' })
  await open(page, '/app/businesses/new')
  await page.getByLabel('Name', { exact: false }).first().fill('Marlowe & Daughter Books')
  await page.getByLabel(/^Google link/).fill(googleUrl(LISTINGS.small))
  await page.getByRole('button', { name: 'Add business' }).click()
  await page.getByText('3 new reviews').waitFor()
  await chooseFromMenu(page, 'Marlowe & Daughter Books', 'Connect accounts')
  await page.waitForURL('**/connect')
  return owner
}

/** Allows access at Google, and chooses the place. */
async function connectGoogle(page: Page): Promise<void> {
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

/** The minute in which Google is asked about the reply. */
async function passMinute(product: Product, { organizationId }: Owner) {
  const db = await product.server.database()
  await db
    .prepare('UPDATE reply_posts SET due_at = 0 WHERE due_at IS NOT NULL AND organization_id = ?')
    .bind(organizationId)
    .run()
  await product.server.tick()
}

test('an owner connects Google, chooses the place, and answers a review there', async ({
  newPerson,
  product,
}) => {
  const { page, complaints } = await newPerson()
  const owner = await begin(page, product)
  const address = page.url()

  // Who cancels is back where it began, and may begin again.
  await page.getByRole('link', { name: 'Connect Google' }).click()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('You cancelled the request at Google. Nothing was changed.').waitFor()
  expect(new URL(page.url()).pathname).toBe(new URL(address).pathname)

  await connectGoogle(page)

  // The reviews of the public page are found again, by the ids that they are answered with.
  const db = await product.server.database()
  await expect
    .poll(async () => {
      const rows = await db
        .prepare('SELECT source FROM reviews WHERE organization_id = ?')
        .bind(owner.organizationId)
        .all<{ source: string }>()
      return rows.results.map(({ source }) => source)
    }, POLL)
    .toEqual(Array(3).fill('google-business-profile'))

  await open(page, '/app/reviews')
  const first = page.getByRole('article')
  await first.getByText('Posts publicly on Google. Everyone can read it.').waitFor()
  await page.getByRole('textbox', { name: /reply/i }).fill(REPLY)
  await first.getByRole('button', { name: 'Post on Google' }).click()
  await first.getByText('Waiting for Google').waitFor()
  await expect
    .poll(
      async () =>
        (await product.upstream.control.reviews('google', 'small')).map(
          ({ ownerResponse }) => ownerResponse?.text,
        ),
      POLL,
    )
    .toContain(REPLY)
  await untilLive(page, product, owner)

  // Taken off here, it is gone there.
  await first.getByRole('button', { name: 'Delete' }).click()
  await expect
    .poll(
      async () =>
        (await product.upstream.control.reviews('google', 'small')).map(
          ({ ownerResponse }) => ownerResponse?.text,
        ),
      POLL,
    )
    .not.toContain(REPLY)

  await page.goto(address)
  await page.getByText('wren.alder@example.test').first().waitFor()
  await hydrated(page)
  await page.getByRole('button', { name: 'Disconnect wren.alder@example.test' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click()
  await page.getByText('Accounts you can connect').waitFor()
  const left = db.prepare('SELECT id FROM connections WHERE organization_id = ?').bind(owner.organizationId)
  expect((await left.all()).results).toEqual([])
  expect(complaints).toEqual([])
  expect(product.faults).toEqual([])
})

test('a reply waits in the outbox, is undone on a phone, and posted from a desk once its time has come', async ({
  newPerson,
  product,
}) => {
  const { page, complaints } = await newPerson()
  await page.setViewportSize({ width: 390, height: 844 })
  const owner = await begin(page, product)
  await connectGoogle(page)
  const replies = async () =>
    (await product.upstream.control.reviews('google', 'small')).map(
      ({ ownerResponse }) => ownerResponse?.text,
    )

  await open(page, '/app/team')
  await page.getByLabel('Post replies').selectOption('After 10 minutes')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await page.getByText('Your change is saved.').waitFor()

  await open(page, '/app/reviews')
  await page.getByRole('list', { name: 'Reviews' }).getByRole('link').first().click()
  const review = page.getByRole('article')
  const field = review.getByRole('textbox', { name: /reply/i })
  await field.fill('Written too early')
  await review.getByRole('button', { name: 'Post on Google' }).click()
  await review.getByText('Goes to Google in 10 minutes').waitFor()
  await product.server.tick()
  await expectAccessible(page, [390])
  const undo = review.getByRole('button', { name: 'Undo' })
  // The list is read again only once the next reply is on its way: on a slow line it still has the undone one.
  const reread = Promise.withResolvers<void>()
  await page.route(/\.data(\?|$)/, async (route) => {
    await reread.promise
    await route.continue()
  })
  await undo.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Nothing was posted. Your text is still here.').waitFor()
  expect(await field.inputValue()).toBe('Written too early')

  await page.setViewportSize({ width: 1440, height: 900 })
  await field.fill(`${REPLY} Until next time.`)
  await review.getByRole('button', { name: 'Post on Google' }).click()
  reread.resolve()
  await review.getByText('Goes to Google in 10 minutes').waitFor()
  await expectAccessible(page, [1440])
  expect(await replies()).not.toContain('Written too early')
  await passMinute(product, owner)
  await expect.poll(replies, POLL).toContain(`${REPLY} Until next time.`)
  expect(await replies()).not.toContain('Written too early')
  await untilLive(page, product, owner)

  // Other files read this listing, too.
  await review.getByRole('button', { name: 'Delete' }).click()
  await expect
    .poll(async () => {
      await passMinute(product, owner)
      return replies()
    }, POLL)
    .not.toContain(`${REPLY} Until next time.`)
  expect(complaints).toEqual([])
  expect(product.faults).toEqual([])
})

/** Lets minutes pass until Google shows the reply: it has it before the worker knows, which asks again a minute later. */
async function untilLive(page: Page, product: Product, owner: Owner): Promise<void> {
  await expect
    .poll(async () => {
      await passMinute(product, owner)
      await page.reload()
      return page.getByText('Live on Google').count()
    }, POLL)
    .toBeGreaterThan(0)
}
