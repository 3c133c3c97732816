import { env } from 'cloudflare:test'
import { eq } from 'drizzle-orm'
import { Webhook } from 'standardwebhooks'
import { expect, test } from 'vitest'
import { databaseOf } from '#db/client.ts'
import { accountDeletions } from '#db/schema/index.ts'
import { signatureOf } from '#tests/edge/billing/sign.ts'
import { deliver } from '#tests/edge/billing/support.ts'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { createConnection, createLink } from '#tests/edge/support/connections.ts'
import { ask, askProcedure, signedIn } from '#tests/edge/support/web.ts'
import { openStation } from '#tests/edge/webhooks/support.ts'
import { createAccount, createBusiness } from '#tests/factories.ts'
import { connectionHolder, placeHolder, sealToken } from '#worker/connections/access-token.ts'
import { accessTokenFor } from '#worker/connections/source-token.ts'
import { type Env, settingsOf } from '#worker/env.ts'
import { keepAccountPath } from '#worker/identity/accounts/deletion-link.ts'
import { deliverWebhooks } from '#worker/webhooks/deliver.ts'

// Secrets replaced as in docs/operations.md. Passwords, authenticator apps, access tokens, Google's tokens,
// waiting emails, unsubscribe links and guests who refused are tested beside their other tests.

const NEW_SECRET = 'the-secret-after-0123456789abcdefghijkl'
/** Steps of replacing a secret: both are set, then only the new one. */
const steps = (name: 'SESSION_SECRET' | 'MFA_ENCRYPTION_KEY') => ({
  during: { ...env, [name]: NEW_SECRET, [`${name}_PREVIOUS`]: env[name] },
  after: { ...env, [name]: NEW_SECRET },
})

test('a new session secret keeps sessions; keep-account links end with the old secret', async () => {
  const { during, after } = steps('SESSION_SECRET')
  const account = await createAccount(env.DB)
  const cookie = await signedIn(account)
  for (const bindings of [during, after]) {
    const answer = await ask('/trpc/auth.session', { env: bindings, headers: { cookie } })
    expect(await answer.json()).toMatchObject({ result: { data: { user: { email: account.email } } } })
  }
  await apiFor(account).account.delete()
  const [deletion] = await databaseOf(env)
    .select()
    .from(accountDeletions)
    .where(eq(accountDeletions.userId, account.userId))
  if (!deletion) throw new Error('the deletion is stored above')
  const token = keepAccountPath(settingsOf(env), deletion).split('token=')[1]
  const keep = (bindings: typeof env) => askProcedure('account.keep', { token }, { env: bindings })
  expect((await keep(after)).status).toBe(404)
  expect((await keep(during)).status).toBe(200)
})

test("a new key takes over an endpoint's signing secret with its next message", async () => {
  const { during, after } = steps('MFA_ENCRYPTION_KEY')
  const station = await openStation()
  for (const bindings of [during, after]) {
    await station.api.webhooks.test({ id: station.endpoint.id })
    await deliverWebhooks({ ...station.ctx, settings: settingsOf(bindings) }, station.endpoint.id)
  }
  const messages = await station.received()
  expect(messages).toHaveLength(2)
  for (const { body, headers } of messages) new Webhook(station.endpoint.secret).verify(body, headers)
})

test('a new key takes over tokens that are never renewed with their next use', async () => {
  const { during, after } = steps('MFA_ENCRYPTION_KEY')
  const account = await createAccount(env.DB, { plan: 'pro' })
  const { organizationId } = account
  const old = settingsOf(env)
  const connected = { organizationId, provider: 'facebook', subject: 'wren' } as const
  const connectionId = await createConnection(account, {
    ...connected,
    sealedAccessToken: await sealToken(old, connectionHolder(connected), 'token of the owner'),
  })
  const [page, place] = [await createBusiness(env.DB, account), await createBusiness(env.DB, account)]
  const source = { organizationId, businessId: page.id, platform: 'facebook' } as const
  await createLink(page, connectionId, {
    platform: 'facebook',
    sealedToken: await sealToken(old, placeHolder(source), 'token of the page'),
  })
  await createLink(place, connectionId, { platform: 'facebook' })
  for (const bindings of [during, after]) {
    const ctx = contextFor(account, { env: bindings })
    expect(await accessTokenFor(ctx, source)).toBe('token of the page')
    expect(await accessTokenFor(ctx, { ...source, businessId: place.id })).toBe('token of the owner')
  }
})

test('both Stripe secrets are accepted during a replacement, then only the new one', async () => {
  const body = '{}'
  const [before, now] = ['whsec_before', 'whsec_now']
  const during = { ...env, STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: now }
  const isTaken = async (secret: string, bindings: Env) => {
    const answer = await deliver({ body, signature: await signatureOf(body, secret) }, bindings)
    return (await answer.text()) !== 'The signature is wrong.'
  }
  const both = { ...during, STRIPE_WEBHOOK_SECRET_PREVIOUS: before }
  expect([await isTaken(before, both), await isTaken(now, both)]).toEqual([true, true])
  expect([await isTaken(before, during), await isTaken(now, during)]).toEqual([false, true])
})
