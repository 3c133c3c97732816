import { expect, test } from 'vitest'
import { SourceError } from '#worker/sources/source.ts'
import { tripadvisor } from '#worker/sources/tripadvisor/tripadvisor.ts'
import { formatOf, fuzz, outcomeOf } from '../fuzzing.ts'
import { apiReview, partnerBody, partnerReview, siteBody, siteReview } from './bodies.ts'

const owner_response = { text: 'Thank you.', published_date: '2026-07-22T13:42:52Z' }
const reviews = JSON.stringify({ data: [apiReview(1), apiReview(2, { owner_response }), apiReview(3)] })

const FORMATS = [
  formatOf(tripadvisor, 'reviews of the Content API', reviews),
  formatOf(tripadvisor, 'a location of the partner API', partnerBody([partnerReview(1), partnerReview(2)])),
  formatOf(tripadvisor, "an answer of TripAdvisor's site", siteBody([siteReview(1), siteReview(2)])),
]

test.each(FORMATS)('$name: any corruption gives a sound page or a SourceError', fuzz)

test('a corrupted TripAdvisor error gives a sound page or a SourceError', () => {
  fuzz(formatOf(tripadvisor, 'an error of TripAdvisor', '{"Message":"User is not authorized"}'))
})

test.each(FORMATS)('$name: the original body gives a page', (format) => {
  expect(outcomeOf(format, format.body)).not.toBeInstanceOf(SourceError)
})
