import { type SQL, sql } from 'drizzle-orm'
import type { Database } from '#db/client.ts'
import type { AnyPlatform } from '../rules/platforms.ts'
import { mentionsAny } from '../rules/search-terms.ts'
import { SENTIMENTS } from '../rules/sentiment.ts'
import { MAX_TAGS_PER_REVIEW, type TagRule } from '../rules/tags.ts'
import { topicToken } from './insight-keys.ts'
import { isTagged, TAG_COUNT } from './labels.ts'

export interface RuledTag {
  /** `review_tags.label` */
  label: string
  rule: TagRule
}

export interface RuledReview {
  rating: number
  platform: AnyPlatform
  text: string
  /** `reviews.insight_keys`; empty until AI Insights has read the review. */
  insightKeys: string
}

/** SQL for an organization's tags with a rule, as JSON. @param organizationId a column or value */
export function ruledTags(organizationId: SQL): SQL<string> {
  return sql<string>`(SELECT json_group_array(json_object('label', ruled.label, 'rule', json(ruled.rule)))
    FROM review_tags AS ruled WHERE ruled.organization_id = ${organizationId} AND ruled.rule IS NOT NULL)`
}

export function ruledTagsQuery(db: Database, organizationId: string) {
  return db.statement<{ tags: string }>(sql`SELECT ${ruledTags(sql`${organizationId}`)} AS tags`)
}

export function readRuledTags(json: string): RuledTag[] {
  // Safe: rules are validated before they are stored.
  return JSON.parse(json) as RuledTag[]
}

export function fitsRule(rule: TagRule, { rating, platform, text, insightKeys }: RuledReview): boolean {
  const { stars, platforms, mentions } = rule
  return (
    (stars.length === 0 || stars.includes(Math.floor(rating))) &&
    (platforms.length === 0 || platforms.includes(platform)) &&
    (rule.topic === null || isAbout(rule, insightKeys)) &&
    (mentions.length === 0 || mentionsAny(text, mentions))
  )
}

function isAbout({ topic, opinion }: TagRule, insightKeys: string): boolean {
  if (topic === null) return false
  const tokens = insightKeys.split(' ')
  return (opinion ? [opinion] : SENTIMENTS).some((polarity) =>
    tokens.includes(topicToken('~', topic, polarity)),
  )
}

/** The labels that a review gets when it is stored or edited. */
function labelsOf(tags: readonly RuledTag[], review: RuledReview): string[] {
  return tags.filter(({ rule }) => fitsRule(rule, review)).map(({ label }) => label)
}

/**
 * The labels that a review gets when AI Insights reads it: those of rules about a topic that earlier readings didn't
 * find in the review. A tag removed by hand therefore doesn't come back each time the review is read.
 */
export function labelsOfTopics(tags: readonly RuledTag[], review: RuledReview, keysBefore: string): string[] {
  return tags
    .filter(({ rule }) => rule.topic !== null && fitsRule(rule, review) && !isAbout(rule, keysBefore))
    .map(({ label }) => label)
}

/**
 * SQL for the text to append to the labels of a review (`reviews`). Leaves out deleted tags, those the review already
 * has, and those beyond MAX_TAGS_PER_REVIEW; empty if none are left.
 *
 * @param labels a JSON list without duplicates
 */
export function missingLabels(labels: SQL): SQL {
  return sql`coalesce((SELECT group_concat(' ' || label, '') FROM (
    SELECT tag.label AS label, row_number() OVER (ORDER BY wanted.key) AS place FROM json_each(${labels}) AS wanted
      CROSS JOIN review_tags AS tag ON tag.organization_id = reviews.organization_id AND tag.label = wanted.value
    WHERE NOT ${isTagged(sql`tag.label`)})
    WHERE place <= ${MAX_TAGS_PER_REVIEW} - ${TAG_COUNT}), '')`
}

interface TaggedIncoming {
  organizationId: string
  businessId: string
  platform: AnyPlatform
  reviews: readonly { reviewId: string; rating: number; reviewText: string }[]
  tagRules: readonly RuledTag[]
}

/**
 * A list with the statement that tags incoming reviews by rule; empty if no rule fits. Run it after the statement that
 * stores the reviews.
 *
 * @param isChanged SQL: true for a review (`reviews`) that is new or was edited
 */
export function tagIncoming(db: Database, incoming: TaggedIncoming, isChanged: SQL) {
  const { organizationId, businessId, platform, tagRules } = incoming
  const fitting = incoming.reviews.flatMap(({ reviewId, rating, reviewText: text }) => {
    const labels = labelsOf(tagRules, { rating, platform, text, insightKeys: '' })
    return labels.length > 0 ? [[reviewId, labels]] : []
  })
  if (fitting.length === 0) return []
  const missing = missingLabels(sql`item.value->1`)
  return [
    db.statement(sql`
      UPDATE reviews SET label_keys = label_keys || ${missing}
      FROM json_each(${JSON.stringify(fitting)}) AS item
      WHERE reviews.business_id = ${businessId} AND reviews.platform = +${platform}
        AND reviews.platform_review_id = item.value->>0 AND reviews.organization_id = ${organizationId}
        AND ${isChanged} AND ${missing} <> ''`),
  ]
}
