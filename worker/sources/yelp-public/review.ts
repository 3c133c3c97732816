import { UNNAMED_AUTHORS } from '../../rules/platforms.ts'
import { isoFromInstant } from '../instants.ts'
import { at, countAt, isStars, languageAt, listAt, textAt } from '../json.ts'
import { type Reading, readingOf, responseOf } from '../page.ts'
import { isEncid } from './locate.ts'

/** Author whose account is closed. */
export const UNNAMED_AUTHOR = UNNAMED_AUTHORS.yelp

/** Reads a node of `GetBusinessReviewFeed`; `business` is the listing's alias or id, for the review's address. */
export function readGqlNode(node: unknown, business: string): Reading {
  const reviewId = at(node, 'encid')
  const rating = at(node, 'rating')
  if (!isEncid(reviewId) || !isStars(rating)) return 'unreadable'
  const reply = at(node, 'bizUserPublicReply')
  const reviewText = withoutHighlights(textAt(node, 'text', 'full') || textAt(node, 'text'))
  return readingOf({
    reviewId,
    authorName: textAt(node, 'author', 'displayName').trim() || UNNAMED_AUTHOR,
    rating,
    reviewText,
    reviewDate: isoFromDateTime(at(node, 'createdAt')),
    helpfulVotes: helpfulVotesOf(node),
    ownerResponse: responseOf(
      textAt(reply, 'text', 'full') || textAt(reply, 'text'),
      isoFromDateTime(at(reply, 'createdAt')),
    ),
    language: reviewText === '' ? null : languageAt(node, 'text', 'language'),
    url: reviewUrl(textAt(node, 'business', 'alias') || business, reviewId),
  })
}

/** Address that shows the review first on its listing; null without a listing. */
export function reviewUrl(business: string, reviewId: string): string | null {
  return business === '' ? null : `https://www.yelp.com/biz/${encodeURIComponent(business)}?hrid=${reviewId}`
}

/** Keyword searches highlight their hits. */
function withoutHighlights(text: string): string {
  return text.replace(/\[\[(?:END)?HIGHLIGHT\]\]/g, '')
}

/** The instant is in UTC or has the business's offset; it's in an object or, in trimmed data, on its own. */
function isoFromDateTime(value: unknown): string | null {
  const forms = [
    value,
    at(value, 'utcDateTime'),
    at(value, 'localDateTime'),
    at(value, 'localDateTimeForBusiness'),
  ]
  return forms.map(isoFromInstant).find((iso) => iso !== null) ?? null
}

/** Reactions replaced the three counters; if present, only HELPFUL corresponds to 'useful'. */
function helpfulVotesOf(node: unknown): number {
  const reactions = [
    ...listAt(node, 'availableReactionsContainer', 'availableReactions'),
    ...listAt(node, 'availableReactions'),
  ]
  const helpful = reactions.find((reaction) => at(reaction, 'reactionType') === 'HELPFUL')
  return countAt(helpful, 'count') ?? countAt(node, 'feedback', 'usefulCount') ?? 0
}
