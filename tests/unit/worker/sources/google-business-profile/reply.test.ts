import { expect, test } from 'vitest'
import { replyRefusal } from '#worker/sources/google-business-profile/reply.ts'
import { parseReplyState } from '#worker/sources/google-business-profile/reply-state.ts'
import { answerOf, expectOwnerWords, expectSourceError } from '../answers.ts'
import { apiErrorBody, PROFILE_REPLY, profileReview } from '../google-api-bodies.ts'

const bodyOf = (value: unknown) => JSON.stringify(value, null, 2)

test.each([
  ['APPROVED', 'live'],
  [undefined, 'live'],
  ['REVIEW_REPLY_STATE_UNSPECIFIED', 'live'],
  ['PENDING', 'held'],
  ['SOME_NEW_STATE', 'held'],
  ['REJECTED', 'refused'],
])('a reply in the state %s is %s, with its review and alone', (reviewReplyState, state) => {
  const reply = { ...PROFILE_REPLY, reviewReplyState }
  expect(parseReplyState(bodyOf(profileReview(1, { reviewReply: reply })))).toEqual({ state, reason: null })
  expect(parseReplyState(bodyOf(reply))).toEqual({ state, reason: null })
})

test.each([
  ['a review without one', profileReview(1)],
  ['a review with an empty one', profileReview(1, { reviewReply: {} })],
  ['a review with null', profileReview(1, { reviewReply: null })],
  ['the answer to deleting', {}],
])('%s has no reply', (_, answer) => {
  expect(parseReplyState(bodyOf(answer))).toEqual({ state: 'none', reason: null })
})

test.each([
  ['PERSONAL_INFO', /personal information/],
  ['ADVERTISING_AND_SOLICITATION', /advertising/],
  ['LOCATION_SUSPENDED', /suspended/],
  ['A_NEW_ONE', /violates its policies/],
])('a refusal for %s is explained in words', (policyViolation, words) => {
  const { state, reason } = parseReplyState(
    bodyOf({ ...PROFILE_REPLY, reviewReplyState: 'REJECTED', policyViolation }),
  )
  expect(state).toBe('refused')
  expect(reason).toMatch(words)
  expect(reason).toMatch(/^[A-Z].+\.$/)
  expect(reason).not.toMatch(/_|[A-Z]{3,}/)
})

test.each([['POLICY_VIOLATION_UNSPECIFIED'], [''], [null], [{ reason: 'x' }]])(
  '%j gives no reason',
  (policyViolation) => {
    const reply = { ...PROFILE_REPLY, reviewReplyState: 'REJECTED', policyViolation }
    expect(parseReplyState(bodyOf(reply))).toEqual({ state: 'refused', reason: null })
  },
)

test('a reason is ignored unless the reply was refused', () => {
  const reply = { ...PROFILE_REPLY, policyViolation: 'PERSONAL_INFO' }
  expect(parseReplyState(bodyOf(reply))).toEqual({ state: 'live', reason: null })
})

test.each([
  ['format_changed', bodyOf({ answer: 'x' })],
  ['format_changed', '<html></html>'],
  ['format_changed', '[]'],
  ['unavailable', bodyOf(profileReview(1)).slice(0, 100)],
  ['unavailable', ''],
  ['not_found', apiErrorBody(404, 'NOT_FOUND')],
] as const)('the error is %s for a response that is neither a review nor a reply: %j', (kind, body) => {
  expectSourceError(() => parseReplyState(body), kind)
})

function refused(code: number, status: string) {
  return replyRefusal(answerOf({ status: code, body: apiErrorBody(code, status) }))
}

test('an invalid argument is blamed on the reply, and not found on the review', () => {
  const invalid = refused(400, 'INVALID_ARGUMENT')
  expectOwnerWords(invalid, 'not_allowed')
  expect(invalid?.message).toContain('did not accept this reply')
  const gone = refused(404, 'NOT_FOUND')
  expectOwnerWords(gone, 'not_found')
  expect(gone?.message).toContain('this review')
})

test('too many replies wait a minute, and other errors are as for a page', () => {
  const many = refused(429, 'RESOURCE_EXHAUSTED')
  expectOwnerWords(many, 'rate_limited')
  expect(many?.retryAfterSeconds).toBe(60)
  expect(many?.message).toContain('replies a minute')
  expect(refused(401, 'UNAUTHENTICATED')?.kind).toBe('reconnect')
  expect(refused(503, 'UNAVAILABLE')?.kind).toBe('unavailable')
  expect(replyRefusal(answerOf({ body: '{}' }))).toBeNull()
})
