import { TRPCError } from '@trpc/server'
import type { Handler } from 'hono'
import { domainErrorOf } from '../api/init.ts'
import { DomainError, errorRule } from '../errors.ts'
import { resolveApiKey } from '../identity/keys/resolve.ts'
import { BRAND_NAME } from '../rules/titles.ts'
import { type Resource, resourceOf } from './api-v1/resources.ts'
import type { HttpEnv } from './http-env.ts'
import { callProcedure } from './trpc.ts'

const ENTRIES = 50
const NO_FEED = 'This feed does not exist, or its address was revoked.'

/**
 * `/feeds/reviews.atom?key=…`: the most recently found reviews, for feed readers, which send no headers. Its key opens
 * only the feed, and no other key opens it, so a URL that leaks through a history or log exposes nothing else.
 */
export const reviewFeed: Handler<HttpEnv> = async (c) => {
  const { context } = c.var
  try {
    const session = await resolveApiKey(context, c.req.query('key') ?? '', 1, 'feed')
    const reader = { ...context, session }
    const page = await callProcedure(reader, 'reviews.list', { sort: 'newest', limit: ENTRIES })
    const { items } = resourceOf('ReviewPage', page)
    const shown = items.filter(({ removedAt }) => removedAt === null)
    const about = { origin: context.settings.APP_ORIGIN, organization: session.organization }
    return c.body(atom(shown, about), 200, { 'content-type': 'application/atom+xml; charset=utf-8' })
  } catch (error) {
    const refusal = error instanceof TRPCError ? domainErrorOf(error) : error
    if (!(refusal instanceof DomainError)) throw error
    return c.text(
      refusal.code === 'not_signed_in' ? NO_FEED : refusal.message,
      errorRule(refusal.code).status,
    )
  }
}

interface About {
  origin: string
  organization: { id: string; name: string }
}

/** RFC 4287. Texts are declared as plain text, so that no reader renders them as markup. */
function atom(reviews: readonly Resource<'Review'>[], { origin, organization }: About): string {
  const updated = reviews[0]?.scrapedAt ?? new Date(0).toISOString()
  return [
    '<?xml version="1.0" encoding="utf-8"?>',
    '<feed xmlns="http://www.w3.org/2005/Atom">',
    `<id>urn:uuid:${organization.id}</id>`,
    `<title>${escaped(`New reviews for ${organization.name}`)}</title>`,
    `<updated>${updated}</updated>`,
    `<generator>${BRAND_NAME}</generator>`,
    `<link rel="alternate" href="${escaped(origin)}/app/reviews"/>`,
    ...reviews.map((review) => entry(review, origin)),
    '</feed>',
  ].join('\n')
}

function entry(review: Resource<'Review'>, origin: string): string {
  const { id, rating, businessName, platformName, reviewerName, scrapedAt, reviewDate, editedAt } = review
  const address = `${escaped(origin)}/app/reviews/${id}`
  const title = `${rating} of 5 for ${businessName} on ${platformName}`
  return [
    '<entry>',
    `<id>${address}</id>`,
    `<title>${escaped(title)}</title>`,
    `<author><name>${escaped(reviewerName)}</name></author>`,
    `<published>${reviewDate ?? scrapedAt}</published>`,
    `<updated>${editedAt ?? scrapedAt}</updated>`,
    `<link rel="alternate" href="${address}"/>`,
    `<content type="text">${escaped(review.review)}</content>`,
    '</entry>',
  ].join('\n')
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Escapes text for XML and removes characters that XML 1.0 doesn't allow at all. */
function escaped(text: string): string {
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (mark) => ENTITIES[mark] ?? '')
}
