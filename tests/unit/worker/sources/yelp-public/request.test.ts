import { expect, test } from 'vitest'
import { resolve, yelpPublic } from '#worker/sources/yelp-public/yelp-public.ts'
import { ALIAS, BUSINESS_ID } from '../yelp-bodies.ts'

const PLACE = { id: BUSINESS_ID, url: `https://www.yelp.com/biz/${ALIAS}` }

async function operationOf(request: Request) {
  const batch = JSON.parse(await request.text())
  expect(batch).toHaveLength(1)
  return batch[0]
}

test('the first page is requested newest first, in English', async () => {
  const request = yelpPublic.request(PLACE, null, {})
  expect(request.method).toBe('POST')
  expect(request.url).toBe('https://www.yelp.com/gql/batch')
  const operation = await operationOf(request)
  expect(operation.operationName).toBe('GetBusinessReviewFeed')
  expect(operation.extensions).toEqual({
    operationType: 'query',
    documentId: '2b29fe4414313b319cb85e119740e72da582d64ad2962841724748be23d7f692',
  })
  expect(operation.variables).toMatchObject({
    encBizId: BUSINESS_ID,
    reviewsPerPage: 20,
    sortBy: 'DATE_DESC',
    languageCode: 'en',
    ratings: [5, 4, 3, 2, 1],
    isSearching: false,
  })
  expect(operation.variables).not.toHaveProperty('after')
})

test('the request for a later page has the cursor, and the document id can be replaced', async () => {
  const operation = await operationOf(yelpPublic.request(PLACE, 'CURSOR', { yelpDocumentId: 'f00d' }))
  expect(operation.variables.after).toBe('CURSOR')
  expect(operation.extensions.documentId).toBe('f00d')
})

test('requests identify the product, send no cookies and follow no redirects', () => {
  for (const request of [yelpPublic.request(PLACE, null, {}), resolve.request(PLACE)]) {
    expect(request.redirect).toBe('manual')
    expect(request.headers.get('user-agent')).toMatch(/^ReviewDashboard\/1\.0 /)
    expect(request.headers.get('accept-language')).toBe('en')
    expect(request.headers.has('cookie')).toBe(false)
  }
  const { headers } = yelpPublic.request(PLACE, null, {})
  expect(headers.get('content-type')).toBe('application/json')
  expect(headers.get('origin')).toBe('https://www.yelp.com')
  expect(headers.get('referer')).toBe(PLACE.url)
  expect(headers.get('x-apollo-operation-name')).toBe('GetBusinessReviewFeed')
})
