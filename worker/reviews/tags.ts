import { and, asc, eq, gte, type SQL, sql } from 'drizzle-orm'
import { columns, literal } from '#db/client.ts'
import { reviews, reviewTags } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { isLimited, isOwn } from '../platform/business-access.ts'
import type { TagColor } from '../rules/fields.ts'
import { hasFeature, historyCutoff, lockedFeature } from '../rules/plans.ts'
import {
  type AppliedTag,
  type ApplyTagInput,
  type CreateTagInput,
  MAX_TAGS,
  type TaggedReviews,
  type TagId,
  type TagReviewsInput,
  type TagRule,
  type TagView,
  tagNameKey,
  type UpdateTagInput,
} from '../rules/tags.ts'
import { isTagged, tagLabel, tagToken } from './labels.ts'
import { idsOf, stretchesOf } from './matching-ids.ts'
import { idAt, positionOf } from './position.ts'
import { searchToken } from './search-expression.ts'
import { fitsRule, missingLabels } from './tag-rules.ts'

const TOO_MANY = `You already have ${MAX_TAGS} tags. Delete one first.`
const SHARED = 'Tags are shared by all locations. Ask someone who can see all of them to change this.'
const TAG_GONE = 'This tag has already been deleted.'

/** Sorted by name. */
export function tagsQuery(ctx: MemberContext) {
  return ctx.db
    .select(COLUMNS)
    .from(reviewTags)
    .where(eq(reviewTags.organizationId, ctx.organization.id))
    .orderBy(asc(reviewTags.nameKey))
}

/** Names of the organization's tags by `review_tags.label`. */
export async function findTagNames(ctx: MemberContext): Promise<ReadonlyMap<string, string>> {
  const rows = await ctx.db
    .select(columns(reviewTags, 'label', 'name'))
    .from(reviewTags)
    .where(eq(reviewTags.organizationId, ctx.organization.id))
  return new Map(rows.map(({ label, name }) => [label, name]))
}

/** SQL for the organization's tags as a JSON list of `TagMark`, by name. */
export function tagsJson(ctx: MemberContext): SQL {
  return sql`(SELECT json_group_array(json_object('id', id, 'name', name, 'color', color)) FROM (
    SELECT id, name, color FROM review_tags WHERE organization_id = ${ctx.organization.id} ORDER BY name_key))`
}

const COLUMNS = {
  id: reviewTags.id,
  name: reviewTags.name,
  color: reviewTags.color,
  rule: reviewTags.rule,
}

type TagRow = Pick<typeof reviewTags.$inferSelect, keyof typeof COLUMNS>

export function tagView({ rule, color, ...row }: TagRow): TagView {
  // Safe: both are validated before they are stored.
  return { ...row, color: color as TagColor, rule: rule === null ? null : (JSON.parse(rule) as TagRule) }
}

export async function listTags(ctx: MemberContext): Promise<{ items: TagView[]; nextCursor: null }> {
  return { items: (await tagsQuery(ctx)).map(tagView), nextCursor: null }
}

/**
 * Creates a tag. A repeated request returns the existing tag.
 *
 * @throws DomainError `conflict` if the name is taken or MAX_TAGS is reached; `not_permitted` for members who don't see
 * all locations; `plan_limit` for a topic without AI Insights
 */
export async function createTag(ctx: MemberContext, input: CreateTagInput): Promise<TagView> {
  requireTagEditor(ctx)
  requireTopics(ctx, input.rule)
  const { id: organizationId } = ctx.organization
  const [id, now, nameKey] = [ctx.createId(), ctx.now(), tagNameKey(input.name)]
  const rule = input.rule && JSON.stringify(input.rule)
  const [, , [tag]] = await ctx.db.batch([
    ctx.db.statement(sql`
      INSERT INTO review_tags (id, organization_id, label, name, name_key, color, rule, created_at, updated_at)
      SELECT ${id}, ${organizationId}, ${tagLabel(searchToken(id))}, ${input.name}, ${nameKey}, ${input.color}, ${rule}, ${now},
        ${now}
      WHERE (SELECT count(*) FROM review_tags WHERE organization_id = ${organizationId}) < ${MAX_TAGS}
      ON CONFLICT (organization_id, name_key) DO NOTHING`),
    recordAction(ctx, { organizationId, action: 'tag_created', subject: input.name }),
    ctx.db
      .select(COLUMNS)
      .from(reviewTags)
      .where(and(eq(reviewTags.organizationId, organizationId), eq(reviewTags.nameKey, nameKey))),
  ])
  if (!tag) throw new DomainError('conflict', TOO_MANY)
  // A repeated request finds the tag that the first one created.
  const isIt = tag.name === input.name && tag.color === input.color && tag.rule === rule
  if (!isIt) throw nameTaken(tag.name)
  return tagView(tag)
}

/** @throws DomainError as `createTag`; `not_found` */
export async function updateTag(ctx: MemberContext, input: UpdateTagInput): Promise<TagView> {
  requireTagEditor(ctx)
  const { id: organizationId } = ctx.organization
  const { id, name, color } = input
  const [stored] = await ctx.db.select(COLUMNS).from(reviewTags).where(ownTag(ctx, id))
  if (!stored) throw tagNotFound()
  requireTopics(ctx, input.rule, tagView(stored).rule)
  const nameKey = tagNameKey(name)
  const isTaken = sql`EXISTS (SELECT 1 FROM review_tags AS other WHERE other.organization_id = ${organizationId}
    AND other.name_key = ${nameKey} AND other.id <> ${id})`
  const [[tag], , [other]] = await ctx.db.batch([
    ctx.db
      .update(reviewTags)
      .set({ name, nameKey, color, rule: input.rule && JSON.stringify(input.rule), updatedAt: ctx.now() })
      .where(and(ownTag(ctx, id), sql`NOT ${isTaken}`))
      .returning(COLUMNS),
    recordAction(ctx, { organizationId, action: 'tag_changed', subject: name }),
    ctx.db
      .select({ name: reviewTags.name })
      .from(reviewTags)
      .where(and(eq(reviewTags.organizationId, organizationId), eq(reviewTags.nameKey, nameKey))),
  ])
  if (tag) return tagView(tag)
  throw other ? nameTaken(other.name) : tagNotFound()
}

function nameTaken(name: string): DomainError {
  const message = `You already have a tag ‘${name}’.`
  return new DomainError('conflict', message, { fields: { name: message } })
}

const MAX_TAGGED_COUNT = 10_000

/** Counts up to MAX_TAGGED_COUNT. */
export async function countTagged(ctx: MemberContext, { id }: TagId): Promise<{ count: number }> {
  const { results } = await ctx.db.statement<{ count: number }>(
    sql`SELECT count(*) AS count FROM (SELECT 1 FROM review_search WHERE review_search MATCH ${taggedExpression(ctx, id)}
      LIMIT ${literal(MAX_TAGGED_COUNT)})`,
  )
  return { count: results[0]?.count ?? 0 }
}

/** Maximum reviews per call of `removeTag`, which rewrites the search index entry of each. */
const STEP = 500

/**
 * Deletes a tag over several calls. Each call removes the tag from up to `STEP` reviews; the last one also deletes the
 * tag. The first call removes the tag's rule, so no more reviews get the tag.
 *
 * @returns `count`: reviews that lost the tag in this call; `isDone`: true once the tag is deleted
 * @throws DomainError `not_found`; `not_permitted` for members who don't see all locations
 */
export async function removeTag(
  ctx: MemberContext,
  { id }: TagId,
): Promise<{ count: number; isDone: boolean }> {
  requireTagEditor(ctx)
  const { id: organizationId } = ctx.organization
  const [tag] = await ctx.db.select({ name: reviewTags.name }).from(reviewTags).where(ownTag(ctx, id))
  if (!tag) throw tagNotFound()
  const label = tagLabel(searchToken(id))
  const carriers = sql`(SELECT ${idAt(sql`rowid`)} FROM review_search
    WHERE review_search MATCH ${taggedExpression(ctx, id)} LIMIT ${literal(STEP)})`
  const isLeft = sql`EXISTS (SELECT 1 FROM review_search WHERE review_search MATCH ${taggedExpression(ctx, id)})`
  const [, untagged, deleted] = await ctx.db.batch([
    ctx.db.update(reviewTags).set({ rule: null }).where(ownTag(ctx, id)),
    ctx.db.statement<{ id: number }>(sql`
      UPDATE reviews SET label_keys = replace(label_keys, ' ' || ${label}, '')
      WHERE id IN ${carriers} AND organization_id = ${organizationId} AND ${isTagged(sql`${label}`)} RETURNING id`),
    ctx.db
      .delete(reviewTags)
      .where(and(ownTag(ctx, id), sql`NOT ${isLeft}`))
      .returning({ id: reviewTags.id }),
    recordAction(ctx, { organizationId, action: 'tag_deleted', subject: tag.name }),
  ])
  return { count: untagged.results.length, isDone: deleted.length > 0 }
}

function taggedExpression(ctx: MemberContext, id: string): string {
  return `keys : ${tagToken(searchToken(ctx.organization.id), searchToken(id))}`
}

/**
 * Adds a tag to reviews, or removes it from them. A review carries at most MAX_TAGS_PER_REVIEW.
 *
 * @throws DomainError `not_found` for a tag that is gone
 */
export async function tagReviews(ctx: MemberContext, input: TagReviewsInput): Promise<TaggedReviews> {
  const { id, reviewIds, isOn } = input
  const { organization } = ctx
  const label = tagLabel(searchToken(id))
  const asked = JSON.stringify([...new Set(reviewIds)].map(Number))
  const own = and(
    sql`${reviews.id} IN (SELECT value FROM json_each(${asked}))`,
    isOwn(ctx, reviews),
    gte(reviews.scrapedAt, historyCutoff(organization.plan, ctx.now())),
  )
  const name = sql`(SELECT name FROM review_tags WHERE ${ownTag(ctx, id)})`
  const added = missingLabels(sql`json_array(${label})`)
  const change = isOn
    ? ctx.db.statement<{ id: number }>(sql`
        UPDATE reviews SET label_keys = label_keys || ${added} WHERE ${own} AND ${added} <> '' RETURNING id`)
    : ctx.db.statement<{ id: number }>(sql`
        UPDATE reviews SET label_keys = replace(label_keys, ' ' || ${label}, '')
        WHERE ${own} AND ${isTagged(sql`${label}`)} RETURNING id`)
  const [changed, , counted] = await ctx.db.batch([
    change,
    recordAction(ctx, {
      organizationId: organization.id,
      action: isOn ? 'reviews_tagged' : 'reviews_untagged',
      subject: name,
    }),
    ctx.db.statement<{ reviews: number; tagged: number; name: string | null }>(sql`
      SELECT count(*) AS reviews, count(*) FILTER (WHERE ${isTagged(sql`${label}`)}) AS tagged, ${name} AS name
      FROM reviews WHERE ${own}`),
  ])
  const { reviews: found = 0, tagged = 0, name: known = null } = counted.results[0] ?? {}
  if (known === null) throw tagNotFound()
  const full = isOn ? found - tagged : 0
  const ids = changed.results.map((row) => String(row.id))
  return { ids, unchanged: found - full - ids.length, full, missing: new Set(reviewIds).size - found }
}

const APPLY_STEP = 200

/**
 * Applies a tag's rule to the caller's stored reviews, newest first, up to APPLY_STEP per call.
 *
 * @throws DomainError `not_found` for a tag that is gone; `conflict` if it has no rule
 */
export async function applyTag(ctx: MemberContext, input: ApplyTagInput): Promise<AppliedTag> {
  const [row] = await ctx.db.select(COLUMNS).from(reviewTags).where(ownTag(ctx, input.id))
  if (!row) throw tagNotFound()
  const { rule } = tagView(row)
  if (rule === null) throw new DomainError('conflict', 'This tag no longer has a rule.')
  const last = input.after === undefined ? null : BigInt(input.after)
  const ids = idsOf(stretchesOf(ctx, { visibility: 'all', rule }, last, true), true, APPLY_STEP)
  const rows = await ctx.db
    .select({
      id: reviews.id,
      rating: reviews.rating,
      platform: reviews.platform,
      text: reviews.reviewText,
      insightKeys: reviews.insightKeys,
      postedAt: reviews.postedAt,
    })
    .from(sql`(${ids}) AS matches`)
    .crossJoin(reviews)
    .where(and(sql`${reviews.id} = matches.id`, isOwn(ctx, reviews)))
  const lowest = rows.map(({ postedAt, id }) => positionOf(postedAt, id)).reduce(smaller, null)
  const after = rows.length < APPLY_STEP || lowest === null ? null : String(lowest)
  const fitting = rows.filter((review) => fitsRule(rule, review)).map(({ id }) => id)
  if (fitting.length === 0) return { tagged: 0, full: 0, after }
  const label = tagLabel(searchToken(input.id))
  const added = missingLabels(sql`json_array(${label})`)
  const chosen = and(
    sql`${reviews.id} IN (SELECT value FROM json_each(${JSON.stringify(fitting)}))`,
    isOwn(ctx, reviews),
  )
  const [tagged, , left] = await ctx.db.batch([
    ctx.db.statement<{ id: number }>(
      sql`UPDATE reviews SET label_keys = label_keys || ${added} WHERE ${chosen} AND ${added} <> '' RETURNING id`,
    ),
    recordAction(ctx, {
      organizationId: ctx.organization.id,
      action: 'reviews_tagged',
      subject: row.name,
    }),
    ctx.db.statement<{ full: number }>(
      sql`SELECT count(*) AS full FROM reviews WHERE ${chosen} AND NOT ${isTagged(sql`${label}`)}`,
    ),
  ])
  return { tagged: tagged.results.length, full: left.results[0]?.full ?? 0, after }
}

function smaller(a: bigint | null, b: bigint): bigint {
  return a === null || b < a ? b : a
}

function ownTag(ctx: MemberContext, id: string): SQL | undefined {
  return and(eq(reviewTags.id, id), eq(reviewTags.organizationId, ctx.organization.id))
}

/**
 * Tags belong to the whole organization, so members who see only some of its locations can use but not change them.
 *
 * @throws DomainError `not_permitted`
 */
function requireTagEditor(ctx: MemberContext): void {
  if (isLimited(ctx.organization)) throw new DomainError('not_permitted', SHARED)
}

/**
 * Topics need AI Insights. A tag made with it keeps its topic on a lower plan.
 *
 * @param stored the tag's present rule
 * @throws DomainError `plan_limit`
 */
function requireTopics(ctx: MemberContext, rule: TagRule | null, stored: TagRule | null = null): void {
  const isKept = rule?.topic === stored?.topic && rule?.opinion === stored?.opinion
  if (rule?.topic && !isKept && !hasFeature(ctx.organization.plan, 'hasAIInsights'))
    throw new DomainError('plan_limit', lockedFeature('hasAIInsights'))
}

function tagNotFound(): DomainError {
  return new DomainError('not_found', TAG_GONE)
}
