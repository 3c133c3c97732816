import { createExecutionContext, env } from 'cloudflare:test'
import type { ForwardableEmailMessage } from '@cloudflare/workers-types'
import { expect, test } from 'vitest'
import { contextFor } from '#tests/edge/support/caller.ts'
import { failing } from '#tests/edge/support/faults.ts'
import { attached, forwarded, GOOGLE_MAIL, mime, redirected } from '#tests/unit/worker/arrivals/mails.ts'
import { receiveMail, UNREADABLE } from '#worker/arrivals/mail/receive.ts'
import worker from '#worker/index.ts'
import { createShop, NOW, type Shop, storedOf, usageOf } from './support.ts'

async function addressOf({ api, business }: Shop): Promise<string> {
  return (await api.arrivals.renewMailAddress({ businessId: business.id })).mailAddress
}

/** A mail as Email Routing hands it over. */
function message(to: string, raw: string | Uint8Array<ArrayBuffer>) {
  const bytes = typeof raw === 'string' ? new TextEncoder().encode(raw) : raw
  const rejections: string[] = []
  const mail = {
    to,
    raw: new Blob([bytes]).stream(),
    rawSize: bytes.byteLength,
    setReject: (reason: string) => rejections.push(reason),
  } as unknown as ForwardableEmailMessage
  return { mail, rejections }
}

async function send(to: string, raw: string | Uint8Array<ArrayBuffer>, now = NOW) {
  const { mail, rejections } = message(to, raw)
  await receiveMail({ ...contextFor(null), now: () => now }, mail)
  return rejections
}

async function runsOf({ api, business }: Shop) {
  return (await api.collection.runs({ businessId: business.id })).items
}

async function newsOf({ account }: Shop) {
  const { results } = await env.DB.prepare(
    'SELECT kind, message, link FROM notifications WHERE organization_id = ? ORDER BY seq',
  )
    .bind(account.organizationId)
    .all()
  return results
}

test.each([
  ['forwarded in its text', forwarded(GOOGLE_MAIL)],
  ['forwarded as an attachment', attached(GOOGLE_MAIL)],
  ['redirected by a rule', redirected(GOOGLE_MAIL)],
])("Google's mail, %s, brings its review", async (_, raw) => {
  const shop = await createShop()
  expect(await send(await addressOf(shop), raw)).toEqual([])
  expect(await storedOf(shop.business)).toMatchObject([
    {
      platform: 'google',
      source: 'mail',
      author_name: 'Ana Reis',
      rating: 2,
      review_text: 'The bread was still warm.\n\nThe coffee was not.',
      review_date: expect.any(Number),
      scraped_at: NOW,
    },
  ])
  expect(await runsOf(shop)).toMatchObject([
    { source: 'mail', status: 'succeeded', reviewsNew: 1, errors: [] },
  ])
  expect(await newsOf(shop)).toEqual([
    {
      kind: 'new_reviews',
      message: 'Corner Shop: 1 new Google review needs an answer.',
      link: `/app/reviews?businessId=${shop.business.id}&status=pending`,
    },
  ])
})

test('the same mail again, in whatever way, stores nothing more', async () => {
  const shop = await createShop()
  const address = await addressOf(shop)
  await send(address, forwarded(GOOGLE_MAIL))
  await send(address, forwarded(GOOGLE_MAIL), NOW + 1)
  await send(address, attached(GOOGLE_MAIL), NOW + 2)
  expect(await storedOf(shop.business)).toHaveLength(1)
  expect(await usageOf(shop)).toBe(1)
  expect(await newsOf(shop)).toHaveLength(1)
})

test('an address in capitals is the same address', async () => {
  const shop = await createShop()
  const address = await addressOf(shop)
  expect(await send(address.toUpperCase(), forwarded(GOOGLE_MAIL))).toEqual([])
  expect(await storedOf(shop.business)).toHaveLength(1)
})

test('of a mail that can not be read nothing is kept, and its owner is told once a day', async () => {
  const shop = await createShop()
  const address = await addressOf(shop)
  const other = mime({ from: 'ana@example.test', subject: 'Hello', text: 'CANARY of a private mail' })
  expect(await send(address, other)).toEqual([])
  expect(await send(address, 'not a mail at all', NOW + 1)).toEqual([])
  expect(await runsOf(shop)).toMatchObject([
    { source: 'mail', status: 'failed', errors: [UNREADABLE], reviewsFound: 0 },
    { source: 'mail', status: 'failed', errors: [UNREADABLE], reviewsFound: 0 },
  ])
  expect(await storedOf(shop.business)).toEqual([])
  expect(await newsOf(shop)).toEqual([
    {
      kind: 'source_needs_owner',
      message: 'Corner Shop: A forwarded mail holds no review we can read. Paste it instead.',
      link: `/app/businesses/${shop.business.id}/import`,
    },
  ])
  for (const table of ['scrape_runs', 'reviews', 'notifications']) {
    const { results } = await env.DB.prepare(`SELECT * FROM ${table}`).all()
    expect(JSON.stringify(results)).not.toContain('CANARY')
  }
})

test("Gmail's code for forwarding is told to the owner, each code once", async () => {
  const shop = await createShop()
  const address = await addressOf(shop)
  const from = 'Gmail Team <forwarding-noreply@google.com>'
  for (const [index, code] of ['482913057', '482913057', '117730264'].entries()) {
    const subject = `(#${code}) Gmail Forwarding Confirmation - Receive Mail from owner@example.test`
    expect(await send(address, mime({ from, subject, text: 'Please confirm.' }), NOW + index)).toEqual([])
  }
  const told = (code: string) =>
    `Gmail asks whether mails may be forwarded to this address. Enter the code ${code} in Gmail's settings.`
  expect((await newsOf(shop)).map(({ message }) => message)).toEqual([
    `Corner Shop: ${told('482913057')}`,
    `Corner Shop: ${told('117730264')}`,
  ])
  expect((await runsOf(shop)).map(({ errors }) => errors).at(-1)).toEqual([told('482913057')])
  expect(await storedOf(shop.business)).toEqual([])
})

test('a mail that is too large is not read, whatever size it states', async () => {
  const shop = await createShop()
  const address = await addressOf(shop)
  const large = new TextEncoder().encode(forwarded(GOOGLE_MAIL) + ' '.repeat(1024 * 1024))
  await send(address, large)
  const { mail } = message(address, large)
  await receiveMail(
    { ...contextFor(null), now: () => NOW + 1 },
    { ...mail, raw: mail.raw, rawSize: 10, to: address },
  )
  expect(await storedOf(shop.business)).toEqual([])
  expect((await runsOf(shop)).map(({ errors }) => errors)).toEqual([[UNREADABLE], [UNREADABLE]])
})

test.each([
  'reviews@mail.localhost',
  'reviews+@mail.localhost',
  `reviews+${'a'.repeat(24)}@mail.localhost`,
  `reviews+${'a'.repeat(23)}%@mail.localhost`,
  "reviews+' OR 1=1 --@mail.localhost",
  '',
])('a mail to %j is refused without telling more', async (address) => {
  const before = await env.DB.prepare('SELECT count(*) AS runs FROM scrape_runs').first()
  expect(await send(address, forwarded(GOOGLE_MAIL))).toEqual(['Address not found'])
  expect(await env.DB.prepare('SELECT count(*) AS runs FROM scrape_runs').first()).toEqual(before)
})

test('a former address is refused once there is a new one', async () => {
  const shop = await createShop()
  const former = await addressOf(shop)
  const address = await addressOf(shop)
  expect(await send(former, forwarded(GOOGLE_MAIL))).toEqual(['Address not found'])
  expect(await send(address, forwarded(GOOGLE_MAIL))).toEqual([])
})

test('more than sixty mails an hour are refused, and leave nothing', async () => {
  const shop = await createShop()
  const address = await addressOf(shop)
  for (let number = 0; number < 60; number += 1)
    expect(await send(address, 'nothing', NOW + number)).toEqual([])
  expect(await send(address, forwarded(GOOGLE_MAIL), NOW + 60)).toEqual([
    'Too many mails. Please try again later.',
  ])
  const count = await env.DB.prepare('SELECT count(*) AS runs FROM scrape_runs WHERE business_id = ?')
    .bind(shop.business.id)
    .first()
  expect(count).toEqual({ runs: 60 })
  expect(await storedOf(shop.business)).toEqual([])
})

test('a fault of the database lets the mail be delivered again', async () => {
  const shop = await createShop()
  const address = await addressOf(shop)
  const { mail, rejections } = message(address, forwarded(GOOGLE_MAIL))
  const DB = failing(env.DB, /INSERT INTO reviews/)
  await expect(
    receiveMail({ ...contextFor(null, { env: { ...env, DB } }), now: () => NOW }, mail),
  ).rejects.toThrow()
  expect(rejections).toEqual([])
  expect(await send(address, forwarded(GOOGLE_MAIL), NOW + 1)).toEqual([])
  expect(await storedOf(shop.business)).toHaveLength(1)
})

test("the worker's fourth door leads here", async () => {
  const shop = await createShop('ai_insights', Date.now())
  const { mail, rejections } = message(await addressOf(shop), forwarded(GOOGLE_MAIL))
  createExecutionContext()
  await worker.email(mail, env)
  expect(rejections).toEqual([])
  expect(await storedOf(shop.business)).toHaveLength(1)
})

test('where no domain is set up, no address is made and none is shown', async () => {
  const shop = await createShop()
  const settings = { ...contextFor(null).settings, ENVIRONMENT: 'production' as const }
  const { createApi } = await import('#worker/api/router.ts')
  const api = createApi({ ...contextFor(shop.account), settings })
  await expect(api.arrivals.renewMailAddress({ businessId: shop.business.id })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'This server receives no mails.',
  })
  expect(await api.arrivals.waysIn({ businessId: shop.business.id })).toMatchObject({
    receivesMail: false,
    mailAddress: null,
  })
})
