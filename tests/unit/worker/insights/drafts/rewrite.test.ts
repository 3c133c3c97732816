import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { WORDS } from '#tests/word-lists.ts'
import { ENGLISH_WORDINGS } from '#worker/insights/drafts/languages/english.ts'
import { mask, PLACEHOLDER } from '#worker/insights/drafts/rewrite/mask.ts'
import { type RewriteFault, rewriteFault } from '#worker/insights/drafts/rewrite/why-not-offered.ts'

const REVIEW = 'The pasta was wonderful, and … was so kind to us on both of our visits.'
const DRAFT = `Hi [A],

Thank you so much for choosing us and for sharing this with everyone. We’re delighted that you liked our food. We hope to see you again soon!

Warm wishes,
[B]`
const REWRITE = `Hello [A],

Thanks so much for sharing this, and for choosing us. We are so happy you liked our food! Hope to see you soon.

Warm wishes,
[B]`

function faultOf(rewrite: string, { draft = DRAFT, review = REVIEW } = {}): RewriteFault | null {
  return rewriteFault({ draft, review, rewrite, language: 'en', wordings: ENGLISH_WORDINGS, words: WORDS })
}

/** A valid rewrite with an extra sentence before its sign-off. */
function adding(sentence: string): string {
  return REWRITE.replace('\n\nWarm', ` ${sentence}\n\nWarm`)
}

describe('a rewrite with the same content is accepted', () => {
  test.each([
    ['the draft itself', DRAFT],
    ['other words for it', REWRITE],
    ['a word of the review', adding('So glad the pasta was wonderful.')],
    [
      'shorter',
      'Hi [A],\n\nThank you so much for sharing this. We’re delighted you liked our food.\n\nSee you soon,\n[B]',
    ],
  ])('%s', (_, rewrite) => {
    expect(faultOf(rewrite)).toBe(null)
  })
})

describe('a rewrite that adds or changes content is rejected', () => {
  test.each<[RewriteFault, string, string]>([
    ['length', 'nothing', ''],
    ['length', 'ten thousand characters', adding('So happy. '.repeat(1_000))],
    ['length', 'almost nothing', 'Thanks, [A]! [B]'],
    ['placeholder', 'the name is gone', REWRITE.replace('[A]', 'there')],
    ['placeholder', 'the sign-off twice', adding('[B]')],
    [
      'placeholder',
      'the names in each other’s place',
      REWRITE.replace('[A]', '[C]').replace('[B]', '[A]').replace('[C]', '[B]'),
    ],
    ['placeholder', 'a name that nobody gave', adding('Thanks to [C], too.')],
    ['format', 'JSON', `{"reply": "${REWRITE.replaceAll('\n', ' ')}"}`],
    ['format', 'a remark before it', `Here is the rewritten reply:\n\n${REWRITE}`],
    ['format', 'Markdown', REWRITE.replace('Thanks so much', '**Thanks so much**')],
    ['format', 'an emoji', adding('So happy 🎉')],
    ['format', 'another script', adding('Спасибо.')],
    ['format', 'cut off', `Hello [A],\n\nThanks so much for sharing this with [B] and everyone, we are`],
    ['format', 'a link', adding('See https://example.com/menu.')],
    ['contact', 'a domain', adding('See harbor.example.com.')],
    ['format', 'an e-mail address', adding('Write to care@example.com.')],
    ['contact', 'a phone number', adding('Call us, 555 010 2030.')],
    ['number', 'a number', adding('You were our guest 12 times.')],
    ['number', 'a number in words', adding('All twelve of us say thanks.')],
    ['name', 'a name', adding('The pasta of Giovanni is happy, too.')],
    ['name', 'a name first', adding('Giovanni says thanks.')],
    ['name', 'capitals', adding('It is SO good of you.')],
    [
      'language',
      'another language',
      'Hallo [A],\n\nvielen Dank für deine nette Bewertung und dafür, dass du bei uns warst. Wir freuen uns sehr.\n\n[B].',
    ],
    ['promise', 'a promise', adding('We promise the pasta again.')],
    ['promise', 'an intention', adding('We will call you about the pasta.')],
    ['number', 'a number of the review', adding('Both of your 2 visits.')],
    ['promise', 'an intention after a comma', adding('We will, of course, call you.')],
    ['promise', 'a plan', adding('We plan to call you.')],
    ['promise', 'a deed', adding('We have already talked to the kitchen.')],
    ['opinion', 'a complaint of the review', adding('So sad the pasta was awful.')],
    ['promise', 'an intention, shortened', adding('So we’ll gladly keep a seat.')],
    ['promise', 'something free', adding('The next pasta is free.')],
    ['money', 'a discount', adding('Thanks, and a discount for you.')],
    ['liability', 'a fault admitted', adding('It was our mistake.')],
    ['delicate', 'law', adding('Our lawyer was happy, too.')],
    ['topic', 'a topic', adding('So glad the parking was good.')],
    ['opinion', 'an insult', adding('You are so stupid.')],
  ])('%s: %s', (fault, _, rewrite) => {
    expect(faultOf(rewrite)).toBe(fault)
  })
})

const PIECES = fc.constantFrom(
  ...'Hi [A] [B] We We’re Maria Giovanni Thanks thank you so much for our food pasta 7 12 two I NASA The and Hope soon . ! ,'.split(
    ' ',
  ),
  '\n\n',
)

test('every number and every capitalised word within a sentence of an accepted rewrite was given', () => {
  let accepted = 0
  fc.assert(
    fc.property(fc.array(PIECES, { maxLength: 6 }), fc.nat({ max: 4 }), (pieces, place) => {
      const lines = REWRITE.split('\n')
      const line = lines[place] ?? ''
      lines[place] = [line, ...pieces].join(' ')
      const rewrite = lines.join('\n')
      if (faultOf(rewrite) !== null) return
      accepted += 1
      const given = `${DRAFT} ${REVIEW}`
      for (const number of rewrite.match(/\d+/g) ?? []) expect(given).toContain(number)
      for (const sentence of rewrite.replace(PLACEHOLDER, '').split(/[.!?…\n]/)) {
        const [, ...words] = sentence.match(/[\p{L}’]+/gu) ?? []
        const capitalized = words.filter((word) => /\p{Lu}/u.test(word))
        for (const word of capitalized) expect(['I', ...given.split(/[^\p{L}’]+/u)]).toContain(word)
      }
    }),
    { numRuns: 2_000 },
  )
  expect(accepted).toBeGreaterThan(20)
})

const NOBODY = { fixed: [], isOrdinary: (word: string) => /^(?:the|we|thanks|dear|was|hi)$/.test(word) }

describe('identifying details are not sent', () => {
  test('names, contacts and fixed texts are masked in the draft and restored afterwards', () => {
    const draft =
      'Dear Anna, thanks. The chef Lea says hi. Write to care@example.com or call 555 010 2030.\n\nMaria from Harbor Café'
    const masked = mask({ ...NOBODY, draft, review: '', fixed: ['Maria from Harbor Café', 'Anna'] })
    expect(masked.draft).toBe('Dear [A], thanks. The chef [B] says hi. [C] to [D] or call [E].\n\n[F]')
    expect(masked.unmask(masked.draft)).toBe(draft)
  })

  test('details of the review that the draft does not repeat are removed', () => {
    const review =
      'Anna here, anna@example.com. Luigi was the best, order 4711-0815! see www.example.com/me [A]'
    const masked = mask({ ...NOBODY, draft: 'Hi Anna', review, fixed: ['Anna'] })
    expect(masked.review).toBe('[A] here, … … was the best, order …! see … …')
  })

  test.each([
    ['my account DE89 3704 0044 0532 0130 00', 'my account …'],
    ['member A12345678', 'member …'],
    ['call 5551234567thanks', 'call …'],
    ['mail a@b.com2', 'mail …2'],
    ['so nice[A]', 'so nice…'],
    ['in 2024 for 12 people', 'in 2024 for 12 people'],
  ])('%s is sent as %s', (review, masked) => {
    expect(mask({ ...NOBODY, draft: '', review }).review).toBe(masked)
  })

  test('a name in lower case is masked too', () => {
    const masked = mask({
      ...NOBODY,
      draft: 'Hi Anna',
      review: 'anna schmidt was here',
      fixed: ['Anna', 'Anna Schmidt'],
    })
    expect(masked.review).toBe('… … was here')
  })

  test('any draft is restored unchanged, and no address is sent', () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme' }),
      fc.emailAddress(),
      fc.webUrl(),
      fc.constantFrom('Anna', '[A]', 'We', '$&', '.', '\n'),
    )
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(' '))
    fc.assert(
      fc.property(text, text, (draft, review) => {
        const masked = mask({ ...NOBODY, draft, review, fixed: ['Anna'] })
        expect(masked.unmask(masked.draft)).toBe(draft)
        for (const sent of [masked.draft, masked.review]) {
          expect(sent).not.toMatch(/\w@\w+\.\w|https?:|Anna/)
        }
      }),
      { numRuns: 50 },
    )
  })
})
