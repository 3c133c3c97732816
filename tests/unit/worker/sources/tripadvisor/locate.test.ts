import { expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { locate, whyNotListing } from '#worker/sources/tripadvisor/locate.ts'

const SITE = 'https://www.tripadvisor.com'

test.each([
  `${SITE}/Hotel_Review-g60745-d89575-Reviews-Boston_Harbor_Hotel-Boston_Massachusetts.html`,
  `${SITE}/Hotel_Review-g60745-d89575-Reviews-mMCID-Boston_Harbor_Hotel-Boston_Massachusetts.html`,
  `${SITE}/Restaurant_Review-g60745-d89575-Reviews-or10-Harbor-Boston.html?x=1#REVIEWS`,
  `${SITE}/Attraction_Review-g60745-d89575-m20236-Reviews-Harbor-Boston.html`,
  `${SITE}/ShowUserReviews-g60745-d89575-r974393598-Harbor-Boston.html#review974393598`,
  `${SITE}/UserReview-g60745-d89575-Harbor-Boston.html`,
  `${SITE}/UserReview-g60745-d89575`,
  `${SITE}/VacationRentalReview-g60745-d89575-Harbor.html`,
  `${SITE}/89575`,
  `${SITE}/89575/`,
  'https://tripadvisor.com/Hotel_Review-g60745-d89575.html',
  'https://m.tripadvisor.com/Hotel_Review-g60745-d89575-Reviews-Harbor.html',
  'https://www.tripadvisor.co.uk/Hotel_Review-g60745-d89575-Reviews-Harbor.html',
  'https://www.tripadvisor.de/Hotel_Review-g60745-d89575-Reviews-Harbor.html',
  'https://www.tripadvisor.com.au/Hotel_Review-g60745-d89575-Reviews-Harbor.html',
  'https://fr.tripadvisor.ca/Hotel_Review-g60745-d89575-Reviews-Harbor.html',
  'https://th.tripadvisor.com/Hotel_Review-g60745-d89575-Reviews-Harbor.html',
])('%s is located', (address) => {
  const url = new URL(address)
  expect(locate(url)).toEqual({ id: '89575', url: `${SITE}/89575` })
  expect(whyNotListing(url)).toBe('')
})

test.each([
  [`${SITE}/`, /one business/],
  [`${SITE}/Tourism-g60745-Boston_Massachusetts-Vacations.html`, /one business/],
  [`${SITE}/Restaurants-g60745-Boston_Massachusetts.html`, /one business/],
  [`${SITE}/Profile/Guest1`, /one business/],
  [`${SITE}/Hotel_Review-g60745-Reviews-d89575.html`, /one business/],
  [`${SITE}/x/Hotel_Review-g60745-d89575.html`, /one business/],
  [`${SITE}/Hotel_Review-g60745-d0089575.html`, /one business/],
  [`${SITE}/Hotel_Review-g60745-d${'9'.repeat(13)}.html`, /one business/],
  [`${SITE}/AttractionProductReview-g60745-d11454678-Harbor_Cruise.html`, /tour or a ticket/],
  ['http://www.tripadvisor.com/Hotel_Review-g60745-d89575.html', /https:\/\//],
  ['https://www.tripadvisor.com:8443/89575', /not a TripAdvisor address/],
  ['https://me@www.tripadvisor.com/89575', /not a TripAdvisor address/],
  ['https://www.tripadvisor.com./89575', /not a TripAdvisor address/],
  ['https://www.tripadvisor.evil/89575', /not a TripAdvisor address/],
  ['https://tripadvisor.com.evil.example/89575', /not a TripAdvisor address/],
  ['https://nottripadvisor.com/89575', /not a TripAdvisor address/],
  ['https://www.m.tripadvisor.com/89575', /not a TripAdvisor address/],
  ['https://api.content.tripadvisor.com/89575', /not a TripAdvisor address/],
  ['data:text/html,x', /not a TripAdvisor address/],
])('%s is refused with a reason', (address, reason) => {
  const url = new URL(address)
  expect(locate(url)).toBeNull()
  expect(whyNotListing(url)).toMatch(reason)
  expect(whyNotListing(url)).toContain('Open your business on TripAdvisor')
})

test.each(['-d1', '-g1', 'A_', '1'])('64 KiB of %j are located within 50 ms', (part) => {
  const url = new URL(`${SITE}/Hotel_Review${part.repeat(65_536 / part.length)}`)
  expect(fastestMs(() => [locate(url), whyNotListing(url)])).toBeLessThan(50)
})
