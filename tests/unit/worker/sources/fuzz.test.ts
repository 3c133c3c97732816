import { expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { type Random, randomFrom } from '#tests/upstream/random.ts'
import { PUBLIC_SOURCES } from '#worker/sources/index.ts'
import { type ReviewSource, SourceError, type SourcePage } from '#worker/sources/source.ts'
import { answerOf } from './answers.ts'
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
import { mutated, withNodesExchanged } from './mutations.ts'
import { expectSoundPage } from './review-shape.ts'
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

const MUTATIONS = 2_000
/** A body below a megabyte may still take this long: the clock is too coarse for less. */
const FLOOR_MS = 50

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

interface Format {
  name: string
  source: ReviewSource
  body: string
  /** Makes the body of JSON that was changed before it went into the page. */
  rebuilt?: (random: Random) => string
}

const FORMATS: Format[] = [
  {
    name: 'the review window',
    source: PUBLIC_SOURCES.google,
    body: boqBody(
      some((n) => boqRecord(n)),
      { token: 'T', guard: ")]}'\n" },
    ),
  },
  {
    name: 'the older list of 2026',
    source: PUBLIC_SOURCES.google,
    body: postListBody(
      some((n) => postRecord(n, '2026', { reply })),
      'T',
    ),
  },
  {
    name: 'the older list of 2023',
    source: PUBLIC_SOURCES.google,
    body: postListBody(
      some((n) => postRecord(n, '2023', { reply })),
      'T',
    ),
  },
  { name: 'a place', source: PUBLIC_SOURCES.google, body: place2026 },
  { name: 'a place escaped twice', source: PUBLIC_SOURCES.google, body: escapedTwice(place2026) },
  { name: 'an error of Google', source: PUBLIC_SOURCES.google, body: errorBody(403) },
  { name: 'a page of Google', source: PUBLIC_SOURCES.google, body: CAPTCHA_PAGE },
  {
    name: 'the GraphQL list',
    source: PUBLIC_SOURCES.yelp,
    body: gqlBody(
      some((n) => gqlNode(n)),
      { pageInfo: { hasNextPage: true } },
    ),
  },
  { name: 'the feed', source: PUBLIC_SOURCES.yelp, body: feedBody(elements, { totalResults: 9 }) },
  { name: 'the props', source: PUBLIC_SOURCES.yelp, body: propsBody(elements) },
  {
    name: 'a page with a cache',
    source: PUBLIC_SOURCES.yelp,
    body: pageWith(apolloScript(state)),
    rebuilt: (random) => pageWith(apolloScript(withNodesExchanged(state, random))),
  },
  {
    name: 'a page with settings',
    source: PUBLIC_SOURCES.yelp,
    body: pageWith(hypernovaScript(elements, 9)),
    rebuilt: (random) => pageWith(hypernovaScript(withNodesExchanged(elements, random), 9)),
  },
  {
    name: 'a page with a description',
    source: PUBLIC_SOURCES.yelp,
    body: pageWith(jsonLdScript(description)),
    rebuilt: (random) => pageWith(jsonLdScript(withNodesExchanged(description, random))),
  },
  { name: 'a block of Yelp', source: PUBLIC_SOURCES.yelp, body: DATADOME_PAGE },
]

/** A page or a SourceError; anything else that is thrown fails the test with the body that caused it. */
function outcomeOf(source: ReviewSource, body: string): SourcePage | SourceError {
  try {
    return source.parse(body)
  } catch (error) {
    if (error instanceof SourceError) return error
    throw new Error(`Not a SourceError for ${JSON.stringify(body)}`, { cause: error })
  }
}

test.each(FORMATS)('$name: whatever happens to it, it is a sound page or a SourceError', (format) => {
  const { name, source, body, rebuilt } = format
  const random = randomFrom(`fuzz:${name}`)
  for (let i = 0; i < MUTATIONS; i += 1) {
    const broken = rebuilt && random.chance(0.4) ? rebuilt(random) : mutated(body, random)
    const start = performance.now()
    const outcome = outcomeOf(source, broken)
    const limitMs = FLOOR_MS * Math.max(1, broken.length / 1_000_000)
    // Only a case that was slow once is measured again, to tell a slow case from a pause of the machine.
    if (performance.now() - start > limitMs)
      expect(fastestMs(() => outcomeOf(source, broken))).toBeLessThan(limitMs)
    if (!(outcome instanceof SourceError)) expectSoundPage(outcome)
    const refused = source.refusal(answerOf({ body: broken, status: random.pick([200, 200, 403, 503]) }))
    expect(refused === null || refused instanceof SourceError).toBe(true)
  }
})

test.each(FORMATS)('$name: as it stands it is what it should be', ({ source, body }) => {
  const outcome = outcomeOf(source, body)
  const isRefused =
    body.startsWith('<!DOCTYPE html><html><head><title>Sorry') ||
    body.includes('"er"') ||
    body === DATADOME_PAGE
  expect(outcome instanceof SourceError).toBe(isRefused)
})
