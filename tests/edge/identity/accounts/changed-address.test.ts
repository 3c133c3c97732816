import { beforeEach, describe, expect, test } from 'vitest'
import { apiFor, contextFor } from '#tests/edge/support/caller.ts'
import { mailedToken, mailsTo } from '#tests/edge/support/mails.ts'
import { cookieOf, enrolled } from '#tests/edge/support/second-factor.ts'
import { PASSWORD } from '#tests/edge/support/test.ts'
import type { Account } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import { signInWith } from '../../oauth/flow.ts'
import { CHOSEN, credentialsOf, ENDED, made, plantCredentials, userRow } from './credentials.ts'

let addresses = 0
/** Token of the link mailed to the account's new address. */
async function changeToken(account: Account): Promise<{ token: string; wanted: string }> {
  addresses += 1
  const wanted = `wanted-${addresses}-${account.userId}@example.test`
  await apiFor(account).profile.changeEmail({ email: wanted })
  return { token: await mailedToken(wanted), wanted }
}

describe('a link mailed to the new address of an account', () => {
  let account: Account
  let token: string
  let wanted: string
  beforeEach(async () => {
    account = await made(true)
    ;({ token, wanted } = await changeToken(account))
  })

  test('says what it is for, but not whose account it is', async () => {
    const seen = await apiFor(null).auth.proofLink({ token })
    expect(seen).toEqual({ purpose: 'change_email', email: wanted, isOwnSession: false })
  })

  test("asks for the account's password outside its own session", async () => {
    await expect(apiFor(await made(true)).auth.verifyEmail({ token })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
    await expect(apiFor(null).auth.verifyEmail({ token, password: CHOSEN })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    })
    expect((await userRow(account))?.email).toBe(account.email)
    await apiFor(null).auth.verifyEmail({ token, password: PASSWORD })
    expect((await userRow(account))?.email).toBe(wanted)
  })

  test("asks for the account's second factor before anybody is signed in", async () => {
    await enrolled(account, Date.now())
    ;({ token, wanted } = await changeToken(account))
    const ctx = contextFor(null)
    expect(await createApi(ctx).auth.verifyEmail({ token, password: PASSWORD })).toMatchObject({
      nextLevel: 'aal2',
    })
    expect(cookieOf(ctx.answerHeaders, 'session')).toBeNull()
    expect(cookieOf(ctx.answerHeaders, 'challenge')).toMatch(/^[\w-]{43}$/)
    expect((await credentialsOf(account)).sessions).toBe(0)
  })

  test('never gives the account to a person who only reads that mailbox', async () => {
    const before = await userRow(account)
    await expect(apiFor(null).auth.claimByLink({ token, password: CHOSEN })).rejects.toMatchObject({
      message: ENDED,
    })
    expect(await userRow(account)).toEqual(before)
    expect(await apiFor(null).auth.proofLink({ token })).toMatchObject({ email: wanted })
  })

  test('can be dropped by a stranger, which keeps the account as it was and the address free', async () => {
    await plantCredentials(account)
    const before = [await userRow(account), { ...(await credentialsOf(account)), email_links: 0 }]
    ;({ token, wanted } = await changeToken(account))
    await apiFor(null).auth.dropAddressChange({ token })
    expect([await userRow(account), await credentialsOf(account)]).toEqual(before)
    for (const somebody of [null, account]) {
      await expect(apiFor(somebody).auth.verifyEmail({ token, password: PASSWORD })).rejects.toMatchObject({
        message: ENDED,
      })
    }
    expect((await mailsTo(account.email)).at(-1)?.subject).toBe('Your e-mail address stays as it is')
    // The mailbox owner can sign up with the address.
    expect((await signInWith('google', { email: wanted })).session).not.toBeNull()
    expect((await userRow(account))?.email).toBe(account.email)
  })

  test('does not give away an account that never verified its first address', async () => {
    const maker = await made(false)
    await apiFor(maker, { isVerified: false }).profile.changeEmail({ email: `other-${wanted}` })
    const itsToken = await mailedToken(`other-${wanted}`)
    await expect(apiFor(null).auth.claimByLink({ token: itsToken, password: CHOSEN })).rejects.toMatchObject({
      message: ENDED,
    })
    await apiFor(null).auth.dropAddressChange({ token: itsToken })
    expect(await userRow(maker)).toMatchObject({ email: maker.email, provenAt: null })
  })
})
