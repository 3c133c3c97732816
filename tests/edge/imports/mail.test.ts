import { createExecutionContext, env } from 'cloudflare:test'
import type { ForwardableEmailMessage } from '@cloudflare/workers-types'
import { expect } from 'vitest'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { failing } from '#tests/edge/support/faults.ts'
import { test } from '#tests/edge/support/test.ts'
import { createAccount, createBusiness } from '#tests/factories.ts'
import {
  attached,
  forwarded,
  GOOGLE_MAIL,
  googleText,
  mime,
  received,
  redirected,
} from '#tests/unit/worker/imports/mails.ts'
import { MAX_HELD } from '#worker/imports/mail/held-mails.ts'
import { receiveMail, UNREADABLE } from '#worker/imports/mail/receive.ts'
import worker from '#worker/index.ts'
import { HOUR_MS } from '#worker/rules/durations.ts'
import { createShop, NOW, type Shop, storedOf, usageOf } from './support.ts'

async function addressOf({ api, business }: Shop): Promise<string> {
  return (await api.imports.renewMailAddress({ businessId: business.id })).mailAddress
}

/** Makes the address of a business another admin's. */
async function handOver({ account, business }: Shop) {
  const maker = await createAccount(env.DB)
  await env.DB.batch([
    env.DB.prepare(
      `INSERT INTO organization_users (organization_id, user_id, role, joined_at, created_at) VALUES (?, ?, 'admin', 1, 1)`,
    ).bind(account.organizationId, maker.userId),
    env.DB.prepare('UPDATE import_addresses SET created_by = ? WHERE business_id = ?').bind(
      maker.userId,
      business.id,
    ),
  ])
  return maker
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

/** The same mail, whose body nobody may look at. */
function closed({ rawSize, setReject }: ForwardableEmailMessage, to: string) {
  return {
    to,
    rawSize,
    setReject,
    get raw(): never {
      throw new Error('was read')
    },
  }
}

async function send(to: string, raw: string | Uint8Array<ArrayBuffer>, now = NOW) {
  const { mail, rejections } = message(to, raw)
  await receiveMail({ ...contextFor(null), now: () => now }, mail)
  return rejections
}

const FROM_GOOGLE = 'dmarc=pass header.from=google.com; dkim=pass header.d=google.com'
const FROM_OWNER = 'dmarc=pass header.from=example.test; spf=pass smtp.mailfrom=x@example.test'

/** As its owner forwards it by hand. */
function fromOwner({ account }: Shop, letter = GOOGLE_MAIL): string {
  return received(forwarded(letter, undefined, `Nora Feldt <${account.email}>`), FROM_OWNER)
}

/** Another review. */
function letterOf(author: string) {
  return { ...GOOGLE_MAIL, subject: `${author} left a review for Corner Shop`, text: googleText({ author }) }
}

async function heldOf({ api, business }: Shop) {
  return (await api.imports.options({ businessId: business.id })).heldMails
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

test.for([
  ['forwarded in its text', fromOwner],
  [
    'forwarded as an attachment',
    ({ account }: Shop) => received(attached(GOOGLE_MAIL, account.email), FROM_OWNER),
  ],
  ['redirected by a rule', () => received(redirected(GOOGLE_MAIL), FROM_GOOGLE)],
] as const)("Google's mail, %s, brings its review", async ([_, rawOf], { shop }) => {
  expect(await send(await addressOf(shop), rawOf(shop))).toEqual([])
  expect(await heldOf(shop)).toEqual([])
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

test('the same mail again, in whatever way, stores nothing more', async ({ shop }) => {
  const address = await addressOf(shop)
  await send(address, fromOwner(shop))
  await send(address, fromOwner(shop), NOW + 1)
  await send(address, received(attached(GOOGLE_MAIL, shop.account.email), FROM_OWNER), NOW + 2)
  expect(await storedOf(shop.business)).toHaveLength(1)
  expect(await usageOf(shop)).toBe(1)
  expect(await newsOf(shop)).toHaveLength(1)
})

test('an address in capitals is the same address', async ({ shop }) => {
  const address = await addressOf(shop)
  expect(await send(address.toUpperCase(), fromOwner(shop))).toEqual([])
  expect(await storedOf(shop.business)).toHaveLength(1)
})

test('of a mail that can not be read nothing is kept, and its owner is told once a day', async ({ shop }) => {
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
      message: 'Corner Shop: A forwarded mail has no review we can read. Paste it instead.',
      link: `/app/businesses/${shop.business.id}/import`,
    },
  ])
  for (const table of ['scrape_runs', 'reviews', 'notifications']) {
    const { results } = await env.DB.prepare(`SELECT * FROM ${table}`).all()
    expect(JSON.stringify(results)).not.toContain('CANARY')
  }
})

test("Gmail's code for forwarding is told to the owner, each code once", async ({ shop }) => {
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

test('a mail that is too large is refused unread, whatever size it states, and leaves nothing', async ({
  shop,
}) => {
  const address = await addressOf(shop)
  const large = new TextEncoder().encode(fromOwner(shop) + ' '.repeat(1024 * 1024))
  const { mail, rejections } = message(address, large)
  await receiveMail(contextFor(null), closed(mail, address))
  expect(rejections).toEqual(['This mail is too large.'])
  const other = message(address, large)
  const { raw, setReject } = other.mail
  await receiveMail(contextFor(null), { to: address, raw, setReject, rawSize: 10 })
  expect(other.rejections).toEqual(['This mail is too large.'])
  expect(await storedOf(shop.business)).toEqual([])
  expect(await runsOf(shop)).toEqual([])
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

test('a former address is refused once there is a new one', async ({ shop }) => {
  const former = await addressOf(shop)
  const address = await addressOf(shop)
  expect(await send(former, fromOwner(shop))).toEqual(['Address not found'])
  expect(await send(address, fromOwner(shop))).toEqual([])
})

test('more than sixty mails an hour are refused unread, and leave nothing', async ({ shop }) => {
  const address = await addressOf(shop)
  for (let number = 0; number < 60; number += 1)
    expect(await send(address, 'nothing', NOW + number)).toEqual([])
  const { mail, rejections } = message(address, fromOwner(shop))
  await receiveMail({ ...contextFor(null), now: () => NOW + 60 }, closed(mail, address))
  // A new address does not start the count anew.
  const next = await addressOf(shop)
  await receiveMail({ ...contextFor(null), now: () => NOW + 61 }, closed(mail, next))
  expect(rejections).toEqual(Array(2).fill('Too many mails. Please try again later.'))
  const count = await env.DB.prepare('SELECT count(*) AS runs FROM scrape_runs WHERE business_id = ?')
    .bind(shop.business.id)
    .first()
  expect(count).toEqual({ runs: 60 })
  expect(await storedOf(shop.business)).toEqual([])
  expect(await send(next, fromOwner(shop), NOW + HOUR_MS)).toEqual([])
  expect(await storedOf(shop.business)).toHaveLength(1)
})

test('a fault of the database lets the mail be delivered again', async ({ shop }) => {
  const address = await addressOf(shop)
  const { mail, rejections } = message(address, fromOwner(shop))
  const DB = failing(env.DB, /INSERT INTO reviews/)
  await expect(
    receiveMail({ ...contextFor(null, { env: { ...env, DB } }), now: () => NOW }, mail),
  ).rejects.toThrow()
  expect(rejections).toEqual([])
  expect(await send(address, fromOwner(shop), NOW + 1)).toEqual([])
  expect(await storedOf(shop.business)).toHaveLength(1)
})

test("the worker's fourth door leads here", async () => {
  const shop = await createShop('ai_insights', Date.now())
  const { mail, rejections } = message(await addressOf(shop), fromOwner(shop))
  createExecutionContext()
  await worker.email(mail, env)
  expect(rejections).toEqual([])
  expect(await storedOf(shop.business)).toHaveLength(1)
})

test('where no domain is set up, no address is made and none is shown', async ({ shop }) => {
  const settings = { ...contextFor(null).settings, ENVIRONMENT: 'production' as const }
  const { createApi } = await import('#worker/api/router.ts')
  const api = createApi({ ...contextFor(shop.account), settings })
  await expect(api.imports.renewMailAddress({ businessId: shop.business.id })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'This server receives no mails.',
  })
  expect(await api.imports.options({ businessId: shop.business.id })).toMatchObject({
    receivesMail: false,
    mailAddress: null,
  })
})

/** Mails whose words are right, and which nobody vouches for. */
const DOUBTFUL: [name: string, raw: (shop: Shop) => string, sender: string | null][] = [
  [
    'whose sender nobody has looked at',
    (shop) => forwarded(GOOGLE_MAIL, undefined, shop.account.email),
    null,
  ],
  [
    'whose sender did not pass',
    (shop) =>
      received(forwarded(GOOGLE_MAIL, undefined, shop.account.email), 'dmarc=fail header.from=example.test'),
    null,
  ],
  [
    'a stranger forwards under their own name',
    () => received(forwarded(GOOGLE_MAIL, undefined, 'eve@evil.test'), 'dmarc=pass header.from=evil.test'),
    'eve@evil.test',
  ],
  [
    "a stranger forwards under a member's name",
    (shop) =>
      received(
        forwarded(GOOGLE_MAIL, undefined, shop.account.email),
        'dmarc=fail header.from=example.test; spf=pass smtp.mailfrom=eve@evil.test',
      ),
    null,
  ],
  [
    "that only looks like Google's own",
    () =>
      received(
        redirected(GOOGLE_MAIL),
        'dmarc=fail header.from=google.com; spf=pass smtp.mailfrom=eve@evil.test',
      ),
    'businessprofile-noreply@google.com',
  ],
  [
    'that brings its verdict along, below the true one',
    () =>
      received(
        `Authentication-Results: mx.cloudflare.net; ${FROM_GOOGLE}\r\n${redirected(GOOGLE_MAIL)}`,
        'dmarc=fail header.from=google.com',
      ),
    'businessprofile-noreply@google.com',
  ],
]

test.for(DOUBTFUL)('a mail %s waits for its owner, who is told', async ([_, rawOf, sender], { shop }) => {
  const address = await addressOf(shop)
  expect(await send(address, rawOf(shop))).toEqual([])
  // Again, it waits once.
  expect(await send(address, rawOf(shop), NOW + 1)).toEqual([])
  expect(await storedOf(shop.business)).toEqual([])
  expect(await runsOf(shop)).toEqual([])
  expect(await heldOf(shop)).toEqual([
    {
      id: expect.any(String),
      platform: 'google',
      sender: sender ?? shop.account.email,
      authorName: 'Ana Reis',
      rating: 2,
      reviewText: 'The bread was still warm.\n\nThe coffee was not.',
      reviewDate: expect.stringMatching(/^2026-06-01T/),
      receivedAt: new Date(NOW).toISOString(),
    },
  ])
  expect(await newsOf(shop)).toEqual([
    {
      kind: 'source_needs_owner',
      message: "Corner Shop: A mail with a review waits for you: we can't tell whether it is genuine.",
      link: `/app/businesses/${shop.business.id}/import`,
    },
  ])
})

test.for([
  ['has not proven the address', 'UPDATE users SET email_verified_at = NULL WHERE id = ?'],
  ['is a member no more', 'UPDATE organization_users SET is_active = 0 WHERE user_id = ?'],
  ['may not add reviews', "UPDATE organization_users SET role = 'viewer' WHERE user_id = ?"],
] as const)('a member who %s is a stranger', async ([_, sql], { shop }) => {
  const address = await addressOf(shop)
  // Somebody else's address: it would be closed with its maker.
  await handOver(shop)
  await env.DB.prepare(sql).bind(shop.account.userId).run()
  await send(address, fromOwner(shop))
  expect(await storedOf(shop.business)).toEqual([])
  expect(await heldOf(shop)).toHaveLength(1)
})

test('what waits is added on a word, once, or discarded', async ({ shop }) => {
  const address = await addressOf(shop)
  for (const author of ['Ana Reis', 'Kim Vale']) await send(address, forwarded(letterOf(author)))
  const [ana, kim] = await heldOf(shop)
  const added = await shop.api.imports.addHeldMail({ id: ana?.id ?? '' })
  expect(added).toEqual({ stored: 1, updated: 0, unchanged: 0, overQuota: 0 })
  expect(await storedOf(shop.business)).toMatchObject([{ author_name: 'Ana Reis', source: 'mail' }])
  expect(await runsOf(shop)).toMatchObject([{ source: 'mail', status: 'succeeded', reviewsNew: 1 }])
  await expect(shop.api.imports.addHeldMail({ id: ana?.id ?? '' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  await shop.api.imports.discardHeldMail({ id: kim?.id ?? '' })
  await shop.api.imports.discardHeldMail({ id: kim?.id ?? '' })
  expect(await heldOf(shop)).toEqual([])
  expect(await storedOf(shop.business)).toHaveLength(1)
  expect(await usageOf(shop)).toBe(1)
})

test('what is added twenty times at once is stored once', async ({ shop }) => {
  await send(await addressOf(shop), forwarded(GOOGLE_MAIL))
  const [held] = await heldOf(shop)
  await Promise.allSettled(
    Array.from({ length: 20 }, () => shop.api.imports.addHeldMail({ id: held?.id ?? '' })),
  )
  expect(await storedOf(shop.business)).toHaveLength(1)
  expect(await usageOf(shop)).toBe(1)
})

test('where the month has no room it goes on waiting', async () => {
  const shop = await createShop('free')
  await send(await addressOf(shop), forwarded(GOOGLE_MAIL))
  await env.DB.prepare(
    "INSERT INTO organization_usage (organization_id, month, reviews_stored) VALUES (?, '2026-06', 50)",
  )
    .bind(shop.account.organizationId)
    .run()
  const [held] = await heldOf(shop)
  expect(await shop.api.imports.addHeldMail({ id: held?.id ?? '' })).toMatchObject({
    stored: 0,
    overQuota: 1,
  })
  expect(await heldOf(shop)).toHaveLength(1)
})

test('too many that wait push none out: further ones are refused until their owner decides', async ({
  shop,
}) => {
  const address = await addressOf(shop)
  const author = (number: number) => `Author ${String(number).padStart(2, '0')}`
  for (let number = 0; number < MAX_HELD; number += 1) {
    expect(await send(address, forwarded(letterOf(author(number))), NOW + number)).toEqual([])
  }
  expect(await send(address, forwarded(letterOf('One More')), NOW + 50)).toEqual([
    'Too many mails wait for a decision here.',
  ])
  // One that waits already is no further one, and what somebody vouches for comes in.
  expect(await send(address, forwarded(letterOf(author(3))), NOW + 51)).toEqual([])
  expect(await send(address, fromOwner(shop), NOW + 52)).toEqual([])
  expect((await heldOf(shop)).map(({ authorName }) => authorName)).toEqual(
    Array.from({ length: MAX_HELD }, (_, number) => author(number)),
  )
  expect(await storedOf(shop.business)).toHaveLength(1)
})

test('a viewer and another organization see and decide nothing', async ({ shop }) => {
  await send(await addressOf(shop), forwarded(GOOGLE_MAIL))
  const [held] = await heldOf(shop)
  const id = held?.id ?? ''
  const viewer = apiFor(shop.account, { role: 'viewer', now: () => NOW })
  expect((await viewer.imports.options({ businessId: shop.business.id })).heldMails).toEqual([])
  for (const call of [viewer.imports.addHeldMail({ id }), viewer.imports.discardHeldMail({ id })]) {
    await expect(call).rejects.toMatchObject({ code: 'FORBIDDEN' })
  }
  const stranger = apiFor(await createAccount(env.DB), { now: () => NOW })
  await expect(stranger.imports.addHeldMail({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  await stranger.imports.discardHeldMail({ id })
  expect(await heldOf(shop)).toHaveLength(1)
  await shop.api.businesses.remove({ id: shop.business.id })
  expect(await env.DB.prepare('SELECT id FROM held_mails WHERE id = ?').bind(id).first()).toBeNull()
})

test('an address is made by those who have proven their own, and by nobody else', async () => {
  const account = await createAccount(env.DB, { isVerified: false })
  const business = await createBusiness(env.DB, account)
  for (const isVerified of [false, true]) {
    // The second one as a session would be that was looked up before somebody else's claim.
    const api = apiFor(account, { isVerified, now: () => NOW })
    await expect(api.imports.renewMailAddress({ businessId: business.id })).rejects.toMatchObject({
      cause: { code: isVerified ? 'not_found' : 'email_not_verified' },
    })
  }
})

test.for([
  ['is not proven any more', 'UPDATE users SET email_verified_at = NULL WHERE id = ?'],
  ['has left the organization', 'UPDATE organization_users SET is_active = 0 WHERE user_id = ?'],
  ['lost every way in', 'UPDATE users SET ways_in_ended_at = 1 WHERE id = ?'],
  ['is gone', 'DELETE FROM users WHERE id = ?'],
] as const)(
  'mails to an address whose maker %s are refused, and it is not shown',
  async ([_, change], { shop }) => {
    const address = await addressOf(shop)
    const { business, api } = shop
    const maker = await handOver(shop)
    expect(await send(address, forwarded(GOOGLE_MAIL))).toEqual([])
    await env.DB.prepare(change).bind(maker.userId).run()
    expect(await send(address, forwarded(GOOGLE_MAIL))).toEqual(['Address not found'])
    expect((await api.imports.options({ businessId: business.id })).mailAddress).toBeNull()
    await send(await addressOf(shop), forwarded(GOOGLE_MAIL))
  },
)

test('an address is removed by its owner, and mails to it are refused', async ({ shop }) => {
  const { business, api } = shop
  const address = await addressOf(shop)
  await api.imports.removeMailAddress({ businessId: business.id })
  await api.imports.removeMailAddress({ businessId: business.id })
  expect(await send(address, forwarded(GOOGLE_MAIL))).toEqual(['Address not found'])
  expect((await api.imports.options({ businessId: business.id })).mailAddress).toBeNull()
})
