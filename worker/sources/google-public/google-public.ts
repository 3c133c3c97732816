import { PUBLIC_PAGE_HEADERS } from '../agent.ts'
import { failure, statusRefusal } from '../failure.ts'
import type { FoundPlace, PlaceRef, ReviewSource, SourceAnswer, SourceError } from '../source.ts'
import { isSharedPage, locate, ONLY_NAME, whyNotListing } from './locate.ts'
import { parse } from './parse.ts'
import { htmlRefusal, redirectRefusal, refusal } from './refusal.ts'

/** Follows one hop of a short link. If it leads to another short link, the place's id stays null. */
export const resolve = {
  request(place: PlaceRef): Request {
    return new Request(place.url, { headers: PUBLIC_PAGE_HEADERS, redirect: 'manual' })
  },

  /** @throws SourceError `wrong_listing` if the link leads anywhere but to a listing on a host of Google */
  parse(place: PlaceRef, answer: SourceAnswer): PlaceRef {
    const location = answer.headers.get('location')
    if (answer.status < 300 || answer.status >= 400 || location === null) throw notFollowed(place, answer)
    const refused = redirectRefusal(answer)
    if (refused) throw refused
    const target = URL.parse(location, place.url)
    const next = target && locate(target)
    if (next && next.url !== place.url) return next
    const reason = target ? whyNotListing(target) : ''
    throw failure('google', 'wrong_listing', { message: followed(reason) })
  },
}

function notFollowed({ url }: PlaceRef, answer: SourceAnswer): SourceError {
  const byStatus = statusRefusal('google', answer)
  if (byStatus?.kind === 'rate_limited') return byStatus
  // In a browser, the script of a shared page would now show a search for the name.
  const message = isSharedPage(url) ? followed(ONLY_NAME) : undefined
  return htmlRefusal(answer.body) ?? byStatus ?? failure('google', 'wrong_listing', { message })
}

function followed(reason: string): string | undefined {
  return reason === '' ? undefined : `We followed the short link. ${reason}`
}

/** Google's public list of reviews, read without a login: all reviews of a place, latest edit first. */
export const googlePublic: ReviewSource = {
  name: 'google-public',
  platform: 'google',
  access: 'public_page',
  keeps: 'reviews',
  lists: 'all',
  texts: 'full',
  locate,
  resolve,
  request,
  refusal,
  parse,
}

const LIST_URL = 'https://www.google.com/httpservice/web/PrivateLocalSearchUiDataService/GetLocalBoqProxy'

const SORT_NEWEST = 2
/**
 * Page size that Google's own page requests. The server ignores it: it usually returns 10 reviews on the first page and
 * about 20 on later ones.
 */
const PAGE_SIZE = 10
const REACTION_KINDS = [[3], [4], [5], [6], [7]]

/** Requests a page of the list. `cursor` is the token of the previous page, null for the first one. */
function request(place: FoundPlace, cursor: string | null): Request {
  const list: unknown[] = new Array(24).fill(null)
  list[1] = SORT_NEWEST
  list[9] = PAGE_SIZE
  list[11] = [place.id]
  list[16] = [1, 1, null, REACTION_KINDS]
  list[19] = cursor ?? ''
  list[23] = 0
  const payload = [null, [...new Array(9).fill(null), list]]
  const query = new URLSearchParams({ msc: 'gwsrpc', hl: 'en', reqpld: JSON.stringify(payload) })
  return new Request(`${LIST_URL}?${query}`, { headers: PUBLIC_PAGE_HEADERS, redirect: 'manual' })
}
