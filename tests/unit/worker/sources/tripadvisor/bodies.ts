/** Bodies in the formats of TripAdvisor, about invented people. */

type Json = Record<string, unknown>

const reviewUrl = (id: number) =>
  `https://www.tripadvisor.com/ShowUserReviews-g991-d28374650-r${id}-Reviews-Harbour_Inn.html?m=1#review${id}`

/** A review of the Content API. */
export function apiReview(number: number, parts: Json = {}): Json {
  const id = 900_000_000 + number
  return {
    id,
    lang: 'en',
    location_id: 28374650,
    published_date: '2026-06-04T21:25:54Z',
    rating: 4,
    helpful_votes: 2,
    rating_image_url: 'https://www.tripadvisor.com/img/cdsi/img2/ratings/traveler/s4.0.svg',
    url: reviewUrl(id),
    text: `Stay number ${number} was quiet. `,
    title: 'Quiet',
    trip_type: 'NONE',
    travel_date: '2026-05-31',
    user: {
      username: `Guest${number}`,
      user_location: { id: 'null' },
      avatar: { thumbnail: 'https://media-cdn.tripadvisor.com/x.jpg' },
    },
    subratings: {},
    ...parts,
  }
}

/** A review of the partner API: numbers as texts, an offset in the time, the text cut. */
export function partnerReview(number: number): Json {
  const id = 600_000_000 + number
  return {
    id: String(id),
    lang: 'en',
    location_id: '28374650',
    published_date: '2019-04-15T03:54:07-0400',
    rating: 5,
    helpful_votes: '3',
    url: reviewUrl(id),
    travel_date: '2019-03',
    text: 'A must, especially on days without clouds. The tickets, however, are...',
    user: { username: `Guest${number}`, user_location: {} },
    title: 'View',
  }
}

export function partnerBody(reviews?: unknown[]): string {
  return JSON.stringify({
    name: 'Harbour Inn',
    num_reviews: '1780',
    rating: '4.5',
    location_id: '28374650',
    reviews,
  })
}

/** A review of the site's own query. */
export function siteReview(number: number, parts: Json = {}): Json {
  const id = 800_000_000 + number
  return {
    id,
    helpfulVotes: 1,
    text: 'A short walk from the pier.',
    language: 'en',
    originalLanguage: 'en',
    title: 'Pier',
    rating: 3,
    absoluteUrl: reviewUrl(id),
    translationType: null,
    createdDate: '2024-10-18',
    publishedDate: '2024-10-19',
    username: `Guest${number}`,
    tripInfo: { stayDate: '2024-10-31', tripType: 'FAMILY' },
    mgmtResponse: null,
    userProfile: { displayName: `Guest ${number}`, username: `Guest${number}` },
    ...parts,
  }
}

/** The site's answer: the list is in the first of several operations. */
export function siteBody(reviews: unknown[]): string {
  const location = {
    locationId: 28374650,
    reviewSummary: { rating: 3.9, count: 121 },
    reviewListPage: { totalCount: 116, reviews },
  }
  return JSON.stringify([
    { data: { locations: [location] } },
    { data: { locations: [{ locationId: 28374650 }] } },
  ])
}
