import { UNSAFE_ErrorResponseImpl as ErrorResponse } from '@remix-run/router'
import { expect, test } from 'vitest'
import { describeRouteError } from '#app/lib/route-error.ts'

test('an error that a loader described is shown unchanged', () => {
  const error = {
    type: 'AUTHORIZATION',
    title: 'Access Denied',
    text: 'x',
    action: 'Contact Admin',
    message: 'Insufficient permissions',
    requestId: 'req-1',
  }
  expect(describeRouteError(new ErrorResponse(403, '', { error }))).toEqual(error)
})

test('a plain status is described by the catalogue', () => {
  expect(describeRouteError(new ErrorResponse(404, 'Not Found', 'No route matches'))).toMatchObject({
    type: 'NOT_FOUND',
    title: 'Not Found',
    message: 'The requested resource was not found.',
  })
})

test('a lost connection is described as a connection error', () => {
  expect(describeRouteError(new TypeError('Failed to fetch'))).toMatchObject({
    type: 'NETWORK',
    title: 'Connection Error',
  })
})

test.each([new Error('secret is undefined'), 'secret', null])(
  'an unexpected error does not show its message',
  (error) => {
    const shown = describeRouteError(error)
    expect(shown.title).toBe('Unexpected Application Error!')
    expect(JSON.stringify(shown)).not.toContain('secret')
  },
)
