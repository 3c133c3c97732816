import { expect, test } from 'vitest'
import { replyProblem, roomLeft } from '#app/features/replies/reply-composer.tsx'
import { TOO_LONG_FOR_GOOGLE } from '#worker/rules/responses.ts'

test('whitespace around a reply is not counted', () => {
  expect(roomLeft('  Thank you  ')).toBe(4_000 - 9)
})

test('a reply must not be empty or too long', () => {
  expect(replyProblem(' \n ')).toBe('Write a reply first.')
  expect(replyProblem('x'.repeat(4_000))).toBeNull()
  expect(replyProblem('x'.repeat(4_001))).toBe('Shorten the reply by 1 character.')
  expect(replyProblem('x'.repeat(4_012))).toBe('Shorten the reply by 12 characters.')
})

test('a reply that goes to Google is also limited in bytes', () => {
  expect(replyProblem('é'.repeat(2_049))).toBeNull()
  expect(replyProblem('é'.repeat(2_049), true)).toBe(TOO_LONG_FOR_GOOGLE)
  expect(replyProblem(` ${'é'.repeat(2_048)} `, true)).toBeNull()
  expect(replyProblem('x'.repeat(4_001), true)).toBe('Shorten the reply by 1 character.')
})
