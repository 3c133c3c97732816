import { yelpId } from './ids.ts'
import type { Listing } from './listing.ts'
import { randomFrom } from './random.ts'
import type { SimulatedReview } from './reviews.ts'
import { escapeHtml } from './wire.ts'

const CDN = 'https://s3-media0.fl.yelpcdn.com'
const PHOTO_COUNT = 36
/** Number of style rules, which make up nearly all of the page, as on real pages of 1.2 MB. */
const STYLE_RULES = 9000

const STYLES = Array.from({ length: STYLE_RULES }, (_, index) => {
  const random = randomFrom(`style:${index}`)
  return `.y-css-${index.toString(36)}{padding:${random.int(0, 48)}px;max-width:${random.int(20, 100)}%;color:rgba(45,46,47,1);}`
}).join('')

/** JSON inside `<!-- -->` of a script, with entities encoded once, as the site writes its Apollo state. */
function encoded(json: unknown): string {
  return escapeHtml(JSON.stringify(json)).replaceAll('&#39;', '&#x27;')
}

function ratingOf(reviews: readonly SimulatedReview[]): number {
  if (reviews.length === 0) return 0
  return Math.round((reviews.reduce((sum, { rating }) => sum + rating, 0) / reviews.length) * 10) / 10
}

/** The GraphQL cache: the business, its place and five reviews that contain only an author. */
function apolloState(listing: Listing, reviews: readonly SimulatedReview[]): Record<string, unknown> {
  const encid = listing.yelp?.encid ?? ''
  const { street, city, region, postalCode, phone } = listing.address
  const photos = Array.from({ length: PHOTO_COUNT }, (_, index) =>
    yelpId(`page-photo:${listing.key}:${index}`),
  )
  const category = {
    __typename: 'BusinessCategory',
    encid: yelpId(`category:${listing.category}`),
    alias: listing.category.toLowerCase(),
    title: listing.category,
  }
  const state: Record<string, unknown> = {
    [`Business:${encid}`]: {
      __typename: 'Business',
      encid,
      name: listing.name,
      reviewCount: reviews.length,
      location: { __ref: `BusinessLocation:${encid}` },
      categories: [{ __ref: `BusinessCategory:${category.encid}` }],
      media: {
        __typename: 'BusinessMedia',
        'orderedMediaItems({"first":25})': {
          __typename: 'BusinessMediaItemConnection',
          totalCount: PHOTO_COUNT,
          edges: photos.map((photo) => ({ node: { __ref: `BusinessPhoto:${photo}` } })),
        },
      },
      'rating({"roundingMethod":"NEAREST_TENTH"})': ratingOf(reviews),
      closedUntil: null,
      isClosed: false,
      alias: listing.yelp?.alias,
      phoneNumber: { __typename: 'BusinessPhoneNumber', formatted: phone },
    },
    ROOT_QUERY: {
      __typename: 'Query',
      [`business({"encid":"${encid}"})`]: { __ref: `Business:${encid}` },
      loggedInUser: null,
    },
    [`BusinessCategory:${category.encid}`]: category,
    [`BusinessLocation:${encid}`]: {
      __typename: 'BusinessLocation',
      encid,
      country: { __typename: 'Country', code: 'US' },
      address: {
        __typename: 'BusinessAddress',
        addressLine1: street,
        city,
        regionCode: region,
        postalCode,
        formatted: `${street}\n${city}, ${region} ${postalCode}`,
      },
      timezone: listing.timeZone,
    },
  }
  for (const photo of photos) {
    const url = `${CDN}/bphoto/${photo}/348s.jpg`
    state[`BusinessPhoto:${photo}`] = { __typename: 'BusinessPhoto', encid: photo, photoUrl: { url } }
  }
  for (const { id, reviewer } of reviews.slice(0, 5)) {
    if (!reviewer) continue
    state[`User:${reviewer.id}`] = { __typename: 'User', encid: reviewer.id, displayName: reviewer.name }
    state[`Review:${id}`] = { __typename: 'Review', encid: id, author: { __ref: `User:${reviewer.id}` } }
  }
  return state
}

/** Photos and breadcrumbs; the site's structured data no longer contains reviews. */
function linkedData(listing: Listing): string {
  const { street, city, region, postalCode } = listing.address
  const photos = Array.from({ length: 10 }, (_, index) => {
    const url = `${CDN}/bphoto/${yelpId(`page-photo:${listing.key}:${index}`)}/l.jpg`
    return {
      '@context': 'https://schema.org',
      '@type': 'ImageObject',
      position: index + 1,
      url,
      contentUrl: url,
      author: { '@type': 'Person', name: 'Unknown User' },
      contentLocation: {
        '@type': 'Place',
        address: {
          '@type': 'PostalAddress',
          streetAddress: street,
          addressLocality: city,
          addressRegion: region,
          postalCode,
          addressCountry: 'US',
        },
      },
    }
  })
  const town = encodeURIComponent(`${city}, ${region}`).replaceAll('%20', '+')
  const item = `https://www.yelp.com/search?find_desc=${encodeURIComponent(listing.category)}&find_loc=${town}`
  const crumbs = [{ '@type': 'ListItem', position: 1, name: listing.category, item: escapeHtml(item) }]
  const script = (data: unknown) => `<script type="application/ld+json">${JSON.stringify(data)}</script>`
  return (
    script({ '@context': 'https://schema.org', '@type': 'ItemList', itemListElement: photos }) +
    script({ '@context': 'https://schema.org', '@type': 'BreadcrumbList', itemListElement: crumbs })
  )
}

function head(listing: Listing, count: number, now: number): string {
  const { street, city, region } = listing.address
  const url = `https://www.yelp.com/biz/${listing.yelp?.alias}`
  const month = new Date(now).toLocaleDateString('en-US', { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const name = escapeHtml(listing.name)
  const title =
    `${name.toUpperCase().replaceAll('&AMP;', '&amp;')} - Updated ${month} - ${PHOTO_COUNT} Photos &amp; ${count} ` +
    `${count === 1 ? 'Review' : 'Reviews'} - ${street}, ${city}, ${region} - ${escapeHtml(listing.category)} - Yelp`
  return (
    '<head><meta http-equiv="Content-Language" content="en-US">' +
    `<style data-emotion="y-css">${STYLES}</style>` +
    `<link data-rh="true" rel="canonical" href="${url}">` +
    '<script data-rh="true">window.ddjskey = "SIMULATED"</script>' +
    '<script data-rh="true" src="https://js.datadome.co/tags.js" async="true"></script>' +
    `<title data-rh="true">${title}</title>` +
    `<meta data-rh="true" name="yelp-biz-id" content="${listing.yelp?.encid}">` +
    '<meta data-rh="true" property="og:site_name" content="Yelp">' +
    `<meta data-rh="true" property="og:title" content="${name} - ${city}, ${region}">` +
    `<meta data-rh="true" property="og:url" content="${url}"></head>`
  )
}

/** A business's page as signed-out desktop visitors get it, without the text or rating of any review. */
export function yelpPage(listing: Listing, reviews: readonly SimulatedReview[], now: number): string {
  const encid = listing.yelp?.encid
  const props = {
    locale: 'en_US',
    requestPath: `/biz/${listing.yelp?.alias}`,
    userId: null,
    legacyProps: {
      bizDetailsProps: { bizDetailsMetaProps: { businessId: encid, interfaceLanguageCode: 'en' } },
    },
  }
  const page = `simulated-${listing.key}`
  const hypernova = `data-hypernova-key="yelpfrontend__GondolaBizDetails__dynamic" data-hypernova-id="${page}"`
  return (
    `<!DOCTYPE html>\n<html lang="en-US" prefix="og: http://ogp.me/ns#">${head(listing, reviews.length, now)}` +
    `<body><yelp-react-root><div ${hypernova}><h1>${escapeHtml(listing.name)}</h1>` +
    '<h2>Recommended Reviews</h2><svg aria-labelledby="reviews-shimmer-0-aria" role="img"><title>Loading...</title></svg>' +
    `${linkedData(listing)}` +
    `<script data-apollo-state="${page}" type="application/json"><!--${encoded(apolloState(listing, reviews))}--></script>` +
    `</div><script type="application/json" ${hypernova}><!--${JSON.stringify(props)}--></script>` +
    `<script data-id="react-root-props">window.yelp.react_root_props = ${JSON.stringify(props)};</script>` +
    '</yelp-react-root></body></html>'
  )
}
