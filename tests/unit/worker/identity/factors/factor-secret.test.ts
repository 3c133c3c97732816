import { expect, test } from 'vitest'
import type { Context } from '#worker/context.ts'
import { openFactorSecret, sealFactorSecret } from '#worker/identity/factors/stored-factor.ts'

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const KEY = 'a-key-of-these-tests-0123456789abcdef'
const OTHER_KEY = 'b-key-of-these-tests-0123456789abcdef'
const ID = 'factor-1'

function withKeys(MFA_ENCRYPTION_KEY: string, MFA_ENCRYPTION_KEY_PREVIOUS?: string): Context {
  return { settings: { MFA_ENCRYPTION_KEY, MFA_ENCRYPTION_KEY_PREVIOUS } } as unknown as Context
}

test('a sealed secret opens, does not contain the secret, and differs each time', async () => {
  const ctx = withKeys(KEY)
  const stored = await Promise.all([sealFactorSecret(ctx, ID, SECRET), sealFactorSecret(ctx, ID, SECRET)])
  for (const sealedSecret of stored) {
    expect(sealedSecret).not.toContain(SECRET)
    expect(await openFactorSecret(ctx, { id: ID, sealedSecret })).toEqual({ secret: SECRET, isOldKey: false })
  }
  expect(stored[0]).not.toBe(stored[1])
})

test('a sealed secret with any character changed is refused', async () => {
  const ctx = withKeys(KEY)
  const sealedSecret = await sealFactorSecret(ctx, ID, SECRET)
  for (let at = 0; at < sealedSecret.length; at += 1) {
    // The last character of each part has padding bits that belong to no byte.
    if (sealedSecret[at] === '.' || sealedSecret[at + 1] === '.' || at === sealedSecret.length - 1) continue
    const other = sealedSecret[at] === 'A' ? 'B' : 'A'
    const changed = sealedSecret.slice(0, at) + other + sealedSecret.slice(at + 1)
    await expect(openFactorSecret(ctx, { id: ID, sealedSecret: changed })).rejects.toThrow("can't be opened")
  }
})

test.each([
  ['cut', (sealed: string) => sealed.slice(0, -4)],
  ['without its start', (sealed: string) => sealed.split('.')[1] ?? ''],
  ['empty', () => ''],
  ['the bare secret', () => SECRET],
])('a secret that is %s is refused', async (_, change) => {
  const ctx = withKeys(KEY)
  const sealedSecret = change(await sealFactorSecret(ctx, ID, SECRET))
  await expect(openFactorSecret(ctx, { id: ID, sealedSecret })).rejects.toThrow("can't be opened")
})

test("the secret of one factor can't be opened as that of another", async () => {
  const ctx = withKeys(KEY)
  const sealedSecret = await sealFactorSecret(ctx, ID, SECRET)
  await expect(openFactorSecret(ctx, { id: 'factor-2', sealedSecret })).rejects.toThrow("can't be opened")
})

test('during a key change, secrets sealed with the previous key still open and are flagged', async () => {
  const sealedSecret = await sealFactorSecret(withKeys(KEY), ID, SECRET)
  await expect(openFactorSecret(withKeys(OTHER_KEY), { id: ID, sealedSecret })).rejects.toThrow(
    /can't be opened/,
  )
  expect(await openFactorSecret(withKeys(OTHER_KEY, KEY), { id: ID, sealedSecret })).toEqual({
    secret: SECRET,
    isOldKey: true,
  })
  await expect(openFactorSecret(withKeys(OTHER_KEY, OTHER_KEY), { id: ID, sealedSecret })).rejects.toThrow()
})

test('the error message contains neither the secret nor the key', async () => {
  const error = await openFactorSecret(withKeys(OTHER_KEY), { id: ID, sealedSecret: SECRET }).catch(
    (e: Error) => e,
  )
  expect(JSON.stringify([error, (error as Error).message])).not.toMatch(new RegExp(`${SECRET}|${OTHER_KEY}`))
})
