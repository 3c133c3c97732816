import { expect, test } from 'vitest'
import { isSigned } from '#worker/billing/receive-event.ts'
import { digestOf, signatureOf } from './sign.ts'
import { BILLING, deliver } from './support.ts'

const NOW = Date.UTC(2026, 5, 15, 12)
const SECRET = 'whsec_present'
const FORMER = 'whsec_former'
const BODY = '{"id":"evt_1"}'

function isTaken(header: string, { body = BODY, secrets = [SECRET], now = NOW } = {}): Promise<boolean> {
  return isSigned(new TextEncoder().encode(body), header, secrets, now)
}

test('the digest matches the published test vector', async () => {
  expect(await digestOf('', 'test_secret')).toBe(
    'f7f9bd47fb987337b5796fdc1fdb9ba221d0d5396814bfcaf9521f43fd8927fd',
  )
})

test.each([
  [-301, false],
  [-300, true],
  [0, true],
  [300, true],
  [301, false],
])('a signature made %d seconds from now is accepted: %j', async (seconds, isAccepted) => {
  expect(await isTaken(await signatureOf(BODY, SECRET, NOW + seconds * 1_000))).toBe(isAccepted)
})

test('any v1 signature counts, and no other scheme', async () => {
  const own = await signatureOf(BODY, SECRET, NOW)
  const [time, signature = ''] = own.split(',')
  const wrong = `v1=${'0'.repeat(64)}`
  expect(await isTaken(`${time},${wrong},${signature}`)).toBe(true)
  expect(await isTaken(`${time},${signature},${wrong}`)).toBe(true)
  expect(await isTaken(`${time},${wrong}`)).toBe(false)
  expect(await isTaken(`${time},${signature.replace('v1', 'v0')}`)).toBe(false)
})

test('both secrets are accepted while one replaces the other', async () => {
  const former = await signatureOf(BODY, FORMER, NOW)
  expect(await isTaken(former)).toBe(false)
  expect(await isTaken(former, { secrets: [SECRET, FORMER] })).toBe(true)
  expect(await isTaken(await signatureOf(BODY, SECRET, NOW), { secrets: [SECRET, FORMER] })).toBe(true)
  expect(await isTaken(await signatureOf(BODY, 'whsec_foreign', NOW), { secrets: [SECRET, FORMER] })).toBe(
    false,
  )
  expect(await isTaken(await signatureOf(BODY, `${SECRET} `, NOW))).toBe(false)
})

test.each(['', 't=', 'v1=', 't=abc,v1=00', 't=1,t=2,v1=00', 't=-5,v1=', 'nonsense', `t=${NOW / 1_000}`])(
  'the header %j is refused',
  async (header) => {
    expect(await isTaken(header)).toBe(false)
  },
)

test('a body with an extra byte is refused', async () => {
  const header = await signatureOf(BODY, SECRET, NOW)
  expect(await isTaken(header, { body: `${BODY} ` })).toBe(false)
})

test('the webhook refuses unsigned and malformed events, and does not exist without a secret', async () => {
  expect((await deliver({ body: BODY, signature: 't=1,v1=00' })).status).toBe(400)
  expect((await deliver({ body: BODY, signature: await signatureOf(BODY) })).status).toBe(400)
  expect((await deliver({ body: 'no JSON', signature: await signatureOf('no JSON') })).status).toBe(400)
  const { STRIPE_WEBHOOK_SECRET: _, ...unset } = BILLING
  const answer = await deliver(
    { body: BODY, signature: await signatureOf(BODY, 'undefined') },
    unset as typeof BILLING,
  )
  expect(answer.status).toBe(404)
})
