import { expect, test } from 'vitest'
import { tripadvisor } from '#worker/sources/tripadvisor/tripadvisor.ts'
import { answerOf, expectOwnerWords } from '../answers.ts'
import { apiReview } from './bodies.ts'

const { refusal } = tripadvisor

test('a list is not a refusal, whatever the reviews contain', () => {
  const body = JSON.stringify({ data: [apiReview(1, { text: '{"Message":"User is not authorized"}' })] })
  expect(refusal(answerOf({ body }))).toBeNull()
})

test.each([
  [401, '{"error":{"message":"Invalid key","type":"X","code":"1"}}', 'not_allowed', /enter a valid one/],
  [
    403,
    '{"Message":"User is not authorized to access this resource with an explicit deny"}',
    'not_allowed',
    /allow that domain/,
  ],
  [403, '{"message":"Forbidden"}', 'not_allowed', /allow that domain/],
  [404, '{"error":{"message":"Not found","type":"X","code":"1"}}', 'not_found', /Check the link/],
  [429, '{"message":"Limit Exceeded"}', 'quota', /used up/],
  [500, '{"error":{"message":"Oops","type":"X","code":"1"}}', 'unavailable', /try again/],
  [503, '', 'unavailable', /try again/],
  [302, '', 'blocked', /refused/],
  [400, '', 'format_changed', /can't read/],
  [
    400,
    '{"error":{"message":"Invalid language","type":"BadRequestException","code":"97"}}',
    'blocked',
    /operator/,
  ],
] as const)('%i %s means %s', (status, body, kind, words) => {
  const error = refusal(answerOf({ status, body, headers: { 'retry-after': '30' } }))
  expectOwnerWords(error, kind)
  expect(error?.message).toMatch(words)
  if (kind === 'quota') expect(error?.retryAfterSeconds).toBe(30)
})
