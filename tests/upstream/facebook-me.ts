import type { FacebookDesk, TokenHolder } from './facebook-desk.ts'
import { graphError, usageHeaders } from './facebook-errors.ts'
import { cursorAt, fieldsOf, offsetOf } from './facebook-ratings.ts'
import { facebookUrl } from './listings.ts'
import { type Answer, json, type UpstreamRequest } from './wire.ts'

const ACCOUNT_FIELDS: readonly string[] = ['id', 'name', 'access_token', 'link', 'category', 'tasks']
const DEFAULT_LIMIT = 25

/** `/me`: the page if its token was used, otherwise the person. */
export function meAnswer({ grant, page }: TokenHolder): Answer {
  const { id, name } = page?.facebook ? { id: page.facebook.pageId, name: page.name } : grant.person
  return json(200, { name, id }, usageHeaders())
}

/** Every requested permission, granted or declined. */
export function permissionsAnswer({ grant }: TokenHolder): Answer {
  const data = grant.asked.map((permission) => ({
    permission,
    status: grant.granted.includes(permission) ? 'granted' : 'declined',
  }))
  return json(200, { data }, usageHeaders())
}

/** The person removes this product from the account. */
export function removeAnswer(desk: FacebookDesk, { grant }: TokenHolder): Answer {
  desk.revoke(grant.person)
  return json(200, { success: true }, usageHeaders())
}

/** The pages a person manages, each with its own token. */
export function accountsAnswer(
  desk: FacebookDesk,
  { query }: UpstreamRequest,
  { grant, page }: TokenHolder,
): Answer {
  if (page)
    return graphError('100', '(#100) Tried accessing nonexisting field (accounts) on node type (Page)')
  if (!grant.granted.includes('pages_show_list')) return json(200, { data: [] }, usageHeaders())
  const fields = fieldsOf(query.get('fields') ?? ACCOUNT_FIELDS.join(','))
  const unknown = fields.find((field) => !ACCOUNT_FIELDS.includes(field))
  if (unknown !== undefined) {
    return graphError('100', `(#100) Tried accessing nonexisting field (${unknown}) on node type (Page)`)
  }
  const start = offsetOf(query.get('after'))
  if (start === null) return graphError('100')
  const limit = Number(query.get('limit') ?? DEFAULT_LIMIT)
  const end = Math.min(start + limit, grant.person.pages.length)
  const data = grant.person.pages.slice(start, end).map((listing) => {
    const all: Record<string, unknown> = {
      access_token: desk.pageTokenFor(grant, listing),
      category: listing.category,
      name: listing.name,
      id: listing.facebook?.pageId,
      link: facebookUrl(listing),
      tasks: ['ANALYZE', 'ADVERTISE', 'MODERATE', 'CREATE_CONTENT', 'MANAGE'],
    }
    return Object.fromEntries(Object.entries(all).filter(([name]) => fields.includes(name)))
  })
  const paging = {
    cursors: { before: cursorAt(start), after: cursorAt(end) },
    ...(end < grant.person.pages.length && {
      next: `https://graph.facebook.com/v26.0/me/accounts?after=${cursorAt(end)}`,
    }),
  }
  return json(200, { data, ...(data.length > 0 && { paging }) }, usageHeaders())
}
