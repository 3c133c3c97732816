import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { openMailedLink } from './support/mailbox.ts'
import { newOwner } from './support/owner.ts'
import { scanQrCode } from './support/qr-code.ts'
import { newShop } from './support/review-rows.ts'
import { open, show } from './support/settled.ts'
import { newEmail } from './support/sign-up.ts'
import { test as base } from './support/test.ts'

/** A person's browser: visits by bots aren't counted. */
const PHONE = 'Mozilla/5.0 (Linux; Android 16; Pixel 10) AppleWebKit/537.36 Chrome/150 Mobile Safari/537.36'

const test = base.extend('shop', { scope: 'file' }, async ({ newPerson, product }) => {
  const { page, complaints } = await newPerson({ reducedMotion: 'reduce', acceptDownloads: true })
  const { id: businessId } = await newShop(product, await newOwner(page, product, { plan: 'pro' }))
  const database = await product.server.database()
  await database
    .prepare(`UPDATE businesses SET full_address = '1 Mill Lane, Larkhaven' WHERE id = ?`)
    .bind(businessId)
    .run()
  const { page: guest } = await newPerson({ userAgent: PHONE, reducedMotion: 'reduce' })
  return { page, complaints, guest, handle: `shop-${businessId.slice(-12)}` }
})

/** Shows the screen as it is first. */
async function showAsk(page: Page): Promise<void> {
  await show(page, '/app/help')
  await show(page, '/app/ask')
}

test('an owner creates a page, prints its code, asks by e-mail and sees the results', async ({
  shop: { page, complaints, guest, handle },
  product,
}) => {
  await open(page, '/app')
  await page.getByRole('link', { name: 'Get reviews' }).press('Enter')
  await page.getByRole('heading', { name: 'Get reviews' }).waitFor()
  expect(await page.getByLabel('Address of link 1').inputValue()).toContain('/local/writereview?placeid=ChIJ')
  await page.getByLabel('Address of the page').fill(handle)
  await page.getByRole('button', { name: 'Make the page' }).press('Enter')
  const address = `${product.origin}/r/${handle}`
  await page.getByText(address).waitFor()

  await guest.goto(`/r/${handle}`)
  // The target is Google's own page, so only the redirect is checked.
  const followed = guest.waitForResponse(`**/r/${handle}/google`)
  await guest.keyboard.press('Tab')
  await guest.keyboard.press('Enter')
  expect((await followed).headers().location).toContain('/local/writereview?placeid=ChIJ')

  for (const link of ['Print cards', 'Print a table stand']) {
    await page.getByRole('link', { name: link }).press('Enter')
    await page.getByRole('heading', { name: 'Print' }).waitFor()
    expect(await scanQrCode(page)).toBe(address)
    const paper = (await page.pdf()).toString('latin1')
    expect(paper.match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
    await page.getByRole('main').getByRole('link', { name: 'Get reviews' }).press('Enter')
    await page.getByRole('heading', { name: 'Ask by e-mail' }).waitFor()
  }

  const email = newEmail()
  await page.getByLabel('Name (optional)').fill('Ana')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Where did this person agree').selectOption('in_person')
  await page.getByRole('button', { name: 'Ask this person' }).press('Enter')
  await page.getByText('1 e-mail is on its way.').waitFor()
  await product.server.tick()
  await openMailedLink(guest, product, email, 'Would you write a review of%')
  expect(guest.url()).toContain(`/r/${handle}`)

  await showAsk(page)
  await page.getByText(`Ana, ${email}`).waitFor()
  await page.getByText('Went on to Google').waitFor()
  await page.getByText('It’s too early to compare.').waitFor()
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export all as CSV' }).press('Enter')
  expect((await download).suggestedFilename()).toMatch(/^asks-\d{4}-\d{2}-\d{2}\.csv$/)

  expect(complaints).toEqual([])
})

test('a guest who presses ‘Never ask me again’ is never asked again', async ({
  shop: { page, guest },
  product,
}) => {
  const email = newEmail()
  await showAsk(page)
  await page.getByRole('button', { name: 'Ask several people' }).press('Enter')
  const people = page.getByLabel('People', { exact: true })
  await people.fill('nobody')
  await page.getByLabel('Where did they agree').selectOption('form')
  await page.getByRole('button', { name: 'Ask these people' }).press('Enter')
  await page.getByText('Line 1: There is no e-mail address in ‘nobody’.').waitFor()
  await people.fill(`Kim Vale <${email}>\n${newEmail()}`)
  await page.getByRole('button', { name: 'Ask these people' }).press('Enter')
  await page.getByText('2 e-mails are on their way.').waitFor()
  await product.server.tick()

  const database = await product.server.database()
  const text = await database
    .prepare('SELECT text FROM dev_mails WHERE recipient = ?')
    .bind(email)
    .first<string>('text')
  await open(guest, /\S+\/unsubscribe\/asks\S+/.exec(text ?? '')?.[0] ?? '')
  await expectAccessible(guest, [390])
  await guest.getByRole('button', { name: 'Never ask me again' }).press('Enter')
  await guest.getByRole('heading', { name: 'You won’t be asked again' }).waitFor()

  await showAsk(page)
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByLabel('Where did this person agree').selectOption('writing')
  await page.getByRole('button', { name: 'Ask this person' }).press('Enter')
  await page.getByText('1 person gets none').waitFor()
  expect(await page.getByText(email).count()).toBe(0)
})

test('the public page is accessible in light and dark mode, on a phone, and right to left', async ({
  shop: { page, guest, handle },
}) => {
  await showAsk(page)
  await page.getByRole('button', { name: 'Change the page' }).press('Enter')
  await page.getByLabel('Address of the page').fill(`${handle}-ar`)
  await page.getByLabel('Language').selectOption('ar')
  await page.getByRole('button', { name: 'Save page' }).press('Enter')
  await page.getByText(`/r/${handle}-ar`).waitFor()
  await guest.goto(`/r/${handle}-ar`)
  expect(await guest.locator('html').getAttribute('dir')).toBe('rtl')
  await expectAccessible(guest)
})

test('a message that offers a reward or asks for stars gets a warning, and others are saved', async ({
  shop: { page },
}) => {
  await showAsk(page)
  const text = page.getByLabel('Your text')
  await text.fill('Give us five stars and get a free coffee')
  await page.getByText('This looks like a reward.').waitFor()
  await page.getByText('ask for a review, not for a good one').waitFor()
  await text.fill('Would you tell others what you think?')
  await page.getByRole('button', { name: 'Save text' }).press('Enter')
  await page.getByRole('button', { name: 'Save text' }).waitFor({ state: 'detached' })
  const body = encodeURIComponent('Would you tell others what you think? ')
  for (const [name, scheme] of [
    ['Text message', 'sms:?&body='],
    ['WhatsApp', 'https://wa.me/?text='],
    ['Your e-mail', 'mailto:?subject='],
  ] as const) {
    const href = await page.getByRole('link', { name }).getAttribute('href')
    expect(href?.startsWith(scheme)).toBe(true)
    expect(href).toContain(body)
  }
})
