import { and, asc, eq, getTableColumns, sql } from 'drizzle-orm'
import * as v from 'valibot'
import { heldMails } from '#db/schema/index.ts'
import { platformColorOf, platformNameOf, requireAnyPlatform } from '../../businesses/own-platforms.ts'
import { businessNotFound } from '../../businesses/require-business.ts'
import type { BackgroundContext, MemberContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { isOwn } from '../../platform/business-access.ts'
import type { TagColor } from '../../rules/fields.ts'
import { type HeldMailId, type HeldMailView, type ImportCounts, ImportedReview } from '../../rules/imports.ts'
import { reviewPlatform } from '../../rules/platforms.ts'
import { countsOf, openAtOnce } from '../import-run.ts'
import { importedRows } from '../known-reviews.ts'
import { storeStep } from '../store-step.ts'
import type { MailedReview } from './review-in.ts'

export const HELD_DAYS = 30
/**
 * Maximum number of emails per business that wait for the owner's decision. Further emails are refused, so that none
 * displaces another.
 */
export const MAX_HELD = 20
const MAX_SENDER_CHARS = 254

/** Stores the review of an email, once, until the business's owner decides; null if too many are waiting. */
export async function holdMail(
  ctx: BackgroundContext,
  { organizationId, businessId }: { organizationId: string; businessId: string },
  { platform, review, isExcerpt }: MailedReview,
  sender: string,
): Promise<{ isNew: boolean } | null> {
  const [row] = await importedRows(platform, [review])
  if (!row) throw new Error('a review became no row')
  const isIt = and(
    eq(heldMails.businessId, businessId),
    eq(heldMails.platform, platform),
    eq(heldMails.reviewId, row.reviewId),
  )
  const [held, waiting] = await ctx.db.batch([
    ctx.db.statement(sql`
      INSERT INTO held_mails (id, organization_id, business_id, platform, review_id, review, is_excerpt, sender, created_at)
      SELECT ${ctx.createId()}, ${organizationId}, ${businessId}, ${platform}, ${row.reviewId}, ${JSON.stringify(review)},
        ${isExcerpt ? 1 : 0}, ${sender.slice(0, MAX_SENDER_CHARS)}, ${ctx.now()}
      WHERE (SELECT count(*) FROM held_mails WHERE business_id = ${businessId}) < ${MAX_HELD}
      ON CONFLICT (business_id, platform, review_id) DO NOTHING`),
    ctx.db.select({ id: heldMails.id }).from(heldMails).where(isIt),
  ])
  return waiting.length === 0 ? null : { isNew: held.meta.changes > 0 }
}

export function heldMailsQuery(ctx: MemberContext, businessId: string) {
  return ctx.db
    .select({
      ...getTableColumns(heldMails),
      platformName: platformNameOf(sql`held_mails.platform`, sql`held_mails.organization_id`).as(
        'platform_name',
      ),
      platformColor: platformColorOf(sql`held_mails.platform`, sql`held_mails.organization_id`).as(
        'platform_color',
      ),
    })
    .from(heldMails)
    .where(and(eq(heldMails.businessId, businessId), isOwn(ctx, heldMails)))
    .orderBy(asc(heldMails.createdAt), asc(heldMails.id))
}

export function heldMailView(row: Awaited<ReturnType<typeof heldMailsQuery>>[number]): HeldMailView {
  const { authorName, rating, reviewText, reviewDate } = v.parse(ImportedReview, row.review)
  const { id, platformName, sender } = row
  const platform = reviewPlatform(row.platform)
  // Safe: the color is validated before it is stored.
  const platformColor = row.platformColor as TagColor | null
  const receivedAt = new Date(row.createdAt).toISOString()
  return {
    ...{ id, platform, platformName, platformColor, sender },
    ...{ authorName, rating, reviewText, reviewDate, receivedAt },
  }
}

/** @throws DomainError `not_found` */
async function requireHeldMail(ctx: MemberContext, { id }: HeldMailId) {
  const [held] = await ctx.db
    .select()
    .from(heldMails)
    .where(and(eq(heldMails.id, id), isOwn(ctx, heldMails)))
  if (!held) {
    throw new DomainError(
      'not_found',
      'This e-mail is no longer waiting: it was added or discarded, or its time ran out.',
    )
  }
  return { ...held, review: v.parse(ImportedReview, held.review) }
}

/** Idempotent. */
export async function discardHeldMail(ctx: MemberContext, { id }: HeldMailId): Promise<void> {
  await ctx.db.delete(heldMails).where(and(eq(heldMails.id, id), isOwn(ctx, heldMails)))
}

/**
 * Stores the review of a held email. The email stays held if the monthly limit leaves no room.
 *
 * @throws DomainError `not_found`, `plan_limit`
 */
export async function addHeldMail(ctx: MemberContext, input: HeldMailId): Promise<ImportCounts> {
  const { organization } = ctx
  const held = await requireHeldMail(ctx, input)
  const { businessId, platform, review, isExcerpt } = held
  await requireAnyPlatform(ctx, platform)
  const [run] = await openAtOnce(ctx, {
    organizationId: organization.id,
    businessId,
    platform,
    source: 'mail',
  })
  const done =
    run && (await storeStep(ctx, run, organization.plan, [review], isExcerpt ? 'excerpts' : 'full'))
  if (!done) throw businessNotFound()
  const counts = countsOf(done)
  // Delete only after storing: if interrupted in between, adding it again changes nothing.
  if (counts.overQuota === 0) {
    await ctx.db
      .delete(heldMails)
      .where(and(eq(heldMails.id, held.id), eq(heldMails.organizationId, organization.id)))
  }
  return counts
}
