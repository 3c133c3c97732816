import { expect, test } from 'vitest'
import { industryOf } from '#tests/place-kinds.ts'
import { WORDS } from '#tests/word-lists.ts'
import { type DraftRequest, draftReply } from '#worker/insights/drafts/draft-reply.ts'
import { readText } from '#worker/insights/text/read-text.ts'
import { scoreText } from '#worker/insights/text/text-opinion.ts'
import { mentionsIn, topicsOf } from '#worker/insights/topics/review-topics.ts'
import { DEFAULT_DRAFT_STYLE, TONES } from '#worker/rules/drafts.ts'
import { isHealthCare } from '#worker/rules/health-care.ts'
import { LANGUAGES, type Language } from '#worker/rules/locales.ts'
import { checkReply } from '#worker/rules/reply-check.ts'
import type { Topic } from '#worker/rules/review-features.ts'

/** Sentences on a subject in each language: praise, a lukewarm remark, a complaint. */
const SAID: Readonly<Record<Language, Readonly<Record<string, readonly [string, string, string]>>>> = {
  en: {
    people: [
      'The staff was wonderful and very friendly.',
      'The staff was all right.',
      'The staff was rude and unfriendly.',
    ],
    price: ['Fair prices, great value.', 'The prices are average.', 'Overpriced, far too expensive.'],
    clean: ['Spotless and very clean.', 'It is clean enough.', 'It was dirty and filthy.'],
    wait: ['Prompt and quick, no waiting.', 'We waited a little.', 'We waited for ages, terribly slow.'],
  },
  de: {
    people: [
      'Das Personal war sehr freundlich und hilfsbereit.',
      'Das Personal war in Ordnung.',
      'Das Personal war unfreundlich und unhöflich.',
    ],
    price: [
      'Die Preise sind günstig und fair.',
      'Die Preise sind normal.',
      'Die Preise sind völlig überteuert.',
    ],
    clean: [
      'Alles war sehr sauber und gepflegt.',
      'Es war halbwegs sauber.',
      'Es war schmutzig und dreckig.',
    ],
    wait: [
      'Wir mussten nicht warten, sehr zügig.',
      'Wir haben etwas gewartet.',
      'Wir haben ewig gewartet, sehr langsam.',
    ],
  },
  fr: {
    people: [
      'Le personnel est très aimable et souriant.',
      'Le personnel est correct.',
      'Le personnel est désagréable et impoli.',
    ],
    price: [
      'Les prix sont raisonnables, très bon rapport.',
      'Les prix sont moyens.',
      'Les prix sont trop chers, décevant.',
    ],
    clean: ['Tout était très propre, impeccable.', 'C’est assez propre.', 'C’était sale et dégoûtant.'],
    wait: [
      'Service rapide, aucune attente.',
      'Nous avons un peu attendu.',
      'Une attente interminable, trop lent.',
    ],
  },
  es: {
    people: [
      'El personal es muy amable y simpático.',
      'El personal es normal.',
      'El personal fue grosero y antipático.',
    ],
    price: [
      'Los precios son buenos y justos.',
      'Los precios son normales.',
      'Los precios son carísimos, una decepción.',
    ],
    clean: ['Todo estaba muy limpio, impecable.', 'Estaba bastante limpio.', 'Estaba sucio y asqueroso.'],
    wait: ['Muy rápido, sin espera.', 'Esperamos un poco.', 'Una espera eterna, muy lento.'],
  },
  pt: {
    people: [
      'O pessoal é muito simpático e atencioso.',
      'O pessoal é normal.',
      'O pessoal foi grosseiro e antipático.',
    ],
    price: [
      'Os preços são bons e justos.',
      'Os preços são normais.',
      'Os preços são muito caros, uma desilusão.',
    ],
    clean: ['Estava tudo muito limpo, impecável.', 'Estava mais ou menos limpo.', 'Estava sujo e nojento.'],
    wait: ['Muito rápido, sem espera.', 'Esperámos um pouco.', 'Uma espera péssima, muito lento.'],
  },
  it: {
    people: [
      'Il personale è molto gentile e cordiale.',
      'Il personale è normale.',
      'Il personale è stato scortese e maleducato.',
    ],
    price: [
      'I prezzi sono onesti, ottimo rapporto.',
      'I prezzi sono nella media.',
      'I prezzi sono troppo cari, deludente.',
    ],
    clean: ['Era tutto molto pulito, perfetto.', 'Era abbastanza pulito.', 'Era sporco e disgustoso.'],
    wait: ['Molto veloce, nessuna attesa.', 'Abbiamo aspettato un po’.', 'Un’attesa infinita, lentissimo.'],
  },
}
const SUBJECTS = ['people', 'price', 'clean', 'wait'] as const

const BUSINESSES = [
  { name: 'Harbor Café', industry: 'Restaurant' },
  { name: 'Hotel Lindenhof', industry: 'Hotel' },
  { name: 'Mill Street Books', industry: 'Bookstore' },
  { name: 'Bright Smiles', industry: 'Dental clinic' },
  { name: 'Pine Plumbing', industry: 'Plumber' },
  { name: 'North Garage', industry: 'Car repair' },
  { name: 'Studio Nine', industry: 'Hair salon' },
  { name: 'Corner Gym', industry: 'Gym' },
  { name: 'Little Oaks', industry: 'Kindergarten' },
  { name: 'Rosa', industry: 'Bakery' },
]
const AUTHORS = ['Anna Schmidt', 'Ben', 'A Google user', 'Lucía Pérez', 'J. K.']

/** Reviews in every language with every rating and subject, with changing industries; some have no text. */
const REVIEWS = LANGUAGES.flatMap((language, l) =>
  [1, 2, 3, 4, 5].flatMap((rating) =>
    Array.from({ length: 7 }, (_, n) => {
      const mood = rating >= 4 ? 0 : rating === 3 ? 1 : 2
      const subjects = [SUBJECTS[n % 4] ?? 'people', SUBJECTS[(n + rating) % 4] ?? 'price']
      const said =
        n === 6 ? [] : [...new Set(subjects)].map((subject) => SAID[language][subject]?.[mood] ?? '')
      const number = l * 35 + rating * 7 + n
      return {
        language,
        rating,
        text: said.join(' '),
        author: AUTHORS[number % AUTHORS.length] ?? '',
        business: BUSINESSES[number % BUSINESSES.length] ?? { name: '', industry: null },
        tone: TONES[number % TONES.length] ?? 'friendly',
        id: String(number),
      }
    }),
  ),
)

type Invented = (typeof REVIEWS)[number]

function draftOf({ language, rating, text, author, business, tone, id }: Invented) {
  const request: DraftRequest = {
    review: { id, rating, text, language, author, platform: 'google' },
    business,
    kind: industryOf(business),
    style: { ...DEFAULT_DRAFT_STYLE, tone },
    former: [],
    corrections: [],
  }
  return draftReply(request, WORDS)
}

const DRAFTED = REVIEWS.flatMap((review) => {
  const draft = draftOf(review)
  return 'held' in draft ? [] : [{ review, draft }]
})

test('at least 200 invented reviews all get a draft', () => {
  expect(REVIEWS.length).toBeGreaterThanOrEqual(200)
  expect(DRAFTED.length).toBe(REVIEWS.length)
})

test('every draft is in the language of its review', () => {
  const other = DRAFTED.filter(({ review, draft }) => {
    const read = readText(bodyOf(draft.text).replace(/\[[^\]]*\]/g, ''), WORDS).language
    return draft.language !== review.language || (read !== null && read !== review.language)
  })
  expect(other.map(({ draft }) => draft.text)).toEqual([])
})

/** Body of the reply, without greeting, sign-off and blanks. */
function bodyOf(text: string): string {
  return (text.split('\n\n')[1] ?? '').replace(/\[[^\]]*\]/g, '')
}

/** Topics of a review, with their polarity. */
function topicsIn({ text, rating, business, language }: Invented): Map<Topic, string> {
  const read = readText(text, WORDS, language)
  const score = scoreText(read)
  const topics = topicsOf(read, { score, industry: industryOf(business), rating })
  return new Map(topics.map(({ topic, polarity }) => [topic, polarity]))
}

/** Topics named in a reply, recognised by the words that replies use for them. */
function namedTopics(
  { business }: Invented,
  language: Language,
  body: string,
): { topic: Topic; isPraised: boolean }[] {
  const said = body.toLowerCase()
  const names = Object.entries(WORDS.wordings[language].topicNames) as [Topic, readonly [string, string]][]
  const own = names.filter(([, [praise, complaint]]) =>
    [praise, complaint].some((name) => said.includes(name.toLowerCase())),
  )
  expect(business.name).not.toBe('')
  return own.map(([topic, [praise]]) => ({ topic, isPraised: said.includes(praise.toLowerCase()) }))
}

test('a draft that names topics names at least one topic of its review', () => {
  const invented = DRAFTED.flatMap(({ review, draft }) => {
    const topics = topicsIn(review)
    const named = namedTopics(review, draft.language, bodyOf(draft.text))
    // Several topics can share a name; one of them has to be in the review.
    const isInvented = named.length > 0 && !named.some(({ topic }) => topics.has(topic))
    return isInvented ? [`${review.text} => ${draft.text}`] : []
  })
  expect(invented).toEqual([])
})

test('a good rating never gets an apology, and a bad rating never gets praise alone', () => {
  for (const { review, draft } of DRAFTED) {
    const mood = draft.templateVersion.split('/')[2]
    if (review.rating <= 2) expect(mood, draft.text).toMatch(/^(apology|mixed)/)
    if (review.rating >= 4) expect(mood, `${review.text} => ${draft.text}`).toMatch(/^(praise|mixed)/)
    expect(/\[/.test(draft.text), draft.text).toBe(mood?.startsWith('apology'))
  }
})

test('no draft contains a number, a promise or anything else a platform would refuse', () => {
  for (const { review, draft } of DRAFTED) {
    expect(draft.text, draft.text).not.toMatch(/\d|\{|\}|undefined|null/)
    expect(bodyOf(draft.text)).not.toMatch(
      /\b(?:we['’]ll|we will|promise|guarantee|wir werden|nous allons|vamos a|faremo)\b/i,
    )
    const issues = checkReply(draft.text, {
      platform: 'google',
      isHealthCare: isHealthCare(review.business),
      authorName: review.author,
      businessName: review.business.name,
      formerReplies: [],
    })
    expect(
      issues.map(({ kind }) => kind).filter((kind) => kind !== 'blank'),
      draft.text,
    ).toEqual([])
  }
})

test('a draft for a clinic mentions at most one clinical topic', () => {
  for (const { review, draft } of DRAFTED) {
    const read = readText(bodyOf(draft.text), WORDS)
    if (isHealthCare(review.business))
      expect(mentionsIn(read, 'clinic').length, draft.text).toBeLessThanOrEqual(1)
  }
})

test.each([
  'So many stars, and all of us are smiling',
  'Come back and say hello',
  'With a big thank-you',
  'Hi there, {name}',
  'straight to our hearts',
  // Too cheerful or familiar below an apology.
  'See you soon,\\n',
  'Cheers',
  'Thanks again, {business}',
  'Bonjour et merci',
  'Ciao {name}',
  'Un abrazo',
  // Claims that few reviews support.
  'felt so comfortable',
  'enjoyed your time',
  'wohlgefühlt',
  'un bon moment',
  'lo pasara bien',
  'what was good and what wasn’t',
  // Not idiomatic.
  'how you experienced {topic}',
  'Grazie per averci segnalato {topic}',
  'non abbia apprezzato {topic}',
  'lire cela sur {topic}',
  'Que se passe-t-il maintenant',
  '¿Qué pasa ahora?',
])('no wording contains “%s”', (phrase) => {
  expect(JSON.stringify(WORDS.wordings)).not.toContain(phrase)
})

test.each<[Language, RegExp]>([
  ['fr', /satisfait\b|\bcontent\b|\breçu\b|bienvenus?\b|vous avoir déçu/],
  ['es', /satisfecho|contento\b|bienvenido|querido|estimado/i],
  ['pt', /satisfeito\b|bem-vindo|vê-lo|recebê-lo|ter ficado desiludido|atendido/],
  ['it', /soddisfatto|benvenuto|trovato bene|accolto\b/],
])('in %s, no reply assumes that the guest is a man', (language, masculine) => {
  const { tones, topicNames } = WORDS.wordings[language]
  expect(JSON.stringify([tones, topicNames])).not.toMatch(masculine)
})

test('no Portuguese reply uses wording specific to Portugal, as most reviews are from Brazil', () => {
  const { tones, topicNames } = WORDS.wordings.pt
  const said = JSON.stringify([tones, { ...topicNames, breakfast: '' }])
  expect(said).not.toMatch(/equipa\b|contacte|consigo|connosco|ementa\b|receção|[áâ]mos\b|desilus|até à/i)
})
