import { PUBLIC_PAGE_HEADERS } from '../agent.ts'
import type { PlaceRef } from '../source.ts'

const LIST_URL = 'https://www.google.com/httpservice/web/PrivateLocalSearchUiDataService/GetLocalBoqProxy'

const SORT_NEWEST = 2
/** What Google's own page asks for; the server decides, and usually gives 10 at first and about 20 later. */
const PAGE_SIZE = 10
const REACTION_KINDS = [[3], [4], [5], [6], [7]]

/** Asks for a page of reviews, newest first. `cursor` is the token of the page before, null for the first one. */
export function request(place: PlaceRef & { id: string }, cursor: string | null): Request {
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
