import { type SQL, sql } from 'drizzle-orm'
import { requireBusiness } from '../../businesses/require-business.ts'
import type { MemberContext } from '../../context.ts'
import { isInReach, isLimited } from '../../platform/business-access.ts'
import type { StoredFinding } from '../../rules/findings.ts'
import type { InsightsInput } from '../../rules/insights.ts'

/** Findings and locations that fit the Dashboard. */
const MAX_ON_TOP = 3

interface StoredRow {
  findings: string
}

/**
 * Lists the stored findings of the caller's locations, most important first.
 *
 * @throws DomainError `not_found` for a business that is not the caller's
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
 * Reads a row a business, however many reviews it has.
 *
 * @param column `top`: only what may come to the top of the Dashboard (`candidatesOf`), without methods and bridges
 * @param business one of the caller's, or a select of its id; all, unless told
 */
export function storedFindingsQuery(ctx: MemberContext, column: 'findings' | 'top', business?: string | SQL) {
  return ctx.db.statement<StoredRow>(sql`
    SELECT stored.${sql.raw(column)} AS findings FROM insight_findings AS stored
    WHERE stored.organization_id = ${ctx.organization.id} AND ${isInReach(ctx, sql`stored.business_id`)}
      ${business === undefined ? sql`` : sql`AND stored.business_id = ${business}`}`)
}

/** Kinds that say something of other locations. What actions changed, a limited member reads on the screen of actions. */
const OF_OTHERS: readonly StoredFinding['kind'][] = [
  'location_apart',
  'action_worked',
  'action_harmed',
  'action_unclear',
]

/** A member who sees some locations is told nothing of the others, not even their average. */
export function readFindings(ctx: MemberContext, rows: readonly StoredRow[]): StoredFinding[] {
  return (
    rows
      // Safe: written by store-findings.ts alone.
      .flatMap(({ findings }) => JSON.parse(findings) as StoredFinding[])
      .filter(({ kind }) => !OF_OTHERS.includes(kind) || !isLimited(ctx.organization))
      .sort((a, b) => b.score - a.score)
  )
}

/**
 * At most three findings: what is new since a day, then the worst, then the best. Where several places have none, nothing.
 *
 * @param since ISO 8601: when the reader was here before; null if that was never
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

/** True if a finding was first made after a visit that began `since`. */
export function isNewSince({ foundAt, kind }: StoredFinding, since: string | null): boolean {
  return since !== null && foundAt > since && kind !== 'nothing_unusual'
}

/** A place has few findings; more than these would only be read. */
const MAX_CANDIDATES = 8

/** Picks the findings that may come to the top: changes or, for a single location, that there are none. */
export function candidatesOf(found: readonly StoredFinding[]): StoredFinding[] {
  const changes = found.filter(({ kind }) => kind !== 'nothing_unusual' && kind !== 'action_unclear')
  const quiet = found.filter(({ kind }) => kind === 'nothing_unusual')
  if (changes.length === 0) return quiet.length === 1 ? quiet : []
  const best = changes.find(({ isGood }) => isGood)
  const first = changes.slice(0, MAX_CANDIDATES)
  return best && !first.includes(best) ? [...first, best] : first
}
