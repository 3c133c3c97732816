import { expect, test } from 'vitest'
import {
  type CheckedReply,
  checkReply,
  REPLY_ISSUES,
  type ReplyIssueKind,
} from '#worker/rules/reply-check.ts'
import { LABELLED_REPLIES } from './labelled-replies.ts'

const REPLY: CheckedReply = {
  platform: 'google',
  isHealthCare: false,
  authorName: 'Jonas Weber',
  businessName: 'Harbor Café',
  formerReplies: [
    'Thank you so much for your kind review, we hope to see you again very soon at our café.',
    'Danke für Ihren Besuch und die netten Worte, bis bald in unserem Café am Hafen.',
    'Thanks!',
    'Hi Mara, we are sorry that the soup was cold and that nobody came back to you about it that evening.',
    'Gracias por venir a vernos y por dejar una reseña tan bonita, nos vemos pronto.',
    'Grazie di cuore per la bella recensione e per la fiducia, a presto da noi.',
  ],
}

const LABELLED = Object.entries(LABELLED_REPLIES).flatMap(([label, lines]) =>
  lines.split('\n').map((text) => ({
    text,
    label,
    reply: { ...REPLY, isHealthCare: label === 'name' || label === 'clean_practice' },
  })),
)

const kindsIn = (text: string, reply = REPLY) => checkReply(text, reply).map(({ kind }) => kind)

test('refusable replies among 300 are found with 90 % precision and 75 % recall', () => {
  let right = 0
  const wrong: string[] = []
  const missed: string[] = []
  for (const { text, label, reply } of LABELLED) {
    const found = kindsIn(text, reply)
    if ((REPLY_ISSUES as readonly string[]).includes(label)) {
      if (found.includes(label as ReplyIssueKind)) right += 1
      else missed.push(`${label}: ${text}`)
    }
    wrong.push(...found.filter((kind) => kind !== label).map((kind) => `${kind}: ${text}`))
  }
  expect(LABELLED.length).toBeGreaterThanOrEqual(300)
  expect(right / (right + wrong.length), wrong.join('\n')).toBeGreaterThanOrEqual(0.9)
  expect(right / (right + missed.length), missed.join('\n')).toBeGreaterThanOrEqual(0.75)
})

test('at most 3 % of repaired replies still have the issue', () => {
  const left = LABELLED.flatMap(({ text, reply }) =>
    checkReply(text, reply).flatMap(({ kind, repaired }) =>
      repaired !== null && repaired !== '' && kindsIn(repaired, reply).includes(kind)
        ? [`${kind}: ${repaired}`]
        : [],
    ),
  )
  expect(left.length / LABELLED.length, left.join('\n')).toBeLessThanOrEqual(0.03)
})

test.each<[ReplyIssueKind, string, string | null]>([
  ['blank', 'We are sorry. [What you will do] Please ask for us.', 'We are sorry. Please ask for us.'],
  ['contact', 'We are sorry. Call +1 555 010 2234. See you soon.', 'We are sorry. See you soon.'],
  ['link', 'Thank you! Book at www.harborcafe.com.', 'Thank you!'],
  ['obscene', 'That is sh!t luck, sorry.', 'That is luck, sorry.'],
  ['capitals', 'WE ARE SO SORRY about this.', 'We are so sorry about this.'],
  ['money', 'We are sorry. We will refund you. See you soon.', 'We are sorry. See you soon.'],
  ['repeat', 'Thanks!', null],
])('%s is repaired: %s', (kind, text, repaired) => {
  const [issue] = checkReply(text, REPLY)
  expect(issue?.kind).toBe(kind)
  expect(issue?.repaired).toBe(repaired)
})

test("in health care, a guest's name is removed from the greeting only", () => {
  const text = 'Hi Jonas,\n\nthank you. Dr. Albrecht is glad.'
  const [issue] = checkReply(text, { ...REPLY, isHealthCare: true })
  expect(issue).toMatchObject({
    kind: 'name',
    found: 'Jonas',
    repaired: 'Hi,\n\nthank you. Dr. Albrecht is glad.',
  })
  expect(checkReply(text, REPLY)).toEqual([])
})

test('a business name is not an issue', () => {
  for (const businessName of ['tires.example.com', 'BIG BITE BURGERS', 'Discount Tires'])
    expect(kindsIn(`We will see you soon. ${businessName}`, { ...REPLY, businessName })).toEqual([])
})

test('any text is checked within 200 ms', () => {
  for (const text of [
    'a'.repeat(4_000),
    '1 '.repeat(2_000),
    'A '.repeat(2_000),
    '[ '.repeat(2_000),
    'f.'.repeat(2_000),
  ]) {
    const before = performance.now()
    checkReply(text, REPLY)
    expect(performance.now() - before).toBeLessThan(200)
  }
})
