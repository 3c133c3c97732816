import { createHmac, scryptSync } from 'node:crypto'
import { expect, test } from 'vitest'
import { PRODUCTION_SCRYPT_COST } from '#worker/env.ts'
import { type Hasher, hashPassword, verifyPassword } from '#worker/identity/passwords/password-hash.ts'

const SECRET = 'pepper-of-this-test-0123456789abcdef'
const CHEAP = hasher(16)

function hasher(SCRYPT_COST: number, SESSION_SECRET = SECRET): Hasher {
  return { mayHash: true, settings: { SCRYPT_COST, SESSION_SECRET } }
}

test('a record has the algorithm, the cost, a salt of 16 bytes and a key of 32', async () => {
  const record = await hashPassword('Harbor-Lantern-42', hasher(PRODUCTION_SCRYPT_COST))
  expect(record).toMatch(/^scrypt\$16384\$8\$5\$[A-Za-z0-9_-]{22}\$[A-Za-z0-9_-]{43}$/)
})

test('the key is scrypt of the normalised password, then HMAC-SHA-256 with the secret', async () => {
  const record = await hashPassword('ﬁne-Lantern-42', CHEAP)
  const [, , , , salt = '', key] = record.split('$')
  const derived = scryptSync('fine-Lantern-42', Buffer.from(salt, 'base64url'), 32, { N: 16, r: 8, p: 5 })
  expect(key).toBe(createHmac('sha256', SECRET).update(derived).digest('base64url'))
})

test('two records of one password differ', async () => {
  const [one, other] = await Promise.all([hashPassword('same', CHEAP), hashPassword('same', CHEAP)])
  expect(one.split('$').slice(4)).not.toEqual(other.split('$').slice(4))
})

test('a password matches its record at any cost, and no other password or secret does', async () => {
  const password = `Harbor-Lantern-42-${'x'.repeat(110)}`
  for (const SCRYPT_COST of [2, 16, 1024]) {
    const record = await hashPassword(password, hasher(SCRYPT_COST))
    expect(await verifyPassword(password, record, CHEAP)).toBe(true)
    // Every character counts, up to the last of 128.
    expect(await verifyPassword(password.slice(0, -1), record, CHEAP)).toBe(false)
    expect(await verifyPassword(`${password.slice(0, -1)}y`, record, CHEAP)).toBe(false)
    expect(await verifyPassword(password, record, hasher(16, `${SECRET}x`))).toBe(false)
  }
})

test.each([
  '',
  'x',
  '$$$$$',
  'scrypt$16$8$5',
  'scrypt$16$8$5$$',
  'scrypt$16$8$5$c2FsdA$',
  'scrypt$16$1$1$c2FsdA$a2V5',
  'scrypt$16$8$5$c2FsdA$a2V5',
  'pbkdf2$16$8$5$c2FsdA$a2V5',
  '$2b$10$abcdefghijklmnopqrstuv',
])('the record %j matches no password', async (record) => {
  expect(await verifyPassword('', record, CHEAP)).toBe(false)
  expect(await verifyPassword('Harbor-Lantern-42', record, CHEAP)).toBe(false)
})
