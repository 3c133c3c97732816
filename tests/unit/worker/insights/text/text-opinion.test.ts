import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WORDS } from '#tests/word-lists.ts'
import { termWeights, visitTerms } from '#worker/insights/text/learned-terms.ts'
import { mismatchOf } from '#worker/insights/text/mismatch.ts'
import { readText } from '#worker/insights/text/read-text.ts'
import { scoreText, textSentimentOf } from '#worker/insights/text/text-opinion.ts'
import { mentionsIn } from '#worker/insights/topics/review-topics.ts'

const chanceOf = (text: string) => scoreText(readText(text, WORDS)).positiveChance
const sentimentOf = (text: string) => {
  const read = readText(text, WORDS)
  return textSentimentOf(read, scoreText(read))
}

/** Invented sentences, each with the opinion of a human reader. */
const SENTENCES: readonly (readonly [positive: boolean, text: string])[] = [
  [true, 'The whole team went out of their way to help us find a table.'],
  [true, 'Fixed my brakes in an hour and charged less than quoted, thank you.'],
  [true, 'I could not be happier with the new kitchen taps.'],
  [true, 'Not once did we wait, and the coffee is always hot and fresh.'],
  [true, 'Best haircut in years, and she never rushed me.'],
  [true, 'You will not be disappointed with the lamb.'],
  [true, 'Spotless rooms, comfortable beds and a generous breakfast.'],
  [true, 'We had no problems at all and will be back next spring.'],
  [true, 'The dentist was gentle and explained everything.'],
  [true, 'Our favourite bakery, worth the drive across town.'],
  [true, 'Reasonable prices and honest advice.'],
  [true, "I can't wait to go back!"],
  [false, 'The soup was lukewarm and the bread was stale.'],
  [false, 'Nobody answered my three emails and the part never came.'],
  [false, 'They charged me twice and refused a refund.'],
  [false, 'I would not recommend this garage to anyone.'],
  [false, 'The room smelled of smoke and the carpet was sticky.'],
  [false, 'Waited forty minutes past my appointment without an apology.'],
  [false, 'It used to be good but it has gone downhill.'],
  [false, 'Rude on the phone and even worse in person.'],
  [false, 'Never again, a complete waste of an evening.'],
  [false, 'My colour came out patchy and she blamed my hair.'],
  [false, 'The sofa broke after a week and the shop ignored us.'],
  [false, "Won't be back, the food was bland and overpriced."],
]

test('at least 87 % of sentences are read as positive or negative correctly', () => {
  const right = SENTENCES.filter(([positive, text]) => chanceOf(text) > 0.5 === positive)
  expect(right.length / SENTENCES.length).toBeGreaterThanOrEqual(0.87)
})

test.each([
  'They double charged my card.',
  'Mir wurde zweimal abgebucht.',
  'On m’a débité deux fois.',
  'Mi hanno addebitato due volte.',
  'Cobraram-me duas vezes o jantar e não devolveram.',
  'Me cobraron dos veces la cena de la familia.',
])('a double charge is a complaint, but not one about prices: %s', (text) => {
  expect(chanceOf(text)).toBeLessThan(0.4)
  expect(mentionsIn(readText(text, WORDS), 'restaurant').map(({ topic }) => topic)).not.toContain('price')
})

test.each([
  ['positive', 'Das Zimmer war sehr sauber und das Personal außerordentlich freundlich und hilfsbereit.'],
  ['negative', 'Die Suppe war kalt, das Fleisch zäh und die Bedienung unfreundlich.'],
  ['positive', 'Accueil chaleureux, plats délicieux et service rapide, nous reviendrons.'],
  ['negative', 'Chambre sale, personnel désagréable et petit déjeuner décevant.'],
  ['positive', 'Trato excelente, habitación limpia y desayuno muy rico.'],
  ['negative', 'La comida estaba fría y el camarero fue grosero, no volveremos.'],
  ['positive', 'Quarto limpo, equipa simpática e pequeno almoço excelente.'],
  ['negative', 'Atendimento péssimo, comida fria e mesa suja.'],
  ['positive', 'Camera pulita, personale gentile e colazione ottima.'],
  ['negative', 'Pizza bruciata, cameriere maleducato e conto troppo caro.'],
])('the sentiment is %s: %s', (sentiment, text) => {
  expect(sentimentOf(text)).toBe(sentiment)
})

test.each([
  [0.35, 'negative'],
  [0.351, 'mixed'],
  [0.649, 'mixed'],
  [0.65, 'positive'],
])('a chance of %f for good stars counts as %s', (positiveChance, sentiment) => {
  const read = readText('The soup came with bread, the fish with rice.', WORDS)
  expect(textSentimentOf(read, { positiveChance, score: 0, reasons: [] })).toBe(sentiment)
})

test('extra term weights apply only in their own language', () => {
  const text = readText('We were told to wait at the bar for our table.', WORDS)
  expect(text.tables?.polarity.whole.get('told')).toBeUndefined()
  expect(text.tables?.weights.get('told')?.weight).toBeLessThan(0)
  expect(scoreText(text).score).toBeLessThan(0)
  expect(WORDS.tablesOf('de').weights.size).toBe(0)
})

test.each([
  ['I wouldn´t recommend it to anybody.'],
  ['We wouldn’t recommend it to anybody.'],
  ['I wouldnt recommend it to anybody.'],
])('a negation counts with any kind of apostrophe: %s', (text) => {
  expect(chanceOf(text)).toBeLessThan(0.5)
})

test('a text that says too little has no sentiment', () => {
  expect(sentimentOf('Great food!')).toBeNull()
  expect(sentimentOf('')).toBeNull()
  expect(chanceOf('')).toBe(0.5)
})

test('terms are visited in reading order, negated ones marked, each with the one before it in its clause', () => {
  const visited: [term: string, index: number, former: string | null][] = []
  visitTerms(readText('Good, good coffee for 5 times, not hot', WORDS), (...term) => visited.push(term))
  expect(visited).toEqual([
    ['good', 0, null],
    ['good', 1, null],
    ['coffee', 2, 'good'],
    ['for', 3, 'coffee'],
    ['times', 5, null],
    ['not', 6, null],
    ['NOT_hot', 7, 'not'],
  ])
})

test('a weighted term counts once per text, at its first place', () => {
  const words = {
    ...WORDS,
    tablesOf: () => ({
      ...WORDS.tablesOf('en'),
      weights: termWeights([
        ['tray', 0.3],
        ['tray of', 0.2],
      ]),
    }),
  }
  const { reasons } = scoreText(readText('I saw the tray of bread and the tray of butter', words))
  expect(reasons).toEqual([
    { index: 3, start: 10, end: 14, effect: 0.3 },
    { index: 3, start: 10, end: 17, effect: 0.2 },
  ])
})

test('a mismatch between stars and text lists its reasons with their positions in the text', () => {
  const text =
    'Came for lunch on Friday. The waiter was rude, the chips were soggy and the toilet was filthy. A horrible hour.'
  const read = readText(text, WORDS)
  const mismatch = mismatchOf(5, read, scoreText(read))
  expect(mismatch?.kind).toBe('complaint_inside')
  expect(mismatch?.reasons.length).toBe(3)
  for (const { start, end, effect } of mismatch?.reasons ?? []) {
    expect(['rude', 'soggy', 'filthy', 'horrible']).toContain(text.slice(start, end).split(' ').at(-1))
    expect(effect).toBeLessThan(0)
  }
  expect(mismatchOf(1, read, scoreText(read))).toBeNull()
  expect(mismatchOf(3, read, scoreText(read))).toBeNull()
  const praise = readText(
    'Delicious food, friendly staff, spotless tables, excellent coffee and a wonderful garden',
    WORDS,
  )
  expect(mismatchOf(1, praise, scoreText(praise))?.kind).toBe('praise_inside')
  expect(
    mismatchOf(5, readText('Rude and dirty', WORDS), scoreText(readText('Rude and dirty', WORDS))),
  ).toBeNull()
})

test('the chance is always between 0 and 1, and the same for the same text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
      const chance = chanceOf(text)
      expect(chance).toBeGreaterThanOrEqual(0)
      expect(chance).toBeLessThanOrEqual(1)
      expect(chanceOf(text)).toBe(chance)
    }),
  )
})
