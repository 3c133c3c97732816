import { expect, test } from 'vitest'
import { googleBusinessProfile } from '#worker/sources/google-business-profile/google-business-profile.ts'
import { parseAccounts, parseLocations } from '#worker/sources/google-business-profile/locations.ts'
import { replyRefusal } from '#worker/sources/google-business-profile/reply.ts'
import { parseReplyState } from '#worker/sources/google-business-profile/reply-state.ts'
import { googlePlaces } from '#worker/sources/google-places/google-places.ts'
import { SourceError } from '#worker/sources/source.ts'
import { type Format, formatOf, fuzz, outcomeOf } from './fuzzing.ts'
import {
  apiErrorBody,
  legacyBody,
  legacyReview,
  PLACE_ID,
  PROFILE_REPLY,
  placesBody,
  placesReview,
  profileBody,
  profileReview,
} from './google-api-bodies.ts'

const ACCOUNT = 'accounts/100000000000000000001'
const TRANSLATED = '(Translated by Google) Good.\n\n(Original)\nGut.'
const REFUSED = { ...PROFILE_REPLY, reviewReplyState: 'REJECTED', policyViolation: 'OFF_TOPIC' }
const some = <T>(make: (number: number) => T) => [1, 2, 3, 4].map(make)
const unapproved = apiErrorBody(429, 'RESOURCE_EXHAUSTED', { reason: 'X', quotaLimit: '0' })

const PAGES: Format[] = [
  formatOf(
    googleBusinessProfile,
    'a page of Business Profile',
    profileBody(
      some((n) => profileReview(n, n === 2 ? { comment: undefined } : { reviewReply: PROFILE_REPLY })),
      { nextPageToken: 'T' },
    ),
  ),
  formatOf(
    googleBusinessProfile,
    'a translated page of Business Profile',
    profileBody(
      some((n) =>
        profileReview(n, { comment: TRANSLATED, reviewReply: { ...REFUSED, comment: TRANSLATED } }),
      ),
    ),
  ),
  formatOf(googlePlaces, 'a place', placesBody(some((n) => placesReview(n)))),
  formatOf(googlePlaces, 'a legacy place', legacyBody(some((n) => legacyReview(n)))),
]

const ERRORS: Format[] = [
  formatOf(googleBusinessProfile, 'an error of Business Profile', unapproved),
  formatOf(googlePlaces, 'an error of Places', unapproved),
  formatOf(googlePlaces, 'an error of the legacy API', legacyBody([], 'OVER_QUERY_LIMIT')),
]

const REPLY: Format<ReturnType<typeof parseReplyState>> = {
  name: 'a review with a reply',
  body: JSON.stringify(profileReview(1, { reviewReply: REFUSED })),
  read: parseReplyState,
  check({ state, reason }) {
    if (!['live', 'held', 'refused', 'none'].includes(state)) expect.fail(`There is no state ${state}`)
    if (reason !== null && !/^[A-Z].+\.$/.test(reason)) expect.fail(`Not a sentence: ${reason}`)
  },
  refusal: replyRefusal,
}

const ACCOUNTS: Format<ReturnType<typeof parseAccounts>> = {
  name: 'accounts',
  body: JSON.stringify({
    accounts: some((n) => ({ name: `accounts/${n}`, accountName: `Group ${n}` })),
    nextPageToken: 'T',
  }),
  read: parseAccounts,
  check({ accounts, nextPageToken }) {
    if (nextPageToken === '') expect.fail('An empty token')
    for (const { id, name } of accounts) {
      if (!/^accounts\/\d+$/.test(id) || name.trim() === '') expect.fail(`Not an account: ${id} ${name}`)
    }
  },
  refusal: googleBusinessProfile.refusal,
}

const LOCATIONS: Format<ReturnType<typeof parseLocations>> = {
  name: 'locations',
  body: JSON.stringify({
    locations: some((n) => ({
      name: `locations/${n}`,
      title: `Inn ${n}`,
      storefrontAddress: { addressLines: ['1 Quay'], locality: 'Larkhaven', postalCode: '98099' },
      metadata: { placeId: PLACE_ID, mapsUri: 'https://maps.google.com/maps?cid=1' },
    })),
    nextPageToken: 'T',
  }),
  read: (body) => parseLocations(body, ACCOUNT),
  check({ locations, nextPageToken }) {
    if (nextPageToken === '') expect.fail('An empty token')
    for (const location of locations) {
      const { id, title, address, placeId, mapsUri } = location
      const isSound =
        /^accounts\/\d+\/locations\/\d+$/.test(id) &&
        title.trim() !== '' &&
        !/\p{Cs}|\0/u.test(title + address) &&
        (placeId === null || /^[A-Za-z0-9_-]+$/.test(placeId)) &&
        (mapsUri === null || /^https:\/\/([a-z]+\.)?google\./.test(mapsUri))
      if (!isSound) expect.fail(`Not a location: ${JSON.stringify(location)}`)
    }
  },
  refusal: googleBusinessProfile.refusal,
}

test.each([...PAGES, ...ERRORS])('$name: any corruption gives a sound page or a SourceError', fuzz)
test('a review with a reply: any corruption gives a state or a SourceError', () => fuzz(REPLY))
test('accounts: any corruption gives sound accounts or a SourceError', () => fuzz(ACCOUNTS))
test('locations: any corruption gives sound locations or a SourceError', () => fuzz(LOCATIONS))

test.each(PAGES)('$name: the original body gives a page of four reviews', (format) => {
  expect(outcomeOf(format, format.body)).toMatchObject({ reviews: { length: 4 }, warnings: [] })
})

test.each(ERRORS)('$name: the original body gives an error', (format) => {
  expect(outcomeOf(format, format.body)).toBeInstanceOf(SourceError)
})

test('the original reply, accounts and locations are read', () => {
  expect(outcomeOf(REPLY, REPLY.body)).toMatchObject({ state: 'refused', reason: expect.any(String) })
  expect(outcomeOf(ACCOUNTS, ACCOUNTS.body)).toMatchObject({ accounts: { length: 4 }, nextPageToken: 'T' })
  expect(outcomeOf(LOCATIONS, LOCATIONS.body)).toMatchObject({ locations: { length: 4 }, nextPageToken: 'T' })
})
