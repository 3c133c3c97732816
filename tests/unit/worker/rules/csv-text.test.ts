import { expect, test } from 'vitest'
import { randomFrom } from '#tests/upstream/random.ts'
import { csvLine, withoutFormulaGuard } from '#worker/rules/csv-text.ts'
import { hasVectors, vectors } from './vectors.ts'

test('text fields are quoted and numbers stay numbers', () => {
  expect(csvLine([12, 'a "b", c', 'd\ne'])).toBe('12,"a ""b"", c","d\ne"\r\n')
  expect(csvLine([-5])).toBe('-5\r\n')
})

test.each([
  '=1+1',
  '+1',
  '-1',
  '@SUM(1)',
  '＝1',
  '＋1',
  '－1',
  '＠x',
  '\t=1',
  '\r=1',
  '\n=1',
  '\0=1',
  '  =1',
  '\u00a0=1',
  '\u0001+1',
  '\tx',
  '\u200b=1',
  '\ufeff=1',
  '\ufeff\ufeff+1',
  '\u2066@SUM(1)',
  '\u00ad-1',
  '\u202e =1',
  '\u{e0001}=1',
])('%j is escaped so that it is not run as a formula', (text) => {
  expect(csvLine([text])).toBe(`"'${text}"\r\n`)
})

test.each(['a=1', 'x-1', 'Ana', '', '5 stars', '(=1)', '\u200fשלום', '\u200b'])(
  '%j is left unchanged',
  (text) => {
    expect(csvLine([text])).toBe(`"${text}"\r\n`)
  },
)

test.runIf(hasVectors('csv_formula.json'))(
  'no collected payload starts a field that a spreadsheet would run',
  () => {
    const entries = vectors<{ payload: string }>('csv_formula.json')
    expect(entries.length).toBeGreaterThan(0)
    for (const { payload } of entries) {
      const leads = /^[\s\p{Cc}\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n\0]/u.test(payload)
      expect(csvLine([payload]).startsWith(leads ? `"'` : '"')).toBe(true)
    }
  },
)

test('any field can be read back unchanged', () => {
  const random = randomFrom('csv fields')
  for (let count = 0; count < 5_000; count++) {
    const marks = Array.from({ length: random.int(0, 6) }, () =>
      random.pick(["'", '=', '-', ' ', '\t', '"', 'a', '＋']),
    )
    const field = marks.join('')
    const cell = csvLine([field]).slice(1, -'"\r\n'.length).replaceAll('""', '"')
    expect(withoutFormulaGuard(cell)).toBe(field)
  }
})
