import * as v from 'valibot'
import {
  nameString,
  PAGE_GONE,
  requiredString,
  TAG_COLORS,
  type TagColor,
  uuid,
  wholeNumber,
} from './fields.ts'
import { topicName } from './insight-texts.ts'
import { AnyPlatformKey } from './own-platforms.ts'
import { platformNameIn } from './platform-names.ts'
import type { OwnPlatform } from './platforms.ts'
import { TOPICS } from './review-features.ts'
import { ReviewKeys } from './reviews.ts'
import { searchTerms } from './search-terms.ts'
import { SENTIMENTS } from './sentiment.ts'

/** Limit per organization. */
export const MAX_TAGS = 50
export const MAX_TAGS_PER_REVIEW = 10
export const MAX_TAG_NAME_CHARS = 40
const MAX_MENTIONS = 20
const MAX_MENTION_CHARS = 60
const STARS = 'Choose 1 to 5 stars.'

const Mention = v.pipe(
  requiredString(MAX_MENTION_CHARS, 'A mention', 'Type what the text should mention.'),
  v.check((text) => searchTerms(text).length > 0, 'Type letters or digits.'),
)

/**
 * A review must meet all conditions that are set; for a list, one matching value is enough. `topic` is only known after
 * AI Insights has read the review.
 */
const TagRule = v.pipe(
  v.object({
    stars: v.optional(v.pipe(v.array(wholeNumber(1, 5, STARS), STARS), v.maxLength(5, STARS)), []),
    platforms: v.optional(v.array(AnyPlatformKey), []),
    topic: v.optional(v.nullable(v.picklist(TOPICS, 'Choose one of the topics listed.')), null),
    opinion: v.optional(v.nullable(v.picklist(SENTIMENTS, 'Choose positive, neutral or negative.')), null),
    mentions: v.optional(
      v.pipe(v.array(Mention), v.maxLength(MAX_MENTIONS, `Enter at most ${MAX_MENTIONS} mentions.`)),
      [],
    ),
  }),
  v.check(
    ({ stars, platforms, topic, mentions }) =>
      topic !== null || stars.length + platforms.length + mentions.length > 0,
    'Choose at least one condition.',
  ),
)
export type TagRule = v.InferOutput<typeof TagRule>

const TAG_ENTRIES = {
  name: nameString(MAX_TAG_NAME_CHARS, 'Name', 'Give the tag a name.'),
  color: v.picklist(TAG_COLORS, 'Choose a color.'),
  rule: v.optional(v.nullable(TagRule), null),
}

const TagKey = uuid('Choose one of your tags.')

export const CreateTagInput = v.object(TAG_ENTRIES)
export type CreateTagInput = v.InferOutput<typeof CreateTagInput>

export const UpdateTagInput = v.object({ id: TagKey, ...TAG_ENTRIES })
export type UpdateTagInput = v.InferOutput<typeof UpdateTagInput>

export const TagId = v.object({ id: TagKey })
export type TagId = v.InferOutput<typeof TagId>

export const TagReviewsInput = v.object({
  id: TagKey,
  reviewIds: v.pipe(ReviewKeys, v.minLength(1, 'Choose a review first.')),
  isOn: v.optional(v.boolean(), true),
})
export type TagReviewsInput = v.InferOutput<typeof TagReviewsInput>

/** `after` is the position that the previous call returned. */
export const ApplyTagInput = v.object({
  id: TagKey,
  after: v.optional(v.pipe(v.string(PAGE_GONE), v.regex(/^\d{1,19}$/, PAGE_GONE))),
})
export type ApplyTagInput = v.InferOutput<typeof ApplyTagInput>

export interface TagMark {
  id: string
  name: string
  color: TagColor
}

export interface TagView extends TagMark {
  rule: TagRule | null
}

export interface TaggedReviews {
  ids: string[]
  /** Reviews that already had the tag, or didn't have the one to remove. */
  unchanged: number
  /** Reviews that already have MAX_TAGS_PER_REVIEW other tags. */
  full: number
  /** Reviews that don't exist, or that the caller can't see. */
  missing: number
}

/** One step of tagging stored reviews by a rule; `after` is null once there are no more. */
export interface AppliedTag {
  tagged: number
  full: number
  after: string | null
}

export interface TagsView {
  tags: TagView[]
  ownPlatforms: OwnPlatform[]
  mayEdit: boolean
  hasTopics: boolean
}

/** Names that differ only in case count as the same name. */
export function tagNameKey(name: string): string {
  return name.normalize('NFKC').toLowerCase()
}

/** '1 or 2 stars, on Google, about service (negative), mentions “cold” or “refund”' */
export function ruleText(
  { stars, platforms, topic, opinion, mentions }: TagRule,
  own: readonly OwnPlatform[] = [],
): string {
  const parts = [
    stars.length > 0 && `${orList(stars.toSorted().map(String))} ${String(stars) === '1' ? 'star' : 'stars'}`,
    platforms.length > 0 && `on ${orList(platforms.map((platform) => platformNameIn(own, platform)))}`,
    topic && `about ${topicName(topic)}${opinion ? ` (${opinion})` : ''}`,
    mentions.length > 0 && `mentions ${orList(mentions.map((text) => `“${text}”`))}`,
  ]
  return parts.filter(Boolean).join(', ')
}

function orList(items: readonly string[]): string {
  return items.length < 2 ? items.join('') : `${items.slice(0, -1).join(', ')} or ${items.at(-1)}`
}

/** 'a, b' → ['a', 'b']; empty parts are left out. */
export function mentionsIn(typed: string): string[] {
  return typed
    .split(/[,\n]/)
    .map((part) => part.trim())
    .filter(Boolean)
}
