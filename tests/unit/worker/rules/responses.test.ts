import * as v from 'valibot'
import { expect, test } from 'vitest'
import {
  CreateResponseInput,
  MAX_RESPONSE_CHARS,
  ResponseId,
  ResponsesOfBusiness,
  ResponsesOfReview,
  UpdateResponseInput,
} from '#worker/rules/responses.ts'
import { messageOf } from './messages.ts'

const ID = '0199a3c4-7d1e-7c2b-9f00-0123456789ab'

test.each([
  ['', 'Write a reply first.'],
  [' \n ', 'Write a reply first.'],
  ['x'.repeat(MAX_RESPONSE_CHARS), null],
  ['x'.repeat(MAX_RESPONSE_CHARS + 1), 'Reply can have at most 4,000 characters.'],
  [undefined, 'Write a reply first.'],
  [7, 'Reply must be text.'],
])('a reply of %j gives %j', (text, message) => {
  expect(messageOf(CreateResponseInput, { reviewId: '42', text })).toBe(message)
  expect(messageOf(UpdateResponseInput, { id: ID, text })).toBe(message)
})

test('a reply keeps its markup and line breaks', () => {
  const text = 'Thank you!\n\n<b>Come again</b> & bring friends'
  expect(v.parse(CreateResponseInput, { reviewId: '42', text: ` ${text} `, userId: 'x' })).toEqual({
    reviewId: '42',
    text,
  })
})

test.each(['local-1', '', '42', null])('a response with the id %j is not found', (id) => {
  expect(messageOf(UpdateResponseInput, { id, text: 'Thanks' })).toBe('Response not found')
  expect(messageOf(ResponseId, { id })).toBe('Response not found')
})

test('responses can be listed by review or by business', () => {
  expect(messageOf(ResponsesOfReview, { reviewId: '42' })).toBeNull()
  expect(messageOf(ResponsesOfReview, { reviewId: ID })).toBe('Unknown review. Choose one from the list.')
  expect(messageOf(ResponsesOfBusiness, { businessId: ID })).toBeNull()
  expect(messageOf(ResponsesOfBusiness, { businessId: '42' })).toBe(
    'Unknown business. Choose one from the list.',
  )
})
