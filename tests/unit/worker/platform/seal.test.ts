import { expect, test } from 'vitest'
import { keyedHash, seal, unseal } from '#worker/platform/seal.ts'

const SECRET = 'secret-of-this-test-0123456789abcdef'

test('a sealed text opens only with the same secret and purpose, unaltered', async () => {
  const sealed = await seal(SECRET, 'mail', 'a link, é, 😀')
  expect(sealed).not.toContain('link')
  expect(await unseal(SECRET, 'mail', sealed)).toBe('a link, é, 😀')
  await expect(unseal(`${SECRET}x`, 'mail', sealed)).rejects.toThrow()
  await expect(unseal(SECRET, 'other', sealed)).rejects.toThrow()
  await expect(unseal(SECRET, 'mail', `${sealed.slice(0, -2)}AA`)).rejects.toThrow()
  await expect(unseal(SECRET, 'mail', '')).rejects.toThrow()
})

test('sealing the same text twice gives different results', async () => {
  expect(await seal(SECRET, 'mail', 'same')).not.toBe(await seal(SECRET, 'mail', 'same'))
})

test('a keyed hash is stable and depends on the secret, the purpose and the value', async () => {
  const hash = await keyedHash(SECRET, 'email', 'ada@example.test')
  expect(hash).toMatch(/^[0-9a-f]{32}$/)
  expect(await keyedHash(SECRET, 'email', 'ada@example.test')).toBe(hash)
  const others = await Promise.all([
    keyedHash(`${SECRET}x`, 'email', 'ada@example.test'),
    keyedHash(SECRET, 'network', 'ada@example.test'),
    keyedHash(SECRET, 'email', 'bob@example.test'),
  ])
  expect(new Set([hash, ...others]).size).toBe(4)
})
