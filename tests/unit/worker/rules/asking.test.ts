import { expect, test } from 'vitest'
import {
  askHints,
  handleFrom,
  isHandle,
  linkKey,
  mailboxOf,
  PAGE_LANGUAGES,
  peopleIn,
  smallDomainOf,
} from '#worker/rules/asking.ts'
import { ASK_TEXTS } from '#worker/rules/asking-texts.ts'

test.each([
  ['Café Löwe & Söhne', 'cafe-lowe-sohne'],
  ['Marlowe’s Books', 'marlowes-books'],
  ['  --A1 Taxi--  ', 'a1-taxi'],
  ['寿司', 'reviews'],
  ['x'.repeat(80), 'x'.repeat(40)],
])('the page address of %s is %s', (name, handle) => {
  expect(handleFrom(name)).toBe(handle)
  expect(isHandle(handle)).toBe(true)
})

test.each(['ab', '-abc', 'abc-', 'a--b', 'a b c', 'ä-b-c', 'x'.repeat(41), 'a/b', ''])(
  '%j is not a valid page address',
  (handle) => {
    expect(isHandle(handle)).toBe(false)
  },
)

test.each([
  ['Ana.Reis+shop@Gmail.com', 'anareis@gmail.com'],
  ['anareis@googlemail.com', 'anareis@gmail.com'],
  ['Kim+1@Example.test', 'kim@example.test'],
  ['k.i.m@example.test', 'k.i.m@example.test'],
  ['+kim@example.test', '+kim@example.test'],
])('%s belongs to the mailbox %s', (email, mailbox) => {
  expect(mailboxOf(email)).toBe(mailbox)
})

test('only small email domains are limited, not public providers', () => {
  expect(smallDomainOf('ana@GMAIL.com')).toBeNull()
  expect(smallDomainOf('ana@Mill-Lane.test')).toBe('mill-lane.test')
})

test('a list is read with one person per line, in any usual format', () => {
  const list = 'Ana Reis, ana@a.test\nKim <kim@b.test>\n\n  lee@c.test \r\n"Ode, Sam";sam@d.test\nnobody'
  expect(peopleIn(list)).toEqual([
    { line: 1, name: 'Ana Reis', email: 'ana@a.test' },
    { line: 2, name: 'Kim', email: 'kim@b.test' },
    { line: 4, name: '', email: 'lee@c.test' },
    { line: 5, name: 'Ode Sam', email: 'sam@d.test' },
    { line: 6, name: '', email: 'nobody' },
  ])
})

test.each([
  ['https://search.google.com/local/writereview?placeid=ChIJ1', 'google'],
  ['https://www.facebook.com/shop/reviews', 'facebook'],
  ['https://www.tripadvisor.co.uk/UserReviewEdit-g1-d2', 'tripadvisor'],
  ['https://www.opentable.com/r/shop', 'opentable.com'],
])('%s is counted as %s', (url, key) => {
  expect(linkKey(url)).toBe(key)
})

test.each([
  ['Get 10% off your next visit', 1],
  ['Write a review and win a prize', 1],
  ['We love five-star reviews!', 1],
  ['If you were happy, write a review', 1],
  ['5 stars = a free coffee', 2],
  ['Would you tell others what you think?', 0],
  ['Feel free to write', 1],
])('%s has %i hints', (text, count) => {
  expect(askHints(text)).toHaveLength(count)
})

test.each(PAGE_LANGUAGES)(
  'our texts in %s offer no reward, select no guests and do not mention Yelp',
  (language) => {
    const texts = Object.values(ASK_TEXTS[language]).map((text) =>
      typeof text === 'string' ? text : text('Shop'),
    )
    for (const text of texts) {
      expect(text.replace('free', '')).toBe(text)
      expect(askHints(text)).toEqual([])
      expect(text).not.toMatch(/yelp|patient/i)
    }
  },
)
