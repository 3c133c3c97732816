import { env } from 'cloudflare:test'
import { beforeEach, describe, expect, test } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { mailedToken, mailsTo } from '#tests/edge/support/mails.ts'
import { ask, ORIGIN } from '#tests/edge/support/web.ts'
import { cleanUpAlerts } from '#worker/alerts/clean-up.ts'
import { MAX_RECIPIENTS } from '#worker/rules/alerts.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import { forgetDue, MONDAY, openShop, type Shop } from './support.ts'

let number = 0
const newAddress = () => {
  number += 1
  return `partner-${number}@example.test`
}
const visitor = (shop: Shop) => apiFor(null, { now: () => shop.clock.now })
const WISHES = { alertStars: 3, digest: 'weekly' as const }

beforeEach(forgetDue)

/** Email address of a recipient without an account who has confirmed. */
async function confirmed(
  shop: Shop,
  wishes: { alertStars: number; digest: 'off' | 'daily' | 'weekly' } = WISHES,
) {
  const email = newAddress()
  await shop.api.alerts.addRecipient({ email, ...wishes })
  await visitor(shop).alerts.confirm({ token: await mailedToken(email) })
  return email
}

async function unsubscribeAddress(email: string): Promise<string> {
  const { headers = '{}' } = (await mailsTo(email)).at(-1) ?? {}
  return JSON.parse(headers)['List-Unsubscribe'].slice(1, -1)
}

describe('a recipient without an account', () => {
  test('gets only a confirmation email until they confirm', async () => {
    const shop = await openShop()
    const email = newAddress()
    await shop.api.alerts.addRecipient({ email, ...WISHES })
    expect((await shop.api.alerts.get()).recipients).toMatchObject([{ email, state: 'asked', ...WISHES }])
    await shop.collect({ rating: 1 })
    await shop.alerts()
    await shop.digests()
    expect((await mailsTo(email)).map(({ subject }) => subject)).toEqual([
      'Do you want e-mails about new reviews?',
    ])

    const token = await mailedToken(email)
    expect(await visitor(shop).alerts.question({ token })).toMatchObject({ email, ...WISHES })
    await visitor(shop).alerts.confirm({ token })
    expect((await shop.api.alerts.get()).recipients).toMatchObject([{ email, state: 'active' }])
    // Earlier alerts are not made up for.
    await shop.alerts()
    expect(await mailsTo(email)).toHaveLength(1)
    await shop.collect({ rating: 2, authorName: 'Lee', url: 'https://www.google.com/maps/reviews/data=x' })
    await shop.alerts()
    const alert = (await mailsTo(email)).at(-1)
    expect(alert?.subject).toBe('2 stars from Lee – Corner Shop, Google')
    // Without an account they cannot answer in the app.
    expect(alert?.text).not.toContain('/app/')
    expect(alert?.text).toContain('Read it on Google:\nhttps://www.google.com/maps/reviews/data=x')
  })

  test('gets digests at the time chosen by the member who added them', async () => {
    const shop = await openShop()
    await shop.choose({ digestTime: '09:30', timeZone: 'Europe/Berlin' })
    const email = await confirmed(shop, { alertStars: 0, digest: 'daily' })
    await shop.collect({ rating: 5 })
    shop.clock.now = Date.UTC(2026, 5, 16, 7, 29)
    await shop.digests()
    expect(await mailsTo(email)).toHaveLength(1)
    shop.clock.now = Date.UTC(2026, 5, 16, 7, 30)
    await shop.digests()
    expect((await mailsTo(email)).at(-1)?.subject).toBe('1 new review needs an answer')
  })

  test('gets no link to an address outside the platform', async () => {
    const shop = await openShop()
    const email = await confirmed(shop)
    await shop.collect({ rating: 1, url: 'https://evil.example.test/' })
    await shop.alerts()
    expect((await mailsTo(email)).at(-1)?.text).not.toContain('evil')
  })

  test('can confirm once, within a week', async () => {
    const shop = await openShop()
    const email = newAddress()
    await shop.api.alerts.addRecipient({ email, ...WISHES })
    const token = await mailedToken(email)
    shop.clock.now += 7 * DAY_MS
    await expect(visitor(shop).alerts.confirm({ token })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await shop.api.alerts.addRecipient({ email, ...WISHES })
    await expect(visitor(shop).alerts.confirm({ token })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const next = await mailedToken(email)
    await visitor(shop).alerts.confirm({ token: next })
    await expect(visitor(shop).alerts.confirm({ token: next })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('is not asked again while subscribed', async () => {
    const shop = await openShop()
    const email = await confirmed(shop)
    await expect(shop.api.alerts.addRecipient({ email, ...WISHES })).rejects.toMatchObject({
      code: 'CONFLICT',
      cause: { fields: { email: 'This address already gets these e-mails.' } },
    })
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('gets nothing after being removed', async () => {
    const shop = await openShop()
    const email = await confirmed(shop)
    const [recipient] = (await shop.api.alerts.get()).recipients ?? []
    await shop.api.alerts.removeRecipient({ id: recipient?.id ?? '' })
    await shop.collect({ rating: 1 })
    await shop.alerts()
    expect(await mailsTo(email)).toHaveLength(1)
  })

  test('is refused beyond the limit of ten', async () => {
    const shop = await openShop()
    for (let index = 0; index < MAX_RECIPIENTS; index += 1) {
      await shop.api.alerts.addRecipient({ email: newAddress(), ...WISHES })
    }
    const email = newAddress()
    await expect(shop.api.alerts.addRecipient({ email, ...WISHES })).rejects.toMatchObject({
      message: 'You can add 10 people without an account. Remove one to add another.',
    })
    expect(await mailsTo(email)).toEqual([])
  })
})

test('an unconfirmed recipient is forgotten after two weeks', async () => {
  const shop = await openShop()
  const email = await confirmed(shop)
  await shop.api.alerts.addRecipient({ email: newAddress(), ...WISHES })
  shop.clock.now += 14 * DAY_MS - 1
  await cleanUpAlerts(shop.ctx)
  expect((await shop.api.alerts.get()).recipients).toHaveLength(2)
  shop.clock.now += 1
  await cleanUpAlerts(shop.ctx)
  expect((await shop.api.alerts.get()).recipients).toMatchObject([{ email }])
})

test('confirmation emails are rate limited', async () => {
  const shop = await openShop()
  const emails = Array.from({ length: 5 }, () => newAddress())
  for (let time = 0; time < 4; time += 1)
    for (const email of emails) await shop.api.alerts.addRecipient({ email, ...WISHES })
  await expect(shop.api.alerts.addRecipient({ email: newAddress(), ...WISHES })).rejects.toMatchObject({
    code: 'TOO_MANY_REQUESTS',
  })
})

test('an account with an unverified address cannot add recipients or send test emails', async () => {
  const shop = await openShop({ isVerified: false })
  await expect(shop.api.alerts.addRecipient({ email: newAddress(), ...WISHES })).rejects.toMatchObject({
    code: 'FORBIDDEN',
  })
  await expect(shop.api.alerts.sendTest()).rejects.toMatchObject({ code: 'FORBIDDEN' })
})

test('members and viewers do not see the recipients', async () => {
  const { account } = await openShop()
  for (const role of ['member', 'viewer'] as const) {
    expect((await apiFor(account, { role }).alerts.get()).recipients).toBeNull()
  }
})

describe('unsubscribing', () => {
  test('takes one POST from a mail client, without a session (RFC 8058)', async () => {
    const shop = await openShop()
    await shop.collect({ rating: 1 })
    await shop.alerts()
    const [mail] = await mailsTo(shop.account.email)
    expect(JSON.parse(mail?.headers ?? '')).toEqual({
      'List-Unsubscribe': expect.stringMatching(
        /^<http:\/\/localhost:8787\/api\/unsubscribe\?token=[\w.-]+>$/,
      ),
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    })
    const address = await unsubscribeAddress(shop.account.email)
    const answer = await ask(address, {
      method: 'POST',
      body: 'List-Unsubscribe=One-Click',
      headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.example.test' },
    })
    expect([answer.status, await answer.text()]).toEqual([200, 'You are unsubscribed.'])
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer')
    expect((await shop.api.alerts.get()).settings.takesMail).toBe(false)
    await shop.collect({ rating: 1 })
    await shop.alerts()
    await shop.choose({ takesMail: false })
    shop.clock.now = MONDAY - 4 * HOUR_MS + 7 * DAY_MS
    await shop.digests()
    expect(await mailsTo(shop.account.email)).toHaveLength(1)
  })

  test('affects only the recipient of that email, who can undo it', async () => {
    const shop = await openShop()
    const email = await confirmed(shop)
    await shop.collect({ rating: 1 })
    await shop.alerts()
    const token = new URL(await unsubscribeAddress(email)).searchParams.get('token') ?? ''
    expect(await visitor(shop).alerts.subscription({ token })).toMatchObject({ email, takesMail: true })
    await visitor(shop).alerts.setSubscription({ token, takesMail: false })
    expect((await shop.api.alerts.get()).recipients).toMatchObject([{ state: 'stopped' }])
    expect((await shop.api.alerts.get()).settings.takesMail).toBe(true)
    await visitor(shop).alerts.setSubscription({ token, takesMail: true })
    await shop.collect({ rating: 1 })
    await shop.alerts()
    expect(await mailsTo(email)).toHaveLength(3)
  })

  test('requires the token from the email and the field named by the RFC', async () => {
    const shop = await openShop()
    await shop.collect({ rating: 1 })
    await shop.alerts()
    const address = await unsubscribeAddress(shop.account.email)
    const post = (to: string, text: string) =>
      ask(to, { method: 'POST', body: new URLSearchParams(text), headers: { origin: 'null' } })
    const statuses = await Promise.all([
      post(address, ''),
      post(`${address}0`, 'List-Unsubscribe=One-Click'),
      post(`${ORIGIN}/api/unsubscribe`, 'List-Unsubscribe=One-Click'),
      post(address.replace(/token=./, 'token=x'), 'List-Unsubscribe=One-Click'),
    ])
    for (const answer of statuses) await answer.body?.cancel()
    expect(statuses.map(({ status }) => status)).toEqual([400, 404, 404, 404])
    expect((await shop.api.alerts.get()).settings.takesMail).toBe(true)
  })

  test('works with a link signed before the secret was changed', async () => {
    const shop = await openShop()
    await shop.collect({ rating: 1 })
    await shop.alerts()
    const token = new URL(await unsubscribeAddress(shop.account.email)).searchParams.get('token') ?? ''
    const bindings = {
      ...env,
      SESSION_SECRET: 'the-secret-after-0123456789abcdefghijkl',
      SESSION_SECRET_PREVIOUS: env.SESSION_SECRET,
    }
    await apiFor(null, { env: bindings }).alerts.setSubscription({ token, takesMail: false })
    expect((await shop.api.alerts.get()).settings.takesMail).toBe(false)
  })

  test('does not happen by just opening the link', async () => {
    const shop = await openShop()
    await shop.collect({ rating: 1 })
    await shop.alerts()
    const moved = await ask(await unsubscribeAddress(shop.account.email))
    await moved.body?.cancel()
    const answer = await ask(moved.headers.get('location') ?? '')
    expect([moved.status, answer.status]).toEqual([302, 200])
    expect(await answer.text()).toContain('Stop these e-mails')
    expect((await shop.api.alerts.get()).settings.takesMail).toBe(true)
  })
})
