import * as v from 'valibot'
import { expect, test } from 'vitest'
import { fitsRule } from '#worker/reviews/tag-rules.ts'
import { mentionsAny } from '#worker/rules/search-terms.ts'
import { CreateTagInput, mentionsIn, ruleText, type TagRule, tagNameKey } from '#worker/rules/tags.ts'

const RULE: TagRule = { stars: [], platforms: [], topic: null, opinion: null, mentions: [] }
const REVIEW = {
  rating: 2.5,
  platform: 'google',
  text: 'Die Suppe war kalt, très déçu.',
  insightKeys: ' t~foodnegative k~suppe',
} as const

test.each([
  ['a beginning', 'They refunded me', ['refund'], true],
  ['case and accents', 'Très DÉÇU', ['decu'], true],
  ['a plural', 'one oyster', ['oysters'], true],
  ['the middle of a word', 'prefunded', ['refund'], false],
  ['terms that follow each other', 'The food was cold food', ['cold food'], true],
  ['terms apart', 'cold coffee and food', ['cold food'], false],
  ['punctuation between', 'Money-back? Never.', ['money back'], true],
  ['any of several', 'Never again', ['refund', 'never'], true],
  ['a script without spaces', '服务员态度很差', ['态度'], true],
  ['nothing', 'anything', [], false],
])('mentions are matched by %s', (_, text, phrases, expected) => {
  expect(mentionsAny(text, phrases)).toBe(expected)
})

test.each([
  [{ stars: [2] }, true],
  [{ stars: [1, 3] }, false],
  [{ platforms: ['google', 'yelp'] }, true],
  [{ platforms: ['yelp'] }, false],
  [{ topic: 'food' }, true],
  [{ topic: 'food', opinion: 'positive' }, false],
  [{ topic: 'staff' }, false],
  [{ stars: [2], mentions: ['kalt'], topic: 'food', opinion: 'negative' }, true],
  [{ stars: [5], mentions: ['kalt'] }, false],
] as [Partial<TagRule>, boolean][])('the review matches the rule %j: %s', (given, expected) => {
  expect(fitsRule({ ...RULE, ...given }, REVIEW)).toBe(expected)
})

test('a rule is described in a sentence', () => {
  expect(
    ruleText({
      stars: [2, 1],
      platforms: ['google', 'yelp'],
      topic: 'waiting',
      opinion: 'negative',
      mentions: ['queue', 'long wait', 'slow'],
    }),
  ).toBe(
    '1 or 2 stars, on Google or Yelp, about waiting times (negative), mentions “queue”, “long wait” or “slow”',
  )
  expect(ruleText({ ...RULE, stars: [1] })).toBe('1 star')
})

test('tag names ignore case, and mentions are split at commas and line breaks', () => {
  expect(tagNameKey('REFUND')).toBe(tagNameKey('Refund'))
  expect(mentionsIn(' refund, , cold food\nslow ')).toEqual(['refund', 'cold food', 'slow'])
})

test.each([
  ['no condition', {}],
  ['an opinion alone', { opinion: 'negative' }],
  ['stars that do not exist', { stars: [6] }],
  ['a mention without letters', { mentions: ['!?'] }],
])('a rule with %s is refused', (_, rule) => {
  expect(v.safeParse(CreateTagInput, { name: 'Tag', color: 'red', rule }).success).toBe(false)
})
