import { sql } from 'drizzle-orm'
import { reviews } from '#db/schema/index.ts'
import { hasSamples } from '../businesses/create.ts'
import { type BusinessNames, businessChoicesQuery, namesOf } from '../businesses/list.ts'
import { platformNameOf } from '../businesses/own-platforms.ts'
import type { MemberContext } from '../context.ts'
import { LIMITS, requireTry } from '../identity/limits/tries.ts'
import { audit } from '../identity/log/audit.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { CSV_BYTE_ORDER_MARK, csvLine } from '../rules/csv-text.ts'
import { iso } from '../rules/durations.ts'
import { photosIn } from '../rules/photos.ts'
import type { ExportReviewsInput } from '../rules/reviews.ts'
import { tagNames } from './labels.ts'
import { chosenMatches, hasUnknownTier, postedMatches } from './list.ts'
import type { ReviewCursor } from './position.ts'
import { UNKNOWN_BUSINESS } from './review-view.ts'
import { findTagNames } from './tags.ts'

/**
 * Rows in memory at a time. A request may query D1 a thousand times, so pages of this size cover several times the
 * reviews of the largest plan.
 */
export const EXPORT_PAGE_ROWS = 500

export const CSV_COLUMNS = {
  id: reviews.id,
  businessId: reviews.businessId,
  platformName: platformNameOf(sql`reviews.platform`, sql`reviews.organization_id`).as('platformName'),
  platformReviewId: reviews.platformReviewId,
  authorName: reviews.authorName,
  rating: reviews.rating,
  reviewText: reviews.reviewText,
  reviewDate: reviews.reviewDate,
  language: reviews.language,
  url: reviews.url,
  photos: reviews.photos,
  helpfulVotes: reviews.helpfulVotes,
  ownerResponseText: reviews.ownerResponseText,
  ownerResponseDate: reviews.ownerResponseDate,
  responded: reviews.responded,
  isSettled: reviews.isSettled,
  responseId: reviews.responseId,
  responseText: reviews.responseText,
  responseAt: reviews.responseAt,
  responsePosted: reviews.responsePosted,
  editedAt: reviews.editedAt,
  removedAt: reviews.removedAt,
  scrapedAt: reviews.scrapedAt,
  postedAt: reviews.postedAt,
  labelKeys: reviews.labelKeys,
}

type ExportedReview = Pick<typeof reviews.$inferSelect, Exclude<keyof typeof CSV_COLUMNS, 'platformName'>> & {
  platformName: string
}

export interface CsvNames {
  businesses: BusinessNames
  tags: ReadonlyMap<string, string>
}

/** Our own import recognizes the columns by these names (app/features/imports/file/columns.ts). */
export const CSV_HEADER = [
  'Business',
  'Platform',
  'Author',
  'Rating',
  'Text',
  'Date',
  'Owner response',
  'Owner response date',
  'Status',
  'Link',
  'Language',
  'Review ID',
  'First seen',
  'Edited',
  'No longer shown since',
  'Helpful votes',
  'Tags',
  'Photos',
  'Photo links',
]

/**
 * Streams reviews as a CSV file: those that match the filters, in posted order, or those with the given ids. Reads one
 * page at a time and at most two rows per review. Ids of reviews that the caller can't see are left out.
 *
 * @throws DomainError `too_many`; the stream throws if the database can't be read, so that an incomplete file doesn't
 * look complete
 */
export async function exportReviews(
  ctx: MemberContext,
  input: ExportReviewsInput,
): Promise<AsyncGenerator<string>> {
  await requireTry(ctx, LIMITS.exportsUser, ctx.session.user.id)
  const done = { organizationId: ctx.organization.id, action: 'reviews_exported' } as const
  await recordAction(ctx, done, sql`true`)
  await audit(ctx, 'reviews_exported', 'done')
  return pieces(ctx, input)
}

async function* pieces(ctx: MemberContext, input: ExportReviewsInput): AsyncGenerator<string> {
  yield CSV_BYTE_ORDER_MARK + csvLine(CSV_HEADER)
  // Leave out sample reviews: if the file were imported, they would count as real ones.
  if (hasUnknownTier(ctx) || (await hasSamples(ctx))) return
  const names = await csvNames(ctx)
  for await (const rows of input.ids ? chosenPage(ctx, input.ids) : postedPages(ctx, input)) {
    if (rows.length > 0) yield rows.map((row) => csvLine(csvFieldsOf(row, names))).join('')
  }
}

export async function csvNames(ctx: MemberContext): Promise<CsvNames> {
  const [choices, tags] = await Promise.all([businessChoicesQuery(ctx), findTagNames(ctx)])
  return { businesses: namesOf(choices), tags }
}

async function* chosenPage(ctx: MemberContext, ids: readonly string[]): AsyncGenerator<ExportedReview[]> {
  const { matches, where } = chosenMatches(ctx, ids)
  yield await ctx.db.select(CSV_COLUMNS).from(matches).crossJoin(reviews).where(where)
}

async function* postedPages(ctx: MemberContext, input: ExportReviewsInput): AsyncGenerator<ExportedReview[]> {
  const sort = input.sort === 'oldest' || input.sort === 'posted_oldest' ? 'posted_oldest' : 'posted'
  let after: ReviewCursor | null = null
  do {
    const { matches, where, read } = postedMatches(ctx, { ...input, sort, limit: EXPORT_PAGE_ROWS }, after)
    const rows: ExportedReview[] = await ctx.db
      .select(CSV_COLUMNS)
      .from(matches)
      .crossJoin(reviews)
      .where(where)
    const page = read(rows)
    yield page.shown
    after = page.last
  } while (after)
}

/**
 * The fields of a review in the order of the file's columns. The reply is the one written here, because it is newer; if
 * there is none, the one on the platform.
 */
export function csvFieldsOf(row: ExportedReview, names: CsvNames): (string | number)[] {
  const photos = photosIn(row.photos)
  const [answer, answeredAt] =
    row.responseText === null
      ? [row.ownerResponseText, row.ownerResponseDate]
      : [row.responseText, row.responseAt]
  return [
    names.businesses.get(row.businessId) ?? UNKNOWN_BUSINESS,
    row.platformName,
    row.authorName,
    row.rating,
    row.reviewText,
    dateOf(row.reviewDate),
    answer ?? '',
    dateOf(answeredAt),
    row.isSettled ? 'No reply needed' : row.responded ? 'Answered' : 'Waiting',
    row.url ?? '',
    row.language ?? '',
    row.platformReviewId,
    iso(row.scrapedAt),
    dateOf(row.editedAt),
    dateOf(row.removedAt),
    row.helpfulVotes,
    tagNames(row.labelKeys, names.tags).join('; '),
    photos.length,
    photos.map(({ url }) => url).join(' '),
  ]
}

function dateOf(milliseconds: number | null): string {
  return milliseconds === null ? '' : iso(milliseconds)
}
