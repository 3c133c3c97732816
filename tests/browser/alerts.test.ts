import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { requireChromium } from '#scripts/local/chromium.ts'
import type { PushSubscriptionJson } from '#tests/upstream/push.ts'
import { launchBrowser } from './support/browser.ts'
import { openNewestMail } from './support/mailbox.ts'
import type { Owner } from './support/owner.ts'
import { scrollWidth } from './support/page-faults.ts'
import { newPerson as openProfile } from './support/person.ts'
import type { Product } from './support/product.ts'
import { makeAccount, newEmail } from './support/sign-up.ts'
import { newListingOwner } from './support/small-listing.ts'
import { test } from './support/test.ts'

const PHONE = { width: 390, height: 844 }

/** Adds a bad review, lets the schedule collect it, and sends the alert on the next tick. */
async function letBadReviewComeIn({ upstream, server }: Product, { organizationId }: Owner, text: string) {
  const small = { platform: 'google', id: 'small' } as const
  const { reviewId } = await upstream.control.add(small, { rating: 1, text })
  // Other files expect the original listing.
  onTestFinished(async () => {
    await upstream.control.remove(small, reviewId)
  })
  const db = await server.database()
  const own = 'WHERE organization_id = ?'
  await db.batch([
    db.prepare(`UPDATE business_sources SET next_due_at = 0 ${own}`).bind(organizationId),
    db.prepare('DELETE FROM place_usage'),
  ])
  await server.tick()
  const told = db.prepare(`SELECT id FROM notifications ${own} AND run_id IS NOT NULL`).bind(organizationId)
  await expect.poll(() => told.first(), { interval: 20 }).not.toBeNull()
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
    serviceWorkers: 'allow',
  })
  await context.grantPermissions(['notifications'], { origin: product.origin })
  const subscription = await product.upstream.control.subscribeToPush()
  await usePushService(page, subscription)
  const owner = await newListingOwner(page, product)

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
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()

  await page.getByRole('button', { name: 'Switch on for this device' }).click()
  await page.getByText('You’ll now get alerts on this device.').waitFor()
  await page.getByText('This device', { exact: true }).waitFor()
  await page.reload()
  expect(await page.getByLabel('Instant alerts').first().inputValue()).toBe('2')
  expect(await page.getByRole('switch', { name: 'Quiet hours' }).isChecked()).toBe(false)

  await letBadReviewComeIn(product, owner, 'The shelves were empty and nobody came to help.')
  const message = (await product.upstream.control.pushed()).find(
    ({ endpoint }) => endpoint === subscription.endpoint,
  )
  const pushed = JSON.parse(message?.text ?? '{}')
  expect(pushed).toMatchObject({
    title: expect.stringMatching(/^1 star from .+ – Marlowe & Daughter Books, Google$/),
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

  await openNewestMail(page, owner.email, /1 star from/)
  await page.getByText('The shelves were empty').waitFor()
  expect(await scrollWidth(page)).toBe(PHONE.width)
  await page.getByRole('link', { name: 'Reply' }).click()
  await page.getByRole('article', { name: /stars?, from/ }).waitFor()
  await page.getByRole('article').getByText('The shelves were empty').waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(pushed.path)

  // Unsubscribing asks for confirmation because mail programs open links, too.
  await openNewestMail(page, owner.email, /1 star from/)
  await page.getByRole('link', { name: 'Unsubscribe' }).click()
  await page.getByRole('button', { name: 'Stop these e-mails' }).click()
  await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
  await page.goto('/app/notifications')
  expect(await page.getByRole('switch', { name: `E-mails to ${owner.email}` }).isChecked()).toBe(false)
  // The 400 is for the invalid quiet hours.
  expect(complaints).toEqual([expect.stringContaining('400 (Bad Request)')])
})

test('the time zone is that of the browser until another one is chosen', async ({ newPerson }) => {
  const { page } = await newPerson({ timezoneId: 'Asia/Tokyo' })
  await makeAccount(page, newEmail('zone'))
  await page.goto('/app/notifications')
  const zone = page.getByLabel('Time zone')
  await expect.poll(() => zone.inputValue()).toBe('Asia/Tokyo')
  await zone.focus()
  await expect.poll(() => page.locator('datalist option[value="Europe/Berlin"]').count()).toBe(1)
  await zone.fill('Europe/Berlin')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved.').waitFor()
  await page.reload()
  await expect.poll(() => zone.inputValue()).toBe('Europe/Berlin')
})
