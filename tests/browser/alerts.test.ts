import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { requireChromium } from '#scripts/local/chromium.ts'
import { createBusiness } from '#tests/factories.ts'
import type { PushSubscriptionJson } from '#tests/upstream/push.ts'
import { launchBrowser } from './support/browser.ts'
import { newOwner, type Owner } from './support/owner.ts'
import { scrollWidth } from './support/page-faults.ts'
import { newPerson as openProfile } from './support/person.ts'
import type { Product } from './support/product.ts'
import { open } from './support/settled.ts'
import { test } from './support/test.ts'

const PHONE = { width: 390, height: 844 }

/** Lets a program push a bad review, and the next tick send the alert. */
async function letBadReviewComeIn(
  { server }: Product,
  { ask }: Owner,
  businessId: string,
  reviewText: string,
) {
  const review = {
    platform: 'google',
    rating: 1,
    authorName: 'Robin Ash',
    reviewDate: new Date().toISOString(),
  }
  expect(await ask('POST', '/reviews', { businessId, reviews: [{ ...review, reviewText }] })).toMatchObject({
    status: 201,
  })
  await server.tick()
}

/** This machine's browser has no push service, so its subscription points to the simulator. */
function usePushService(page: Page, subscription: PushSubscriptionJson) {
  return page.addInitScript((json) => {
    const own = { endpoint: json.endpoint, toJSON: () => json, unsubscribe: async () => true }
    const isOn = () => localStorage.getItem('subscribed') !== null
    PushManager.prototype.subscribe = async () => {
      localStorage.setItem('subscribed', '1')
      return own as unknown as PushSubscription
    }
    PushManager.prototype.getSubscription = async () => (isOn() ? (own as unknown as PushSubscription) : null)
  }, subscription)
}

test('an owner is alerted to a bad review by mail and phone, and goes straight to it', async ({
  product,
}) => {
  // This browser shows notifications.
  const browser = await launchBrowser(requireChromium())
  onTestFinished(() => browser.close())
  const { page, context, complaints } = await openProfile(browser, {
    baseURL: product.origin,
    viewport: PHONE,
    timezoneId: 'Asia/Tokyo',
    serviceWorkers: 'allow',
  })
  await context.grantPermissions(['notifications'], { origin: product.origin })
  const subscription = await product.upstream.control.subscribeToPush()
  await usePushService(page, subscription)
  const owner = await newOwner(page, product, { plan: 'ai_insights' })
  const database = await product.server.database()
  const business = await createBusiness(database, owner, { name: 'Harbor Books' })
  await open(page, '/app')

  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Notifications' }).click()
  await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor()
  expect(await scrollWidth(page)).toBe(PHONE.width)

  await page.getByLabel('Instant alerts').first().selectOption('2 stars or fewer')
  await page.getByLabel('Digest').first().selectOption('Every day')
  await page.getByRole('switch', { name: 'Quiet hours' }).click()
  await page.getByLabel('From').fill('00:00')
  await page.getByLabel('Until').fill('00:00')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Quiet hours can’t begin and end at the same time.').waitFor()
  await page.getByRole('switch', { name: 'Quiet hours' }).click()
  const zone = page.getByLabel('Time zone')
  await expect.poll(() => zone.inputValue()).toBe('Asia/Tokyo')
  await zone.focus()
  await expect.poll(() => page.locator('datalist option[value="Europe/Berlin"]').count()).toBe(1)
  await zone.fill('Europe/Berlin')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()

  await page.getByRole('button', { name: 'Switch on for this device' }).click()
  await page.getByText('You’ll now get alerts on this device.').waitFor()
  await page.getByText('This device', { exact: true }).waitFor()
  await page.reload()
  await expect.poll(() => zone.inputValue()).toBe('Europe/Berlin')
  expect(await page.getByLabel('Instant alerts').first().inputValue()).toBe('2')
  expect(await page.getByRole('switch', { name: 'Quiet hours' }).isChecked()).toBe(false)

  await letBadReviewComeIn(product, owner, business.id, 'The shelves were empty and nobody came to help.')
  const message = (await product.upstream.control.pushed()).find(
    ({ endpoint }) => endpoint === subscription.endpoint,
  )
  const pushed = JSON.parse(message?.text ?? '{}')
  expect(pushed).toMatchObject({
    title: expect.stringMatching(/^1 star from Robin Ash – Harbor Books, Google$/),
  })

  // The real service worker shows the notification.
  const session = await context.newCDPSession(page)
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [own] = registrations
      if (own) resolve(own.registrationId)
    })
  })
  await session.send('ServiceWorker.enable')
  await session.send('ServiceWorker.deliverPushMessage', {
    origin: product.origin,
    registrationId: await registered,
    data: message?.text ?? '',
  })
  await expect
    .poll(() =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration('/sw.js')
        return (await registration?.getNotifications())?.map(({ title, tag }) => ({ title, tag }))
      }),
    )
    .toEqual([{ title: pushed.title, tag: pushed.tag }])

  const mail = await database
    .prepare(`SELECT id, text FROM dev_mails WHERE recipient = ? AND subject LIKE '1 star from%'`)
    .bind(owner.email)
    .first<{ id: string; text: string }>()
  await page.goto(`/dev/mailbox?mail=${mail?.id}`)
  await page.getByText('The shelves were empty').waitFor()
  expect(await scrollWidth(page)).toBe(PHONE.width)
  const linkWith = (path: string) =>
    mail?.text.match(/https?:\/\/\S+/g)?.find((link) => link.includes(path)) ?? ''
  await page.goto(linkWith(pushed.path))
  await page.getByRole('article', { name: /stars?, from/ }).waitFor()
  await page.getByRole('article').getByText('The shelves were empty').waitFor()

  // Unsubscribing asks for confirmation because mail programs open links, too.
  await page.goto(linkWith('/unsubscribe'))
  await page.getByRole('button', { name: 'Stop these e-mails' }).click()
  await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
  await page.goto('/app/notifications')
  expect(await page.getByRole('switch', { name: `E-mails to ${owner.email}` }).isChecked()).toBe(false)
  // The 400 is for the invalid quiet hours.
  expect(complaints).toEqual([expect.stringContaining('400 (Bad Request)')])
})
