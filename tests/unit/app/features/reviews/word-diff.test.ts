import { expect, test } from 'vitest'
import { type DiffPart, diffWords } from '#app/features/reviews/word-diff.client.ts'
import { randomFrom } from '#tests/upstream/random.ts'

/** '[-gone-]{+new+}' */
function marked(parts: DiffPart[]): string {
  const marks = { same: ['', ''], gone: ['[-', '-]'], new: ['{+', '+}'] } as const
  return parts.map(({ kind, text }) => `${marks[kind][0]}${text}${marks[kind][1]}`).join('')
}

const former = (parts: DiffPart[]) => parts.map(({ kind, text }) => (kind === 'new' ? '' : text)).join('')
const later = (parts: DiffPart[]) => parts.map(({ kind, text }) => (kind === 'gone' ? '' : text)).join('')

test.each([
  ['Good food.', 'Good food.', 'Good food.'],
  ['Good food.', 'Bad food.', '[-Good-]{+Bad+} food.'],
  ['Good food.', 'Good food and wine.', 'Good food{+ and wine+}.'],
  ['Very good food.', 'Good food.', '[-Very good-]{+Good+} food.'],
  [
    'We loved the soup here.',
    'We hated the bread here.',
    'We [-loved-]{+hated+} the [-soup-]{+bread+} here.',
  ],
  ['one two three', 'four five three', '[-one two-]{+four five+} three'],
  ['', 'All new.', '{+All new.+}'],
  ['All gone.', '', '[-All gone.-]'],
  ['', '', ''],
  ["It's fine", 'It’s fine', "[-It's-]{+It’s+} fine"],
  ['料理はおいしい', '料理はまずい', '料理は[-おいし-]{+まず+}い'],
  ['Line\n\nUpdate', 'Line', 'Line[-\n\nUpdate-]'],
  ['🍜🍜', '🍜🍣', '🍜[-🍜-]{+🍣+}'],
])('the change from %j to %j is marked by words', (before, after, expected) => {
  expect(marked(diffWords(before, after))).toBe(expected)
})

test('both texts can be rebuilt from any difference', () => {
  const random = randomFrom('words')
  const words = ['roof', 'bread', ' ', '\n', 'queue', '.', 'сервис', '日', '🥖', "don't"]
  for (let round = 0; round < 2_000; round += 1) {
    const text = () => Array.from({ length: random.int(0, 14) }, () => random.pick(words)).join('')
    const [before, after] = [text(), text()]
    const parts = diffWords(before, after)
    expect(former(parts)).toBe(before)
    expect(later(parts)).toBe(after)
    expect(parts.every((part) => part.text !== '')).toBe(true)
    expect(parts.every((part, index) => part.kind !== parts[index + 1]?.kind)).toBe(true)
  }
})

test('a long text with a changed word at each end is still compared', () => {
  const middle = 'all the same words '.repeat(500)
  expect(marked(diffWords(`First ${middle}end`, `Second ${middle}finish`))).toBe(
    `[-First-]{+Second+} ${middle}[-end-]{+finish+}`,
  )
})

test('texts with hardly anything in common are replaced as a whole', () => {
  const [before, after] = ['a', 'b'].map((letter) =>
    Array.from({ length: 1_000 }, (_, index) => `${letter}${index}`).join(','),
  )
  expect(diffWords(`x ${before} y`, `x ${after} y`)).toEqual([
    { kind: 'same', text: 'x ' },
    { kind: 'gone', text: before },
    { kind: 'new', text: after },
    { kind: 'same', text: ' y' },
  ])
})
