import { expect } from 'vitest'
import { volume } from '#tests/volume.ts'
import { newOwner } from './support/owner.ts'
import { newShop, reviewRows } from './support/review-rows.ts'
import { open, read } from './support/settled.ts'
import { test } from './support/test.ts'

const TYPING_MS = 3_000

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

test('before scripts load, menu, bell and drawer are links, and a typed reply moves to the composer', async ({
  newPerson,
  product,
}) => {
  const { page, context } = await newPerson({ viewport: { width: 390, height: 844 } })
  await newShop(product, await newOwner(page, product))
  await read(page, '/app/reviews')
  const review = await reviewRows(page).getByRole('link').first().getAttribute('href')
  await page.close()
  const early = await context.newPage()
  const { promise: haveCome, resolve: come } = Promise.withResolvers<void>()
  await context.route('**/assets/*.js', async (route) => {
    await haveCome
    await route.continue()
  })
  const begin = (path: string) => early.goto(path, { waitUntil: 'commit' })

  await begin('/app')
  await early.getByRole('link', { name: /^Account of/ }).click({ noWaitAfter: true })
  await early.waitForURL('/app/profile', { waitUntil: 'commit' })
  await begin('/app')
  await early.getByRole('link', { name: 'Notifications' }).click({ noWaitAfter: true })
  await early.waitForURL('/app/notifications', { waitUntil: 'commit' })
  await begin('/app')
  await early.getByRole('link', { name: 'Open navigation' }).click({ noWaitAfter: true })
  await early
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Reviews', exact: true })
    .click({ noWaitAfter: true })
  await early.waitForURL('/app/reviews', { waitUntil: 'commit' })

  await begin(review ?? '')
  const reply = early.getByRole('textbox', { name: 'Your reply' })
  await reply.fill('Thank you, come again.')
  come()
  await early.getByRole('button', { name: 'Templates' }).waitFor()
  expect(await reply.inputValue()).toBe('Thank you, come again.')
})

test('a focused header link passes its focus to the button that replaces it', async ({
  newPerson,
  product,
}) => {
  const { page, context } = await newPerson()
  await newOwner(page, product)
  await page.close()
  const early = await context.newPage()
  const { promise: haveCome, resolve: come } = Promise.withResolvers<void>()
  await context.route('**/assets/*.js', async (route) => {
    await haveCome
    await route.continue()
  })
  await early.goto('/app', { waitUntil: 'commit' })
  await early.getByRole('link', { name: /^Account of/ }).focus()
  come()
  const button = early.getByRole('button', { name: /^Account of/ })
  await button.waitFor()
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
})

test('logging out with an unsent reply asks first', async ({ newPerson, product }) => {
  const { page } = await newPerson()
  await newShop(product, await newOwner(page, product))
  await open(page, '/app/reviews?status=pending')
  await page.getByRole('textbox', { name: 'Your reply' }).fill('Thank you, come again.')
  async function logOut() {
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Logout' }).click()
  }
  await logOut()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Cancel' }).click()
  await expect
    .poll(() => page.getByRole('textbox', { name: 'Your reply' }).inputValue())
    .toBe('Thank you, come again.')
  await logOut()
  await question.getByRole('button', { name: 'Log out' }).click()
  await page.waitForURL('/')
  expect(await page.evaluate(() => window.localStorage.getItem('reply-drafts'))).toBeNull()
})

test('a screen without figures and dates creates no Intl formatter until it is printed', async ({
  newPerson,
  product,
}) => {
  const { page } = await newPerson()
  await newOwner(page, product)
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
  await open(page, '/app/help')
  await page.locator('.print-date').waitFor({ state: 'attached' })
  expect(await made()).toBe(0)
  await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
  await expect.poll(made).toBe(1)
})

test('a page starts a worker that warms up Intl', async ({ newPerson }) => {
  const { page } = await newPerson()
  const asked = page.waitForEvent('worker')
  await page.goto('/login')
  const worker = await asked
  expect(new URL(worker.url()).pathname).toBe('/assets/prepare-intl.js')
  if (page.workers().includes(worker)) await worker.waitForEvent('close')
})

test('the chunk shared by all screens is marked for eager compilation', async ({ newPerson }) => {
  const { page } = await newPerson()
  await page.goto('/login')
  const shared = page.locator('link[rel=modulepreload][href*="/shared-"]')
  const script = await page.request.get((await shared.getAttribute('href')) ?? '')
  expect(await script.text()).toMatch(/^\/\/# allFunctionsCalledOnLoad\n/)
})
