import { CLOSINGS, OPENINGS, SUBJECTS, type Subject, WORDS } from '#scripts/local/demo/texts.ts'
import type { Random } from '#tests/upstream/random.ts'

/** Relative frequency of each subject. */
const WEIGHTS: Record<Subject, number> = {
  food: 34,
  staff: 22,
  atmosphere: 12,
  price: 10,
  drinks: 8,
  waiting: 6,
  menu: 4,
  cleanliness: 4,
}

/** Praise that mentions waiting. */
const WAITING_PRAISE = [
  'I am sorry we waited this long to come.',
  'Cannot wait to be back.',
  'Well worth the wait for a table.',
  'Our waiter could not have been kinder.',
]

/** Sentences that recur in the same months of every year. */
const TERRACE = [
  'We sat on the terrace in the evening sun.',
  'The terrace is the place to be in summer.',
  'A table on the terrace with {guest}, a warm evening.',
  'The terrace was full and lively.',
]
const PUMPKIN = [
  'The pumpkin soup is back.',
  'Pumpkin soup with {guest}, lovely.',
  'We both had the pumpkin soup.',
]
const CHRISTMAS = [
  'The Christmas menu is a treat.',
  'We had our Christmas party here.',
  'Christmas dinner with {guest}, all went well.',
]
const ASPARAGUS = ['The asparagus was in season and perfect.', 'Asparagus with butter, finally spring.']
const SEASONAL: Readonly<Record<number, readonly string[]>> = {
  3: ASPARAGUS,
  4: ASPARAGUS,
  5: TERRACE,
  6: TERRACE,
  7: TERRACE,
  9: PUMPKIN,
  10: PUMPKIN,
  11: CHRISTMAS,
}
const SEASONAL_SHARE = 0.12
/** Unique details: no two guests have the same evening. */
const DETAILS = [
  'We came on a {day} with {people} people and had the {dish}, the {dish} and the {drink}.',
  'On {day} {guest} took the {dish}, I took the {dish}.',
  '{people} of us shared the {dish} on a {day}.',
]
const DETAIL_SHARE = 0.6
const DETAIL_WORDS: Readonly<Record<string, readonly string[]>> = {
  ...WORDS,
  day: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  people: ['two', 'three', 'four', 'five', 'six', 'seven'],
}
const WAITING_PRAISE_SHARE = 0.05

/** Sentences about a planted theme; `{theme}` is its phrase. */
const THEME_TEXTS = {
  good: [
    'We came for the {theme} and would do it again.',
    'The {theme} is wonderful, tell your friends.',
    'Read about the {theme} in the paper and it was great.',
    '{guest} loved the {theme}, and so did I.',
    'What a lovely idea, the {theme}!',
    'The {theme} made our evening.',
  ],
  bad: [
    'The {theme} ruined our evening.',
    'Nobody warned us about the {theme}, terrible.',
    'The {theme} is a disgrace.',
    'Because of the {theme} {guest} left early.',
    'Please do something about the {theme}.',
    'We were annoyed by the {theme} all night.',
  ],
}

export const GOOD_THEMES = [
  'oyster supper',
  'jazz night',
  'truffle pizza',
  'rooftop bar',
  'tasting flight',
  'puppet show',
]
export const BAD_THEMES = [
  'parking machine',
  'card terminal',
  'building site',
  'broken elevator',
  'fruit flies',
  'karaoke',
]

export interface Text {
  text: string
  /** Subjects of the sentences, each with true for praise. */
  said: readonly { subject: Subject; isGood: boolean }[]
}

/** A usual text for a rating and a month (0 to 11). */
export function usualText(random: Random, rating: number, month: number): Text {
  const isGood = rating >= 4
  const sides =
    rating === 3
      ? [true, false]
      : Array.from({ length: isGood ? random.int(1, 3) : random.int(2, 3) }, () => isGood)
  if ((rating === 4 || rating === 2) && random.chance(0.3)) sides.push(!isGood)
  const left = { ...WEIGHTS }
  const said = sides.map((side) => ({ subject: takeSubject(random, left), isGood: side }))
  const extra = [
    ...(isGood && random.chance(WAITING_PRAISE_SHARE) ? [random.pick(WAITING_PRAISE)] : []),
    ...(isGood && SEASONAL[month] && random.chance(SEASONAL_SHARE) ? [random.pick(SEASONAL[month])] : []),
  ]
  return framed(random, said, isGood, extra)
}

/** A text that praises or blames one subject, with little else. */
export function textAbout(random: Random, subject: Subject, isGood: boolean): Text {
  const left = { ...WEIGHTS, [subject]: 0 }
  const said = [{ subject, isGood }]
  if (random.chance(0.8)) said.push({ subject: takeSubject(random, left), isGood })
  return framed(random, said, isGood, [])
}

/** A usual text with a sentence about the theme. */
export function textWithTheme(random: Random, theme: string, isGood: boolean): Text {
  const said = random.chance(0.8) ? [{ subject: takeSubject(random, { ...WEIGHTS }), isGood }] : []
  const sentence = random.pick(THEME_TEXTS[isGood ? 'good' : 'bad'])
  const isPlural = /s$/.test(theme) === false && random.chance(0.15)
  return framed(random, said, isGood, [sentence.replaceAll('{theme}', isPlural ? `${theme}s` : theme)])
}

function takeSubject(random: Random, left: Record<Subject, number>): Subject {
  let ticket = random.next() * Object.values(left).reduce((sum, weight) => sum + weight, 0)
  for (const [subject, weight] of Object.entries(left) as [Subject, number][]) {
    ticket -= weight
    if (ticket < 0) {
      left[subject] = 0
      return subject
    }
  }
  return 'food'
}

function framed(random: Random, said: Text['said'], isGood: boolean, extra: readonly string[]): Text {
  const side = isGood ? 'good' : 'bad'
  const sentences = [
    ...(random.chance(0.5) ? [random.pick(OPENINGS[side])] : []),
    ...said.map((one) => random.pick(SUBJECTS[one.subject][one.isGood ? 'good' : 'bad'])),
    ...extra,
    ...(random.chance(DETAIL_SHARE) ? [random.pick(DETAILS)] : []),
    ...(random.chance(0.4) ? [random.pick(CLOSINGS[side])] : []),
  ]
  const text = sentences
    .map((sentence) => {
      const filled = sentence.replace(/\{(\w+)\}/g, (_, name: string) =>
        random.pick(DETAIL_WORDS[name] ?? ['it']),
      )
      return filled.charAt(0).toUpperCase() + filled.slice(1)
    })
    .join(' ')
  return { text, said }
}
