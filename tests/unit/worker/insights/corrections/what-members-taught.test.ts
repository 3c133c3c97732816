import { describe, expect, test } from 'vitest'
import { WORDS } from '#tests/word-lists.ts'
import { taughtTermsOf } from '#worker/insights/corrections/what-members-taught.ts'
import { readReview } from '#worker/insights/reading/read-review.ts'
import type { Opinions, TermCounts } from '#worker/insights/text/term-counts.ts'
import type { TextSentiment } from '#worker/rules/corrections.ts'

type Said = readonly [verdict: TextSentiment, text: string]

/** As the database counts what members call these texts. */
function lessonOf(said: readonly Said[]): TermCounts {
  const terms = new Map<string, Opinions>()
  for (const [verdict, text] of said) {
    for (const term of taughtTermsOf(text, verdict, WORDS)) {
      const [positive, negative] = terms.get(term) ?? [0, 0]
      terms.set(term, verdict === 'positive' ? [positive + 1, negative] : [positive, negative + 1])
    }
  }
  return { reviews: terms.get('*') ?? [0, 0], terms }
}

const chanceOf = (text: string, said: readonly Said[] = [], own: Opinions = [0, 0]) =>
  readReview(text, 3, 'restaurant', WORDS, { corrections: [], lesson: { counts: lessonOf(said), own } }).score

/** All of them about the same few things, in the words that any text of their language has. */
function blamed(texts: readonly string[]): Said[] {
  return Array.from({ length: 20 }, (_, index) => ['negative', `${texts[index % texts.length]} ${index}`])
}

const ENGLISH = [
  'We were told that the zydeco would be there for us, and it was over when we came to the pier.',
  'It is the zydeco at the pier, and that is all there is to be had of it on any of the days.',
  'They have the zydeco in and out of the pier, so you are with it for as long as you are there.',
]
const GERMAN = [
  'Die Blaskapelle war auch da und sie ist bei uns an dem Steg gewesen, als wir es nicht mehr wollten.',
  'Es ist eine Blaskapelle auf dem Steg, und das ist dann auch schon alles, was man von ihm hat.',
  'Wir waren mit der Blaskapelle an dem Steg, und dann war es das auch für uns und für die anderen.',
]
/** A language that is not read. */
const RUSSIAN = [
  'Мы сидели у окна и смотрели на реку, а на пристани играл оркестр.',
  'А оркестр на пристани и не играл, и мы у окна так и сидели.',
]

describe('twenty texts called blame, and none praise', () => {
  test.each([
    [
      'English',
      ENGLISH,
      'We sat at one of the tables by the window, and there were two of us for lunch on that day.',
    ],
    [
      'German',
      GERMAN,
      'Wir waren zu zweit da und haben an einem der Tische am Fenster gesessen, es war an einem Sonntag.',
    ],
    ['Russian', RUSSIAN, 'Мы были на втором этаже у окна, и это было в субботу, а не в будни.'],
  ])('leave %s reviews of something else as they are', (_language, texts, other) => {
    expect(chanceOf(other, blamed(texts))).toBe(chanceOf(other))
  })

  test.each([
    ['English', ENGLISH, 'There was zydeco at our table by the window on that day.'],
    ['German', GERMAN, 'An dem Tisch am Fenster war die Blaskapelle zu hören, als wir da waren.'],
  ])('teach %s words that they share', (_language, texts, other) => {
    expect(chanceOf(other, blamed(texts))).toBeLessThan(chanceOf(other) - 0.03)
  })
})

test('a word that no list knows means what was said of it, in a language that is not read, too', () => {
  const praised: Said[] = Array.from({ length: 10 }, (_, index) => [
    'positive',
    `Wat een gezellig hoekje is het hier ${index}`,
  ])
  const dull: Said[] = Array.from({ length: 10 }, (_, index) => [
    'negative',
    `Wat een ongure hoek is het hier ${index}`,
  ])
  const said = [...praised, ...dull]
  expect(chanceOf('Het is hier wat gezellig', said)).toBeGreaterThan(
    chanceOf('Het is hier wat gezellig') + 0.05,
  )
  expect(chanceOf('Het is hier wat ongure', said)).toBeLessThan(chanceOf('Het is hier wat ongure') - 0.05)
})

test('fewer than three texts teach nothing, a word that is known already no more than another one', () => {
  const text = 'The soup was served at the table by the window.'
  const said = (count: number): Said[] =>
    Array.from({ length: count }, (_, index) => ['positive', `There was a soup at the bar, number ${index}.`])
  expect(chanceOf(text, said(2))).toBe(chanceOf(text))
  expect(chanceOf(text, said(3))).toBeGreaterThan(chanceOf(text))
  // Of three, each has two others.
  expect(chanceOf(text, said(3), [1, 0])).toBe(chanceOf(text))
})

test('praise and blame weigh the same', () => {
  const text = 'There was zydeco at our table by the window on that day.'
  const neutral = chanceOf(text)
  const praised = blamed(ENGLISH).map(([, one]): Said => ['positive', one])
  const logit = (chance: number) => Math.log(chance / (1 - chance))
  expect(logit(chanceOf(text, praised)) - logit(neutral)).toBeCloseTo(
    logit(neutral) - logit(chanceOf(text, blamed(ENGLISH))),
    1,
  )
})

test('what is neither praise nor blame, or has no words of its own, teaches nothing', () => {
  expect(taughtTermsOf(ENGLISH[0] as string, 'mixed', WORDS)).toEqual([])
  expect(taughtTermsOf('It was as it is, and that is all there is to it.', 'negative', WORDS)).toEqual([])
  expect(taughtTermsOf('The pier, and all of us.', 'negative', WORDS)).toEqual(['*', 'pier', 'the pier'])
})

describe('what a text sounds like', () => {
  const sentimentOf = (text: string) => readReview(text, 3, 'restaurant', WORDS).sentiment

  test("can't be told in a language that is not read", () => {
    expect(
      sentimentOf('Wij waren er met ons vieren en het is een zaak aan de kant van het water.'),
    ).toBeNull()
    expect(sentimentOf(RUSSIAN[0] as string)).toBeNull()
  })

  test('is mixed where a text that is read speaks for neither side', () => {
    expect(sentimentOf('Two of us had the table at the window on Friday.')).toBe('mixed')
  })
})
