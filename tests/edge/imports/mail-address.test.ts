import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { apiFor, contextFor, loseCredentials } from '#tests/edge/support/caller.ts'
import { createAccount, createBusiness } from '#tests/factories.ts'
import { forwarded, GOOGLE_MAIL } from '#tests/unit/worker/imports/mails.ts'
import { addressOf, fromOwner, handOver, send, test } from './mails.ts'
import { NOW } from './support.ts'

test('a former address is refused once there is a new one', async ({ shop }) => {
  const former = await addressOf(shop)
  const address = await addressOf(shop)
  expect(await send(former, fromOwner(shop))).toEqual(['Address not found'])
  expect(await send(address, fromOwner(shop))).toEqual([])
})

test('without an email domain no address is created or shown', async ({ shop }) => {
  const settings = { ...contextFor(null).settings, ENVIRONMENT: 'production' as const }
  const { createApi } = await import('#worker/api/router.ts')
  const api = createApi({ ...contextFor(shop.account), settings })
  await expect(api.imports.renewMailAddress({ businessId: shop.business.id })).rejects.toMatchObject({
    code: 'CONFLICT',
    message: 'This server can’t receive e-mails.',
  })
  expect(await api.imports.options({ businessId: shop.business.id })).toMatchObject({
    receivesMail: false,
    mailAddress: null,
  })
})

test('a member with an unverified email cannot create an address', async () => {
  const account = await createAccount(env.DB, { isVerified: false })
  const business = await createBusiness(env.DB, account)
  for (const isVerified of [false, true]) {
    // The second pass is a session that was read before somebody else claimed the email address.
    const api = apiFor(account, { isVerified, now: () => NOW })
    await expect(api.imports.renewMailAddress({ businessId: business.id })).rejects.toMatchObject({
      cause: { code: isVerified ? 'not_found' : 'email_not_verified' },
    })
  }
})

test.for([
  ['is not proven any more', 'UPDATE users SET email_verified_at = NULL WHERE id = ?'],
  ['has left the organization', 'UPDATE organization_users SET is_active = 0 WHERE user_id = ?'],
  ['has left and come back', `UPDATE organization_users SET joined_at = ${NOW + 1} WHERE user_id = ?`],
  ['may no longer add reviews', "UPDATE organization_users SET role = 'viewer' WHERE user_id = ?"],
  [
    'is limited to other businesses',
    `UPDATE organization_users SET role = 'member', business_ids = '["another"]' WHERE user_id = ?`,
  ],
  ['lost every way in', null],
  ['is gone', 'DELETE FROM users WHERE id = ?'],
] as const)(
  'emails to an address whose creator %s are refused, and it is not shown',
  async ([_, change], { shop, address }) => {
    const { business, api } = shop
    const maker = await handOver(shop)
    expect(await send(address, forwarded(GOOGLE_MAIL))).toEqual([])
    if (change === null) await loseCredentials(maker.userId)
    else await env.DB.prepare(change).bind(maker.userId).run()
    expect(await send(address, forwarded(GOOGLE_MAIL))).toEqual(['Address not found'])
    expect((await api.imports.options({ businessId: business.id })).mailAddress).toBeNull()
    await send(await addressOf(shop), forwarded(GOOGLE_MAIL))
  },
)

test('emails to a removed address are refused', async ({ shop, address }) => {
  const { business, api } = shop
  await api.imports.removeMailAddress({ businessId: business.id })
  await api.imports.removeMailAddress({ businessId: business.id })
  expect(await send(address, forwarded(GOOGLE_MAIL))).toEqual(['Address not found'])
  expect((await api.imports.options({ businessId: business.id })).mailAddress).toBeNull()
})
