import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { businesses } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { readEach } from '../platform/read-each.ts'
import type {
  BusinessChoice,
  BusinessId,
  BusinessStatsInput,
  BusinessView,
  CountBusinessesInput,
  ListBusinessesInput,
  ShownBusiness,
} from '../rules/businesses.ts'
import { iso, utcDay } from '../rules/durations.ts'
import type { JsonObject } from '../rules/fields.ts'
import { historyCutoff } from '../rules/plans.ts'
import { averageRating, type Ledger } from '../rules/statistics.ts'
import { areOwn, requireBusiness } from './require-business.ts'

/** Lists all businesses: an organization has only a handful (the plan's limit). */
export async function listBusinesses(
  ctx: MemberContext,
  input: ListBusinessesInput,
): Promise<{ items: BusinessView[]; nextCursor: null }> {
  const rows = await businessesQuery(ctx, input)
  return { items: matching(rows, input.search).map(businessView), nextCursor: null }
}

/**
 * Filters by name, industry or description, ignoring case; in code, because SQLite ignores case for ASCII only.
 */
export function matching<T extends Pick<BusinessView, 'name' | 'industry' | 'description'>>(
  rows: T[],
  search: string | undefined,
): T[] {
  if (search === undefined) return rows
  const text = search.toLowerCase()
  return rows.filter((row) =>
    [row.name, row.industry, row.description].some((field) => field?.toLowerCase().includes(text)),
  )
}

export function businessesQuery(ctx: MemberContext, filter: Pick<ListBusinessesInput, 'isActive'>) {
  return ctx.db
    .select()
    .from(businesses)
    .where(
      and(areOwn(ctx), filter.isActive === undefined ? undefined : eq(businesses.isActive, filter.isActive)),
    )
    .orderBy(asc(sql`${businesses.name} COLLATE NOCASE`), asc(businesses.id))
}

export function businessChoicesQuery(ctx: MemberContext) {
  return ctx.db
    .select({ id: businesses.id, name: businesses.name })
    .from(businesses)
    .where(areOwn(ctx))
    .orderBy(asc(sql`${businesses.name} COLLATE NOCASE`), asc(businesses.id))
}

/** Ids and names in the order of `businessChoicesQuery`, from rows read for another purpose. */
export function choicesByName(rows: readonly BusinessChoice[]): BusinessChoice[] {
  return rows
    .map(({ id, name }) => ({ id, name }))
    .sort((a, b) => compare(a.name.toLowerCase(), b.name.toLowerCase()) || compare(a.id, b.id))
}

function compare(a: string, b: string): number {
  return a < b ? -1 : Number(a > b)
}

export type BusinessNames = ReadonlyMap<string, string>
export function namesOf(choices: readonly BusinessChoice[]): BusinessNames {
  return new Map(choices.map((choice) => [choice.id, choice.name]))
}

export async function countBusinesses(ctx: MemberContext, input: CountBusinessesInput = {}): Promise<number> {
  return ctx.db.$count(
    businesses,
    and(areOwn(ctx), input.isActive === undefined ? undefined : eq(businesses.isActive, input.isActive)),
  )
}

/** @throws DomainError `not_found` */
export async function getBusiness(ctx: MemberContext, input: BusinessId): Promise<BusinessView> {
  return businessView(await requireBusiness(ctx, input.id))
}

type BusinessRow = typeof businesses.$inferSelect

function businessView(row: BusinessRow): BusinessView {
  return {
    ...shownBusiness(row),
    userId: row.userId,
    address: objectIn(row.address),
    settings: objectIn(row.settings),
  }
}

/**
 * Picks the columns a screen shows; loader data is sent twice. They are listed explicitly, so that new columns stay
 * hidden until somebody decides to show them.
 */
export function shownBusiness(row: BusinessRow): ShownBusiness {
  return {
    id: row.id,
    name: row.name,
    industry: row.industry,
    location: row.location,
    phone: row.phone,
    website: row.website,
    description: row.description,
    email: row.email,
    googleBusinessUrl: row.googleBusinessUrl,
    yelpBusinessUrl: row.yelpBusinessUrl,
    tripadvisorUrl: row.tripadvisorUrl,
    fullAddress: row.fullAddress,
    city: row.city,
    state: row.state,
    zipCode: row.zipCode,
    country: row.country,
    logoUrl: row.logoUrl,
    isActive: row.isActive,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  }
}

/** Parses a column written by JSON.stringify from validated input. */
function objectIn(column: string): JsonObject {
  return JSON.parse(column) as JsonObject
}

interface BusinessStats {
  totalBusinesses: number
  activeBusinesses: number
  /** One decimal; 0 without ratings. */
  averageRating: number
  totalReviews: number
  /** Set if the review figures couldn't be read; they are zero then. */
  failed?: true
}

/** Reads one row per business and day of the plan's history window, never the reviews. */
export async function businessStats(ctx: MemberContext, input: BusinessStatsInput): Promise<BusinessStats> {
  const [rows] = await readEach(ctx, [businessTotalsQuery(ctx, input.ledger)])
  const totals = totalsOf(rows ?? [])
  const counted = rows ?? (await businessesAlone(ctx))
  const reviewCount = sum(totals.map((row) => row.reviewCount))
  return {
    totalBusinesses: counted.length,
    activeBusinesses: counted.filter((row) => row.isActive).length,
    averageRating: averageRating(sum(totals.map((row) => row.ratingSum)), reviewCount),
    totalReviews: reviewCount,
    ...(rows === null && { failed: true }),
  }
}

function businessesAlone(ctx: MemberContext) {
  return ctx.db.select({ isActive: businesses.isActive }).from(businesses).where(areOwn(ctx))
}

/**
 * Count, rating sum and answered reviews of each business over the visible window, in one subquery, because two would
 * read every row twice.
 */
export function businessTotalsQuery(ctx: MemberContext, ledger: Ledger) {
  const firstDay = utcDay(historyCutoff(ctx.organization.plan, ctx.now()))
  const sums = sql<string>`(SELECT json_array(coalesce(sum(review_count), 0), coalesce(sum(rating_sum), 0),
      coalesce(sum(responded), 0)) FROM review_daily_stats
    WHERE business_id = ${businesses.id} AND day >= ${firstDay} ${ofLedger(ledger)})`
  return ctx.db
    .select({ ...columns(businesses, 'id', 'isActive', 'isSample'), sums: sums.as('sums') })
    .from(businesses)
    .where(areOwn(ctx))
}

export function totalsOf(rows: readonly { id: string; isActive: boolean; sums: string }[]) {
  return rows.map(({ id, isActive, sums }) => {
    const [reviewCount, ratingSum, responded] = JSON.parse(sums) as [number, number, number]
    return { id, isActive, reviewCount, ratingSum, pendingCount: reviewCount - responded }
  })
}

function sum(values: number[]): number {
  return values.reduce((total, value) => total + value, 0)
}

/** Restricts daily figures to visible reviews, unless all are wanted. */
export function ofLedger(ledger: Ledger): SQL {
  return ledger === 'all' ? sql`` : sql`AND NOT is_removed`
}
