import { type SQL, sql } from 'drizzle-orm'
import { requireBusiness } from '../../businesses/require-business.ts'
import type { MemberContext } from '../../context.ts'
import { isInReach, isLimited } from '../../platform/business-access.ts'
import type { StoredFinding } from '../../rules/findings.ts'
import type { InsightsInput } from '../../rules/insights.ts'

/** Number of findings that fit on the Dashboard. */
const MAX_ON_TOP = 3

interface StoredRow {
  findings: string
}

/**
 * Most important first.
 *
 * @throws DomainError `not_found` for a business of another organization
 */
export async function listFindings(
  ctx: MemberContext,
  { businessId }: InsightsInput,
): Promise<StoredFinding[]> {
  if (businessId !== undefined) await requireBusiness(ctx, businessId)
  const stored = await storedFindingsQuery(ctx, 'findings', businessId)
  return readFindings(ctx, stored.results)
}

/**
 * Reads one row per business, however many reviews it has.
 *
 * @param column `top`: only candidates for the top of the Dashboard (`candidatesOf`), without methods and bridges
 * @param business one of the caller's, or a select of its id; all by default
 */
export function storedFindingsQuery(ctx: MemberContext, column: 'findings' | 'top', business?: string | SQL) {
  return ctx.db.statement<StoredRow>(sql`
    SELECT stored.${sql.raw(column)} AS findings FROM insight_findings AS stored
    WHERE stored.organization_id = ${ctx.organization.id} AND ${isInReach(ctx, sql`stored.business_id`)}
      ${business === undefined ? sql`` : sql`AND stored.business_id = ${business}`}`)
}

/**
 * Kinds hidden from members with restricted access, because they reveal something about other locations. These members
 * still see the effects of actions on the actions screen.
 */
const OF_OTHERS: readonly StoredFinding['kind'][] = [
  'location_apart',
  'action_worked',
  'action_harmed',
  'action_unclear',
]

/**
 * Reads the findings that the caller may see, most important first. Members who see only some locations learn nothing
 * about the others, not even their average.
 */
export function readFindings(ctx: MemberContext, rows: readonly StoredRow[]): StoredFinding[] {
  return (
    rows
      // Safe: written only by store-findings.ts.
      .flatMap(({ findings }) => JSON.parse(findings) as StoredFinding[])
      .filter(({ kind }) => !OF_OTHERS.includes(kind) || !isLimited(ctx.organization))
      .sort((a, b) => b.score - a.score)
  )
}

/**
 * Picks at most three findings: the most important new one, the worst and the best, then others. Empty if there are
 * several locations and none has a finding.
 *
 * @param since ISO 8601: the reader's last visit; null if none
 */
export function topOf(found: readonly StoredFinding[], since: string | null): StoredFinding[] {
  const changes = candidatesOf(found)
  if (changes.some(({ kind }) => kind === 'nothing_unusual')) return changes.slice(0, 1)
  const fresh = changes.find((one) => isNewSince(one, since))
  const [worst, best] = [changes.find(({ isGood }) => !isGood), changes.find(({ isGood }) => isGood)]
  return [...new Set([fresh, worst, best, ...changes])]
    .filter((one) => one !== undefined)
    .slice(0, MAX_ON_TOP)
}

export function isNewSince({ foundAt, kind }: StoredFinding, since: string | null): boolean {
  return since !== null && foundAt > since && kind !== 'nothing_unusual'
}

/**
 * Maximum number of candidates per place. Places have few findings, so a higher limit would only make the rows larger.
 */
const MAX_CANDIDATES = 8

/** Picks the findings that may come to the top: changes or, for a single location without any, 'nothing unusual'. */
export function candidatesOf(found: readonly StoredFinding[]): StoredFinding[] {
  const changes = found.filter(({ kind }) => kind !== 'nothing_unusual' && kind !== 'action_unclear')
  const quiet = found.filter(({ kind }) => kind === 'nothing_unusual')
  if (changes.length === 0) return quiet.length === 1 ? quiet : []
  const best = changes.find(({ isGood }) => isGood)
  const first = changes.slice(0, MAX_CANDIDATES)
  return best && !first.includes(best) ? [...first, best] : first
}
