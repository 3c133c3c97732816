import { expect, test } from 'vitest'
import { facebook } from '#worker/sources/facebook/facebook.ts'
import { pauseAfter } from '#worker/sources/facebook/refusal.ts'
import { answerOf, expectOwnerWords } from '../answers.ts'
import { graphErrorBody, ratingsBody, recommendation } from './bodies.ts'

const { refusal } = facebook
const LIST = ratingsBody([recommendation(1)])

const usage = (call_count: number, more: Record<string, number> = {}) => ({
  call_count,
  total_cputime: 1,
  total_time: 3,
  ...more,
})
const app = (count: number) => ({ 'x-app-usage': JSON.stringify(usage(count)) })
const page = (count: number, minutes: number) => ({
  'x-business-use-case-usage': JSON.stringify({
    '104829374650112': [{ type: 'pages', ...usage(count), estimated_time_to_regain_access: minutes }],
  }),
})

test('a list is not a refusal', () => {
  expect(refusal(answerOf({ body: LIST, headers: { ...app(5), ...page(1, 0) } }))).toBeNull()
})

test.each([
  [190, undefined, 'reconnect', /Connect it again/],
  [190, 463, 'reconnect', /has expired/],
  [190, 460, 'reconnect', /password .* was changed/],
  [190, 458, 'reconnect', /was removed/],
  [10, undefined, 'not_allowed', /allow everything/],
  [200, undefined, 'not_allowed', /allow everything/],
  [283, undefined, 'not_allowed', /allow everything/],
  [299, undefined, 'not_allowed', /allow everything/],
  [12, undefined, 'ended', /^Facebook no longer gives reviews to apps\.$/],
  [100, 33, 'not_found', /doesn't show this page/],
  [100, undefined, 'cursor_expired', /start again/],
  [4, undefined, 'rate_limited', /slow down/],
  [17, undefined, 'rate_limited', /slow down/],
  [32, undefined, 'rate_limited', /slow down/],
  [613, undefined, 'rate_limited', /slow down/],
  [80001, undefined, 'rate_limited', /slow down/],
  [1, undefined, 'unavailable', /try again/],
  [2, undefined, 'unavailable', /try again/],
  [102, undefined, 'reconnect', /Connect it again/],
  [341, undefined, 'rate_limited', /slow down/],
  [368, undefined, 'not_offered', /operator/],
  [3, undefined, 'blocked', /operator/],
  [300, undefined, 'blocked', /operator/],
] as const)('error %i (%s) means %s', (code, subcode, kind, words) => {
  const error = refusal(answerOf({ status: 400, body: graphErrorBody(code, subcode) }))
  expectOwnerWords(error, kind)
  expect(error?.message).toMatch(words)
})

test.each([
  ['(#21) Page ID 104829374650112 was migrated to page ID 111013272313096.', '111013272313096'],
  ['Page ID 104829374650112 was migrated to page ID 0.', null],
  ['Invented words.', null],
])('a merged page names its replacement: %s', (message, id) => {
  const body = JSON.stringify({ error: { message, type: 'OAuthException', code: 21 } })
  const error = refusal(answerOf({ status: 400, body }))
  expectOwnerWords(error, 'not_found')
  expect(error?.movedTo).toEqual(id && { id, url: `https://www.facebook.com/${id}` })
})

test.each([
  [401, 'not_allowed'],
  [403, 'not_allowed'],
  [404, 'not_found'],
  [429, 'rate_limited'],
  [500, 'unavailable'],
  [302, 'blocked'],
] as const)('%i without a Graph API error means %s', (status, kind) => {
  expectOwnerWords(refusal(answerOf({ status, body: '<html></html>' })), kind)
})

test('a blocked page waits for the number of minutes that Facebook states', () => {
  const error = refusal(answerOf({ status: 400, body: graphErrorBody(80001), headers: page(100, 12) }))
  expect(error?.retryAfterSeconds).toBe(720)
  const silent = refusal(answerOf({ status: 400, body: graphErrorBody(4), headers: app(100) }))
  expect(silent?.retryAfterSeconds).toBeNull()
})

test.each([
  ['of the app', app(81), 900],
  ['of the page', page(81, 0), 900],
  ['in time', { 'x-app-usage': JSON.stringify(usage(5, { total_time: 95 })) }, 900],
  ['in computing', { 'x-app-usage': JSON.stringify(usage(5, { total_cputime: 95 })) }, 900],
  ['of a page that is barred', page(100, 7), 420],
] as const)(
  'above 80 percent usage %s, a valid answer is kept and followed by a pause',
  (_, headers, seconds) => {
    const answer = answerOf({ body: LIST, headers })
    expect(refusal(answer)).toBeNull()
    expect(pauseAfter(answer)).toBe(seconds)
  },
)

test.each([
  ['80 percent', app(80)],
  ['nonsense', { 'x-app-usage': 'many', 'x-business-use-case-usage': '[1,{}]' }],
  [
    'other types',
    { 'x-app-usage': '{"call_count":"99","total_time":null}', 'x-business-use-case-usage': '"99"' },
  ],
])('%s of usage does not cause a pause', (_, headers) => {
  expect(refusal(answerOf({ body: LIST, headers }))).toBeNull()
  expect(pauseAfter(answerOf({ body: LIST, headers }))).toBeNull()
})
