import { and, asc, eq, isNull, or, sql } from 'drizzle-orm'
import { replyTemplates } from '#db/schema/index.ts'
import { type BusinessNames, businessChoicesQuery, namesOf } from '../businesses/list.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { isInReach } from '../platform/business-access.ts'
import { chosenMatches } from '../reviews/list.ts'
import { type ShownReview, selectShown } from '../reviews/review-view.ts'
import { MAX_RESPONSE_CHARS } from '../rules/responses.ts'
import {
  type CreateTemplateInput,
  fillTemplate,
  MAX_TEMPLATES,
  type ReplyTemplate,
  type ReplyWithTemplateInput,
  type TemplateId,
  type TemplateReplies,
  templateValues,
  type UpdateTemplateInput,
} from '../rules/templates.ts'
import { createResponse } from './create.ts'

const TOO_MANY = `You already have ${MAX_TEMPLATES} templates. Delete one first.`

const COLUMNS = {
  id: replyTemplates.id,
  name: replyTemplates.name,
  text: replyTemplates.text,
  businessId: replyTemplates.businessId,
}

/** All templates that the caller can see, sorted by name. Not paged, because there are at most MAX_TEMPLATES. */
export function templatesQuery(ctx: MemberContext) {
  return ctx.db
    .select(COLUMNS)
    .from(replyTemplates)
    .where(areShown(ctx))
    .orderBy(asc(sql`${replyTemplates.name} COLLATE NOCASE`), asc(replyTemplates.id))
}

export async function listTemplates(
  ctx: MemberContext,
): Promise<{ items: ReplyTemplate[]; nextCursor: null }> {
  return { items: await templatesQuery(ctx), nextCursor: null }
}

/**
 * Returns the same template if one exists, so a repeated request doesn't create a second one.
 *
 * @throws DomainError `not_found` for a business of another organization, `conflict` beyond MAX_TEMPLATES
 */
export async function createTemplate(ctx: MemberContext, input: CreateTemplateInput): Promise<ReplyTemplate> {
  if (input.businessId) await requireBusiness(ctx, input.businessId)
  const now = ctx.now()
  const isIt = and(
    eq(replyTemplates.organizationId, ctx.organization.id),
    sql`${replyTemplates.businessId} IS ${input.businessId}`,
    eq(replyTemplates.name, input.name),
    eq(replyTemplates.text, input.text),
  )
  const [, [template]] = await ctx.db.batch([
    ctx.db.statement(sql`
    INSERT INTO reply_templates (id, organization_id, business_id, name, text, created_at, updated_at)
    SELECT ${ctx.createId()}, ${ctx.organization.id}, ${input.businessId}, ${input.name}, ${input.text}, ${now}, ${now}
    WHERE (SELECT count(*) FROM reply_templates WHERE organization_id = ${ctx.organization.id}) < ${MAX_TEMPLATES}
      AND NOT EXISTS (SELECT 1 FROM reply_templates WHERE ${isIt})`),
    ctx.db.select(COLUMNS).from(replyTemplates).where(isIt).limit(1),
  ])
  if (!template) throw new DomainError('conflict', TOO_MANY)
  return template
}

/** @throws DomainError `not_found` */
export async function updateTemplate(ctx: MemberContext, input: UpdateTemplateInput): Promise<ReplyTemplate> {
  const { id, ...given } = input
  if (given.businessId) await requireBusiness(ctx, given.businessId)
  const [updated] = await ctx.db
    .update(replyTemplates)
    .set({ ...given, updatedAt: ctx.now() })
    .where(ownTemplate(ctx, id))
    .returning(COLUMNS)
  if (!updated) throw templateNotFound()
  return updated
}

/** @throws DomainError `not_found` */
export async function removeTemplate(ctx: MemberContext, input: TemplateId): Promise<void> {
  const removed = await ctx.db
    .delete(replyTemplates)
    .where(ownTemplate(ctx, input.id))
    .returning({ id: replyTemplates.id })
  if (removed.length === 0) throw templateNotFound()
}

/**
 * Replies to reviews with a template. Skips answered reviews, so a repeated request never replies twice.
 *
 * @throws DomainError `not_found` if the template no longer exists
 */
export async function replyWithTemplate(
  ctx: MemberContext,
  input: ReplyWithTemplateInput,
): Promise<TemplateReplies> {
  const asked = [...new Set(input.reviewIds)]
  const { matches, where } = chosenMatches(ctx, asked)
  const [[template], choices, { results: found }] = await ctx.db.batch([
    ctx.db.select(COLUMNS).from(replyTemplates).where(ownTemplate(ctx, input.templateId)),
    businessChoicesQuery(ctx),
    selectShown(ctx.db, sql`FROM ${matches} CROSS JOIN reviews WHERE ${where}`),
  ])
  if (!template) throw templateNotFound()
  const names = namesOf(choices)
  const replies = { replied: 0, answered: 0, unsuitable: 0, refused: 0, missing: asked.length - found.length }
  for (const review of found) {
    const isSuitable = template.businessId === null || template.businessId === review.businessId
    if (review.responded || review.removedAt !== null) replies.answered += 1
    else if (!isSuitable) replies.unsuitable += 1
    else replies[await replyTo(ctx, review, template.text, names)] += 1
  }
  return replies
}

async function replyTo(
  ctx: MemberContext,
  { id, authorName, rating, platformName, businessId }: ShownReview,
  text: string,
  names: BusinessNames,
): Promise<keyof TemplateReplies> {
  const values = templateValues({
    reviewerName: authorName,
    businessName: names.get(businessId) ?? '',
    rating: String(rating),
    platform: platformName,
  })
  const filled = fillTemplate(text, values)
  if (filled.length > MAX_RESPONSE_CHARS) return 'refused'
  try {
    await createResponse(ctx, { reviewId: String(id), text: filled })
    return 'replied'
  } catch (refusal) {
    if (!(refusal instanceof DomainError)) throw refusal
    if (refusal.code === 'conflict') return 'answered'
    if (refusal.code === 'invalid_input') return 'refused'
    if (refusal.code === 'not_found') return 'missing'
    throw refusal
  }
}

/** Matches templates for all businesses, and those for a business the caller may see. */
function areShown(ctx: MemberContext) {
  const { organizationId, businessId } = replyTemplates
  const isForAll = isNull(businessId)
  return and(eq(organizationId, ctx.organization.id), or(isForAll, isInReach(ctx, sql`${businessId}`)))
}

function ownTemplate(ctx: MemberContext, id: string) {
  return and(eq(replyTemplates.id, id), areShown(ctx))
}

function templateNotFound(): DomainError {
  return new DomainError('not_found', 'This template has already been deleted.')
}
