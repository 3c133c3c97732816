import fc from 'fast-check'
import { expect, test } from 'vitest'
import { WORDS } from '#tests/word-lists.ts'
import { WORDINGS_VERSION } from '#worker/insights/drafts/choose-wordings.ts'
import { type DraftRequest, draftReply } from '#worker/insights/drafts/draft-reply.ts'
import { groupsOf, likeness } from '#worker/insights/text/phrase-table.ts'
import type { Correction } from '#worker/rules/corrections.ts'
import { DEFAULT_DRAFT_STYLE, type DraftStyle, type HoldReason, TONES } from '#worker/rules/drafts.ts'

interface Given {
  review?: Partial<DraftRequest['review']>
  business?: Partial<DraftRequest['business']>
  style?: Partial<DraftStyle>
  former?: DraftRequest['former']
  corrections?: Correction[]
}

function requestOf({ review, business, style, former = [], corrections = [] }: Given): DraftRequest {
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
    business: { name: 'Harbor Café', industry: 'Restaurant', ...business },
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

test('it greets, thanks, says something of the topic, and signs with the business’s name', () => {
  const { text, templateVersion } = drafted({})
  const [greeting, body, signOff] = text.split('\n\n')
  expect(greeting).toContain('Anna')
  expect(body).toContain('our food')
  expect(signOff).toContain('Harbor Café')
  expect(text).not.toMatch(/[{}]|undefined|null/)
  expect(templateVersion).toBe(`en/friendly/praise/${WORDINGS_VERSION}`)
})

test('what members say of a review is what the reply speaks of', () => {
  expect(drafted({ corrections: [{ subject: 'food', verdict: 'absent' }] }).text).not.toContain('food')
  expect(drafted({ corrections: [{ subject: 'staff', verdict: 'positive' }] }).text).toMatch(/team|staff/)
  expect(careFor({ corrections: [{ subject: 'text', verdict: 'negative' }] })).toEqual(['mismatch'])
  const unhappy = { text: 'Rude waiter and cold soup, we sat in a dirty corner for an hour.' }
  expect(careFor({ review: unhappy })).toContain('mismatch')
  expect(careFor({ review: unhappy, corrections: [{ subject: 'text', verdict: 'positive' }] })).not.toContain(
    'mismatch',
  )
})

test('stars alone make no complaint of what a text only mentions', () => {
  const review = {
    rating: 1,
    text: 'Ordered for pick-up on a quiet Tuesday. There was a hair in the ice cream.',
  }
  for (let id = 0; id < 20; id += 1)
    expect(drafted({ review: { ...review, id: String(id) } }).text).not.toMatch(/atmosphere|quiet/)
})

test('a guest who felt unwell is answered by a person', () => {
  const review = { rating: 1, text: 'One of us felt unwell afterwards, and nobody called back.' }
  expect([...heldFor({ review }), ...careFor({ review })]).toContain('delicate')
})

test('the same review has the same draft, another one has other wordings', () => {
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
])('a person answers %j', (review, reason) => {
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
])('a person sees to %j before its draft goes out', (review, reason) => {
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
])('%i stars get an apology with a blank and an offer to talk: %s', (rating, text, regret) => {
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

test('a complaint under five stars is not answered in praise', () => {
  const { templateVersion } = drafted({ review: { text: 'Horrible place.' } })
  expect(templateVersion).toContain('/mixed')
})

test.each([
  ['The Italian bread was wonderful and Anna was lovely.'],
  ['Great food. The Vegetarian platter is a bargain.'],
])('who is praised may be named: %s', (text) => {
  expect(heldFor({ review: { text } })).toEqual([])
})

test.each<[Partial<DraftStyle>, HoldReason]>([
  [{ signOff: 'Call us: +1 555 010 9999' }, 'contact_on_google'],
  [{ signOff: 'harbor-cafe.com' }, 'contact_on_google'],
  [{ remarks: [{ topic: 'food', kind: 'praise', text: 'Your next meal is on the house.' }] }, 'money'],
  [{ remarks: [{ topic: 'food', kind: 'praise', text: 'It was our fault.' }] }, 'liability'],
  [{ signOff: 'ä'.repeat(2_100) }, 'too_long'],
])('what the owner wants said is guarded: %j', (style, reason) => {
  expect(heldFor({ style })).toEqual([reason])
})

test('a number of the review is not repeated', () => {
  const review = { text: 'Wonderful food, order 48-15162, thank you.' }
  const style = { remarks: [{ topic: 'food', kind: 'praise' as const, text: 'You ordered 4815162.' }] }
  expect(heldFor({ review, style })).toEqual(['personal_data'])
})

test('a business may be called what its replies must not say', () => {
  for (const name of ['Discount Tires', 'tires.example.com']) {
    expect(drafted({ business: { name, industry: null } }).text).toContain(name)
  }
})

test('the contact line is for complaints, and left out where Google would mind', () => {
  const style = { contactLine: 'Write to care@harbor.test.' }
  const mixed = { rating: 3, text: 'The soup was good, the wait was long.' }
  expect(drafted({ review: { ...mixed, platform: 'yelp' }, style }).text).toContain('care@harbor.test')
  expect(drafted({ review: mixed, style }).text).not.toContain('care@')
  expect(drafted({ review: { platform: 'yelp' }, style }).text).not.toContain('care@')
  expect(drafted({ review: mixed, style: { contactLine: 'Ask for Maria.' } }).text).toContain(
    'Ask for Maria.',
  )
})

test('the owner’s sentence replaces the wording of its topic', () => {
  const remarks = [{ topic: 'food', kind: 'praise' as const, text: 'Chef Lea will be over the moon.' }]
  const { text } = drafted({ style: { remarks } })
  expect(text).toContain('Chef Lea will be over the moon.')
  expect(text).not.toContain('our food')
})

test('in a clinic no topic is named, and nobody is', () => {
  const { text } = drafted({
    review: { text: 'The dentist was gentle, spotless rooms.' },
    business: { name: 'Bright Smiles', industry: 'Dental clinic' },
  })
  expect(text).not.toMatch(/our team|clean|treat|Anna|choosing/)
})

test('what the text says of the visit is in some of the openings', () => {
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

test('no two of the last 20 replies share more than 60 % of what they say', () => {
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
      // The same review again and again is the hardest to vary.
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
