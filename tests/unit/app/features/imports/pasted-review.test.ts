import { expect, test } from 'vitest'
import { readPasted } from '#app/features/imports/pasted-review.ts'

const OPTIONS = { now: Date.UTC(2026, 5, 15), dateOrder: 'mdy' } as const

/** The fields that were read, without empty ones. */
const read = (pasted: string, options: Partial<Parameters<typeof readPasted>[1]> = {}) =>
  Object.fromEntries(
    Object.entries(readPasted(pasted, { ...OPTIONS, ...options })).filter(
      ([, value]) => value !== '' && value !== null,
    ),
  )

const KIM = { authorName: 'Kim Vale', reviewText: 'Cold soup.\n\nWarm welcome.' }
const TEXT = 'Cold soup.\n\nWarm welcome.'

/** One kind of page a row: its origin, the copied text, and the expected fields. */
const PAGES: [page: string, pasted: string, found: object][] = [
  [
    'Google',
    `Kim Vale\nLocal Guide · 23 reviews · 5 photos\n2 weeks agoNEW\n${TEXT}\nLike\nShare\nResponse from the owner a week ago\nThank you!`,
    { ...KIM, platform: 'google', reviewDate: '2026-06-01', age: '2 weeks ago' },
  ],
  [
    'Google in German',
    `Kim Vale\nLocal Guide · 34 Rezensionen · 12 Fotos\n★★☆☆☆ vor 2 Monaten\n${TEXT}\nGefällt mir\nTeilen\nAntwort vom Inhaber vor einem Monat\nDanke!`,
    { ...KIM, platform: 'google', rating: 2, reviewDate: '2026-04-16', age: 'vor 2 Monaten' },
  ],
  [
    'Google in French',
    `Kim Vale\nLocal Guide · 34 avis · 12 photos\nil y a un an\nNouveau\n${TEXT}\nJ’aime\nPartager\nRéponse du propriétaire il y a un mois\nMerci !`,
    { ...KIM, platform: 'google', reviewDate: '2025-06-15', age: 'il y a un an' },
  ],
  [
    'Google in Spanish',
    `Kim Vale\n34 reseñas · 12 fotos\nHace 3 días\n${TEXT}\nMe gusta\nCompartir\nRespuesta del propietario Hace un día\nGracias`,
    { ...KIM, platform: 'google', reviewDate: '2026-06-12', age: 'Hace 3 días' },
  ],
  [
    'Google in Italian',
    `Kim Vale\n34 recensioni · 12 foto\n5 mesi fa\n${TEXT}\nMi piace\nCondividi\nRisposta del proprietario 4 mesi fa\nGrazie`,
    { ...KIM, platform: 'google', reviewDate: '2026-01-16', age: '5 mesi fa' },
  ],
  [
    'Google in Portuguese',
    `Kim Vale\n34 avaliações · 12 fotos\nhá uma semana\n${TEXT}\nGostei\nCompartilhar\nResposta do proprietário há 2 dias\nObrigado`,
    { ...KIM, platform: 'google', reviewDate: '2026-06-08', age: 'há uma semana' },
  ],
  [
    'a translation on Google',
    'Kim Vale\n3 reviews\na day ago\n(Translated by Google) Cold soup.\n\n(Original)\nSopa fria.\nHarbor Books (Owner)\na day ago\nObrigado',
    {
      authorName: 'Kim Vale',
      platform: 'google',
      reviewDate: '2026-06-14',
      age: 'a day ago',
      reviewText: 'Sopa fria.',
    },
  ],
  [
    'a translation in wide brackets',
    '（由 Google 提供翻譯）Cold soup.\n\n（原始評論）\n湯是冷的。',
    { platform: 'google', reviewText: '湯是冷的。' },
  ],
  [
    'Yelp',
    `Kim V.\nSan Francisco, CA\n123\n45\nElite 2024\n3/4/2024\n${TEXT}\nUseful 1\nFunny\nCool\nBusiness owner information\nAnn M.\nBusiness Owner\n3/6/2024\nThanks`,
    { ...KIM, authorName: 'Kim V.', platform: 'yelp', reviewDate: '2024-03-04' },
  ],
  [
    'Yelp in another country',
    `Kim V.\nLondon, United Kingdom\n12 friends\n3/4/2024\n${TEXT}\nHelpful 1\nThanks 0\nLove this 2\nOh no 0\nComment from Ann M. of Harbor Books\nThanks`,
    { ...KIM, authorName: 'Kim V.', platform: 'yelp', reviewDate: '2024-04-03' },
  ],
  [
    'Yelp in German',
    `Kim V.\nHamburg, Deutschland\n12 Freunde\n4.3.2024\n${TEXT}\nHilfreich 1\nDanke 0\nOh nein 0\nKommentar von Ann M. von Harbor Books\nDanke`,
    { ...KIM, authorName: 'Kim V.', platform: 'yelp', reviewDate: '2024-03-04' },
  ],
  [
    'Facebook',
    `Kim Vale recommends Harbor Books.\nMarch 4, 2024 ·\n${TEXT}\nAll reactions:\n3\nLike\nComment\nShare`,
    { ...KIM, platform: 'facebook', rating: 5, reviewDate: '2024-03-04' },
  ],
  [
    'Facebook in French',
    `Kim Vale ne recommande pas Harbor Books.\n4 mars 2024 ·\n${TEXT}\nJ’aime\nCommenter\nPartager`,
    { ...KIM, platform: 'facebook', rating: 1, reviewDate: '2024-03-04' },
  ],
  [
    'Facebook in German',
    `Kim Vale empfiehlt Harbor Books nicht.\n4. März 2024 ·\n${TEXT}`,
    { ...KIM, platform: 'facebook', rating: 1, reviewDate: '2024-03-04' },
  ],
  [
    'Tripadvisor',
    `Kim Vale\nLondon, United Kingdom · 12 contributions\n3 of 5 bubbles\nA mixed evening\nMar 2024 • Couples\n${TEXT}\nRead more\nWritten March 4, 2024\nThis review is the subjective opinion of a Tripadvisor member and not of Tripadvisor LLC.\nResponse from Ann M, Owner at Harbor Books\nResponded Mar 6, 2024\nThanks`,
    {
      ...KIM,
      platform: 'tripadvisor',
      rating: 3,
      reviewDate: '2024-03-04',
      reviewText: `A mixed evening\n${TEXT}`,
    },
  ],
  [
    'Tripadvisor in Italian',
    `Kim Vale\n12 contributi\nUna serata\n${TEXT}\nLeggi di più\nScritta in data 4 marzo 2024\nQuesta recensione rappresenta l’opinione personale di un viaggiatore di Tripadvisor LLC.\nRisposta da Ann M, Proprietario presso Harbor Books\nGrazie`,
    { ...KIM, platform: 'tripadvisor', reviewDate: '2024-03-04', reviewText: `Una serata\n${TEXT}` },
  ],
  [
    'no platform',
    'Jon Berg\n5 stars\n3/25/2024\nGreat place',
    { authorName: 'Jon Berg', rating: 5, reviewDate: '2024-03-25', reviewText: 'Great place' },
  ],
  [
    'stars and age in one line',
    '★★★★☆ a month ago\nGreat.',
    { platform: 'google', rating: 4, reviewDate: '2026-05-16', age: 'a month ago', reviewText: 'Great.' },
  ],
  [
    'a word that is a button elsewhere',
    'Jon Berg\n5 stars\nCool',
    { authorName: 'Jon Berg', rating: 5, reviewText: 'Cool' },
  ],
  ['a text alone', 'Only a text.', { reviewText: 'Only a text.' }],
  [
    'a text that recommends',
    'The waiter recommends nothing\nbut the fish.',
    { reviewText: 'The waiter recommends nothing\nbut the fish.' },
  ],
  ['nothing', '', {}],
]

test.each(PAGES)('a pasted review is split into its fields: %s', (_, pasted, found) => {
  expect(read(pasted)).toEqual(found)
})

test("an ambiguous date is read in the order of the owner's region", () => {
  expect(read('Jon Berg\n5 stars\n3/4/2024\nGreat.', { dateOrder: 'dmy' })).toMatchObject({
    reviewDate: '2024-04-03',
  })
})

const THREE_WEEKS = { platform: 'google', rating: 4, reviewDate: '2026-05-25', ...KIM }

test.each([
  'Edited 3 weeks ago',
  'Bearbeitet vor 3 Wochen',
  'Zuletzt bearbeitet: vor 3 Wochen',
  'vor 3 Wochen bearbeitet',
  'Modifié il y a 3 semaines',
  'Dernière modification : il y a 3 semaines',
  'Última modificación: Hace 3 semanas',
  'Editado Hace 3 semanas',
  'Modificata 3 settimane fa',
  'Ultima modifica: 3 settimane fa',
  'Editado há 3 semanas',
  '3 weeks ago on Google',
  'vor 3 Wochen auf Google',
  'il y a 3 semaines sur Google',
  'Hace 3 semanas en Google',
  '3 settimane fa su Google',
  'há 3 semanas no Google',
])('the age of an edited review, or of one on Google, is found with or without stars: %s', (line) => {
  for (const stars of ['★★★★☆ ', '4 stars\n', '4/5 ']) {
    expect(read(`Kim Vale\nLocal Guide·45 reviews\n${stars}${line}\n${TEXT}`)).toEqual({
      ...THREE_WEEKS,
      age: expect.stringMatching(/3/),
    })
  }
})

test.each([
  ['English', 'Food: 5/5 | Service: 3/5 | Atmosphere: 4/5\nMeal type\nDinner\nPrice per person\n$20–30'],
  ['English, in single lines', 'Service\nDine in\nMeal type: Dinner\nFood: 5\nService: 3\nAtmosphere: 4'],
  ['German', 'Art der Mahlzeit\nAbendessen\nPreis pro Person\n20–30 €\nEssen: 5\nService: 3\nAmbiente: 4'],
  ['French', 'Type de repas\nDîner\nPrix par personne\n20-30 €\nCuisine: 5/5 | Service: 3/5 | Ambiance: 4/5'],
  ['Spanish', 'Tipo de comida\nCena\nPrecio por persona\n20-30 €\nComida: 5 | Servicio: 3 | Ambiente: 4'],
  ['Italian', 'Tipo di pasto\nCena\nPrezzo per persona\n20-30 €\nCibo: 5\nServizio: 3\nAtmosfera: 4'],
  ['Portuguese', 'Tipo de refeição\nJantar\nPreço por pessoa\nR$ 40–60\nComida: 5\nServiço: 3\nAmbiente: 4'],
])("Google's details below the text are left out: %s", (_, details) => {
  expect(read(`Kim Vale\n3 weeks ago\n${TEXT}\n\n${details}\nLike\nShare`)).toMatchObject(KIM)
})

test("an author's own marks within the text stay", () => {
  const own = 'Food: 5/5\nLovely pasta.\nService: 2/5\nWe waited an hour.'
  expect(read(`Kim Vale\n3 weeks ago\n${own}\nLike`)).toMatchObject({ reviewText: own })
})

test.each([
  ['English', 'Kim Vale recommends Harbor Books.', 'November 20 at 9:14 AM ·', '2025-11-20'],
  ['English, shown to all', 'Kim Vale recommends Harbor Books.', 'May 20 at 9:14 AM · Public', '2026-05-20'],
  ['German', 'Kim Vale empfiehlt Harbor Books.', '20. November um 09:14 ·', '2025-11-20'],
  ['French', 'Kim Vale recommande Harbor Books.', '20 novembre à 09:14 ·', '2025-11-20'],
  ['Spanish', 'Kim Vale recomienda Harbor Books.', '20 de noviembre a las 9:14 ·', '2025-11-20'],
  ['Italian', 'Kim Vale consiglia Harbor Books.', '20 novembre alle ore 09:14 ·', '2025-11-20'],
  ['Portuguese', 'Kim Vale recomenda Harbor Books.', '20 de novembro às 09:14 ·', '2025-11-20'],
])('a day without a year on Facebook is the last such day: %s', (_, first, line, reviewDate) => {
  expect(read(`${first}\n${line}\n${TEXT}\nLike\nReply`)).toEqual({
    ...KIM,
    platform: 'facebook',
    rating: 5,
    reviewDate,
  })
})

test.each([
  ['Yesterday at 9:14 AM ·', '2026-06-14'],
  ['Gestern um 09:14 ·', '2026-06-14'],
  ['Hier, à 09:14 ·', '2026-06-14'],
  ['Ayer a las 9:14 ·', '2026-06-14'],
  ['Ieri alle 09:14 ·', '2026-06-14'],
  ['Ontem às 09:14 ·', '2026-06-14'],
  ['3d ·', '2026-06-12'],
  ['3 Tage ·', '2026-06-12'],
  ['3 j ·', '2026-06-12'],
  ['3 g ·', '2026-06-12'],
  ['2w ·', '2026-06-01'],
  ['2 Wo. ·', '2026-06-01'],
  ['2 sem. ·', '2026-06-01'],
  ['2 sett. ·', '2026-06-01'],
  ['5h · Public', '2026-06-14'],
  ['1y', '2025-06-15'],
])('an age on Facebook is read: %s', (line, reviewDate) => {
  expect(read(`Kim Vale recommends Harbor Books.\n${line}\n${TEXT}`)).toEqual({
    ...KIM,
    platform: 'facebook',
    rating: 5,
    reviewDate,
    age: line.replace(/ ·.*/, ''),
  })
})

test.each([
  'Updated review',
  'Aktualisierter Beitrag',
  'Avis mis à jour',
  'Opinión actualizada',
  'Recensione aggiornata',
  'Avaliação atualizada',
])('the mark of an updated review on Yelp is left out: %s', (mark) => {
  for (const lines of [`3/4/2024\n${mark}`, `3/4/2024 ${mark}`]) {
    expect(read(`Kim V.\nSan Francisco, CA\nElite 2024\n${lines}\n${TEXT}\nUseful 1`)).toEqual({
      ...KIM,
      authorName: 'Kim V.',
      platform: 'yelp',
      reviewDate: '2024-03-04',
    })
  }
})

test.each([
  '…More',
  '... Mehr',
  '…Plus',
  '… Más',
  '…Altro',
  '…Mais',
  'Reply',
  'Antworten',
  'Répondre',
  'Responder',
  'Rispondi',
])('the button %s is left out', (button) => {
  expect(read(`Kim Vale\n4 stars\n${TEXT}\n${button}`)).toEqual({ ...KIM, rating: 4 })
})

test.each(['7 Tage · All inclusive', 'Yesterday · table for six', 'May 20 · Room 12'])(
  "an author's line that begins like a date stays in the text: %s",
  (line) => {
    const review = `${line}\nThe room was clean.`
    expect(read(`Kim Vale\n12 contributions\nA week away\n${review}\nWritten March 4, 2024`)).toEqual({
      authorName: 'Kim Vale',
      platform: 'tripadvisor',
      reviewDate: '2024-03-04',
      reviewText: `A week away\n${review}`,
    })
    expect(read(`Kim Vale\n4 stars\n${review}`)).toEqual({
      authorName: 'Kim Vale',
      rating: 4,
      reviewText: review,
    })
  },
)

test('the time of a post without the line above it is read', () => {
  expect(read(`May 20 at 9:14 AM · Public\n${TEXT}`)).toMatchObject({ reviewDate: '2026-05-20' })
  expect(read(`3d ·\n${TEXT}`)).toMatchObject({ reviewDate: '2026-06-12' })
})

test.each([
  ['Yelp', 'Kim V.\nSan Francisco, CA\nElite 2024\n3/4/2024\n', '\nUseful 1'],
  ['a page that is not recognized', 'Kim V.\n4 stars\n3/4/2024\n', ''],
])("an author's closing marks stay on %s", (_, before, behind) => {
  const own = 'Lovely pasta.\n\nFood: 4/5\nService: 2/5\nWait time: 45 minutes, unacceptable!'
  expect(read(`${before}${own}${behind}`)).toMatchObject({ authorName: 'Kim V.', reviewText: own })
})

test("Google's details are left out below an age alone", () => {
  expect(read(`Kim Vale\n4 stars\nvor 3 Wochen\n${TEXT}\nEssen: 5\nService: 3`)).toMatchObject(KIM)
})
