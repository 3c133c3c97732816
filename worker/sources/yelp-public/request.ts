import { PUBLIC_PAGE_HEADERS } from '../agent.ts'
import type { PlaceRef, SourceAccess } from '../source.ts'

const ORIGIN = 'https://www.yelp.com'

/** Yelp's stored query as of September 2026; `SourceAccess.yelpDocumentId` replaces it after a release of theirs. */
export const DEFAULT_DOCUMENT_ID = '2b29fe4414313b319cb85e119740e72da582d64ad2962841724748be23d7f692'

/** The site asks for 10; twice as many get a run of a few pages further. */
const PAGE_SIZE = 20

/** Asks for a page of reviews in English, newest first. */
export function request(
  place: PlaceRef & { id: string },
  cursor: string | null,
  access: SourceAccess,
): Request {
  const operation = {
    operationName: 'GetBusinessReviewFeed',
    variables: {
      encBizId: place.id,
      reviewsPerPage: PAGE_SIZE,
      ...(cursor === null ? {} : { after: cursor }),
      sortBy: 'DATE_DESC',
      languageCode: 'en',
      ratings: [5, 4, 3, 2, 1],
      queryText: '',
      isSearching: false,
      selectedReviewEncId: '',
      hasSelectedReview: false,
      isTranslating: false,
      translateLanguageCode: 'en',
      reactionsSourceFlow: 'businessPageReviewSection',
      minConfidenceLevel: 'HIGH_CONFIDENCE',
      highlightType: '',
      highlightIdentifier: '',
      isHighlighting: false,
    },
    extensions: { operationType: 'query', documentId: access.yelpDocumentId ?? DEFAULT_DOCUMENT_ID },
  }
  return new Request(`${ORIGIN}/gql/batch`, {
    method: 'POST',
    headers: {
      ...PUBLIC_PAGE_HEADERS,
      'content-type': 'application/json',
      origin: ORIGIN,
      referer: place.url,
      'x-apollo-operation-name': 'GetBusinessReviewFeed',
    },
    body: JSON.stringify([operation]),
    redirect: 'manual',
  })
}
