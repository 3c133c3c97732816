import { expect } from 'vitest'
import { volume } from '#tests/volume.ts'
import { newOwner } from './support/owner.ts'
import { newShop, reviewRows } from './support/review-rows.ts'
import { open } from './support/settled.ts'
import { test as base } from './support/test.ts'

const TYPING_MS = 3_000

/** Owner of an account with three reviews, on a phone. */
const test = base.extend('owner', { scope: 'file' }, async ({ newPerson, product }) => {
  const owner = await newPerson({ viewport: { width: 390, height: 844 } })
  await newShop(product, await newOwner(owner.page, product))
  return owner
})

for (const path of ['/signup', '/login', '/reset-password'].slice(0, volume(1, 3))) {
  test(`${path} becomes interactive even if someone types into it while its script starts`, async ({
    newPerson,
  }) => {
    const { page, complaints } = await newPerson()
    await page.addInitScript((durationMs) => {
      const { port1, port2 } = new MessageChannel()
      const endsAt = Date.now() + durationMs
      port1.onmessage = () => {
        document.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }))
        if (Date.now() < endsAt) port2.postMessage(null)
      }
      port2.postMessage(null)
    }, TYPING_MS)
    await page.goto(path)
    await page.locator('button[type=submit]:enabled').waitFor()
    expect(complaints).toEqual([])
  })
}

test('before scripts load, menu, bell and drawer are links; then a typed reply is kept, and the focus as well', async ({
  owner: { context },
}) => {
  const page = await context.newPage()
  const { promise: haveCome, resolve: come } = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await haveCome
    await route.continue()
  })
  await page.goto('/app', { waitUntil: 'commit' })
  const account = page.getByRole('link', { name: /^Account of/ })
  expect(await account.getAttribute('href')).toBe('/app/profile')
  const bell = page.getByRole('link', { name: 'Notifications' })
  expect(await bell.getAttribute('href')).toBe('/app/notifications')
  await page.getByRole('link', { name: 'Open navigation' }).click({ noWaitAfter: true })
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Reviews', exact: true })
    .click({ noWaitAfter: true })
  await page.waitForURL('/app/reviews', { waitUntil: 'commit' })
  await reviewRows(page).getByRole('link').first().click({ noWaitAfter: true })
  const reply = page.getByRole('textbox', { name: 'Your reply' })
  await reply.fill('Thank you, come again.')
  await account.focus()
  come()
  await page.getByRole('button', { name: 'Templates' }).waitFor()
  expect(await reply.inputValue()).toBe('Thank you, come again.')
  const button = page.getByRole('button', { name: /^Account of/ })
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.close()
})

test('a worker warms up Intl, and a screen without figures and dates creates no formatter until it is printed', async ({
  owner: { context },
}) => {
  const page = await context.newPage()
  await page.addInitScript(() => {
    for (const name of ['DateTimeFormat', 'NumberFormat'] as const) {
      const note = {
        construct(kind: new (...args: never[]) => object, args: unknown[]) {
          // Browsers without Temporal read the time zone from a formatter without a locale.
          if (args.length > 0) performance.mark('formatter')
          return Reflect.construct(kind, args)
        },
      }
      Reflect.set(Intl, name, new Proxy(Intl[name], note))
    }
  })
  const made = () => page.evaluate(() => performance.getEntriesByName('formatter').length)
  const asked = page.waitForEvent('worker')
  await open(page, '/app/help')
  const worker = await asked
  expect(new URL(worker.url()).pathname).toBe('/assets/prepare-intl.js')
  if (page.workers().includes(worker)) await worker.waitForEvent('close')
  await page.locator('.print-date').waitFor({ state: 'attached' })
  expect(await made()).toBe(0)
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect.poll(made).toBe(1)
  await page.close()
})

test('logging out with an unsent reply asks first', async ({ owner: { page } }) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await open(page, '/app/reviews?status=pending')
  const reply = page.getByRole('textbox', { name: 'Your reply' })
  await reply.fill('Thank you, come again.')
  async function logOut() {
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
  }
  await logOut()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect.poll(() => reply.inputValue()).toBe('Thank you, come again.')
  await logOut()
  await question.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('/')
  expect(await page.evaluate(() => window.localStorage.getItem('reply-drafts'))).toBeNull()
})
