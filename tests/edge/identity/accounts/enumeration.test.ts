import { env } from 'cloudflare:test'
import { expect, test } from 'vitest'
import { createMeter, metered } from '#tests/edge/support/meter.ts'
import { PASSWORD } from '#tests/edge/support/test.ts'
import { askProcedure, signedIn } from '#tests/edge/support/web.ts'
import { createAccount } from '#tests/factories.ts'
import { settingsOf } from '#worker/env.ts'

const CALLS = 25
const settings = settingsOf(env)

/** Everything a caller can compare between answers, without the random parts. */
async function seen(answer: Response, email: string): Promise<unknown> {
  const headers = [...answer.headers].map(([name, value]) => [
    name,
    // A second may pass between the first try and the one that is refused.
    name === 'retry-after' ? '…' : value.replace(/^(session|device)=[A-Za-z0-9_-]{43};/, '$1=…;'),
  ])
  const body = (await answer.text())
    .replaceAll(email, 'address')
    .replace(/"(requestId|id)":"[0-9a-f-]{36}"/g, '"$1":"…"')
  return { status: answer.status, headers, body }
}

async function knownAddress(): Promise<string> {
  const { email } = await createAccount(env.DB, { password: { text: PASSWORD, settings } })
  return email
}

function unknownAddress(): string {
  return `owner-${crypto.randomUUID().slice(-12)}@example.test`
}

const FORMS: [string, (email: string) => object][] = [
  ['auth.signIn', (email) => ({ email, password: 'Wrong-Lantern-42' })],
  ['auth.signUp', (email) => ({ email, password: PASSWORD, fullName: 'Robin Quill' })],
  ['auth.requestPasswordReset', (email) => ({ email })],
]

test.each(FORMS)('%s answers the same for a known and an unknown address', async (path, input) => {
  const answers = new Set<string>()
  for (let call = 0; call < CALLS; call += 1) {
    for (const email of [await knownAddress(), unknownAddress()]) {
      answers.add(JSON.stringify(await seen(await askProcedure(path, input(email)), email)))
    }
  }
  expect([...answers]).toHaveLength(1)
})

test('changing an address answers the same for a known and an unknown address', async () => {
  const answers = new Set<string>()
  for (const email of [await knownAddress(), unknownAddress()]) {
    const cookie = await signedIn(await createAccount(env.DB))
    const answer = await askProcedure('profile.changeEmail', { email }, { headers: { cookie } })
    answers.add(JSON.stringify(await seen(answer, email)))
  }
  expect([...answers]).toHaveLength(1)
})

/** Database cost of an answer. tests/unit/worker/identity/hash-count counts the password hashes. */
async function costOf(path: string, input: object, headers: Record<string, string> = {}) {
  const meter = createMeter()
  const bindings = { ...env, DB: metered(env.DB, meter) }
  const answer = await askProcedure(path, input, { env: bindings, headers })
  await answer.body?.cancel()
  return { status: answer.status, roundTrips: meter.roundTrips, statements: meter.statements }
}

test.each(FORMS)('%s costs the same for a known and an unknown address', async (path, input) => {
  const cost = (email: string) => costOf(path, input(email))
  const [known, unknown] = [await cost(await knownAddress()), await cost(unknownAddress())]
  expect(known).toMatchObject({ status: unknown.status, roundTrips: unknown.roundTrips })
  // A new account takes more statements, in the same number of batches.
  if (path !== 'auth.signUp') expect(known.statements).toBe(unknown.statements)
})

test('a sign-up costs the same after the owner of a known address gets no more mails', async () => {
  const email = await knownAddress()
  const costs = []
  for (let call = 0; call < 5; call += 1) {
    costs.push(await costOf('auth.signUp', { email, password: PASSWORD, fullName: 'Robin Quill' }))
  }
  expect(new Set(costs.map((cost) => JSON.stringify(cost))).size).toBe(1)
})

test('changing an address costs the same for a known and an unknown address', async () => {
  const costs = []
  for (const email of [await knownAddress(), unknownAddress()]) {
    const cookie = await signedIn(await createAccount(env.DB))
    costs.push(await costOf('profile.changeEmail', { email }, { cookie }))
  }
  expect(costs[0]).toEqual(costs[1])
})

test('a lockout has the same answer for a known and an unknown address', async () => {
  const answers = new Set<string>()
  for (const [index, email] of [await knownAddress(), unknownAddress()].entries()) {
    const headers = { 'cf-connecting-ip': `2001:db8:abcd:${index}::1` }
    const input = { email, password: 'Wrong-Lantern-42' }
    for (let call = 0; call < 5; call += 1) {
      const answer = await askProcedure('auth.signIn', input, { headers })
      await answer.body?.cancel()
    }
    answers.add(JSON.stringify(await seen(await askProcedure('auth.signIn', input, { headers }), email)))
  }
  expect([...answers]).toHaveLength(1)
})
