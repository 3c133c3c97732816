import { expect, test } from 'vitest'
import { facebook } from '#worker/sources/facebook/facebook.ts'
import { parsePages } from '#worker/sources/facebook/pages.ts'
import { SourceError } from '#worker/sources/source.ts'
import { formatOf, fuzz, outcomeOf } from '../fuzzing.ts'
import { graphErrorBody, PAGE_ID, PAGING, ratingsBody, recommendation, starRating } from './bodies.ts'

const entries = [recommendation(1), starRating(2), recommendation(3, { open_graph_story: undefined })]
const page = JSON.stringify({
  id: PAGE_ID,
  overall_star_rating: 4.5,
  rating_count: 3,
  ratings: { data: entries },
})
const pages = JSON.stringify({
  data: [
    { id: PAGE_ID, name: 'Harbour Inn', access_token: 'T', link: 'https://www.facebook.com/harbourinn' },
  ],
  paging: PAGING,
})

const FORMATS = [
  formatOf(facebook, 'recommendations', ratingsBody(entries, PAGING)),
  formatOf(facebook, 'a page with its recommendations', page),
]

test.each(FORMATS)('$name: any corruption gives a sound page or a SourceError', fuzz)

test('a corrupted error of the Graph API gives a sound page or a SourceError', () => {
  fuzz(formatOf(facebook, 'an error of the Graph API', graphErrorBody(190, 463)))
})

test("a corrupted list of an account's pages gives usable pages or a SourceError", () => {
  fuzz({
    name: 'the pages of an account',
    body: pages,
    read: parsePages,
    check: ({ pages: read }) => {
      const isSound = read.every(
        ({ id, name, accessToken, url }) =>
          /^\d+$/.test(id) &&
          name !== '' &&
          accessToken !== '' &&
          /^https:\/\/(www\.facebook\.com|fb\.me)\//.test(url),
      )
      if (!isSound) expect.fail(JSON.stringify(read))
    },
    refusal: facebook.refusal,
  })
})

test.each(FORMATS)('$name: the original body gives a page', (format) => {
  expect(outcomeOf(format, format.body)).not.toBeInstanceOf(SourceError)
})
