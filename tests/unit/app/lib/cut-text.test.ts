import { expect, test } from 'vitest'
import { cutText } from '#app/lib/format.ts'

test('a text is only cut between characters', () => {
  const text = 'ab🦊cd🚀'
  for (let from = 0; from <= text.length; from += 1) {
    for (let to = from; to <= text.length; to += 1) {
      const cut = cutText(text, from, to)
      expect(cut.isWellFormed()).toBe(true)
      expect(text).toContain(cut)
    }
  }
  expect(cutText(text, 0, 4)).toBe('ab🦊')
  expect(cutText(text, 0, 3)).toBe('ab')
  expect(cutText(text, 3, 6)).toBe('cd')
})
