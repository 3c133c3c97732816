import { expect, test } from 'vitest'
import * as texts from '#worker/rules/finding-texts.ts'

const GERMAN: texts.TextFormat = {
  number: (value, digits = 0) =>
    value.toLocaleString('de-DE', { minimumFractionDigits: digits, maximumFractionDigits: digits }),
  day: (day) => `${Number(day.slice(8))}/${Number(day.slice(5, 7))}`,
}
const SAID = { name: 'Alder & Salt', format: GERMAN }
const CHANGE = { ...SAID, before: 4.26, after: 3.9, days: 30 }
const TOPIC = { ...SAID, topic: 'waiting', part: 1200, usual: 1100, days: 30 } as const
const SPAN = { from: '2026-08-31', to: '2026-10-29', all: 1300 }

test('sentences write all numbers and days in the format of their document', () => {
  const sentences = [
    texts.ratingFell({ ...CHANGE, bad: 1100, all: 2000 }),
    texts.ratingFellBecause({ ...CHANGE, topic: 'waiting', complaints: 1100 }),
    texts.ratingRose({ ...CHANGE, good: 1100, all: 2000, reason: null }),
    texts.complaintGrew(TOPIC),
    texts.complaintFell(TOPIC),
    texts.praiseGrew(TOPIC),
    texts.newTheme({ ...TOPIC, phrase: 'cold soup', happy: 0, unhappy: 1200 }),
    texts.manyReviews({ ...TOPIC, count: 1200 }),
    texts.fewReviews({ ...TOPIC, count: 1200 }),
    texts.copiedTexts({ ...SAID, count: 1200 }),
    texts.repliesStopped({ ...SAID, ...SPAN, waiting: 1200 }),
    texts.repliesSlowed({ ...SAID, ...SPAN, inTime: 1200, before: 1250, hours: 24 }),
    texts.platformApartText({ ...SAID, platform: 'yelp', average: 3.9, others: 4.3, count: 1200 }),
    texts.locationApartText({ ...SAID, average: 3.9, others: 4.3, count: 1200 }),
    texts.competitorOvertook({ ...SAID, rival: 'Pier', platform: 'google', theirs: 4.4, ours: 4.3 }),
    texts.nothingUnusual({ ...SAID, count: 1200, average: 4.3 }),
    texts.withoutComplaints({ ...TOPIC, complaints: 1200, without: 4.4, average: 4.3 }),
  ]
  expect(sentences.filter((text) => /\d[.,]\d{3}|\d,\d/.test(text))).toEqual(sentences)
  expect(sentences.filter((text) => /\d\.\d(?!\d)|\d,\d{3}|\d{4}|[A-Z][a-z]{2} \d/.test(text))).toEqual([])
  expect(sentences[0]).toBe(
    'Alder & Salt fell from 4,3 to 3,9 stars in 30 days: 1.100 of 2.000 reviews have one or two stars.',
  )
  expect(sentences[10]).toContain('from 31/8 to 29/10')
})

test('sentences are English without a format', () => {
  expect(texts.ratingFell({ ...CHANGE, format: undefined, bad: 1100, all: 2000 })).toBe(
    'Alder & Salt fell from 4.3 to 3.9 stars in 30 days: 1,100 of 2,000 reviews have one or two stars.',
  )
  expect(texts.repliesStopped({ name: null, ...SPAN, waiting: 2 })).toContain('from Aug 31 to Oct 29')
})
