import { areRecommendationsOver, GRAPH_VERSION, RECOMMENDATIONS_VERSION } from '../../rules/graph-api.ts'
import { failure } from '../failure.ts'
import type { FoundPlace, ReviewSource, SourceAccess } from '../source.ts'
import { locate } from './locate.ts'
import { numbersOf, parse } from './parse.ts'
import { pauseAfter, refusal, requireAnswer } from './refusal.ts'

/**
 * Rating and review count from the page itself, which still states them after Facebook stopped providing
 * recommendations (code 12).
 */
const numbers: NonNullable<ReviewSource['numbers']> = {
  request: (place, access) =>
    graphRequest(encodeURIComponent(place.id), access.accessToken, {
      fields: 'overall_star_rating,rating_count',
    }),
  parse: (body) => numbersOf(requireAnswer(body)),
}

/** Recommendations of a page, requested with its owner's token. `PlaceRef.id` is the page's id. */
export const facebook: ReviewSource = {
  name: 'facebook',
  platform: 'facebook',
  access: 'connection',
  keeps: 'reviews',
  lists: 'all',
  texts: 'full',
  locate,
  resolve: null,
  request,
  pauseAfter,
  refusal,
  parse,
  numbers,
}

const GRAPH_URL = 'https://graph.facebook.com'

const PAGE_SIZE = 25
const FIELDS =
  'created_time,recommendation_type,review_text,rating,has_rating,has_review,reviewer{id,name},open_graph_story{id}'

/**
 * `cursor` is `paging.cursors.after` of the previous response.
 *
 * @throws SourceError `ended` if Facebook has stopped providing recommendations, to avoid a pointless request
 */
function request(place: FoundPlace, cursor: string | null, access: SourceAccess): Request {
  if (areRecommendationsOver(access.now ?? 0)) throw failure('facebook', 'ended')
  const query = {
    fields: FIELDS,
    limit: String(PAGE_SIZE),
    ...(cursor === null ? {} : { after: cursor }),
  }
  const path = `${encodeURIComponent(place.id)}/ratings`
  return graphRequest(path, access.accessToken, query, RECOMMENDATIONS_VERSION)
}

/** @throws SourceError `reconnect` without a token */
export function graphRequest(
  path: string,
  accessToken: string | undefined,
  query: Record<string, string>,
  version = GRAPH_VERSION,
): Request {
  if (!accessToken) throw failure('facebook', 'reconnect')
  // In a header, because addresses end up in logs.
  return new Request(`${GRAPH_URL}/${version}/${path}?${new URLSearchParams(query)}`, {
    headers: { authorization: `Bearer ${accessToken}`, accept: 'application/json' },
    redirect: 'manual',
  })
}
