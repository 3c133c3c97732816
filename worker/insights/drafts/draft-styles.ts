import { and, eq, isNotNull, isNull, type SQL, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { draftStyles } from '#db/schema/index.ts'
import { requireBusiness } from '../../businesses/require-business.ts'
import type { BackgroundContext, MemberContext } from '../../context.ts'
import { fieldError } from '../../errors.ts'
import { recordAction } from '../../identity/log/record-action.ts'
import {
  DEFAULT_DRAFT_STYLE,
  type DraftStyle,
  type DraftStyleOf,
  type DraftStyleView,
  refusedSentence,
  type SaveDraftStyleInput,
} from '../../rules/drafts.ts'
import { may } from '../../rules/permissions.ts'
import { PACKS, readIndustryOf } from '../topics/industries.ts'
import { sentenceFault } from './text-checks.ts'

const COLUMNS = columns(draftStyles, 'tone', 'signOff', 'contactLine', 'remarks', 'automaticBy')

/** @throws DomainError `not_found` */
export async function getDraftStyle(
  ctx: MemberContext,
  { businessId }: DraftStyleOf,
): Promise<DraftStyleView> {
  const business = await requireBusiness(ctx, businessId)
  const rows = await ctx.db
    .select(COLUMNS)
    .from(draftStyles)
    .where(and(eq(draftStyles.businessId, business.id), eq(draftStyles.organizationId, ctx.organization.id)))
  const industryOf = await readIndustryOf(ctx)
  const topics = PACKS[industryOf(business)]
  return {
    style: styleOf(rows),
    isAutomatic: rows[0]?.automaticBy != null,
    topics: topics.map((topic) => ({ topic, label: labelOf(topic) })),
  }
}

/** @throws DomainError `not_found`; `invalid_input` for a sentence that must not be published */
export async function saveDraftStyle(ctx: MemberContext, input: SaveDraftStyleInput): Promise<DraftStyle> {
  const { businessId, isAutomatic, ...style } = input
  const business = await requireBusiness(ctx, businessId)
  refuse('signOff', style.signOff)
  refuse('contactLine', style.contactLine)
  for (const [index, { text }] of style.remarks.entries()) refuse(`remarks.${index}.text`, text)
  const row = { ...style, remarks: JSON.stringify(style.remarks), updatedAt: ctx.now() }
  await ctx.db.batch([
    ctx.db
      .insert(draftStyles)
      .values({ businessId: business.id, organizationId: ctx.organization.id, ...row })
      .onConflictDoUpdate({ target: draftStyles.businessId, set: row }),
    ...allow(ctx, business, isAutomatic),
  ])
  return style
}

/**
 * Statements that allow automatic replies or stop them, and record the action. The replies are sent in the name of the
 * first member to allow them, and only to reviews posted from then on.
 */
function allow(ctx: MemberContext, { id, name }: { id: string; name: string }, isAutomatic: boolean) {
  const organizationId = ctx.organization.id
  const change = isAutomatic
    ? ctx.db
        .update(draftStyles)
        .set({ automaticBy: ctx.session.user.id, automaticSince: ctx.now() })
        .where(
          and(
            eq(draftStyles.businessId, id),
            eq(draftStyles.organizationId, organizationId),
            isNull(draftStyles.automaticBy),
            // Members can only allow what they may do themselves.
            sql`${may(ctx.organization, 'replies.post')}`,
          ),
        )
    : stopAutomatic(ctx, { organizationId, businessId: id })
  const action = isAutomatic ? 'automatic_replies_allowed' : 'automatic_replies_stopped'
  return [change, recordAction(ctx, { organizationId, action, subject: name })] as const
}

/**
 * Statement that stops automatic replies to the business's reviews. Replies that are already scheduled are still
 * published.
 */
export function stopAutomatic(
  ctx: BackgroundContext,
  { organizationId, businessId }: { organizationId: string; businessId: string },
  condition?: SQL,
) {
  return ctx.db
    .update(draftStyles)
    .set({ automaticBy: null, automaticSince: null })
    .where(
      and(
        eq(draftStyles.businessId, businessId),
        eq(draftStyles.organizationId, organizationId),
        isNotNull(draftStyles.automaticBy),
        condition,
      ),
    )
}

function refuse(field: string, sentence: string | null): void {
  const fault = sentence && sentenceFault(sentence)
  if (fault) throw fieldError('invalid_input', field, refusedSentence(fault))
}

/** The style in a row of draft_styles; the default style if there is no row. */
export function styleOf([row]: readonly (Omit<DraftStyle, 'remarks'> & { remarks: string })[]): DraftStyle {
  // Safe: written only by saveDraftStyle.
  if (!row) return DEFAULT_DRAFT_STYLE
  const { tone, signOff, contactLine, remarks } = row
  return { tone, signOff, contactLine, remarks: JSON.parse(remarks) as DraftStyle['remarks'] }
}

/** `check_in` is shown as `Check in`. */
function labelOf(topic: string): string {
  return (topic[0] ?? '').toUpperCase() + topic.slice(1).replaceAll('_', ' ')
}
