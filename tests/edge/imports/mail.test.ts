import { createExecutionContext, env } from 'cloudflare:test'
import type { ForwardableEmailMessage } from '@cloudflare/workers-types'
import { expect } from 'vitest'
import { contextFor } from '#tests/edge/support/caller.ts'
import { failing } from '#tests/edge/support/faults.ts'
import { createBusiness } from '#tests/factories.ts'
import {
  attached,
  FACEBOOK_MAIL,
  forwarded,
  GOOGLE_MAIL,
  mime,
  received,
} from '#tests/unit/worker/imports/mails.ts'
import { receiveMail } from '#worker/imports/mail/receive.ts'
import worker from '#worker/index.ts'
import { DAY_MS, HOUR_MS } from '#worker/rules/durations.ts'
import {
  addressOf,
  FROM_OWNER,
  fromOwner,
  handOver,
  heldOf,
  message,
  newsOf,
  runsOf,
  send,
  test,
} from './mails.ts'
import { createShop, NOW, storedOf, usageOf } from './support.ts'

/** The same email, but reading its body throws. */
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

// tests/unit/worker/imports/mail.test.ts covers the other kinds of mail.
test('a forwarded email from Google stores its review', async ({ shop, address }) => {
  expect(await send(address, fromOwner(shop))).toEqual([])
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

test('the same email in any form stores nothing more', async ({ shop, address }) => {
  await send(address, fromOwner(shop))
  await send(address, fromOwner(shop), NOW + 1)
  await send(address, received(attached(GOOGLE_MAIL, shop.account.email), FROM_OWNER), NOW + 2)
  expect(await storedOf(shop.business)).toHaveLength(1)
  expect(await usageOf(shop)).toBe(1)
  expect(await newsOf(shop)).toHaveLength(1)
})

test('an address in capitals is the same address', async ({ shop, address }) => {
  expect(await send(address.toUpperCase(), fromOwner(shop))).toEqual([])
  expect(await storedOf(shop.business)).toHaveLength(1)
})

const PASTE_INSTEAD = 'contains no review we can read. Paste the review instead.'
const NAMED = `The e-mail ‘Hello ${'é'.repeat(74)}…’`

test('an unreadable email keeps only its subject, which is reported to the owner', async ({
  shop,
  address,
}) => {
  const other = mime({
    from: 'ana@example.test',
    subject: `Hello\t${'é'.repeat(200)}`,
    text: 'CANARY of a private mail',
  })
  expect(await send(address, other)).toEqual([])
  expect(await send(address, 'not a mail at all', NOW + 1)).toEqual([])
  expect(await runsOf(shop)).toMatchObject([
    { source: 'mail', status: 'failed', errors: [`A forwarded e-mail ${PASTE_INSTEAD}`], reviewsFound: 0 },
    { source: 'mail', status: 'failed', errors: [`${NAMED} ${PASTE_INSTEAD}`], reviewsFound: 0 },
  ])
  expect(await storedOf(shop.business)).toEqual([])
  expect(await newsOf(shop)).toEqual([
    {
      kind: 'source_needs_owner',
      message: `Corner Shop: ${NAMED} ${PASTE_INSTEAD}`,
      link: `/app/businesses/${shop.business.id}/import`,
    },
    {
      kind: 'source_needs_owner',
      message: `Corner Shop: A forwarded e-mail ${PASTE_INSTEAD}`,
      link: `/app/businesses/${shop.business.id}/import`,
    },
  ])
  for (const table of ['scrape_runs', 'reviews', 'notifications']) {
    const { results } = await env.DB.prepare(`SELECT * FROM ${table}`).all()
    expect(JSON.stringify(results)).not.toContain('CANARY')
  }
})

test('five unreadable emails a day are reported one by one, and all others at once', async ({
  shop,
  address,
}) => {
  const unreadable = (number: number) =>
    mime({ from: 'ana@example.test', subject: `Hello ${number}`, text: 'Good day.' })
  for (let number = 1; number <= 9; number += 1) await send(address, unreadable(number), NOW + number)
  const news = await newsOf(shop)
  expect(news.map(({ message }) => message)).toEqual([
    ...[1, 2, 3, 4, 5].map((number) => `Corner Shop: The e-mail ‘Hello ${number}’ ${PASTE_INSTEAD}`),
    'Corner Shop: More of today’s e-mails brought no review. The history lists each of them.',
  ])
  expect(news.at(-1)).toMatchObject({ link: `/app/businesses/${shop.business.id}/sources` })
  await send(address, unreadable(10), NOW + DAY_MS)
  expect(await newsOf(shop)).toHaveLength(7)
})

test("Gmail's forwarding code is reported to the owner, each code once", async ({ shop, address }) => {
  const from = 'Gmail Team <forwarding-noreply@google.com>'
  for (const [index, code] of ['482913057', '482913057', '117730264'].entries()) {
    const subject = `(#${code}) Gmail Forwarding Confirmation - Receive Mail from owner@example.test`
    expect(await send(address, mime({ from, subject, text: 'Please confirm.' }), NOW + index)).toEqual([])
  }
  const told = (code: string) =>
    `Gmail asks whether e-mails may be forwarded to this address. Enter the code ${code} in Gmail's settings.`
  expect((await newsOf(shop)).map(({ message }) => message)).toEqual([
    `Corner Shop: ${told('482913057')}`,
    `Corner Shop: ${told('117730264')}`,
  ])
  expect((await runsOf(shop)).map(({ errors }) => errors).at(-1)).toEqual([told('482913057')])
  expect(await storedOf(shop.business)).toEqual([])
})

test('an email that is too large is refused unread, whatever its stated size, and leaves nothing', async ({
  shop,
  address,
}) => {
  const large = new TextEncoder().encode(fromOwner(shop) + ' '.repeat(1024 * 1024))
  const { mail, rejections } = message(address, large)
  await receiveMail(contextFor(null), closed(mail, address))
  expect(rejections).toEqual(['This e-mail is too large.'])
  const other = message(address, large)
  const { raw, setReject } = other.mail
  await receiveMail(contextFor(null), { to: address, raw, setReject, rawSize: 10 })
  expect(other.rejections).toEqual(['This e-mail is too large.'])
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
])('an email to %j is refused without further details', async (address) => {
  const before = await env.DB.prepare('SELECT count(*) AS runs FROM scrape_runs').first()
  expect(await send(address, forwarded(GOOGLE_MAIL))).toEqual(['Address not found'])
  expect(await env.DB.prepare('SELECT count(*) AS runs FROM scrape_runs').first()).toEqual(before)
})

test('more than sixty emails an hour are refused unread and leave nothing', async ({ shop, address }) => {
  for (let number = 0; number < 60; number += 1)
    expect(await send(address, 'nothing', NOW + number)).toEqual([])
  const { mail, rejections } = message(address, fromOwner(shop))
  await receiveMail({ ...contextFor(null), now: () => NOW + 60 }, closed(mail, address))
  // A new address does not reset the count.
  const next = await addressOf(shop)
  await receiveMail({ ...contextFor(null), now: () => NOW + 61 }, closed(mail, next))
  expect(rejections).toEqual(Array(2).fill('Too many e-mails. Please try again later.'))
  const count = await env.DB.prepare('SELECT count(*) AS runs FROM scrape_runs WHERE business_id = ?')
    .bind(shop.business.id)
    .first()
  expect(count).toEqual({ runs: 60 })
  expect(await storedOf(shop.business)).toEqual([])
  expect(await send(next, fromOwner(shop), NOW + HOUR_MS)).toEqual([])
  expect(await storedOf(shop.business)).toHaveLength(1)
})

test('a database fault does not reject an email, so it can be delivered again', async ({ shop, address }) => {
  const { mail, rejections } = message(address, fromOwner(shop))
  const DB = failing(env.DB, /INSERT INTO reviews/)
  await expect(
    receiveMail({ ...contextFor(null, { env: { ...env, DB } }), now: () => NOW }, mail),
  ).rejects.toThrow()
  expect(rejections).toEqual([])
  expect(await send(address, fromOwner(shop), NOW + 1)).toEqual([])
  expect(await storedOf(shop.business)).toHaveLength(1)
})

test("the worker's email handler receives emails", async () => {
  const shop = await createShop('ai_insights', Date.now())
  const { mail, rejections } = message(await addressOf(shop), fromOwner(shop))
  createExecutionContext()
  await worker.email(mail, env)
  expect(rejections).toEqual([])
  expect(await storedOf(shop.business)).toHaveLength(1)
})

test('an email about a platform outside the plan stores nothing, and its owner is told why', async () => {
  for (const plan of ['free', 'pro']) {
    const shop = await createShop(plan)
    const letter = forwarded(FACEBOOK_MAIL, undefined, shop.account.email)
    expect(await send(await addressOf(shop), received(letter, FROM_OWNER))).toEqual([])
    const stored = await storedOf(shop.business)
    const isTold = (await newsOf(shop)).some(
      ({ message }) => message === 'Corner Shop: Facebook is not part of your Free plan.',
    )
    expect([stored.length, isTold]).toEqual(plan === 'free' ? [0, true] : [1, false])
  }
})

/** Google's email about a review of this business. */
function aboutBusiness(name: string) {
  return { ...GOOGLE_MAIL, subject: `Ana left a review for ${name}` }
}

test('a review of another of the businesses is stored there, and its owner is notified', async ({
  shop,
  address,
}) => {
  const business = await createBusiness(env.DB, shop.account, {
    name: 'Harbor Street Noodle House',
    city: 'Eugene',
  })
  const noodles = { ...shop, business }
  expect(await send(address, fromOwner(shop, aboutBusiness('Harbor Street Noodle House')))).toEqual([])
  expect(await send(address, forwarded(aboutBusiness('Harbor Street Noodle House Eugene')), NOW + 1)).toEqual(
    [],
  )
  expect([await storedOf(shop.business), await heldOf(shop), await runsOf(shop)]).toEqual([[], [], []])
  expect(await storedOf(business)).toMatchObject([{ author_name: 'Ana Reis', source: 'mail' }])
  expect(await heldOf(noodles)).toMatchObject([{ authorName: 'Ana Reis' }])
  expect((await newsOf(shop))[0]).toEqual({
    kind: 'new_reviews',
    message: 'Harbor Street Noodle House: 1 new Google review needs an answer.',
    link: `/app/reviews?businessId=${business.id}&status=pending`,
  })
})

test.for([
  ['of no business', null],
  ['of another organization’s business', 'UPDATE businesses SET organization_id = ?2 WHERE id = ?1'],
  ['of a deleted business', 'UPDATE businesses SET deleted_at = 1 WHERE id = ?1 AND ?2 <> 0'],
  [
    'of a business that the creator of the address can’t see',
    `UPDATE organization_users SET role = 'member', business_ids = json_array(?2) WHERE ?1 <> ''
      AND user_id = (SELECT created_by FROM import_addresses WHERE business_id = ?2)`,
  ],
] as const)('a review %s stays with the addressee', async ([_, change], { shop, address }) => {
  const business = await createBusiness(env.DB, shop.account, { name: 'Harbor Street Noodle House' })
  await handOver(shop)
  const other = change?.includes('organization_id')
    ? (await createShop()).account.organizationId
    : shop.business.id
  const statement = change ?? 'DELETE FROM businesses WHERE id = ?1 AND ?2 <> 0'
  await env.DB.prepare(statement).bind(business.id, other).run()
  const mail = fromOwner(shop, aboutBusiness('Harbor Street Noodle House'))
  expect(await send(address, mail)).toEqual([])
  expect(await storedOf(shop.business)).toMatchObject([{ author_name: 'Ana Reis', source: 'mail' }])
  expect(await storedOf(business)).toEqual([])
})

const EITHER =
  'A forwarded e-mail is about ‘Harbor Street Noodle House’, and several locations have this name. Its review was not added. Paste it at the right one instead.'

test('a review that may be of either of two other businesses is not stored, and the reason is reported', async ({
  shop,
  address,
}) => {
  const name = 'Harbor Street Noodle House'
  const others = await Promise.all([1, 2].map(() => createBusiness(env.DB, shop.account, { name })))
  for (const at of [NOW, NOW + 1]) {
    expect(await send(address, fromOwner(shop, aboutBusiness(name)), at)).toEqual([])
  }
  for (const business of [shop.business, ...others]) expect(await storedOf(business)).toEqual([])
  expect(await heldOf(shop)).toEqual([])
  expect(await runsOf(shop)).toMatchObject(
    Array(2).fill({ source: 'mail', status: 'failed', errors: [EITHER] }),
  )
  expect(await newsOf(shop)).toEqual([
    {
      kind: 'source_needs_owner',
      message: `Corner Shop: ${EITHER}`,
      link: `/app/businesses/${shop.business.id}/import`,
    },
  ])
})
