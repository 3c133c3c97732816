/** Bodies in the formats of the Graph API, about invented people. */

type Json = Record<string, unknown>

export const PAGE_ID = '104829374650112'

export function recommendation(number: number, parts: Json = {}): Json {
  return {
    created_time: '2026-03-05T12:17:16+0000',
    recommendation_type: 'positive',
    review_text: `Visit number ${number} was lovely.`,
    has_rating: false,
    has_review: true,
    reviewer: { name: `Guest ${number}`, id: `20${number}000000000000` },
    open_graph_story: { id: `30${number}000000000000` },
    ...parts,
  }
}

/** An entry from before August 2018. */
export function starRating(number: number, parts: Json = {}): Json {
  return {
    created_time: '2017-06-01T08:00:00+0000',
    rating: 4,
    has_rating: true,
    has_review: false,
    reviewer: { name: `Guest ${number}`, id: `20${number}000000000000` },
    ...parts,
  }
}

const NEXT = `https://graph.facebook.com/v21.0/${PAGE_ID}/ratings?access_token=INVENTED&limit=25&after=QVFIUafter`
export const PAGING = { cursors: { before: 'QVFIUbefore', after: 'QVFIUafter' }, next: NEXT }

export function ratingsBody(data: unknown[], paging?: unknown): string {
  return JSON.stringify({ data, ...(paging !== undefined && { paging }) })
}

export function graphErrorBody(code: number, subcode?: number): string {
  const error = {
    message: 'Invented words.',
    type: 'OAuthException',
    code,
    error_subcode: subcode,
    fbtrace_id: 'Ax',
  }
  return JSON.stringify({ error })
}
