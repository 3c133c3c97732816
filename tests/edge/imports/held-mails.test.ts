import { env } from 'cloudflare:test'
import { describe, expect } from 'vitest'
import { apiFor } from '#tests/edge/support/caller.ts'
import { createAccount, eraseBusiness, storeUsage } from '#tests/factories.ts'
import { forwarded, GOOGLE_MAIL, googleText, received, redirected } from '#tests/unit/worker/imports/mails.ts'
import { MAX_HELD } from '#worker/imports/mail/held-mails.ts'
import { addressOf, FROM_GOOGLE, fromOwner, handOver, heldOf, newsOf, runsOf, send, test } from './mails.ts'
import { createShop, NOW, type Shop, storedOf, usageOf } from './support.ts'

/** An email with a review by this author. */
function letterOf(author: string) {
  return { ...GOOGLE_MAIL, subject: `${author} left a review for Corner Shop`, text: googleText({ author }) }
}

/** Emails with the right text whose sender nobody vouches for. */
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

test.for(DOUBTFUL)(
  'an email %s is held for its owner, who is notified',
  async ([_, rawOf, sender], { shop, address }) => {
    expect(await send(address, rawOf(shop))).toEqual([])
    // The same email again is held once.
    expect(await send(address, rawOf(shop), NOW + 1)).toEqual([])
    expect(await storedOf(shop.business)).toEqual([])
    expect(await runsOf(shop)).toEqual([])
    expect(await heldOf(shop)).toEqual([
      {
        id: expect.any(String),
        platform: 'google',
        platformName: 'Google',
        platformColor: null,
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
        message: 'Corner Shop: A forwarded review needs your OK.',
        link: `/app/businesses/${shop.business.id}/import`,
      },
    ])
  },
)

test.for([
  ['has not proven the address', 'UPDATE users SET email_verified_at = NULL WHERE id = ?'],
  ['is a member no more', 'UPDATE organization_users SET is_active = 0 WHERE user_id = ?'],
  ['may not add reviews', "UPDATE organization_users SET role = 'viewer' WHERE user_id = ?"],
  [
    'may see other businesses only',
    `UPDATE organization_users SET role = 'member', business_ids = '["another"]' WHERE user_id = ?`,
  ],
] as const)('a member who %s counts as a stranger', async ([_, sql], { shop, address }) => {
  // Uses somebody else's address, because it would be closed with its maker.
  await handOver(shop)
  await env.DB.prepare(sql).bind(shop.account.userId).run()
  await send(address, fromOwner(shop))
  expect(await storedOf(shop.business)).toEqual([])
  expect(await heldOf(shop)).toHaveLength(1)
})

test('a held email can be added once or discarded', async ({ shop, address }) => {
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

describe('an email with labelled lines about a platform added by the organization', () => {
  const FORM = {
    from: 'form@shop.example',
    subject: 'New review',
    date: GOOGLE_MAIL.date,
    text: ['Platform: our form', 'Name: Ana Reis', 'Rating: 2', 'Review: The bread was cold.'].join('\n'),
  }
  const STORED = { source: 'mail', author_name: 'Ana Reis', rating: 2, review_text: 'The bread was cold.' }

  test('is stored at once if the owner forwards it', async ({ shop, address }) => {
    const { id } = await shop.api.platforms.create({ name: 'Our form', color: 'teal' })
    expect(await send(address, fromOwner(shop, FORM))).toEqual([])
    expect(await storedOf(shop.business)).toMatchObject([{ ...STORED, platform: id }])
    expect(await newsOf(shop)).toMatchObject([
      { message: 'Corner Shop: 1 new Our form review needs an answer.' },
    ])
  })

  test('is held if the form sends it, until the owner adds it', async ({ shop, address }) => {
    const { id } = await shop.api.platforms.create({ name: 'Our form', color: 'teal' })
    await send(address, received(redirected(FORM), 'dmarc=pass header.from=shop.example'))
    expect(await storedOf(shop.business)).toEqual([])
    const [held] = await heldOf(shop)
    expect(held).toMatchObject({ platformName: 'Our form' })
    await shop.api.imports.addHeldMail({ id: held?.id ?? '' })
    expect(await storedOf(shop.business)).toMatchObject([{ ...STORED, platform: id }])
  })

  test('is ignored if only another organization has added the platform', async ({ shop, address }) => {
    await (await createShop()).api.platforms.create({ name: 'Our form', color: 'teal' })
    await send(address, fromOwner(shop, FORM))
    expect([await storedOf(shop.business), await heldOf(shop)]).toEqual([[], []])
  })
})

test('a held email added twenty times at once is stored once', async ({ shop }) => {
  await send(await addressOf(shop), forwarded(GOOGLE_MAIL))
  const [held] = await heldOf(shop)
  await Promise.allSettled(
    Array.from({ length: 20 }, () => shop.api.imports.addHeldMail({ id: held?.id ?? '' })),
  )
  expect(await storedOf(shop.business)).toHaveLength(1)
  expect(await usageOf(shop)).toBe(1)
})

test('a held email stays held if the monthly quota is used up', async () => {
  const shop = await createShop('free')
  await send(await addressOf(shop), forwarded(GOOGLE_MAIL))
  await storeUsage(env.DB, shop.account, 50, NOW)
  const [held] = await heldOf(shop)
  expect(await shop.api.imports.addHeldMail({ id: held?.id ?? '' })).toMatchObject({
    stored: 0,
    overQuota: 1,
  })
  expect(await heldOf(shop)).toHaveLength(1)
})

test('held emails beyond the limit are refused until the owner decides', async ({ shop, address }) => {
  const author = (number: number) => `Author ${String(number).padStart(2, '0')}`
  for (let number = 0; number < MAX_HELD; number += 1) {
    expect(await send(address, forwarded(letterOf(author(number))), NOW + number)).toEqual([])
  }
  expect(await send(address, forwarded(letterOf('One More')), NOW + 50)).toEqual([
    'Too many e-mails are waiting for a decision here.',
  ])
  // An email that is already held is no further one, and a vouched-for email is stored.
  expect(await send(address, forwarded(letterOf(author(3))), NOW + 51)).toEqual([])
  expect(await send(address, fromOwner(shop), NOW + 52)).toEqual([])
  expect((await heldOf(shop)).map(({ authorName }) => authorName)).toEqual(
    Array.from({ length: MAX_HELD }, (_, number) => author(number)),
  )
  expect(await storedOf(shop.business)).toHaveLength(1)
})

test('a viewer and another organization can neither see nor decide on held emails', async ({ shop }) => {
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
  await eraseBusiness(env.DB, shop.business)
  expect(await env.DB.prepare('SELECT id FROM held_mails WHERE id = ?').bind(id).first()).toBeNull()
})
