import { apiAnswer, apiError } from './google-api-errors.ts'
import type { BusinessAccount, BusinessLocation } from './google-business-directory.ts'
import { offsetOf, pageSizeOf, pageToken } from './google-business-list.ts'
import { cidOf, placeIdOf } from './ids.ts'
import { listingsCalled } from './listings.ts'
import type { Answer, UpstreamRequest } from './wire.ts'

const MAX_ACCOUNTS = 20
const MAX_LOCATIONS = 100
/** Smaller than the requested size, which Google allows, so that paging is needed. */
const LOCATIONS_A_PAGE = 4
/** Top-level fields of a location that a mask may name. */
const FIELDS = [
  'name',
  'title',
  'metadata',
  'storefrontAddress',
  'languageCode',
  'phoneNumbers',
  'categories',
  'openInfo',
  'latlng',
]

/** A page of the person's accounts. */
export function accountsAnswer(accounts: readonly BusinessAccount[], request: UpstreamRequest): Answer {
  const records = accounts.map(({ id, name, type }) => ({
    name: `accounts/${id}`,
    accountName: name,
    type,
    verificationState: 'UNVERIFIED',
    vettedState: 'NOT_VETTED',
    ...(type === 'LOCATION_GROUP' && { role: 'PRIMARY_OWNER' }),
  }))
  return pageAnswer('accounts', ['accounts'], records, pageSizeOf(request.query, MAX_ACCOUNTS), request)
}

/** A page of an account's locations with the fields of the request's mask; refused without a valid mask. */
export function locationsAnswer({ id, locations }: BusinessAccount, request: UpstreamRequest): Answer {
  const mask = (request.query.get('readMask') ?? '').split(',').filter(Boolean)
  if (mask.length === 0 || !mask.every((path) => FIELDS.includes(path.split('.')[0] ?? ''))) {
    return apiError('INVALID_ARGUMENT', request.host, { message: 'Invalid field mask provided' })
  }
  const size = pageSizeOf(request.query, MAX_LOCATIONS)
  const records = locations.map((location) => maskedRecord(location, mask))
  return pageAnswer(
    'locations',
    ['locations', id],
    records,
    size && Math.min(size, LOCATIONS_A_PAGE),
    request,
  )
}

/** Places on the map that match a search text, whoever manages them. */
export function searchAnswer({ body, host }: UpstreamRequest): Answer {
  const { query, pageSize } = JSON.parse(body) as { query?: string; pageSize?: number }
  if (!query) return apiError('INVALID_ARGUMENT', host)
  const found = listingsCalled(query)
    .slice(0, pageSize)
    .map((listing) => {
      const { title, storefrontAddress, metadata } = locationRecord({ id: '0', listing, isVerified: true })
      return { name: `googleLocations/${listing.key}`, location: { title, storefrontAddress, metadata } }
    })
  return apiAnswer(200, found.length === 0 ? {} : { googleLocations: found })
}

function maskedRecord(location: BusinessLocation, mask: readonly string[]): Record<string, unknown> {
  const asked = new Set(mask.map((path) => path.split('.')[0]))
  return Object.fromEntries(Object.entries(locationRecord(location)).filter(([field]) => asked.has(field)))
}

function locationRecord({ id, listing, isVerified }: BusinessLocation) {
  const { street, city, region, postalCode, phone } = listing.address
  const featureId = listing.google?.featureId ?? ''
  return {
    name: `locations/${id}`,
    languageCode: 'en',
    title: listing.name,
    phoneNumbers: { primaryPhone: phone },
    categories: {
      primaryCategory: {
        name: `categories/gcid:${listing.category.toLowerCase().replaceAll(/\W+/g, '_')}`,
        displayName: listing.category,
      },
    },
    storefrontAddress: {
      regionCode: 'US',
      languageCode: 'en',
      postalCode,
      administrativeArea: region,
      locality: city,
      addressLines: [street],
    },
    latlng: listing.position,
    openInfo: { status: 'OPEN', canReopen: true },
    // A place that is not verified yet is not on the map.
    metadata: isVerified
      ? {
          canDelete: true,
          hasVoiceOfMerchant: true,
          placeId: placeIdOf(featureId),
          mapsUri: `https://maps.google.com/maps?cid=${cidOf(featureId)}`,
          newReviewUri: `https://search.google.com/local/writereview?placeid=${placeIdOf(featureId)}`,
        }
      : { canDelete: true },
  }
}

/** A page of records. Keys without a value are left out, so that an empty list is `{}`. */
function pageAnswer(
  key: string,
  list: readonly string[],
  records: readonly unknown[],
  size: number | null,
  request: UpstreamRequest,
): Answer {
  const offset = offsetOf(list, request.query.get('pageToken') ?? '')
  if (size === null || offset === null) return apiError('INVALID_ARGUMENT', request.host)
  const shown = records.slice(offset, offset + size)
  const end = offset + shown.length
  return apiAnswer(200, {
    ...(shown.length > 0 && { [key]: shown }),
    ...(end < records.length && { nextPageToken: pageToken(list, end) }),
  })
}
