import type { Page } from 'playwright-core'
import { expect, onTestFinished } from 'vitest'
import { requireChromium } from '#scripts/local/chromium.ts'
import { createBusiness, giveReviewIds, storeReviews } from '#tests/factories.ts'
import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import type { PushSubscriptionJson } from '#tests/upstream/push.ts'
import { launchBrowser } from './support/browser.ts'
import { newOwner, type Owner } from './support/owner.ts'
import { newPerson as openProfile } from './support/person.ts'
import type { Product } from './support/product.ts'
import { hydrated, open } from './support/settled.ts'
import { makeAccount, newEmail } from './support/sign-up.ts'
import { test } from './support/test.ts'

const PHONE = { width: 390, height: 844 }

/** A new account on Pro, with the listing of three reviews. */
async function begin(page: Page, product: Product): Promise<Owner> {
  const owner = await newOwner(page, product, { plan: 'pro' })
  await open(page, '/app/businesses/new')
  await page.getByLabel('Name', { exact: false }).first().fill('Marlowe & Daughter Books')
  await page.getByLabel(/^Google link/).fill(googleUrl(LISTINGS.small))
  await page.getByRole('button', { name: 'Add business' }).click()
  await page.getByText('3 new reviews').waitFor()
  return owner
}

/** A bad review comes in, the schedule finds it, and the next tick tells of it. */
async function letBadReviewComeIn({ upstream, server }: Product, { organizationId }: Owner, text: string) {
  const small = { platform: 'google', id: 'small' } as const
  const { reviewId } = await upstream.control.add(small, { rating: 1, text })
  // Other files meet the listing as it was.
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

/** A browser of this machine has no push service: this one's subscription is made at the simulator. */
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

async function openNewestMail(page: Page, email: string, subject: RegExp) {
  await page.goto('/dev/mailbox')
  const mail = page
    .getByRole('article')
    .filter({ hasText: `To ${email}` })
    .filter({ hasText: subject })
    .first()
  await mail.getByRole('link', { name: 'As HTML' }).click()
  await page.waitForURL((url) => url.search.startsWith('?mail='))
}

async function hasSidewaysScroll(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)
}

test('an owner is told of a bad review by mail and on the phone, and goes straight to it', async ({
  product,
}) => {
  // One that shows notifications.
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
  const owner = await begin(page, product)

  await page.getByRole('button', { name: /^Account/ }).click()
  await page.getByRole('menuitem', { name: 'Notifications' }).click()
  await page.getByRole('heading', { name: 'Notifications', level: 1 }).waitFor()
  expect(await hasSidewaysScroll(page)).toBe(false)

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

  // The real service worker shows it.
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
  expect(await hasSidewaysScroll(page)).toBe(false)
  await page.getByRole('link', { name: 'Reply' }).click()
  await page.getByRole('article', { name: /stars?, from/ }).waitFor()
  await page.getByRole('article').getByText('The shelves were empty').waitFor()
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe(pushed.path)

  // Unsubscribing asks once more: mail programs open links, too.
  await openNewestMail(page, owner.email, /1 star from/)
  await page.getByRole('link', { name: 'Unsubscribe' }).click()
  await page.getByRole('button', { name: 'Stop these e-mails' }).click()
  await page.getByRole('heading', { name: 'You are unsubscribed' }).waitFor()
  await page.goto('/app/notifications')
  expect(await page.getByRole('switch', { name: `E-mails to ${owner.email}` }).isChecked()).toBe(false)
  // The quiet hours that were none.
  expect(complaints).toEqual([expect.stringContaining('400 (Bad Request)')])
})

test('times are on the clock of the browser until another one is chosen', async ({ newPerson }) => {
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

test('somebody without an account is asked, says yes, and is listed', async ({ newPerson, product }) => {
  const partnerEmail = newEmail('partner')
  const { page, complaints } = await newPerson()
  const { email, userId } = await newOwner(page, product, { plan: 'free', isVerified: false })
  await page.goto('/app/notifications')
  await page.getByText(`No e-mails are sent until you have confirmed ${email}.`).waitFor()
  await page.getByText('Confirm your own address first, then you can add people.').waitFor()
  const db = await product.server.database()
  await db.prepare('UPDATE users SET email_verified_at = 1 WHERE id = ?').bind(userId).run()

  await open(page, '/app/notifications')
  await page.getByLabel('E-mail', { exact: true }).fill('partner')
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText('Invalid email format').waitFor()
  await page.getByLabel('E-mail', { exact: true }).fill(partnerEmail)
  await page.getByRole('button', { name: 'Send request' }).click()
  await page.getByText(`We asked ${partnerEmail} to confirm. E-mails start once they do.`).waitFor()
  await page.getByText('Not confirmed yet').waitFor()
  expect(await page.getByLabel('E-mail', { exact: true }).inputValue()).toBe('')

  const partner = await newPerson({ viewport: PHONE, colorScheme: 'dark' })
  await openNewestMail(partner.page, partnerEmail, /Do you want e-mails/)
  expect(await hasSidewaysScroll(partner.page)).toBe(false)
  await partner.page.getByRole('link', { name: 'Yes, send me these e-mails' }).click()
  await partner.page.getByRole('button', { name: 'Yes, send me these e-mails' }).click()
  await partner.page.getByRole('heading', { name: 'Thank you' }).waitFor()

  await page.reload()
  await page.getByText('Confirmed', { exact: true }).waitFor()
  await hydrated(page)
  await page.getByRole('button', { name: `Remove ${partnerEmail}` }).click()
  await page.getByText(`${partnerEmail} won’t get any more e-mails.`).waitFor()
  await page.getByText('Confirmed', { exact: true }).waitFor({ state: 'detached' })
  // The address that was none.
  expect([...complaints, ...partner.complaints]).toEqual([expect.stringContaining('400 (Bad Request)')])
  expect(product.faults).toEqual([])
})

test('mails read well on a phone, as text and as HTML', async ({ newPerson, product }) => {
  const { page } = await newPerson({ viewport: PHONE })
  const owner = await newOwner(page, product)
  const invited = newEmail('invited')
  const invitation = await page.request.post('/trpc/organizations.invite', {
    headers: { origin: product.origin },
    data: { email: invited, role: 'member' },
  })
  expect(invitation.ok()).toBe(true)
  const db = await product.server.database()
  const business = await createBusiness(db, owner, { name: 'Marlowe & Daughter Books' })
  const reviewDate = Date.now()
  await storeReviews(
    db,
    [2, 3, 5].map((rating) => ({ business, rating, reviewDate, text: 'The shelves were empty.' })),
  )
  await giveReviewIds(db).run()
  await db
    .prepare('UPDATE alert_recipients SET next_digest_at = 1, digest_after = 0 WHERE organization_id = ?')
    .bind(owner.organizationId)
    .run()
  await product.server.tick()
  const stranger = await newPerson({ viewport: PHONE })
  await stranger.page.goto('/reset-password')
  await stranger.page.getByLabel('E-mail', { exact: true }).fill(owner.email)
  await stranger.page.getByRole('button', { name: 'Send the link' }).click()

  await stranger.page.getByText('If there is an account for').waitFor()

  // Mails of every kind that people wait for, with a sentence of each.
  const mails = [
    [owner.email, 'Confirm your e-mail address', 'Please confirm that this address is yours.'],
    [owner.email, 'Set a new password', 'asked to set a new password'],
    [invited, 'asks you to help with their reviews', 'See the invitation'],
    [owner.email, '3 new reviews need an answer', 'All reviews that need an answer'],
  ] as const
  for (const [to, subject, says] of mails) {
    await page.goto('/dev/mailbox')
    const mail = page
      .getByRole('article')
      .filter({ hasText: `To ${to}` })
      .filter({ hasText: says })
      .first()
    await mail.getByRole('heading', { name: subject }).waitFor()
    expect([subject, await hasSidewaysScroll(page)]).toEqual([subject, false])
    await mail.getByRole('link', { name: 'As HTML' }).click()
    await page.waitForURL((url) => url.search.startsWith('?mail='))
    await page.waitForURL(/mail=/)
    await page.getByText(says).first().waitFor()
    expect([subject, await hasSidewaysScroll(page)]).toEqual([subject, false])
  }
})
