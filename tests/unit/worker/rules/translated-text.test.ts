import { expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { originalOf } from '#worker/rules/translated-text.ts'

const ORIGINAL = 'Sehr gutes Essen.\n\nGerne wieder!'
const TRANSLATION = 'Very good food.\n\nGladly again!'

test.each([
  ['as recorded', `(Translated by Google) ${TRANSLATION}\n\n(Original)\n${ORIGINAL}`],
  ['in German', `(Übersetzt von Google) ${TRANSLATION}\n\n(Original)\n${ORIGINAL}`],
  ['in French', `(Traduit par Google) ${TRANSLATION}\n\n(Avis d'origine)\n${ORIGINAL}`],
  ['in Turkish', `(Google tarafından çevrildi) ${TRANSLATION}\n\n(Orijinal)\n${ORIGINAL}`],
  ['in Japanese', `(Google による翻訳) ${TRANSLATION}\n\n(原文)\n${ORIGINAL}`],
  ['in wide parentheses', `（由 Google 提供翻譯） ${TRANSLATION}\n\n（原始評論）\n${ORIGINAL}`],
  [
    'with the translation on its own line',
    `(Translated by Google)\n${TRANSLATION}\n\n(Original)\n${ORIGINAL}`,
  ],
  ['with a line separator in the text', `(Translated by Google) a\u2028b\n\n(Original)\n${ORIGINAL}`],
  ['original first', `${ORIGINAL}\n\n(Translated by Google)\n${TRANSLATION}`],
  ['original first, on one line', `${ORIGINAL}\n\n(Translated by Google) ${TRANSLATION}`],
  ['original first, in Spanish', `${ORIGINAL}\n\n(Traducido por Google)\n${TRANSLATION}`],
])('the original is extracted from a translated comment %s', (_, comment) => {
  expect(originalOf(comment)).toBe(ORIGINAL)
})

test('lines in parentheses by the author are kept, as the translation has them too', () => {
  const original = 'Gut.\n(wirklich)\nJa!'
  expect(originalOf(`(Translated by Google) Good.\n(really)\nYes!\n\n(Original)\n${original}`)).toBe(original)
  const aside = 'Gut.\n\n(sagt Google)\nJa!'
  expect(originalOf(`${aside}\n\n(Translated by Google)\nGood.\n\n(says Google)\nYes!`)).toBe(aside)
})

test.each([
  ['no marker', 'Found it on Google. (Really!)\n\n(Original)\nText'],
  ['a marker of the translation alone', '(Translated by Google) Very good food.'],
  ['no original behind its marker', '(Translated by Google) Very good food.\n\n(Original)\n'],
  ['no translation before the marker', '(Translated by Google)\n\n(Original)\nSehr gut.'],
  ['nothing behind the translation marker', 'Sehr gut.\n\n(Translated by Google)\n'],
  ['nothing before the translation marker', '\n\n(Translated by Google)\nVery good.'],
  ['a marker in the middle of a paragraph', 'Sehr gut.\n(Translated by Google)\nVery good.'],
  ['a marker in the middle of a line', 'Sehr gut. (Translated by Google) Very good.'],
  ['an aside of many words', 'Great.\n\n(Google says that they close at noon) which is wrong.'],
  ['an aside that is a sentence', 'Great.\n\n(Thanks, Google!) Open late.'],
  ['two lines that could be the marker', '(Translated by Google) Good.\n(x)\nb\n(y)\nc'],
  ['a text without Google', '(Translated) Good.\n\n(Original)\nGut.'],
  ['nothing', ''],
])('a comment with %s stays unchanged', (_, comment) => {
  expect(originalOf(comment)).toBe(comment)
})

test.each(['(Google) \n\n', '\n\n(Google)\n', '(', '(a)\n', '（Google'])(
  'a megabyte of %j is handled within 50 ms',
  (part) => {
    const comment = `(Google) ${part.repeat(1_000_000 / part.length)}`
    expect(fastestMs(() => originalOf(comment))).toBeLessThan(50)
  },
)
