import { env } from 'cloudflare:test'
import { beforeEach, describe, expect, test } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { inOrganization, invited, joined } from '#tests/edge/organizations/support.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { interrupted } from '#tests/edge/support/faults.ts'
import { mailsTo } from '#tests/edge/support/mails.ts'
import { storeMany } from '#tests/edge/support/many-rows.ts'
import { createMeter, metered } from '#tests/edge/support/meter.ts'
import { giveReviewIds, storeResponses } from '#tests/factories.ts'
import { sendAlerts } from '#worker/alerts/send-alerts.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#worker/rules/durations.ts'
import { forgetDue, MONDAY, openShop, type Shop } from './support.ts'

beforeEach(forgetDue)

const alertsTo = async ({ account }: Shop) =>
  (await mailsTo(account.email)).filter(({ kind }) => kind === 'alert')
const subjects = async (shop: Shop) => (await alertsTo(shop)).map(({ subject }) => subject)

describe('an alert', () => {
  test('names the review in its subject and links to it', async () => {
    const shop = await openShop()
    await shop.collect({ rating: 2, authorName: 'Robin Vale', text: 'The bread was stale.' })
    expect(await shop.alerts()).toBe(1)
    const [mail] = await alertsTo(shop)
    expect(mail?.subject).toBe('2 stars from Robin Vale – Corner Shop, Google')
    expect(mail?.text).toContain('“The bread was stale.”')
    const { items } = await shop.api.reviews.list({ businessId: shop.business.id })
    expect(mail?.text).toContain(`http://localhost:8787/app/reviews/${items[0]?.id}`)
  })

  test('is sent once for a recent review pushed by a program, and not for an old one', async () => {
    const shop = await openShop({ plan: 'ai_insights' })
    const pushed = (rating: number, daysAgo: number) => ({
      platform: 'google' as const,
      rating,
      authorName: `Robin ${daysAgo}`,
      reviewDate: new Date(MONDAY - daysAgo * DAY_MS).toISOString(),
    })
    const request = {
      businessId: shop.business.id,
      idempotencyKey: 'the-program-1',
      reviews: [pushed(2, 1), pushed(1, 200)],
    }
    await shop.api.imports.push(request)
    await shop.api.imports.push(request)
    const { items } = await shop.api.notifications.list()
    expect(items.map(({ message }) => message)).toEqual(['Corner Shop: 1 new Google review needs an answer.'])
    await shop.alerts()
    expect(await subjects(shop)).toEqual(['2 stars from Robin 1 – Corner Shop, Google'])
  })

  test('is sent for the chosen number of stars or fewer, 3 by default', async () => {
    const shop = await openShop()
    await shop.collect({ rating: 4 })
    expect(await shop.alerts()).toBe(1)
    expect(await subjects(shop)).toEqual([])
    await shop.collect({ rating: 3 })
    await shop.alerts()
    expect(await subjects(shop)).toHaveLength(1)
    await shop.choose({ alertStars: 5 })
    await shop.collect({ rating: 5 })
    await shop.alerts()
    expect(await subjects(shop)).toHaveLength(2)
    await shop.choose({ alertStars: 0 })
    await shop.collect({ rating: 1 })
    expect(await shop.alerts()).toBe(0)
    expect(await subjects(shop)).toHaveLength(2)
  })

  test('is not about what came while alerts were off, also if they are switched on in quiet hours', async () => {
    const shop = await openShop()
    await shop.choose({ alertStars: 0 })
    await shop.collect({ rating: 1, authorName: 'Old' })
    await shop.alerts()
    await shop.choose({ alertStars: 3 })
    await shop.collect({ rating: 2, authorName: 'New' })
    await shop.alerts()
    expect(await subjects(shop)).toEqual(['2 stars from New – Corner Shop, Google'])

    await shop.choose({ alertStars: 0, quietFrom: '08:00', quietUntil: '20:00' })
    await shop.collect({ rating: 1, authorName: 'Missed' })
    const { items } = await shop.api.reviews.list({ businessId: shop.business.id })
    const admin = inOrganization(await joined(shop.account, 'admin'), shop.account)
    await apiFor(admin, { role: 'admin', now: () => shop.clock.now }).reviews.assign({
      reviewId: items[0]?.id ?? '',
      userId: shop.account.userId,
    })
    await shop.choose({ quietFrom: '08:00', quietUntil: '20:00' })
    shop.clock.now += 10 * HOUR_MS
    await shop.alerts()
    expect((await subjects(shop)).slice(1)).toEqual(['A review was assigned to you'])
  })

  test('combines reviews that arrive together into one email, lowest stars first', async () => {
    const shop = await openShop()
    await shop.collect({ rating: 3, authorName: 'Kim' }, { rating: 1, authorName: 'Lee' })
    await shop.collect({ rating: 2, authorName: 'Max' })
    await shop.alerts()
    expect(await subjects(shop)).toEqual(['3 new reviews need an answer – the lowest: 1 star from Lee'])
    const [mail] = await alertsTo(shop)
    expect(mail?.text.match(/\d stars? from \w+/g)).toEqual([
      '1 star from Lee',
      '1 star from Lee',
      '2 stars from Max',
      '3 stars from Kim',
    ])
  })

  test('leaves out answered reviews and history that arrives late', async () => {
    const shop = await openShop()
    await shop.collect({ rating: 1, reviewDate: MONDAY - 40 * DAY_MS })
    await shop.alerts()
    await shop.collect({ rating: 1, platformReviewId: 'answered' })
    await storeResponses(env.DB, shop.business, [
      { platformReviewId: 'answered', text: 'Thanks', at: MONDAY },
    ])
    await shop.alerts()
    expect(await subjects(shop)).toEqual([])
    expect(await shop.row()).toMatchObject({ next_alert_at: null })
  })

  test('shows ten of many reviews and counts them all', async () => {
    const shop = await openShop()
    await shop.collect(...Array.from({ length: 12 }, () => ({ rating: 1, authorName: 'Kim' })))
    await shop.alerts()
    expect(await subjects(shop)).toEqual(['12 new reviews need an answer – the lowest: 1 star from Kim'])
    expect((await alertsTo(shop))[0]?.text.match(/^Reply:$/gm)).toHaveLength(10)
  })

  test('escapes user text in its HTML part', async () => {
    const shop = await openShop({ name: '<b>Shop</b>\r\nBcc: all@example.test' })
    await shop.collect({ rating: 1, authorName: '"><script>', text: '<img src=x onerror=alert(1)>' })
    await shop.alerts()
    const [mail] = await alertsTo(shop)
    expect(mail?.subject).toBe('1 star from "><script> – <b>Shop</b> Bcc: all@example.test, Google')
    expect(mail?.html).not.toMatch(/<script|<img|<b>/)
    expect(mail?.html).toContain('&lt;img src=x')
    expect(mail?.html).toContain('Review Dashboard')
  })

  test('is neither sent nor scheduled while the email address is unverified', async () => {
    const shop = await openShop({ isVerified: false })
    await shop.collect({ rating: 1 })
    await shop.alerts()
    expect(await subjects(shop)).toEqual([])
    expect(await shop.row()).toMatchObject({ next_alert_at: null })
  })

  test('goes only to its own organization', async () => {
    const [shop, other] = [await openShop(), await openShop()]
    await shop.collect({ rating: 1 })
    await shop.alerts()
    await other.alerts()
    expect(await subjects(shop)).toHaveLength(1)
    expect(await subjects(other)).toEqual([])
  })

  test('waits while its organization waits to be erased, and comes if the account is kept', async () => {
    const shop = await openShop()
    await shop.collect({ rating: 1 })
    await shop.api.account.delete()
    expect([await shop.alerts(), await shop.digests()]).toEqual([0, 0])
    expect(await subjects(shop)).toEqual([])
    await env.DB.prepare('DELETE FROM account_deletions WHERE user_id = ?').bind(shop.account.userId).run()
    await shop.alerts()
    expect(await subjects(shop)).toHaveLength(1)
  })

  test('loses its settings when the member leaves; rejoining starts with the defaults', async () => {
    const shop = await openShop()
    const successor = await joined(shop.account, 'owner')
    await apiFor(shop.account, { plan: 'pro' }).organizations.leave()
    await expect(shop.row()).rejects.toThrow('every member has a row')
    const owner = inOrganization(successor, shop.account)
    const token = await invited(owner, shop.account.email)
    await apiFor(shop.account).organizations.acceptInvitation({ token })
    expect(await shop.row()).toMatchObject({ alert_stars: 3, digest: 'weekly', next_digest_at: 0 })
  })
})

describe('quiet hours', () => {
  test('hold alerts back until they end, then send one email', async () => {
    const shop = await openShop()
    await shop.choose({ quietFrom: '21:00', quietUntil: '07:00', timeZone: 'Europe/Berlin' })
    shop.clock.now = Date.UTC(2026, 5, 15, 20)
    await shop.collect({ rating: 1 })
    await shop.alerts()
    await shop.collect({ rating: 2 })
    shop.clock.now += 8 * HOUR_MS
    expect(await shop.alerts()).toBe(0)
    expect(await shop.row()).toMatchObject({ next_alert_at: Date.UTC(2026, 5, 16, 5) })
    shop.clock.now = Date.UTC(2026, 5, 16, 5)
    await shop.alerts()
    expect(await subjects(shop)).toEqual([
      '2 new reviews need an answer – the lowest: 1 star from Alex Marlow',
    ])
  })

  test('release the waiting alerts when they are turned off', async () => {
    const shop = await openShop()
    await shop.choose({ quietFrom: '08:00', quietUntil: '20:00' })
    await shop.collect({ rating: 1 })
    await shop.alerts()
    await shop.choose({})
    await shop.alerts()
    expect(await subjects(shop)).toHaveLength(1)
  })
})

describe('sending alerts', () => {
  test('concurrent ticks send one email', async () => {
    const shop = await openShop()
    await shop.collect({ rating: 1 })
    await Promise.all([shop.alerts(), shop.alerts(), shop.alerts()])
    expect(await subjects(shop)).toHaveLength(1)
    await shop.alerts()
    expect(await subjects(shop)).toHaveLength(1)
  })

  test('a review that arrives while an alert is being sent goes into the next alert', async () => {
    const shop = await openShop()
    await shop.collect({ rating: 1, authorName: 'Kim' })
    const d1 = interrupted(env.DB, /UPDATE "alert_recipients"/i, () =>
      shop.collect({ rating: 2, authorName: 'Lee' }),
    )
    await sendAlerts({ ...shop.ctx, db: databaseOf({ DB: d1 }) })
    shop.clock.now += MINUTE_MS
    await shop.alerts()
    expect(await subjects(shop)).toEqual([
      '1 star from Kim – Corner Shop, Google',
      '2 stars from Lee – Corner Shop, Google',
    ])
  })

  test('a failed alert does not block others and is retried', { meta: { expectsFaults: true } }, async () => {
    const [broken, shop] = [await openShop(), await openShop()]
    await broken.collect({ rating: 1 })
    await shop.collect({ rating: 1 })
    // Users can't choose this zone; it stands for any fault in a row.
    await env.DB.prepare(
      "UPDATE alert_recipients SET time_zone = 'Nowhere', quiet_from = 1, quiet_until = 2 WHERE user_id = ?",
    )
      .bind(broken.account.userId)
      .run()
    await shop.alerts()
    expect(await subjects(shop)).toHaveLength(1)
    await env.DB.prepare("UPDATE alert_recipients SET time_zone = 'UTC' WHERE user_id = ?")
      .bind(broken.account.userId)
      .run()
    expect(await broken.alerts()).toBe(0)
    broken.clock.now += 10 * MINUTE_MS
    await broken.alerts()
    expect(await subjects(broken)).toHaveLength(1)
  })

  test('a tick reads no more rows with thousands of recipients and reviews than with few', async () => {
    const shop = await openShop()
    await storeMany(5_000, 'alert_recipients', {
      id: "'idle-' || value",
      organization_id: `'${shop.account.organizationId}'`,
      email: "'idle-' || value || '@example.test'",
      next_digest_at: String(MONDAY + 400 * DAY_MS),
      alert_after: '0',
      digest_after: '0',
      created_at: '0',
      updated_at: '0',
    })
    await storeMany(5_000, 'reviews', {
      id: '(SELECT last FROM review_ids) + value',
      organization_id: `'${shop.account.organizationId}'`,
      business_id: `'${shop.business.id}'`,
      platform: "'google'",
      platform_review_id: "'old-' || value",
      author_name: "'Kim'",
      rating: '1',
      scraped_at: String(MONDAY - DAY_MS),
      updated_at: '0',
    })
    await giveReviewIds(env.DB).run()
    const meter = createMeter()
    const ctx = { ...shop.ctx, db: databaseOf({ DB: metered(env.DB, meter) }) }
    expect(await sendAlerts(ctx)).toBe(0)
    expect(meter.rowsRead).toBeLessThanOrEqual(2)
    await shop.collect({ rating: 1 })
    expect(await sendAlerts(ctx)).toBe(1)
    expect(meter.rowsRead).toBeLessThanOrEqual(31)
    expect(await subjects(shop)).toHaveLength(1)
  })
})
