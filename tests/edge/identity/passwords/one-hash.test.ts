import { env } from 'cloudflare:test'
import { expect } from 'vitest'
import { PROCEDURES } from '#tests/edge/support/procedures.ts'
import { test } from '#tests/edge/support/test.ts'
import { askProcedure } from '#tests/edge/support/web.ts'

// A procedure that hashes without declaring it does not compile, because it lacks the context for that.
const HASHING = PROCEDURES.filter(({ costsHash }) => costsHash).map(({ path }) => path)
const INPUT = {
  email: 'nobody@example.test',
  password: 'Harbor-Lantern-42',
  current: 'Harbor-Lantern-42',
  fullName: 'Robin Quill',
  token: 'x'.repeat(43),
}

async function attemptsCounted() {
  const row = await env.DB.prepare(
    "SELECT coalesce(sum(count), 0) AS count FROM attempts WHERE key NOT LIKE 'calls:%'",
  ).first()
  return row?.count
}

test('the known password procedures are among those that hash', () => {
  expect(HASHING).toEqual(expect.arrayContaining(['auth.signIn', 'auth.signUp', 'auth.resetPassword']))
  expect(HASHING).toEqual(expect.arrayContaining(['auth.changePassword', 'auth.confirmPassword']))
})

test.for(HASHING)(
  'a batch of %s and another password procedure runs neither of them',
  async (path, { cookie }) => {
    const before = await attemptsCounted()
    for (const other of HASHING) {
      for (const batch of [`${path},${other}`, `${path}%2C${other}`]) {
        const input = { 0: INPUT, 1: INPUT }
        const answer = await askProcedure(`${batch}?batch=1`, input, { headers: { cookie } })
        const refusal = {
          error: {
            message: 'Only one call of a batch may take a password. Send the others on their own.',
            data: { httpStatus: 400, type: 'VALIDATION', requestId: expect.any(String) },
          },
        }
        expect(answer.status).toBe(400)
        expect(await answer.json()).toMatchObject([refusal, refusal])
      }
    }
    expect(await attemptsCounted()).toBe(before)
  },
)

test('a batch with one password procedure runs all its calls', async () => {
  const answer = await askProcedure('auth.signUp,auth.signOut?batch=1', {
    0: { ...INPUT, email: `batch-${crypto.randomUUID()}@example.test` },
  })
  expect(answer.status).toBe(200)
  expect(await answer.json()).toMatchObject([{ result: {} }, { result: {} }])
})
