import { expect, test } from 'vitest'
import { PRODUCTION_SCRYPT_COST } from '#worker/env.ts'
import { spendHash } from '#worker/identity/passwords/password-hash.ts'

const START = Date.UTC(2030, 0, 1)
const request = () => ({ answerHeaders: new Headers() })

/** How many of so many requests at one moment may hash. */
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

test('sixty sign-ins at once leave time for pages, and the next second serves again', () => {
  expect(served(60, START)).toBe(4)
  expect(served(60, START + 500)).toBe(0)
  expect(served(60, START + 1_000)).toBe(4)
})

test('a request that has begun is served to its end', () => {
  const one = request()
  for (let hashes = 0; hashes < 7; hashes += 1) spendHash(one, PRODUCTION_SCRYPT_COST, START + 10_000)
  expect(served(1, START + 10_000)).toBe(0)
})

test('cheap hashes of a local machine count for what they cost, and a clock that was set back counts anew', () => {
  expect(served(1_000, START + 20_000, 16)).toBe(1_000)
  expect(served(60, START)).toBe(4)
})
