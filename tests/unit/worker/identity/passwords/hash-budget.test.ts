import { expect, test } from 'vitest'
import { PRODUCTION_SCRYPT_COST } from '#worker/env.ts'
import { spendHash } from '#worker/identity/passwords/password-hash.ts'

const START = Date.UTC(2030, 0, 1)
const request = () => ({ answerHeaders: new Headers() })

/** Number of simultaneous requests that are allowed to hash. */
function served(requests: number, now: number, cost = PRODUCTION_SCRYPT_COST): number {
  return Array.from({ length: requests }, request).filter((one) => {
    try {
      spendHash(one, cost, now)
      return true
    } catch (error) {
      expect(error).toMatchObject({ code: 'busy' })
      expect(one.answerHeaders.get('retry-after')).toBe('2')
      return false
    }
  }).length
}

test('four of sixty simultaneous sign-ins are served, and four more a second later', () => {
  expect(served(60, START)).toBe(4)
  expect(served(60, START + 500)).toBe(0)
  expect(served(60, START + 1_000)).toBe(4)
})

test('a request that has started hashing may finish all its hashes', () => {
  const one = request()
  for (let hashes = 0; hashes < 7; hashes += 1) spendHash(one, PRODUCTION_SCRYPT_COST, START + 10_000)
  expect(served(1, START + 10_000)).toBe(0)
})

test('cheap local hashes are charged at their cost, and a clock set back starts a new budget', () => {
  expect(served(1_000, START + 20_000, 16)).toBe(1_000)
  expect(served(60, START)).toBe(4)
})
