import { expect, test } from 'vitest'
import { refusal } from '#worker/sources/google-business-profile/refusal.ts'
import { answerOf, expectOwnerWords } from '../answers.ts'
import { apiErrorBody, profileBody, profileReview } from '../google-api-bodies.ts'

function refused(
  code: number,
  status: string,
  details: Parameters<typeof apiErrorBody>[2] = {},
  headers = {},
) {
  return refusal(answerOf({ status: code, headers, body: apiErrorBody(code, status, details) }))
}

test('a page is not a refusal', () => {
  expect(refusal(answerOf({ body: profileBody([profileReview(1)]) }))).toBeNull()
  expect(refusal(answerOf({ body: '{}' }))).toBeNull()
})

test.each([
  ['reconnect', 401, 'UNAUTHENTICATED'],
  ['not_allowed', 403, 'PERMISSION_DENIED'],
  ['not_found', 404, 'NOT_FOUND'],
  ['cursor_expired', 400, 'INVALID_ARGUMENT'],
  ['not_allowed', 400, 'FAILED_PRECONDITION'],
  ['rate_limited', 429, 'RESOURCE_EXHAUSTED'],
  ['unavailable', 503, 'UNAVAILABLE'],
  ['unavailable', 500, 'INTERNAL'],
  ['unavailable', 504, 'DEADLINE_EXCEEDED'],
] as const)('the error is %s for %i %s', (kind, code, status) => {
  expectOwnerWords(refused(code, status), kind)
})

test('an error with an unknown name is classified by its status', () => {
  expect(refused(400, 'OUT_OF_TUNE')?.kind).toBe('cursor_expired')
  expect(refused(409, 'OUT_OF_TUNE')?.kind).toBe('blocked')
})

test('an unapproved project is reported as such, without advice to try again', () => {
  const error = refused(429, 'RESOURCE_EXHAUSTED', { reason: 'RATE_LIMIT_EXCEEDED', quotaLimit: '0' })
  expectOwnerWords(error, 'not_offered')
  expect(error?.message).toContain('Google has not approved')
  expect(error?.message).not.toMatch(/try again|tries again/)
})

test('the limit per minute causes a wait, and the limit per day ends the run', () => {
  const minute = refused(429, 'RESOURCE_EXHAUSTED', { reason: 'RATE_LIMIT_EXCEEDED', quotaLimit: '300' })
  expect([minute?.kind, minute?.retryAfterSeconds]).toEqual(['rate_limited', 60])
  const stated = refused(429, 'RESOURCE_EXHAUSTED', {}, { 'retry-after': '7' })
  expect(stated?.retryAfterSeconds).toBe(7)
  const day = { reason: 'RATE_LIMIT_EXCEEDED', quotaLimit: '1000', quotaUnit: '1/d/{project}' }
  expectOwnerWords(refused(429, 'RESOURCE_EXHAUSTED', day), 'quota')
})

test.each(['CONSUMER_SUSPENDED', 'CONSUMER_INVALID', 'BILLING_DISABLED', 'API_KEY_SERVICE_BLOCKED'])(
  '%s has to be fixed by the operator',
  (reason) => {
    const error = refused(403, 'PERMISSION_DENIED', { reason })
    expectOwnerWords(error, 'not_offered')
    expect(error?.message).toContain('operator')
  },
)

test('a missing scope, a disabled service and a foreign location are told apart', () => {
  const scope = refused(403, 'PERMISSION_DENIED', { reason: 'ACCESS_TOKEN_SCOPE_INSUFFICIENT' })
  expectOwnerWords(scope, 'reconnect')
  const disabled = refused(403, 'PERMISSION_DENIED', { reason: 'SERVICE_DISABLED' })
  expectOwnerWords(disabled, 'not_offered')
  const stranger = refused(403, 'PERMISSION_DENIED')
  const messages = [scope, disabled, stranger].map((error) => error?.message)
  expect(new Set(messages).size).toBe(3)
})

test('a revoked permission is detected when the token is refreshed', () => {
  const body = JSON.stringify({
    error: 'invalid_grant',
    error_description: 'Token has been expired or revoked.',
  })
  expectOwnerWords(refusal(answerOf({ status: 400, body })), 'reconnect')
})

test.each([
  ['reconnect', 401],
  ['not_allowed', 403],
  ['not_found', 404],
  ['cursor_expired', 400],
  ['rate_limited', 429],
  ['unavailable', 502],
  ['blocked', 302],
] as const)('the error is %s for an HTML or empty page with status %i', (kind, status) => {
  expectOwnerWords(refusal(answerOf({ status, body: '<html><title>Error</title></html>' })), kind)
  expectOwnerWords(refusal(answerOf({ status, body: '' })), kind)
})
