import { describe, expect, test } from 'vitest'
import { CsvReader, csvLayoutOf } from '#app/features/imports/file/csv-reader.ts'
import { isJsonLines, JsonReader, listsIn } from '#app/features/imports/file/json-reader.ts'
import { openFile, rowsOf } from '#app/features/imports/file/opened-file.ts'
import { FileFault, SLICE_BYTES } from '#app/features/imports/file/text-slices.ts'

const COMMAS = { delimiter: ',', hasBackslashes: false }

/** Rows of a text that arrives in pieces of this length. */
function csv(text: string, pieceChars = text.length || 1) {
  const reader = new CsvReader(COMMAS)
  const rows = []
  for (let at = 0; at < text.length; at += pieceChars)
    rows.push(...reader.push(text.slice(at, at + pieceChars)))
  return [...rows, ...reader.end()].map(({ line, cells }) => [line, ...cells])
}

const CSV_CASES: [name: string, text: string, rows: (string | number)[][]][] = [
  [
    'lines of every kind',
    'a,b\r\nc,d\ne,f\rg,h',
    [
      [1, 'a', 'b'],
      [2, 'c', 'd'],
      [3, 'e', 'f'],
      [4, 'g', 'h'],
    ],
  ],
  [
    'quoted values',
    '"a,1","b ""x""","c\r\nd\ne\rf"\r\ng,h,i',
    [
      [1, 'a,1', 'b "x"', 'c\r\nd\ne\rf'],
      [5, 'g', 'h', 'i'],
    ],
  ],
  [
    'empty values and lines',
    ',\n\n"",""\n   \nx',
    [
      [1, '', ''],
      [3, '', ''],
      [5, 'x'],
    ],
  ],
  ['a line break at the end', 'a,b\r\n', [[1, 'a', 'b']]],
  [
    'quotes inside of values',
    'a"b,5" pipe\n"c"d,"e" f',
    [
      [1, 'a"b', '5" pipe'],
      [2, 'cd', 'e f'],
    ],
  ],
  ['one quote alone', '"""",x', [[1, '"', 'x']]],
  ['nothing', '', []],
]

test.each(CSV_CASES)('CSV with %s is read the same wherever it is cut', (_, text, rows) => {
  for (let pieceChars = 1; pieceChars <= Math.max(1, text.length); pieceChars += 1) {
    expect([pieceChars, csv(text, pieceChars)]).toEqual([pieceChars, rows])
  }
})

test('an unclosed quotation mark is reported with its line and ends the reading', () => {
  expect(() => csv('a,b\nc,"d\ne,f\n')).toThrow(/^Line 2 opens a quotation mark/)
  const reader = new CsvReader(COMMAS)
  reader.push('a,b\nc,"')
  expect(() => {
    for (let pieces = 0; pieces < 100; pieces += 1) reader.push('x'.repeat(64 * 1024))
  }).toThrow(FileFault)
})

test('an escaped quotation mark is part of the value wherever the text is cut', () => {
  const text = 'a,"b \\"c\\", d","e\\f"\n'
  for (let pieceChars = 1; pieceChars <= text.length; pieceChars += 1) {
    const reader = new CsvReader({ delimiter: ',', hasBackslashes: true })
    const rows = []
    for (let at = 0; at < text.length; at += pieceChars)
      rows.push(...reader.push(text.slice(at, at + pieceChars)))
    expect([...rows, ...reader.end()]).toEqual([{ line: 1, cells: ['a', 'b "c", d', 'e\\f'] }])
  }
})

test.each([
  ['a,b,c', ',', 0],
  ['a;b;c', ';', 0],
  ['a\tb', '\t', 0],
  ['a|b|c', '|', 0],
  ['"a,b,c,d";e;f', ';', 0],
  ['Author;Text\nAna;Fine, thanks, really\nRui;Good, too', ';', 0],
  ['sep=|\nAuthor|Text\nAna|Fine', '|', 1],
  ['Reviews of May\n\nQuay Café, Porto\nAuthor,Stars,Text\nAna,5,Fine', ',', 2],
  ['"When\nwritten",Stars,Author\n2024-05-01,5,Ana', ',', 0],
])('%j is separated by %j and has %i records before its header', (text, delimiter, before) => {
  expect(csvLayoutOf(text)).toEqual({ delimiter, before, hasBackslashes: false, hasHeader: true })
})

test('backslash-escaped quotation marks are recognized, and a backslash alone changes nothing', () => {
  expect(csvLayoutOf('a,b\n1,"x \\"y\\", z"\n2,"w"')).toMatchObject({ hasBackslashes: true })
  expect(csvLayoutOf('a,b\n1,"C:\\"\n2,"w"')).toMatchObject({ hasBackslashes: false })
})

test.each([
  ['Ana,5,Fine\nRui,4,Good', 0],
  ['Ana;Fine;2024-05-01\nRui;Good;2024-05-02', 0],
  ['Reviews of May\nAna,8,Fine\nRui,4,Title\nBo,3,Well', 1],
  ['★★★★★,Fine\n★★,Bad', 0],
])('%j has no header, and %i records before its data', (text, before) => {
  expect(csvLayoutOf(text)).toMatchObject({ before, hasHeader: false })
})

test('a text with a single column has no layout', () => {
  expect(csvLayoutOf('alone\nand another')).toBeNull()
})

function json(list: string, text: string, pieceChars: number, isLines = false) {
  const reader = new JsonReader(list, isLines)
  const rows = []
  for (let at = 0; at < text.length; at += pieceChars)
    rows.push(...reader.push(text.slice(at, at + pieceChars)))
  return [...rows, ...reader.end()].map(({ line, fields }) => [line, fields && Object.fromEntries(fields)])
}

test.each([
  [
    '/*',
    '[{"a": 1},\n {"a": "x}]\\"", "b": {"c": null}}]',
    [
      [1, { a: '1' }],
      [2, { a: 'x}]"', 'b.c': '' }],
    ],
  ],
  [
    '/reviews/*',
    '{"n": 2, "reviews": [\n{"a": {"b": true}}, {"a": [1, {"x": 2}]}]}',
    [
      [2, { 'a.b': 'true' }],
      [2, {}],
    ],
  ],
  [
    '',
    '{"a": 1}\n\n{"a": 2}',
    [
      [1, { a: '1' }],
      [3, { a: '2' }],
    ],
  ],
  [
    '/*',
    '[{"a": 1}, {"a": bad}, 5, {"a": 3}]',
    [
      [1, { a: '1' }],
      [1, null],
      [1, { a: '3' }],
    ],
  ],
  [
    '/*/of/*',
    '[{"name": "Quay", "of": [{"a": 1}, {"a": 2}]}, {"title": "Pier", "of": [{"a": 3}]}]',
    [
      [1, { a: '1', 'location name': 'Quay' }],
      [1, { a: '2', 'location name': 'Quay' }],
      [1, { a: '3', 'location name': 'Pier' }],
    ],
  ],
  ['/*', '[]', []],
] as const)('the list %j of %s is read the same wherever it is cut', (list, text, rows) => {
  for (let pieceChars = 1; pieceChars <= text.length; pieceChars += 1) {
    expect([pieceChars, json(list, text, pieceChars)]).toEqual([pieceChars, rows])
  }
})

test.each([
  ['an object that is not closed', '{"a": 1, "b": {"c": 2'],
  ['a string that is not closed', '{"a": "x}'],
  ['a missing value', '{"a": }'],
  ['no beginning', 'a": 1}'],
])('of JSON Lines, only the line with %s is broken, wherever it is cut', (_, broken) => {
  for (const text of [`{"a": 1}\r\n${broken}\r\n\r\n{"a": 3}`, `{"a": 1}\n${broken}\n\n{"a": 3}\n`]) {
    expect(isJsonLines(text)).toBe(true)
    for (let pieceChars = 1; pieceChars <= text.length; pieceChars += 1) {
      expect(json('', text, pieceChars, true)).toEqual([
        [1, { a: '1' }],
        [2, null],
        [4, { a: '3' }],
      ])
    }
  }
})

test('JSON Lines with lists inside lose only a broken line', () => {
  const text = '{"of": [{"a": 1}, {"a": 2\n{"of": []}\n{"of": [{"a": 3}],\n{"of": [{"a": 4}]}\n{"a'
  expect(json('/of/*', text, 7, true)).toEqual([
    [1, { a: '1' }],
    [1, null],
    [3, { a: '3' }],
    [3, null],
    [4, { a: '4' }],
    [5, null],
  ])
})

test.each(['{"a": 1}', '{\n"a": [\n{"b": 1},\n{"b": 2}\n]\n}', '[\n{"a": 1}\n]'])(
  '%j is not JSON Lines',
  (text) => {
    expect(isJsonLines(text)).toBe(false)
  },
)

test('truncated or endless JSON is reported', () => {
  expect(() => json('/*', '[{"a": 1}, {"a', 5)).toThrow(
    'The file ends in the middle of the entry that starts on line 1',
  )
  expect(() => json('/*', '[{"a": 1}', 5)).toThrow('The file ends in the middle. Export it again.')
  const reader = new JsonReader('/*')
  reader.push('[{"a": "')
  expect(() => {
    for (let pieces = 0; pieces < 100; pieces += 1) reader.push('x'.repeat(64 * 1024))
  }).toThrow(FileFault)
})

test.each([
  ['[{"a": 1}]', ['/*']],
  ['{"a": 1}\n{"a": 2}', ['']],
  ['{"n": 1, "reviews": [{"a": 1}]}', ['/reviews/*', '']],
  [
    '{"result": {"page": 1, "reviews": [{"a": 1, "photos": [{"b": 1}]}]',
    ['/result/reviews/*/photos/*', '/result/reviews/*'],
  ],
  ['{"a": ', []],
])('%j contains the lists %j', (beginning, lists) => {
  expect([...listsIn(beginning, 10).keys()]).toEqual(lists)
})

function fileOf(content: BlobPart, name = 'reviews.csv') {
  return new File([content], name)
}

async function read(file: File) {
  const opened = await openFile(file)
  const rows = []
  for await (const slice of rowsOf(opened)) rows.push(...slice.rows)
  return { opened, rows }
}

describe('a file', () => {
  const TABLE = 'Author,Text\nZoë,Größe 👍\nAna,naïve'
  const ROWS = [
    ['Zoë', 'Größe 👍'],
    ['Ana', 'naïve'],
  ]

  test.each([
    ['UTF-8', new TextEncoder().encode(TABLE), 'utf-8'],
    ['UTF-8 with its mark', new TextEncoder().encode(`\ufeff${TABLE}`), 'utf-8'],
    ['UTF-16 with its mark', utf16(`\ufeff${TABLE}`), 'utf-16le'],
  ])('in %s is read', async (_, bytes, encoding) => {
    const { opened, rows } = await read(fileOf(bytes))
    expect(opened).toMatchObject({ encoding, columns: ['Author', 'Text'] })
    expect(rows.map(({ values }) => values)).toEqual(ROWS)
  })

  test('in a legacy Windows encoding is read', async () => {
    const bytes = Uint8Array.from('Author;Text\nZo\xeb;Gr\xf6\xdfe', (char) => char.charCodeAt(0))
    const { opened, rows } = await read(fileOf(bytes))
    expect(opened.encoding).toBe('windows-1252')
    expect(rows).toEqual([{ line: 2, values: ['Zoë', 'Größe'] }])
  })

  test('larger than a slice keeps every character and reports its progress', async () => {
    const lines = Array.from(
      { length: 20_000 },
      (_, index) => `Zoë ${index},Größe 👍 ${'ß'.repeat(index % 7)}`,
    )
    const file = fileOf(`Author,Text\n${lines.join('\n')}\n`)
    expect(file.size).toBeGreaterThan(5 * SLICE_BYTES)
    const opened = await openFile(file)
    let bytes = 0
    const rows: string[] = []
    for await (const slice of rowsOf(opened)) {
      expect(slice.bytesRead).toBeGreaterThanOrEqual(bytes)
      bytes = slice.bytesRead
      rows.push(...slice.rows.map(({ values }) => values?.join(',') ?? ''))
    }
    expect(bytes).toBe(file.size)
    expect(rows).toEqual(lines)
    expect(opened.sample).toHaveLength(200)
  })

  test.each([
    ['empty', ''],
    ['of spaces', ' \n\n '],
    ['without columns', 'just a text\nand another line'],
    ['without rows', 'Author,Stars\n'],
    ['of bytes', 'PK\x03\x04\0\0\0,x\n1,2'],
    ['of JSON that is no list', '{"a": 1'],
    ['with a list of nothing', '[]'],
    ['with a list of numbers', '[1, 2]'],
  ])('%s is refused with an explanation', async (_, content) => {
    await expect(openFile(fileOf(content))).rejects.toThrow(FileFault)
  })

  test('of JSON has the columns of all its first rows', async () => {
    const { opened, rows } = await read(fileOf('{"reviews": [{"a": 1}, {"b": {"c": 2}}, {"a": x}]}'))
    expect(opened.columns).toEqual(['a', 'b.c'])
    expect(rows.map(({ values }) => values)).toEqual([['1', ''], ['', '2'], null])
  })
})

function utf16(text: string): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(text.length * 2)
  for (let index = 0; index < text.length; index += 1) {
    new DataView(bytes.buffer).setUint16(index * 2, text.charCodeAt(index), true)
  }
  return bytes
}
