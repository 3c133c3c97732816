import { expect, test } from 'vitest'
import { PROCEDURES } from '#tests/edge/support/procedures.ts'
import { ask, askProcedure } from '#tests/edge/support/web.ts'
import { volume } from '#tests/volume.ts'

interface Refusal {
  error?: { message: string; data: { fields: Record<string, string> } }
}

async function refusalOf(path: string, isMutation: boolean, input: unknown): Promise<Refusal['error']> {
  const answer = isMutation
    ? await askProcedure(path, input)
    : await ask(`/trpc/${path}?input=${encodeURIComponent(JSON.stringify(input))}`)
  return (await answer.json<Refusal>()).error
}

/** Input without required fields, and input of the wrong type. */
const MISSHAPEN = [{}, { email: {}, id: [], code: 5, name: false, text: null }, [], 'text', 5, null, true]

test('no procedure uses technical terms when it refuses an input', async () => {
  for (const { path, isMutation } of PROCEDURES) {
    for (const input of MISSHAPEN.slice(0, volume(3, MISSHAPEN.length))) {
      const error = await refusalOf(path, isMutation, input)
      const words = [error?.message, ...Object.values(error?.data.fields ?? {})].join('\n')
      expect([path, words]).not.toEqual([
        path,
        expect.stringMatching(/\b(Expected|received|undefined|Object|Invalid (key|type))\b/),
      ])
    }
  }
})

test.each([
  ['auth.signIn', { email: 'Invalid email format', password: 'Enter your password.' }],
  [
    'auth.signUp',
    { email: 'Invalid email format', password: 'Enter your password.', fullName: 'Enter your name.' },
  ],
  ['auth.requestPasswordReset', { email: 'Invalid email format' }],
  [
    'auth.resetPassword',
    {
      token: 'This link is incomplete. Open it from the e-mail again.',
      password: 'Choose a password.',
    },
  ],
  ['auth.verifyEmail', { token: 'This link is incomplete. Open it from the e-mail again.' }],
  [
    'auth.claimByLink',
    {
      token: 'This link is incomplete. Open it from the e-mail again.',
      password: 'Choose a password.',
    },
  ],
  ['auth.dropAddressChange', { token: 'This link is incomplete. Open it from the e-mail again.' }],
  ['auth.mfa.challenge', { code: 'Enter the 6 digits from your app, or one of your recovery codes.' }],
])('%s has a message for each missing field', async (path, fields) => {
  expect((await refusalOf(path, true, {}))?.data.fields).toEqual(fields)
})

test('a procedure called without its input is refused with advice', async () => {
  const answer = await ask('/trpc/auth.signIn', {
    method: 'POST',
    headers: { origin: 'http://localhost:8787', 'content-type': 'application/json' },
  })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({
    error: { message: 'Please check your input and try again.', data: { fields: {} } },
  })
})
