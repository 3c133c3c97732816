import { expect, test } from 'vitest'
import { PUBLIC_SOURCES } from '#worker/sources/registry.ts'
import { SourceError } from '#worker/sources/source.ts'
import { formatOf, fuzz, outcomeOf } from './fuzzing.ts'
import {
  boqBody,
  boqRecord,
  CAPTCHA_PAGE,
  errorBody,
  escapedTwice,
  placeBody,
  postListBody,
  postRecord,
} from './google-bodies.ts'
import { withNodesExchanged } from './mutations.ts'
import {
  apolloScript,
  BUSINESS_STATE,
  DATADOME_PAGE,
  encid,
  feedBody,
  feedElement,
  gqlBody,
  gqlNode,
  htmlBody,
  hypernovaScript,
  jsonLdScript,
  propsBody,
} from './yelp-bodies.ts'

const some = <T>(make: (number: number) => T) => [1, 2, 3, 4].map(make)
const reply = { text: 'Thanks.', micros: 1_772_266_947_000_000 }
const place2026 = placeBody(
  some((n) => postRecord(n, '2026', { reply })),
  99,
)
const cached = {
  [`Review:${encid('R', 1)}`]: {
    encid: encid('R', 1),
    rating: 3,
    text: { full: 'x' },
    author: { __ref: 'User:1' },
  },
}
const state = { ...BUSINESS_STATE, ...cached }
const elements = some((n) => feedElement(n))
const description = { '@graph': [{ aggregateRating: { reviewCount: 5 } }] }
const pageWith = (script: string) => htmlBody({ scripts: [script] })

const { google, yelp } = PUBLIC_SOURCES
const reviewWindow = boqBody(
  some((n) => boqRecord(n)),
  { token: 'T', guard: ")]}'\n" },
)
const posts = (form: '2023' | '2026') =>
  postListBody(
    some((n) => postRecord(n, form, { reply })),
    'T',
  )
const nodes = gqlBody(
  some((n) => gqlNode(n)),
  { pageInfo: { hasNextPage: true } },
)

const FORMATS = [
  formatOf(google, 'the review window', reviewWindow),
  formatOf(google, 'the older list of 2026', posts('2026')),
  formatOf(google, 'the older list of 2023', posts('2023')),
  formatOf(google, 'a place', place2026),
  formatOf(google, 'a place escaped twice', escapedTwice(place2026)),
  formatOf(google, 'an error of Google', errorBody(403)),
  formatOf(google, 'a page of Google', CAPTCHA_PAGE),
  formatOf(yelp, 'the GraphQL list', nodes),
  formatOf(yelp, 'the feed', feedBody(elements, { totalResults: 9 })),
  formatOf(yelp, 'the props', propsBody(elements)),
  formatOf(yelp, 'a page with a cache', pageWith(apolloScript(state)), (random) =>
    pageWith(apolloScript(withNodesExchanged(state, random))),
  ),
  formatOf(yelp, 'a page with settings', pageWith(hypernovaScript(elements, 9)), (random) =>
    pageWith(hypernovaScript(withNodesExchanged(elements, random), 9)),
  ),
  formatOf(yelp, 'a page with a description', pageWith(jsonLdScript(description)), (random) =>
    pageWith(jsonLdScript(withNodesExchanged(description, random))),
  ),
  formatOf(yelp, 'a block of Yelp', DATADOME_PAGE),
]

test.each(FORMATS)('$name: any corruption gives a sound page or a SourceError', fuzz)

test.each(FORMATS)('$name: the original body gives a page, or an error if it is one', (format) => {
  const { body } = format
  const isRefused =
    body.startsWith('<!DOCTYPE html><html><head><title>Sorry') ||
    body.includes('"er"') ||
    body === DATADOME_PAGE
  expect(outcomeOf(format, body) instanceof SourceError).toBe(isRefused)
})
