import { and, eq } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { draftStyles } from '#db/schema/index.ts'
import { requireBusiness } from '../../businesses/require-business.ts'
import type { MemberContext } from '../../context.ts'
import { fieldError } from '../../errors.ts'
import {
  DEFAULT_DRAFT_STYLE,
  type DraftStyle,
  type DraftStyleOf,
  type DraftStyleView,
  refusedSentence,
  type SaveDraftStyleInput,
} from '../../rules/drafts.ts'
import { PACKS } from '../topics/industries.ts'
import { industryOf } from '../topics/industry-of.ts'
import { sentenceFault } from './guards.ts'

const COLUMNS = columns(draftStyles, 'tone', 'signOff', 'contactLine', 'remarks')

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
  const topics = PACKS[industryOf(business.industry)]
  return {
    style: styleOf(rows),
    topics: topics.map((topic) => ({ topic, label: labelOf(topic) })),
  }
}

/**
 * Keeps how replies to a business's reviews are drafted.
 * @throws DomainError `not_found`; `invalid_input` for a sentence that must not be said in public
 */
export async function saveDraftStyle(ctx: MemberContext, input: SaveDraftStyleInput): Promise<DraftStyle> {
  const { businessId, ...style } = input
  const business = await requireBusiness(ctx, businessId)
  refuse('signOff', style.signOff)
  refuse('contactLine', style.contactLine)
  for (const [index, { text }] of style.remarks.entries()) refuse(`remarks.${index}.text`, text)
  const row = { ...style, remarks: JSON.stringify(style.remarks), updatedAt: ctx.now() }
  await ctx.db
    .insert(draftStyles)
    .values({ businessId: business.id, organizationId: ctx.organization.id, ...row })
    .onConflictDoUpdate({ target: draftStyles.businessId, set: row })
  return style
}

function refuse(field: string, sentence: string | null): void {
  const fault = sentence && sentenceFault(sentence)
  if (fault) throw fieldError('invalid_input', field, refusedSentence(fault))
}

/** The style that a row of draft_styles has; the default without one. */
export function styleOf([row]: readonly (Omit<DraftStyle, 'remarks'> & { remarks: string })[]): DraftStyle {
  // Safe: written by saveDraftStyle alone.
  return row ? { ...row, remarks: JSON.parse(row.remarks) as DraftStyle['remarks'] } : DEFAULT_DRAFT_STYLE
}

/** `check_in` is shown as `Check in`. */
function labelOf(topic: string): string {
  return (topic[0] ?? '').toUpperCase() + topic.slice(1).replaceAll('_', ' ')
}
