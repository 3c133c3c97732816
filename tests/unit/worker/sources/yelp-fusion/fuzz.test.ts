import { expect, test } from 'vitest'
import { SourceError } from '#worker/sources/source.ts'
import { resolve, yelpFusion } from '#worker/sources/yelp-fusion/yelp-fusion.ts'
import { answerOf } from '../answers.ts'
import { formatOf, fuzz, outcomeOf } from '../fuzzing.ts'
import { encid } from '../yelp-bodies.ts'
import { API_ALIAS, apiErrorBody, excerpt, excerptOf2016, excerptsBody } from './bodies.ts'

const LISTING = { id: null, url: `https://www.yelp.com/biz/${API_ALIAS}` }
const business = JSON.stringify({ id: encid('B', 1), alias: API_ALIAS, review_count: 214, rating: 3.5 })

const FORMATS = [
  formatOf(yelpFusion, "excerpts of Yelp's API", excerptsBody([1, 2, 3].map((n) => excerpt(n)))),
  formatOf(yelpFusion, 'excerpts of 2016', excerptsBody([1, 2, 3].map((n) => excerptOf2016(n)))),
  formatOf(yelpFusion, "a business of Yelp's API", business),
]

test.each(FORMATS)('$name: any corruption gives a sound page or a SourceError', fuzz)

test('a corrupted Yelp API error gives a sound page or a SourceError', () => {
  fuzz(
    formatOf(
      yelpFusion,
      "an error of Yelp's API",
      apiErrorBody('BUSINESS_MIGRATED', { new_business_id: 'x' }),
    ),
  )
})

test('a corrupted response for an alias gives a place or a SourceError', () => {
  fuzz({
    name: 'the business behind an alias',
    body: business,
    read: (body) => resolve.parse(LISTING, answerOf({ body })),
    check: ({ id, url }) => {
      if (id === null || !/^[\w-]{22}$/.test(id) || !url.startsWith('https://www.yelp.com/biz/')) {
        expect.fail(`${id} ${url}`)
      }
    },
    refusal: yelpFusion.refusal,
  })
})

test.each(FORMATS)('$name: the original body gives a page', (format) => {
  expect(outcomeOf(format, format.body)).not.toBeInstanceOf(SourceError)
})
