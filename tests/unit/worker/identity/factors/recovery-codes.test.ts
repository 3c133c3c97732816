import { expect, test } from 'vitest'
import { newRecoveryCode, recoveryCodeHash } from '#worker/identity/factors/stored-factor.ts'

test('recovery codes are 24 base32 characters, evenly distributed and unique', () => {
  const codes = Array.from({ length: 2_000 }, newRecoveryCode)
  const counts = new Map<string, number>()
  for (const code of codes) {
    expect(code).toMatch(/^[A-Z2-7]{24}$/)
    for (const char of code) counts.set(char, (counts.get(char) ?? 0) + 1)
  }
  expect(new Set(codes).size).toBe(codes.length)
  // Expected 1,500 of each character; six standard deviations are 230.
  expect(counts.size).toBe(32)
  for (const count of counts.values()) expect(Math.abs(count - 1_500)).toBeLessThan(230)
})

test('a recovery code is stored as its SHA-256', async () => {
  expect(await recoveryCodeHash('ABCDEFGHIJKLMNOPQRSTUVWX')).toBe(
    'bfa1d0dfcedae314ea4f7b7b3153216e435372c9aa0c331aec04e3f0fb8bae12',
  )
})
