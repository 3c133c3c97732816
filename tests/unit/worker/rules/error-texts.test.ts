import { expect, test } from 'vitest'
import {
  classifyError,
  ERROR_TEXTS,
  ERROR_TYPES,
  isRetryable,
  OFFLINE_TEXT,
} from '#worker/rules/error-texts.ts'

test.each([
  [
    'NETWORK',
    'Connection Error',
    'Unable to connect to the server. Please check your internet connection and try again.',
    'Retry',
  ],
  ['VALIDATION', 'Invalid Input', 'Please check your input and try again.', 'Fix Input'],
  ['AUTHENTICATION', 'Authentication Required', 'Please sign in to continue.', 'Sign In'],
  ['AUTHORIZATION', 'Access Denied', "You don't have permission to perform this action.", 'Contact Admin'],
  ['NOT_FOUND', 'Not Found', 'The requested resource was not found.', 'Go Back'],
  ['SERVER', 'Server Error', 'Something went wrong on our end. Please try again later.', 'Retry'],
  ['TIMEOUT', 'Request Timeout', 'The request took too long to complete. Please try again.', 'Retry'],
  [
    'RATE_LIMIT',
    'Too Many Requests',
    "You've made too many requests. Please wait a moment and try again.",
    'Wait & Retry',
  ],
  ['UNKNOWN', 'Unexpected Error', 'An unexpected error occurred. Please try again.', 'Retry'],
] as const)('%s has the specified texts', (type, title, text, action) => {
  expect(ERROR_TEXTS[type]).toEqual({ title, text, action })
})

test.each([
  ['Network request failed', 'NETWORK'],
  ['Failed to fetch', 'NETWORK'],
  ['Validation failed: name', 'VALIDATION'],
  ['Invalid email format', 'VALIDATION'],
  ['Unauthorized', 'AUTHENTICATION'],
  ['Forbidden', 'AUTHORIZATION'],
  ['permission denied', 'AUTHORIZATION'],
  ['Response not found', 'NOT_FOUND'],
  ['Timeout of 30 s', 'TIMEOUT'],
  ['Rate limit reached', 'RATE_LIMIT'],
  ['Too many login attempts. Please try again later.', 'RATE_LIMIT'],
  ['HTTP 404: Gone fishing', 'NOT_FOUND'],
  ['HTTP error! status: 503', 'SERVER'],
  ['Something else with 404 reviews', 'UNKNOWN'],
  ['', 'UNKNOWN'],
])('the message %j is classified as %s', (message, type) => {
  expect(classifyError({ message })).toBe(type)
})

test.each([
  [400, 'VALIDATION'],
  [401, 'AUTHENTICATION'],
  [403, 'AUTHORIZATION'],
  [404, 'NOT_FOUND'],
  [408, 'TIMEOUT'],
  [422, 'VALIDATION'],
  [429, 'RATE_LIMIT'],
  [499, 'UNKNOWN'],
  [500, 'SERVER'],
  [503, 'SERVER'],
  [599, 'SERVER'],
  [600, 'UNKNOWN'],
])('status %i is classified as %s', (status, type) => {
  expect(classifyError({ status })).toBe(type)
})

test('the status decides first, and the message only if the status says nothing', () => {
  expect(classifyError({ message: 'Failed to fetch business: not found', status: 404 })).toBe('NOT_FOUND')
  expect(classifyError({ message: 'Failed to fetch', status: 0 })).toBe('NETWORK')
  expect(classifyError({})).toBe('UNKNOWN')
})

test('only network, server and timeout errors can be retried', () => {
  expect(ERROR_TYPES.filter(isRetryable)).toEqual(['NETWORK', 'SERVER', 'TIMEOUT'])
})

test('the offline text is as specified', () => {
  expect(OFFLINE_TEXT).toBe('You are currently offline. Please check your internet connection.')
})
