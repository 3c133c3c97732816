import { expect } from 'vitest'
import { PROCEDURES } from '#tests/edge/support/procedures.ts'
import { digestOf } from '#tests/edge/support/tenant.ts'
import { ask } from '#tests/edge/support/web.ts'
import { REFUSED, statusAndReason, test, testBrokenInputs } from './support/broken-inputs.ts'

// With and without a schema, public, for members, costing a hash; chain.test.ts proves that the others start
// alike.
const REPRESENTATIVES = [
  'auth.session',
  'auth.signIn',
  'businesses.count',
  'businesses.create',
  'reviews.list',
  'notifications.markAllRead',
]
testBrokenInputs(PROCEDURES.filter(({ path }) => REPRESENTATIVES.includes(path)))

test('a procedure without input accepts an empty body, {} and null', async ({ post }) => {
  for (const body of ['', '{}', 'null']) {
    const answer = await post('/trpc/notifications.markAllRead', body)
    await answer.body?.cancel()
    expect([body, answer.status]).toEqual([body, 200])
  }
})

test.for([
  ['trpc-accept', 'application/jsonl'],
  ['accept', 'application/jsonl'],
  ['accept', 'application/json, application/jsonl'],
] as const)('a streamed answer is refused: %s: %s', async ([name, value], { tenant, cookie, post }) => {
  for (const address of ['/trpc/businesses.count', '/trpc/businesses.count,businesses.count?batch=1']) {
    const answer = await ask(address, { headers: { cookie, [name]: value } })
    expect(await statusAndReason(answer)).toEqual(REFUSED)
  }
  const before = await digestOf(tenant)
  const input = JSON.stringify({ 0: { name: 'Planted' } })
  const changing = await post('/trpc/businesses.create?batch=1', input, { [name]: value })
  expect(await statusAndReason(changing)).toEqual(REFUSED)
  expect(await digestOf(tenant)).toEqual(before)
})
