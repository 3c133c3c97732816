import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { failure } from '../failure.ts'
import type { PlaceRef, SourceAccess } from '../source.ts'
import { apiRequest } from './api-request.ts'
import { isLocationName } from './resource-names.ts'

/** Reviews are the only part of the API that is still of version 4. */
export const REVIEWS_URL = 'https://mybusiness.googleapis.com/v4'

/** The most Google gives. */
const PAGE_SIZE = 50

/**
 * Asks for a page of reviews. An edit moves a review to the top; a reply does not.
 *
 * @param cursor `nextPageToken` of the page before
 * @throws SourceError `reconnect` without a token, `wrong_listing` for a place that is no location
 */
export function request(
  place: PlaceRef & { id: string },
  cursor: string | null,
  access: SourceAccess,
): Request {
  if (!isLocationName(place.id)) throw failure(PLATFORM_NAMES.google, 'wrong_listing')
  const query = new URLSearchParams({
    pageSize: String(PAGE_SIZE),
    orderBy: 'updateTime desc',
    ...(cursor === null ? {} : { pageToken: cursor }),
  })
  return apiRequest(`${REVIEWS_URL}/${place.id}/reviews?${query}`, access.accessToken)
}
