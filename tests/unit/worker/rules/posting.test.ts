import { expect, test } from 'vitest'
import { postedBytes, postingText, removalText } from '#worker/rules/responses.ts'

test.each([
  ['', 0],
  ['abc', 3],
  ['é', 2],
  ['日本', 6],
  ['🥖', 4],
])('%j is posted as %i bytes', (text, bytes) => {
  expect(postedBytes(text)).toBe(bytes)
})

test.each([
  [{ state: 'waiting', reason: null }, 'Waiting for Google', 'Being deleted on Google'],
  [{ state: 'waiting', reason: 'Later.' }, 'Waiting for Google: Later.', 'Being deleted on Google: Later.'],
  [{ state: 'live', reason: null }, 'Live on Google', 'Not deleted on Google'],
  [{ state: 'held', reason: null }, 'Held by Google', 'Not deleted on Google'],
  [{ state: 'refused', reason: 'Why.' }, 'Refused by Google: Why.', 'Not deleted on Google: Why.'],
  [{ state: 'failed', reason: 'Why.' }, 'Not sent: Why.', 'Not deleted on Google: Why.'],
] as const)('%j is described for a reply and for a deletion', (posting, reply, removal) => {
  expect(postingText(posting, 'Google')).toBe(reply)
  expect(removalText(posting, 'Google')).toBe(removal)
})
