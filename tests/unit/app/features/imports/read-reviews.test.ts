import fc from 'fast-check'
import { strToU8, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { openFile } from '#app/features/imports/file/opened-file.ts'
import { readReviews } from '#app/features/imports/file/read-reviews.ts'
import { FileFault } from '#app/features/imports/file/text-slices.ts'

const read = (content: BlobPart, options = {}) => readReviews(new Blob([content]), options)

/** The fields of the reviews that differ between files. */
async function essence(content: BlobPart, options = {}) {
  const { reviews } = await read(content, options)
  return reviews.map(({ platform, authorName, rating, reviewText, reviewDate, ownerResponse }) =>
    [platform, authorName, rating, reviewText, reviewDate?.slice(0, 10) ?? null, ownerResponse?.text].filter(
      (value) => value !== undefined,
    ),
  )
}

const KIM = ['google', 'Kim Vale', 2, 'Cold soup.', '2025-03-02']
const LEE = ['google', 'Lee Ode', 5, 'Warm welcome.', '2025-03-03']

/** One kind of file a row: its kind, its content and the expected reviews. */
const FILES: [kind: string, content: string, reviews: unknown[][]][] = [
  [
    'the average of the place beside the stars of the review',
    'name,rating,author_title,review_text,review_rating,review_datetime_utc\nQuay Café,4.7,Kim Vale,Cold soup.,2,03/02/2025 08:00:00\nQuay Café,4.7,Lee Ode,Warm welcome.,5,03/13/2025 08:00:00',
    [KIM, ['google', 'Lee Ode', 5, 'Warm welcome.', '2025-03-13']],
  ],
  [
    'two columns of stars, one of them empty',
    '[{"name":"Kim Vale","rating":null,"stars":2,"text":"Cold soup.","publishAt":"a year ago","publishedAtDate":"2025-03-02T08:00:00Z"}]',
    [KIM],
  ],
  [
    'places with their reviews inside',
    '[{"title":"Quay Café","address":"1 Pier","reviewCount":9,"rating":4.7,"reviewList":[{"author":"Kim Vale","score":2,"body":"Cold soup.","date":"2025-03-02"}]}]',
    [KIM],
  ],
  [
    'an answer of a service in one line',
    '{"status":"ok","result":{"page":1,"reviews":[{"user":"Kim Vale","stars":2,"text":"Cold soup.","date":"2025-03-02"}]}}',
    [KIM],
  ],
  [
    'lines of JSON that begin with photos',
    '{"photos":[{"url":"x","rating":1}],"user":"Kim Vale","stars":2,"text":"Cold soup.","date":"2025-03-02"}\n{"photos":[],"user":"Lee Ode","stars":5,"text":"Warm welcome.","date":"2025-03-03"}',
    [KIM, LEE],
  ],
  [
    'the new Places API',
    '{"reviews":[{"name":"places/a/reviews/b1","rating":2,"text":{"text":"Cold soup."},"originalText":{"text":"Kalte Suppe.","languageCode":"de"},"authorAttribution":{"displayName":"Kim Vale"},"publishTime":"2025-03-02T08:00:00.5Z"}]}',
    [['google', 'Kim Vale', 2, 'Kalte Suppe.', '2025-03-02']],
  ],
  [
    'platforms by row, in the words of people',
    'Reviewer,Source,Stars,Review,Published\nKim Vale,FB,Not recommended,Cold soup.,2025-03-02\nLee Ode,Trip Advisor,5,Warm welcome.,2025-03-03',
    [
      ['facebook', 'Kim Vale', 1, 'Cold soup.', '2025-03-02'],
      ['tripadvisor', ...LEE.slice(1)],
    ],
  ],
  [
    'a source that is no platform',
    'Reviewer,Review Source,Stars,Review,Published\nKim Vale,web,2,Cold soup.,2025-03-02',
    [KIM],
  ],
  [
    'Spanish',
    'Fecha;Nombre;Calificación;Reseña;Respuesta\n02.03.2025;Kim Vale;2;Sopa fría.;Perdón',
    [['google', 'Kim Vale', 2, 'Sopa fría.', '2025-03-02', 'Perdón']],
  ],
  [
    'Italian',
    'Data;Autore;Voto;Titolo;Recensione\n02.03.2025;Kim Vale;2;Mai più;Zuppa fredda.',
    [['google', 'Kim Vale', 2, 'Mai più\nZuppa fredda.', '2025-03-02']],
  ],
  [
    'German, where the rating is a text',
    'Datum;Autor;Sterne;Bewertung\n02.03.2025;Kim Vale;2;Kalte Suppe.',
    [['google', 'Kim Vale', 2, 'Kalte Suppe.', '2025-03-02']],
  ],
  [
    'what Excel writes',
    'sep=;\r\nAuthor;Stars;Text;Date\r\nKim Vale;="2";"=""Cold soup.""";45718\r\n',
    [KIM],
  ],
  [
    'titles above the names',
    'Reviews\n"Quay Café, Pier 1"\n\nAuthor,Stars,Text,Date\nKim Vale,2,Cold soup.,2025-03-02',
    [KIM],
  ],
  [
    'names of several lines',
    '"Author\n(public)","Stars\n1 to 5",Text,"Date\nwritten"\nKim Vale,2,Cold soup.,2025-03-02',
    [KIM],
  ],
  [
    'words for nothing',
    'author,stars,text,date,reply\nKim Vale,2,NaN,2025-03-02,N/A\nLee Ode,5,null,NaT,None',
    [
      ['google', 'Kim Vale', 2, '', '2025-03-02'],
      ['google', 'Lee Ode', 5, '', null],
    ],
  ],
  [
    'quotation marks of a database',
    'author,stars,text,date\nKim Vale,2,"\\"Soup\\", cold, he said",2025-03-02',
    [['google', 'Kim Vale', 2, '"Soup", cold, he said', '2025-03-02']],
  ],
  [
    'HTML',
    'author,stars,text,date\nKim Vale,2,Cold &quot;soup&quot;<br>and bread &amp; oil,2025-03-02',
    [['google', 'Kim Vale', 2, 'Cold "soup"\nand bread & oil', '2025-03-02']],
  ],
  [
    'paragraphs and other tags of HTML',
    'author,stars,text,date\nZo&euml; &Lstrok;&oacute;d&zacute;,2,"<p class=""a"">Caf&eacute; &hellip; <b>5&nbsp;&euro;</b></p>\n<p>1 < 2 &hearts; <3 <i>no</p>",2025-03-02',
    [['google', 'Zoë Łódź', 2, 'Café … 5 €\n1 < 2 ♥ <3 no', '2025-03-02']],
  ],
  [
    'letters that were read as Latin-1',
    'author,stars,text,date\nZoÃ« Ã\u0081lvarez,2,CrÃ¨me brÃ»lÃ©e â€“ cold,2025-03-02',
    [['google', 'Zoë Álvarez', 2, 'Crème brûlée – cold', '2025-03-02']],
  ],
  [
    'a translation and what was written',
    'author,stars,text,date\nKim Vale,2,"（Translated by Google）Cold.\n\n（Original）\nKalt.",2025-03-02',
    [['google', 'Kim Vale', 2, 'Kalt.', '2025-03-02']],
  ],
  [
    'days that are only ages',
    'author,stars,text,date\nKim Vale,2,Cold soup.,hace 3 meses\nLee Ode,5,Warm welcome.,May 2025',
    [
      [...KIM.slice(0, 4), null],
      [...LEE.slice(0, 4), null],
    ],
  ],
]

test.each(FILES)('reviews are read from a file: %s', async (_, content, reviews) => {
  expect(await essence(content)).toEqual(reviews)
})

describe('no row is lost', () => {
  const sum = ({ reviews, refused, doubled }: Awaited<ReturnType<typeof read>>) =>
    reviews.length + refused.length + doubled

  test('if a spreadsheet has rounded the ids', async () => {
    const { reviews } = await read(
      'id,author,stars,text\n4.56E+15,Kim,2,Cold.\n4.56E+15,Lee,5,Warm.\n12345678901234500000,Bo,3,So so.',
    )
    const ids = reviews.map(({ reviewId }) => reviewId)
    expect(new Set(ids).size).toBe(3)
    expect(ids.every((id) => id.startsWith('import-'))).toBe(true)
  })

  test('if ids are too large for a number', async () => {
    const { reviews } = await read(
      '[{"review_id":12345678901234567891,"stars":2,"author":"Kim"},{"review_id":12345678901234567892,"stars":5,"author":"Lee"}]',
    )
    expect(reviews.map(({ reviewId }) => reviewId)).toEqual(['12345678901234567891', '12345678901234567892'])
  })

  test('if a review occurs twice, by its id or by its content', async () => {
    const byId = await read('review_id,stars,text\na1,5,Good.\na1,5,Good.\na2,4,Fine.')
    expect([byId.reviews.length, byId.doubled, byId.total]).toEqual([2, 1, 3])
    const byText = await read('author,stars,text,date\nKim,5,Good.,2025-03-02\nKim,5,Good.,2025-03-02')
    expect([byText.reviews.length, byText.doubled, byText.total]).toEqual([1, 1, 2])
  })

  test('if a row names an app store as its platform', async () => {
    const found = await read('author,stars,platform\nKim,2,Google Play\nLee,5,GMB\nBo,4,App Store')
    expect(found.reviews.map(({ authorName, platform }) => [authorName, platform])).toEqual([
      ['Lee', 'google'],
    ])
    expect(found.refused.map(({ row, reason }) => [row, reason.slice(0, 13)])).toEqual([
      [1, '‘Google Play’'],
      [3, '‘App Store’ i'],
    ])
  })

  test('if a line of JSON Lines is broken', async () => {
    const { reviews, refused } = await read(
      '{"author":"Kim","stars":2}\n{"author":"Bo","stars":\n{"author":"Lee","stars":5}\n{"author":"Al',
    )
    expect(reviews.map(({ authorName, row }) => [authorName, row])).toEqual([
      ['Kim', 1],
      ['Lee', 3],
    ])
    expect(refused.map(({ row, reason }) => [row, reason])).toEqual([
      [2, 'This is not valid JSON. Export the file again.'],
      [4, 'This is not valid JSON. Export the file again.'],
    ])
  })

  test('for any bytes', async () => {
    const beginnings = [
      '',
      'author,stars,text\n',
      '[{"author":"',
      '{"reviews":[',
      'sep=;\n',
      'PK\x03\x04',
      '\ufeff"a";"b"\n',
    ]
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...beginnings),
        fc.uint8Array({ maxLength: 400 }),
        async (begins, bytes) => {
          try {
            const found = await readReviews(new Blob([begins, bytes as Uint8Array<ArrayBuffer>]))
            expect(sum(found)).toBe(found.total)
          } catch (error) {
            expect(error).toBeInstanceOf(FileFault)
          }
        },
      ),
      { numRuns: 300 },
    )
  })

  test('for any review text, in CSV and JSON', async () => {
    const word = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
      .map((text) => `a ${text.replaceAll(/[&<(（\0\r\p{Cc}]/gu, '')} z`)
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(word, { minLength: 1, maxLength: 8 }), async (texts) => {
        const quoted = texts.map((text) => `Kim,4,"${text.replaceAll('"', '""')}"`)
        const csv = await read(`author,stars,text\n${quoted.join('\n')}\n`)
        const json = await read(
          JSON.stringify({ reviews: texts.map((text) => ({ author: 'Kim', stars: 4, text })) }),
        )
        for (const found of [csv, json])
          expect(found.reviews.map(({ reviewText }) => reviewText)).toEqual(
            texts.map((text) => text.normalize()),
          )
      }),
      { numRuns: 100 },
    )
  })
})

describe('encodings', () => {
  const TABLE = 'author,stars,text\nZoë,5,Größe'
  const utf16 = (text: string, isLittle: boolean) => {
    const bytes = new Uint8Array(2 * text.length)
    for (let at = 0; at < text.length; at += 1)
      new DataView(bytes.buffer).setUint16(2 * at, text.charCodeAt(at), isLittle)
    return bytes
  }

  test.each([true, false])(
    'UTF-16 without a byte order mark is read, little-endian: %s',
    async (isLittle) => {
      expect(await essence(utf16(TABLE, isLittle))).toEqual([['google', 'Zoë', 5, 'Größe', null]])
    },
  )

  test('a broken byte becomes one replacement character', async () => {
    const bytes = new Uint8Array([...new TextEncoder().encode(`${TABLE}\nAna,4,caf`), 0xe9])
    expect(await essence(bytes)).toEqual([
      ['google', 'Zoë', 5, 'Größe', null],
      ['google', 'Ana', 4, 'caf\ufffd', null],
    ])
  })

  test.each([
    ['windows-1250', [0xa3, 0xf3, 0x64, 0x9f], 'Łódź'],
    ['windows-1251', [0xcc, 0xe0, 0xff], 'Мая'],
    ['shift_jis', [0x94, 0xfc], '美'],
  ] as const)('%s is read if the option says so', async (encoding, bytes, author) => {
    const text = new Uint8Array([...new TextEncoder().encode('author,stars\n'), ...bytes, 0x2c, 0x34])
    expect(await essence(text, { encoding })).toEqual([['google', author, 4, '', null]])
  })
})

test('a file sorted by its stars is read on the scale of all its rows', async () => {
  const marks = [...Array<number>(300).fill(2), ...Array<number>(300).fill(9)]
  const { reviews } = await read(
    `Author,Rating,Review\n${marks.map((mark, row) => `Kim ${row},${mark},Text ${row}`).join('\n')}`,
  )
  expect([reviews.length, reviews[0]?.rating, reviews[599]?.rating]).toEqual([600, 1, 4.5])
})

test.each([
  ['First Name,Last Name,Stars\nKim,Vale,2\nLee,,5\n,Berg,4', ['Kim Vale', 'Lee', 'Berg']],
  ['Nom,Prénom,Note\nVale,Kim,2', ['Kim Vale']],
  ['Nombre,Apellidos,Estrellas\nKim,Vale Ode,2', ['Kim Vale Ode']],
  ['Name,First Name,Last Name,Stars\nKim Vale,Kim,Vale,2', ['Kim Vale']],
  ['Name,Vorname,Sterne\nKim Vale,Kim,2', ['Kim Vale']],
  ['Reviewer,Surname,Stars\nkim_v,Vale,2', ['kim_v']],
  ['Surname,Stars\nVale,2', ['Vale']],
])('first and last names are joined: %j', async (content, names) => {
  const { reviews } = await read(content)
  expect(reviews.map(({ authorName }) => authorName)).toEqual(names)
})

test('the stated scale is no part of a column name', async () => {
  expect(await essence('Author,Score /10,Review\nKim Vale,4,Cold soup.')).toEqual([
    ['google', 'Kim Vale', 2, 'Cold soup.', null],
  ])
})

test('a list of places is not taken for reviews', async () => {
  const places = '[{"name":"Quay Café","rating":4.7,"user_ratings_total":88,"address":"1 Pier"}]'
  await expect(read(places)).rejects.toThrow('This file lists places, not their reviews.')
})

test('given columns and date order are used', async () => {
  const content = 'a,b,c\nKim,2,03/04/2025'
  const found = await read(content, {
    columns: { authorName: 'a', rating: 'b', reviewDate: 'c' },
    dateOrder: 'dmy',
    platform: 'yelp',
  })
  expect(found.columns).toMatchObject({ authorName: 'a', rating: 'b', reviewDate: 'c', reviewText: null })
  expect(found.reviews).toMatchObject([
    { platform: 'yelp', authorName: 'Kim', reviewDate: '2025-04-03T12:00:00.000Z', row: 1 },
  ])
})

type Cell = string | number

/** An Excel file with these sheets. */
function workbookOf(sheets: Record<string, Cell[][]>): Uint8Array<ArrayBuffer> {
  const cell = (value: Cell, at: string) =>
    typeof value === 'number'
      ? `<c r="${at}"><v>${value}</v></c>`
      : `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
  const sheetOf = (rows: Cell[][]) =>
    `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows
      .map(
        (cells, row) =>
          `<row r="${row + 1}">${cells.map((value, column) => cell(value, `${'ABCD'[column]}${row + 1}`)).join('')}</row>`,
      )
      .join('')}</sheetData></worksheet>`
  const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const all = Object.entries(sheets).map(([name, rows], index) => ({ name, rows, id: index + 1 }))
  const named = all.map(({ name, id }) => `<sheet name="${name}" sheetId="${id}" r:id="rId${id}"/>`)
  const related = all.map(
    ({ id }) =>
      `<Relationship Id="rId${id}" Type="${relations}/worksheet" Target="worksheets/sheet${id}.xml"/>`,
  )
  const zipped = zipSync({
    'xl/workbook.xml': strToU8(
      `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relations}"><sheets>${named.join('')}</sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': strToU8(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${related.join('')}</Relationships>`,
    ),
    ...Object.fromEntries(
      all.map(({ rows, id }) => [`xl/worksheets/sheet${id}.xml`, strToU8(sheetOf(rows))]),
    ),
  })
  return zipped as Uint8Array<ArrayBuffer>
}

const SHEET: Cell[][] = [
  ['Reviews of the Quay Café'],
  ['Author', 'Stars', 'Text', 'Date'],
  ['Kim Vale', 2, 'Cold soup.', 45718],
]

test('an Excel file is read directly', async () => {
  const workbook = workbookOf({ A: SHEET })
  expect(await essence(workbook)).toEqual([KIM])
  await expect(read(workbook.slice(0, 200))).rejects.toThrow(FileFault)
})

test('the sheet that looks most like reviews is read, unless another one is chosen', async () => {
  const summary: Cell[][] = [
    ['Month', 'Reviews'],
    ['March', 2],
  ]
  const yelp: Cell[][] = [
    ['Reviewer', 'Rating'],
    ['Lee Ode', 5],
  ]
  const workbook = workbookOf({ Summary: summary, Empty: [['Notes']], Google: SHEET, Yelp: yelp })
  expect(await essence(workbook)).toEqual([KIM])
  const { format } = await openFile(new Blob([workbook]))
  expect(format).toMatchObject({ sheet: 'Google', sheets: ['Summary', 'Google', 'Yelp'] })
  const { columns } = await openFile(new Blob([workbook]), { sheet: 'Yelp' })
  expect(columns).toEqual(['Reviewer', 'Rating'])
})

test('a file without a header keeps its first row', async () => {
  const columns = {
    authorName: 'Column 1',
    rating: 'Column 2',
    reviewText: 'Column 3',
    reviewDate: 'Column 4',
  }
  const rows: Cell[][] = [
    ['Kim Vale', 2, 'Cold soup.', '2025-03-02'],
    ['Lee Ode', 5, 'Warm welcome.', '2025-03-03'],
  ]
  const csv = rows.map((cells) => cells.join(',')).join('\n')
  expect(await essence(csv, { columns })).toEqual([KIM, LEE])
  expect(await essence(workbookOf({ A: rows }), { columns })).toEqual([KIM, LEE])
  const { total, refused } = await read(csv)
  expect([total, refused.length]).toEqual([2, 2])
})

test.each([
  ['an author called User', [['User', 4, 'Fine.', '2025-03-04']], []],
  ['a title', [], [['Reviews of May']]],
] as [string, Cell[][], Cell[][]][])(
  'a file without a header keeps its first rows with %s',
  async (_, below, above) => {
    const columns = {
      authorName: 'Column 1',
      rating: 'Column 2',
      reviewText: 'Column 3',
      reviewDate: 'Column 4',
    }
    const rows: Cell[][] = [
      ...above,
      ['Kim Vale', 2, 'Cold soup.', '2025-03-02'],
      ['Lee Ode', 5, 'Warm welcome.', '2025-03-03'],
      ...below,
    ]
    const reviews = [KIM, LEE, ...below.map((cells) => ['google', ...cells])]
    expect(await essence(rows.map((cells) => cells.join(',')).join('\n'), { columns })).toEqual(reviews)
    expect(await essence(workbookOf({ A: rows }), { columns })).toEqual(reviews)
  },
)

test('a sheet without a header keeps a first row whose last cells are empty', async () => {
  const columns = { rating: 'Column 1', authorName: 'Column 2', reviewText: 'Column 3' }
  const workbook = workbookOf({ A: [[2], [5, 'Lee Ode', 'Warm welcome.'], [4, 'Ana']] })
  const reviews = await essence(workbook, { columns })
  expect(reviews.map(([, author, stars]) => [author, stars])).toEqual([
    ['A Google user', 2],
    ['Lee Ode', 5],
    ['Ana', 4],
  ])
})

test('a megabyte is read within two seconds', async () => {
  const rows = Array.from(
    { length: 9_000 },
    (_, index) => `Kim ${index},${1 + (index % 5)},"${'word '.repeat(18)}",2025-03-02`,
  )
  const content = `author,stars,text,date\n${rows.join('\n')}`
  const begun = performance.now()
  expect((await read(content)).reviews).toHaveLength(9_000)
  expect(performance.now() - begun).toBeLessThan((content.length / 1e6) * 2_000)
})

const MB = 1024 * 1024
const HOSTILE: [name: string, piece: string, begins?: string][] = [
  ['quotes', '"'],
  ['quotes and commas', '",'],
  ['commas', ','],
  ['line breaks', '\n'],
  ['spaces', ' ', 'author,stars\nKim,4'],
  [
    'rows',
    'Kim,4,Cold soup and a long wait for a table by the door but a kind waiter.\n',
    'author,stars,text\n',
  ],
  ['one cell', 'x', 'author,stars,text\nKim,4,'],
  ['brackets', '['],
  ['objects', '{"a":'],
  ['lines of JSON', '{"author":"Kim","stars":4,"text":"Cold soup."}\n'],
  ['dates', 'vor 2 Wochen,', 'author,stars,date\n'],
  ['zeros', '\0'],
]

test.each(HOSTILE)(
  'a megabyte of %s is read within two seconds without losing a row',
  async (_, piece, begins = '') => {
    const content = begins + piece.repeat(Math.ceil(MB / piece.length))
    const startedAt = process.cpuUsage()
    try {
      const found = await read(content)
      expect(found.reviews.length + found.refused.length + found.doubled).toBe(found.total)
    } catch (error) {
      expect(error).toBeInstanceOf(FileFault)
    }
    const { user, system } = process.cpuUsage(startedAt)
    expect((user + system) / 1000).toBeLessThan(2_000)
  },
)
