import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WORDS } from '#tests/word-lists.ts'
import { readText } from '#worker/insights/text/read-text.ts'
import { MAX_CHARS, tokensOf } from '#worker/insights/text/tokens.ts'

const terms = (text: string) => tokensOf(text).map(({ term }) => term)
const negated = (text: string) =>
  readText(text, WORDS)
    .tokens.filter((token) => token.negated)
    .map(({ term }) => term)

test('tokens are lower-case terms with clitics split off', () => {
  expect(terms("The chef's soup wasn’t hot")).toEqual(['the', 'chef', 'soup', 'was', 'not', 'hot'])
  expect(terms('I cant say it DIDNT taste')).toEqual(['i', 'ca', 'not', 'say', 'it', 'did', 'not', 'taste'])
  expect(terms("L'accueil n’est pas là")).toEqual(['l', 'accueil', 'n', 'est', 'pas', 'là'])
  expect(terms('Cafe\u0301 12.50 👍🏽 👨‍👩‍👧')).toEqual(['café', '12.50', '👍🏽', '👨‍👩‍👧'])
  expect(terms('とても美味しい').length).toBeGreaterThan(1)
})

test('each token has its position in the text', () => {
  const text = 'Café “Zur Post”: l’entrée wasn’t bad 👍'
  expect(tokensOf(text).map(({ start, end }) => text.slice(start, end))).toEqual([
    'Café',
    'Zur',
    'Post',
    'l',
    'entrée',
    'wasn’t',
    'wasn’t',
    'bad',
    '👍',
  ])
})

test('punctuation and contrasts separate clauses, but only some of them separate sentences', () => {
  const { tokens } = readText('Good food, warm bread but it was slow. We left... Never again!', WORDS)
  expect(tokens.map(({ clause }) => clause)).toEqual([0, 0, 1, 1, 2, 2, 2, 2, 3, 3, 4, 4])
  expect(new Set(tokens.map(({ sentence }) => sentence)).size).toBe(3)
})

test('a negation covers four tokens, or fewer if its clause ends', () => {
  expect(negated('It was not very good, great wine')).toEqual(['very', 'good'])
  expect(negated('We never saw the manager of this lovely place')).toEqual(['saw', 'the', 'manager', 'of'])
  expect(negated('Das Essen war nicht gut aber der Wein war gut')).toEqual(['gut'])
  expect(negated("Le service n'était pas très agréable et le vin")).toEqual(['très', 'agréable', 'et', 'le'])
})

test.each([
  ['en', 'The waiter was friendly and the soup was hot.'],
  ['en', 'Great food!'],
  ['de', 'Der Kellner war freundlich und die Suppe heiß.'],
  ['de', 'Sehr lecker'],
  ['fr', 'Le serveur était aimable et la soupe bien chaude.'],
  ['es', 'El camarero fue muy amable y la sopa estaba caliente.'],
  ['pt', 'O empregado foi muito simpático e a sopa estava quente.'],
  ['it', 'Il cameriere è stato gentile e la zuppa era calda.'],
  [null, 'De bediening was heel vriendelijk en het eten smaakte ons prima'],
  [null, 'Obsługa była bardzo miła, a jedzenie pyszne'],
  [null, 'スタッフがとても親切でした'],
  [null, 'Zzz'],
  [null, ''],
])('the detected language is %s: %s', (language, text) => {
  expect(readText(text, WORDS).language).toBe(language)
})

test('any text can be read, with its tokens in order and inside the text', () => {
  const unit = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom("n't", 'not', '\ud800', 'שלום', '👍', "'", 'ʼ', 'ʼs', '٣'),
  )
  fc.assert(
    fc.property(fc.array(unit, { maxLength: 40 }), (parts) => {
      const text = parts.join(' ')
      const { tokens } = readText(text, WORDS)
      for (const [index, { start, end, term }] of tokens.entries()) {
        expect(end).toBeGreaterThan(start)
        expect(end).toBeLessThanOrEqual(text.length)
        expect(start).toBeGreaterThanOrEqual(tokens[index - 1]?.start ?? 0)
        expect(term).not.toBe('')
      }
    }),
  )
})

test('long texts are read up to a limit', () => {
  expect(tokensOf('🙂'.repeat(5_000)).length).toBe(MAX_CHARS / 2)
  expect(tokensOf(`${'a '.repeat(MAX_CHARS)}`).length).toBe(MAX_CHARS / 2)
})
