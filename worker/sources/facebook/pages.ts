import { failure } from '../failure.ts'
import { at, textAt } from '../json.ts'
import { graphRequest } from './facebook.ts'
import { idOf, locate } from './locate.ts'
import { nextCursorOf } from './parse.ts'
import { requireAnswer } from './refusal.ts'

interface ConnectedPage {
  id: string
  name: string
  accessToken: string
  url: string
  category: string
}

const PAGE_SIZE = 100

/**
 * Builds the request for the pages that an account manages.
 *
 * @throws SourceError `reconnect` without a token
 */
export function pagesRequest(accessToken: string | undefined, cursor: string | null = null): Request {
  return graphRequest('me/accounts', accessToken, {
    fields: 'id,name,access_token,link,category',
    limit: String(PAGE_SIZE),
    ...(cursor === null ? {} : { after: cursor }),
  })
}

/** Skips pages without a token, because nothing can be requested for them. */
export function parsePages(body: string): { pages: ConnectedPage[]; nextCursor: string | null } {
  const answer = requireAnswer(body)
  const entries = at(answer, 'data')
  if (!Array.isArray(entries)) throw failure('facebook', 'format_changed')
  return { pages: entries.flatMap((entry) => pageOf(entry) ?? []), nextCursor: nextCursorOf(answer) }
}

function pageOf(entry: unknown): ConnectedPage | null {
  const id = idOf(textAt(entry, 'id'))
  const accessToken = textAt(entry, 'access_token')
  if (id === null || accessToken === '') return null
  const link = URL.parse(textAt(entry, 'link'))
  const url = (link && locate(link)?.url) ?? `https://www.facebook.com/${id}`
  return {
    id,
    name: textAt(entry, 'name').trim() || `Page ${id}`,
    accessToken,
    url,
    category: textAt(entry, 'category'),
  }
}
