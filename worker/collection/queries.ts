import { and, desc, eq, getTableColumns, type SQL, sql } from 'drizzle-orm'
import { columns, literal } from '#db/client.ts'
import { businessSources, type Run, scrapeRuns } from '#db/schema/index.ts'
import { isWithinLocationLimit } from '../businesses/create.ts'
import { platformColorOf, platformNameOf } from '../businesses/own-platforms.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { firstOfEach, inReach, isOwn } from '../platform/business-access.ts'
import type { ListRunsInput, RunId, RunPage, RunView } from '../rules/collection.ts'
import type { TagColor } from '../rules/fields.ts'
import { allowance } from '../rules/plans.ts'
import { PLATFORM_NAMES, reviewPlatform } from '../rules/platforms.ts'
import { saveError } from '../rules/scrape-result.ts'

const RUN_COLUMNS = {
  ...getTableColumns(scrapeRuns),
  platformName: platformNameOf(sql`scrape_runs.platform`, sql`scrape_runs.organization_id`).as(
    'platform_name',
  ),
  platformColor: platformColorOf(sql`scrape_runs.platform`, sql`scrape_runs.organization_id`).as(
    'platform_color',
  ),
}

/** A run, with the name and color of its platform if the owner has added the platform (only imports have these). */
type NamedRun = Run & Partial<Pick<RunView, 'platformName'> & { platformColor: string | null }>

export async function requireRun(ctx: MemberContext, id: string) {
  const rows = await ctx.db
    .select(RUN_COLUMNS)
    .from(scrapeRuns)
    .where(and(eq(scrapeRuns.id, id), isOwn(ctx, scrapeRuns)))
  const run = rows[0]
  if (!run)
    throw new DomainError(
      'not_found',
      'This collection was not found. It may have been deleted with its business.',
    )
  return run
}

/** @throws DomainError `not_found` */
export async function getRun(ctx: MemberContext, input: RunId): Promise<RunView> {
  return runView(await requireRun(ctx, input.id), ctx.now())
}

/** Newest first. @throws DomainError `not_found` for another organization's business */
export async function listRuns(ctx: MemberContext, input: ListRunsInput): Promise<RunPage> {
  if (input.businessId !== undefined) await requireBusiness(ctx, input.businessId)
  return runPage(await runsQuery(ctx, input), input.limit, ctx.now())
}

/** Reads one extra run to see whether another page follows. */
export function runsQuery(ctx: MemberContext, { businessId, cursor, limit }: ListRunsInput) {
  const isAfterCursor =
    cursor === undefined
      ? sql`1`
      : sql`(${scrapeRuns.createdAt}, ${scrapeRuns.id}) < (SELECT last.created_at, last.id FROM scrape_runs AS last
          WHERE last.id = ${cursor} AND last.organization_id = ${ctx.organization.id})`
  const own = businessId === undefined ? ofAll(ctx, isAfterCursor, limit) : ofBusiness(ctx, businessId)
  return ctx.db
    .select(RUN_COLUMNS)
    .from(scrapeRuns)
    .where(and(own, isAfterCursor))
    .orderBy(desc(scrapeRuns.createdAt), desc(scrapeRuns.id))
    .limit(limit + 1)
}

/** The unary plus keeps SQLite from using the organization's index when the caller can't see every business. */
function ofAll(ctx: MemberContext, isAfterCursor: SQL, limit: number) {
  const { id, businessIds } = ctx.organization
  if (businessIds === null) return eq(scrapeRuns.organizationId, id)
  const first = firstOfEach(
    businessIds,
    (own) => sql`SELECT id AS key FROM scrape_runs WHERE business_id = ${own} AND ${isAfterCursor}
      ORDER BY created_at DESC, id DESC LIMIT ${literal(limit + 1)}`,
  )
  return sql`${scrapeRuns.id} IN ${first} AND +${scrapeRuns.organizationId} = ${id}`
}

/**
 * The unary plus keeps SQLite from using the organization's index instead of the business's own, which is in list
 * order.
 */
function ofBusiness(ctx: MemberContext, businessId: string) {
  const { businessId: own, organizationId } = scrapeRuns
  return and(
    eq(own, businessId),
    sql`+${organizationId} = ${ctx.organization.id}`,
    inReach(ctx, sql`+${own}`),
  )
}

/** @param now milliseconds; used as the end of open runs */
export function runPage(rows: readonly NamedRun[], limit: number, now: number): RunPage {
  const items = rows.slice(0, limit).map((run) => runView(run, now))
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

const NOT_STORED_YET = saveError('The reviews of this page could not be stored. We’ll try again.')
const NOT_STORED = saveError('The reviews of the last page could not be stored.')

export function runView(run: NamedRun, now: number): RunView {
  return {
    id: run.id,
    businessId: run.businessId,
    platform: reviewPlatform(run.platform),
    platformName: run.platformName ?? PLATFORM_NAMES[run.platform],
    // Safe: the color is validated before it is stored.
    platformColor: (run.platformColor ?? null) as TagColor | null,
    source: run.source,
    trigger: run.triggerType,
    status: run.status,
    pagesScraped: run.page,
    // A first page with nothing new isn't one of the planned pages.
    pagesPlanned: Math.max(run.pagesPlanned, run.page),
    reviewsFound: run.reviewsFound,
    reviewsNew: run.reviewsNew,
    reviewsChanged: run.reviewsChanged,
    errors: isUnsaved(run) ? [...run.errors, NOT_STORED_YET] : run.errors,
    warnings: [...run.warnings, ...ledgerWarnings(run), ...(endedUnsaved(run) ? [NOT_STORED] : [])],
    executionTime: run.startedAt === null ? 0 : Math.max(0, (run.finishedAt ?? now) - run.startedAt),
    createdAt: new Date(run.createdAt).toISOString(),
    finishedAt: run.finishedAt === null ? null : new Date(run.finishedAt).toISOString(),
  }
}

export function storedSources(ctx: MemberContext, businessId: string) {
  return ctx.db
    .select({
      ...columns(businessSources, 'businessId', 'platform', 'source', 'listingUrl', 'placeId'),
      isWithinLimit: isWithinLocationLimit(allowance(ctx.organization.plan, 'locations'))
        .mapWith(Boolean)
        .as('is_within_limit'),
    })
    .from(businessSources)
    .where(
      and(
        eq(businessSources.businessId, businessId),
        eq(businessSources.organizationId, ctx.organization.id),
      ),
    )
}

export function isOpen({ status }: Pick<Run, 'status'>): boolean {
  return status === 'queued' || status === 'running'
}

/** True while saving a page is being retried. */
export function isUnsaved(run: Run): boolean {
  return run.saveFaults > 0 && isOpen(run)
}

function endedUnsaved({ status, saveFaults }: Run): boolean {
  return saveFaults > 0 && (status === 'failed' || status === 'cancelled')
}

/** Never says 'deleted', because only the platform knows why a review is gone. */
function ledgerWarnings({ platform, reviewsRemoved, reviewsReturned }: Run): string[] {
  const name = PLATFORM_NAMES[platform]
  const warnings: string[] = []
  if (reviewsRemoved > 0) warnings.push(`${reviewsAre(reviewsRemoved)} no longer shown by ${name}.`)
  if (reviewsReturned > 0) warnings.push(`${reviewsAre(reviewsReturned)} shown by ${name} again.`)
  return warnings
}

function reviewsAre(count: number): string {
  return count === 1 ? '1 review is' : `${count} reviews are`
}
