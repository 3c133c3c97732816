import fc from 'fast-check'
import { expect, test } from 'vitest'
import { industryOf } from '#tests/place-kinds.ts'
import { WORDS } from '#tests/word-lists.ts'
import { WORDINGS_VERSION } from '#worker/insights/drafts/choose-wordings.ts'
import { type DraftRequest, draftReply } from '#worker/insights/drafts/draft-reply.ts'
import { groupsOf, likeness } from '#worker/insights/text/phrase-table.ts'
import type { Correction } from '#worker/rules/corrections.ts'
import { DEFAULT_DRAFT_STYLE, type DraftStyle, type HoldReason, TONES } from '#worker/rules/drafts.ts'
import { LANGUAGES } from '#worker/rules/locales.ts'

interface Given {
  review?: Partial<DraftRequest['review']>
  business?: Partial<DraftRequest['business']>
  style?: Partial<DraftStyle>
  former?: DraftRequest['former']
  corrections?: Correction[]
}

function requestOf({ review, style, former = [], corrections = [], ...given }: Given): DraftRequest {
  const business = { name: 'Harbor Café', industry: 'Restaurant', ...given.business }
  return {
    review: {
      id: '1',
      rating: 5,
      text: 'The pasta was wonderful.',
      language: null,
      author: 'Anna Schmidt',
      platform: 'google',
      ...review,
    },
    business,
    kind: industryOf(business),
    style: { ...DEFAULT_DRAFT_STYLE, ...style },
    former,
    corrections,
  }
}

function drafted(given: Given): { text: string; wordings: string[]; templateVersion: string } {
  const draft = draftReply(requestOf(given), WORDS)
  if ('held' in draft) throw new Error(`held: ${draft.held.join()}`)
  return draft
}

function heldFor(given: Given): HoldReason[] {
  const draft = draftReply(requestOf(given), WORDS)
  return 'held' in draft ? draft.held : []
}

function careFor(given: Given): HoldReason[] {
  const draft = draftReply(requestOf(given), WORDS)
  return 'held' in draft ? [] : draft.care
}

test("a draft greets, thanks, mentions the topic and is signed with the business's name", () => {
  const { text, templateVersion } = drafted({})
  const [greeting, body, signOff] = text.split('\n\n')
  expect(greeting).toContain('Anna')
  expect(body).toContain('our food')
  expect(signOff).toContain('Harbor Café')
  expect(text).not.toMatch(/[{}]|undefined|null/)
  expect(templateVersion).toBe(`en/friendly/praise/${WORDINGS_VERSION}`)
})

test('corrections by members decide what a draft mentions and how the text is read', () => {
  expect(drafted({ corrections: [{ subject: 'food', verdict: 'absent' }] }).text).not.toContain('food')
  expect(drafted({ corrections: [{ subject: 'staff', verdict: 'positive' }] }).text).toMatch(/team|staff/)
  expect(careFor({ corrections: [{ subject: 'text', verdict: 'negative' }] })).toEqual(['mismatch'])
  const unhappy = { text: 'Rude waiter and cold soup, we sat in a dirty corner for an hour.' }
  expect(careFor({ review: unhappy })).toContain('mismatch')
  expect(careFor({ review: unhappy, corrections: [{ subject: 'text', verdict: 'positive' }] })).not.toContain(
    'mismatch',
  )
})

test('a low rating alone does not turn a mere mention into a complaint', () => {
  const review = {
    rating: 1,
    text: 'Ordered for pick-up on a quiet Tuesday. There was a hair in the ice cream.',
  }
  for (let id = 0; id < 20; id += 1)
    expect(drafted({ review: { ...review, id: String(id) } }).text).not.toMatch(/atmosphere|quiet/)
})

test.each([
  'One of us felt unwell afterwards, and nobody called back.',
  'They forgot to call us when our son had a fever.',
  'Unser Kind hatte Fieber, und niemand hat angerufen.',
  'Notre fils avait de la fièvre et personne ne nous a appelés.',
  'Nuestro hijo tenía fiebre y nadie nos llamó.',
  'O nosso filho tinha febre e ninguém nos ligou.',
  'Nostro figlio aveva la febbre e nessuno ci ha chiamati.',
])('a review by a guest who felt unwell is left to a person: %s', (text) => {
  expect(heldFor({ review: { rating: 1, text } })).toContain('delicate')
})

/** Drafts of one review in every tone, with many wordings. */
function manyDrafts(given: Given): string[] {
  return TONES.flatMap((tone) =>
    Array.from({ length: 8 }, (_, id) => {
      const review = { ...given.review, id: String(id) }
      return drafted({ ...given, review, style: { tone } }).text
    }),
  )
}

test.each<[name: string, rating: number, text: string, unsaid: RegExp]>([
  ['lukewarm', 3, 'The staff was all right. The prices are average.', /team|treated|prices/],
  ['lukewarm', 3, 'Das Personal war in Ordnung, es war halbwegs sauber.', /Team|Umgang|Sauberkeit/],
  ['lukewarm', 3, 'Le personnel est correct, c’est assez propre.', /équipe et|apprécié|propreté/],
  ['lukewarm', 3, 'El personal es normal, los precios son normales.', /nuestro equipo|trato|precios/],
  ['lukewarm', 3, 'Estava mais ou menos limpo, os preços são normais.', /limpeza|preços/],
  ['lukewarm', 3, 'Era abbastanza pulito, i prezzi sono nella media.', /pulizia|prezzi/],
  ['imagined', 3, 'The food would have been perfect if it had been hot.', /food/],
  ['imagined', 3, 'Il cibo sarebbe stato perfetto.', /cucina/],
  ['denied', 5, 'Nobody was rude and the soup wasn’t cold.', /team|treated|food/],
  ['denied', 5, 'La sala no podía estar más limpia.', /limpieza/],
  ['mentioned', 4, 'Went past the salad bar, and went home happy.', /food/],
  ['a trifle', 5, 'We waited a little, but what a feast.', /wait/],
  ['a trifle', 5, 'On a attendu un peu, mais quel régal !', /attente/],
  ['praised under few stars', 1, 'Breakfast was great. Staff were kind. Lovely place.', /team|treated/],
  ['of others', 4, 'The diner down the road was rude and overpriced.', /team|treated|prices/],
])('a reply does not mention what is only %s (%i stars): %s', (_, rating, text, unsaid) => {
  for (const draft of manyDrafts({ review: { rating, text } }))
    expect(draft.split('\n\n')[1]).not.toMatch(unsaid)
})

test.each([
  'Oh great, another hour waiting for cold fries. Truly five-star service, guys.',
  'Fantástico: una hora esperando para una paella fría. Volveré... en otra vida.',
])('a sarcastic complaint gets an apology: %s', (text) => {
  const draft = drafted({ review: { rating: 1, text } })
  expect(draft.templateVersion).toContain('/apology/')
  expect(draft.text).toMatch(/waiting time and the food|la espera y la comida/)
})

test.each([
  ['Ich wurde am Telefon beschimpft.', 'den Umgang mit Ihnen'],
  ['On m’a insulté devant tout le monde.', 'l’attitude de notre équipe'],
  ['Me gritaron delante de todos.', 'el trato que recibió'],
  ['Gritaram comigo à frente de todos.', 'o atendimento que recebeu'],
  ['Sono stato insultato davanti a tutti.', 'il trattamento ricevuto'],
  ['Los precios son carísimos, una decepción.', 'nuestros precios'],
])('the apology names what matters to the guest: %s', (text, named) => {
  for (const draft of manyDrafts({ review: { rating: 1, text } })) expect(draft).toContain(named)
})

test('a low rating confirms a faint complaint', () => {
  const review = { rating: 2, text: 'They quoted me 200 and charged me 450.' }
  const business = { name: 'North Garage', industry: 'Car repair' }
  for (const draft of manyDrafts({ review, business })) expect(draft).toContain('our prices')
})

test('praise comes before the complaint', () => {
  const review = { rating: 3, text: 'The waiter was rude. The food was wonderful.' }
  for (const draft of manyDrafts({ review })) expect(draft).toMatch(/our food.*how you were treated/s)
})

test('two topics of the same kind share a sentence', () => {
  const review = { text: 'Wonderful food. Friendly staff.' }
  for (const draft of manyDrafts({ review })) expect(draft).toContain('our food and our team')
})

test.each(['Plumber', 'Removal company', 'Dental clinic'])(
  'the guest of a %s is neither thanked for a visit nor invited back',
  (industry) => {
    const reviews = [
      { rating: 5, text: 'Wonderful and friendly.' },
      { rating: 5, text: 'Freundlich und ehrlich.', language: 'de' },
      { rating: 4, text: '', language: 'fr' },
      { rating: 4, text: '', language: 'es' },
      { rating: 4, text: '', language: 'pt' },
      { rating: 4, text: '', language: 'it' },
    ]
    for (const review of reviews) {
      for (const draft of manyDrafts({ review, business: { name: 'Pine & Sons', industry } }))
        expect(draft).not.toMatch(
          /visit|see you|next time|come again|welcome|Besuch|wieder|bald|bientôt|revoir|pronto|vuelva|recibirle|breve|volte|presto|rivederla|torni/i,
        )
    }
  },
)

test.each(LANGUAGES)('a clinic does not ask for a second chance in %s', (language) => {
  const review = { rating: 3, text: '', language }
  for (const draft of manyDrafts({ review, business: { name: 'Bright Smiles', industry: 'Dental clinic' } }))
    expect(draft).not.toMatch(/another|seconde? chance|opportunity|zweite|oportuni|occasione/i)
})

test('fewer than 70 of 200 first drafts share an opening', () => {
  const review = { rating: 1, text: 'Das Personal war unfreundlich.' }
  const openings = Array.from({ length: 200 }, (_, id) =>
    drafted({ review: { ...review, id: String(id) } }).wordings.find((one) => one.includes('opening')),
  )
  const counts = [...Map.groupBy(openings, (opening) => opening).values()].map(({ length }) => length)
  expect(Math.max(...counts)).toBeLessThan(70)
})

test('no two sentences of a reply begin with the same thanks or regret', () => {
  const review = { rating: 1, text: 'Una espera eterna y el camarero fue grosero.' }
  for (const draft of manyDrafts({ review }))
    expect(draft).not.toMatch(/Gracias.*Gracias|Lamentamos.*Lamentamos/)
})

test('the same review always gets the same draft, and another review gets other wordings', () => {
  const first = drafted({})
  expect(drafted({})).toEqual(first)
  const second = drafted({ review: { id: '2' }, former: [first] })
  expect(second.wordings.filter((wording) => first.wordings.includes(wording))).toEqual([])
})

test.each<[Partial<DraftRequest['review']>, HoldReason]>([
  [{ text: 'Lovely evening, but my wife got food poisoning.' }, 'delicate'],
  [{ text: 'Nice place. My lawyer will be in touch.' }, 'delicate'],
  [{ text: 'Obsługa była bardzo miła, a jedzenie pyszne' }, 'unknown_language'],
  [{ text: '', language: 'pl' }, 'unknown_language'],
])('%j is left to a person', (review, reason) => {
  expect(heldFor({ review })).toContain(reason)
})

test.each<[Partial<DraftRequest['review']>, HoldReason]>([
  [{ rating: 2 }, 'low_rating'],
  [{ rating: 3, text: 'The food was fine but our waiter Thomas was rude.' }, 'named_person'],
  [{ rating: 3, text: 'Thomas was rude and unprofessional.' }, 'named_person'],
  [
    {
      text: 'Rude staff, filthy tables, cold soup, terrible wine and an awful evening. Worst dinner, never again.',
    },
    'mismatch',
  ],
])('the draft for %j has to be checked by a person', (review, reason) => {
  expect(careFor({ review })).toContain(reason)
})

test.each([
  [1, 'The soup was cold and the waiter was rude.', /sorry|apolog|regret/i],
  [2, 'Die Suppe war kalt und der Kellner war unfreundlich.', /leid|entschuldig|bedauer/i],
  [1, 'La soupe était froide et le serveur était désagréable.', /désolés|excuses|regrett/i],
  [2, 'La sopa estaba fría y el camarero fue muy antipático.', /sentimos|disculpas|lamentamos/i],
  [1, 'A sopa estava fria e o empregado foi grosseiro.', /desculpa|lamentamos/i],
  [1, 'La zuppa era fredda e il cameriere è stato scortese.', /dispiace|scusiamo/i],
  [1, '', /sorry|apolog|regret/i],
])('%i stars get an apology with a blank: %s', (rating, text, regret) => {
  for (const tone of TONES) {
    const draft = drafted({ review: { rating, text }, style: { tone } })
    expect(draft.text).toMatch(regret)
    expect(draft.text).toMatch(/\[[^\]]+\]/)
    expect(draft.templateVersion).toContain('/apology')
  }
})

test('an apology names what the guest complained about, not what they liked', () => {
  const review = { rating: 2, text: 'The soup was cold and the waiter was rude, but the wine was excellent.' }
  for (const id of ['1', '2', '3', '4', '5']) {
    const { text } = drafted({ review: { ...review, id } })
    expect(text).toContain('the food')
    expect(text).toContain('how you were treated')
    expect(text).not.toMatch(/drinks|wine/)
  }
})

test('a five-star review with a complaint is not answered with praise alone', () => {
  const { templateVersion } = drafted({ review: { text: 'Horrible place.' } })
  expect(templateVersion).toContain('/mixed')
})

test.each([
  ['The Italian bread was wonderful and Anna was lovely.'],
  ['Great food. The Vegetarian platter is a bargain.'],
])('praise with names or other capitalised words can be answered: %s', (text) => {
  expect(heldFor({ review: { text } })).toEqual([])
})

test.each<[Partial<DraftStyle>, HoldReason]>([
  [{ signOff: 'Call us: +1 555 010 9999' }, 'contact_on_google'],
  [{ signOff: 'harbor-cafe.com' }, 'contact_on_google'],
  [{ remarks: [{ topic: 'food', kind: 'praise', text: 'Your next meal is on the house.' }] }, 'money'],
  [{ remarks: [{ topic: 'food', kind: 'praise', text: 'It was our fault.' }] }, 'liability'],
  [{ signOff: 'ä'.repeat(2_100) }, 'too_long'],
])('texts set by the owner are checked: %j', (style, reason) => {
  expect(heldFor({ style })).toEqual([reason])
})

test('a number in the review is not repeated in the reply', () => {
  const review = { text: 'Wonderful food, order 48-15162, thank you.' }
  const style = { remarks: [{ topic: 'food', kind: 'praise' as const, text: 'You ordered 4815162.' }] }
  expect(heldFor({ review, style })).toEqual(['personal_data'])
})

test('a business name may contain words that replies must not', () => {
  for (const name of ['Discount Tires', 'tires.example.com']) {
    expect(drafted({ business: { name, industry: null } }).text).toContain(name)
  }
})

test('the contact line is added to complaints only, without contact details on Google', () => {
  const style = { contactLine: 'Write to care@harbor.test.' }
  const mixed = { rating: 3, text: 'The soup was good, the wait was long.' }
  expect(drafted({ review: { ...mixed, platform: 'yelp' }, style }).text).toContain('care@harbor.test')
  expect(drafted({ review: mixed, style }).text).not.toContain('care@')
  expect(drafted({ review: { platform: 'yelp' }, style }).text).not.toContain('care@')
  expect(drafted({ review: mixed, style: { contactLine: 'Ask for Maria.' } }).text).toContain(
    'Ask for Maria.',
  )
})

test("the owner's sentence replaces the wording of its topic", () => {
  const remarks = [{ topic: 'food', kind: 'praise' as const, text: 'Chef Lea will be over the moon.' }]
  const { text } = drafted({ style: { remarks } })
  expect(text).toContain('Chef Lea will be over the moon.')
  expect(text).not.toContain('our food')
})

test("a clinic's reply names neither a topic nor a person", () => {
  const { text } = drafted({
    review: { text: 'The dentist was gentle, spotless rooms.' },
    business: { name: 'Bright Smiles', industry: 'Dental clinic' },
  })
  expect(text).not.toMatch(/our team|clean|treat|Anna|choosing/)
})

test('some openings mention the visit that the text describes', () => {
  const text = 'We came for lunch, the pasta was wonderful.'
  const texts = Array.from(
    { length: 20 },
    (_, index) => drafted({ review: { id: String(index), text } }).text,
  )
  expect(texts.some((draft) => draft.includes('joining us for lunch'))).toBe(true)
  expect(texts.every((draft) => !draft.includes('choosing us'))).toBe(true)
})

const TEXTS = [
  '',
  'The pasta was wonderful.',
  'Great food and friendly staff, fair prices.',
  'Lovely atmosphere.',
  'Good food, but the wait was long.',
]

test('no two of 20 consecutive replies share more than 60 % of their content', () => {
  const review = fc.record({
    text: fc.constantFrom(...TEXTS),
    rating: fc.constantFrom(3, 4, 5),
    author: fc.constantFrom('Anna Schmidt', 'Ben', 'A Google user'),
  })
  const run = fc.record({
    tone: fc.constantFrom(...TONES),
    signOff: fc.constantFrom(null, 'Warmly,\nMaria and the team of Harbor Café'),
    start: fc.nat(1_000_000),
    reviews: fc.oneof(
      fc.array(review, { minLength: 20, maxLength: 40 }),
      // The same review over and over is the hardest to vary.
      fc.tuple(review, fc.integer({ min: 20, max: 40 })).map(([one, count]) => Array(count).fill(one)),
    ),
  })
  fc.assert(
    fc.property(run, ({ tone, signOff, start, reviews }) => {
      const former: { text: string; wordings: string[] }[] = []
      const last: ReadonlySet<string>[] = []
      reviews.forEach((one: { text: string; rating: number; author: string }, index: number) => {
        const { text, wordings } = drafted({
          review: { ...one, id: String(start + index) },
          style: { tone, signOff },
          former: former.slice(-30),
        })
        former.push({ text, wordings })
        const said = groupsOf(text)
        for (const other of last.slice(-19)) expect(likeness(said, other), text).toBeLessThanOrEqual(0.6)
        last.push(said)
      })
    }),
    { numRuns: 60 },
  )
})
