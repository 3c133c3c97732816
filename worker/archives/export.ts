import { isNotNull, sql } from 'drizzle-orm'
import { reviews } from '#db/schema/index.ts'
import { archivedAsks, asksCsv } from '../asking/ask-log.ts'
import { businessChoicesQuery, namesOf } from '../businesses/list.ts'
import type { MemberContext } from '../context.ts'
import { LIMITS, requireTry } from '../identity/limits/tries.ts'
import { audit } from '../identity/log/audit.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { archivedCompetitors } from '../insights/competitors/competitors.ts'
import { type ZipEntry, zip } from '../platform/zip.ts'
import { CSV_HEADER, csvFieldsOf, csvNames } from '../reviews/export-csv.ts'
import { UNKNOWN_BUSINESS } from '../reviews/review-view.ts'
import { ARCHIVE_FILES, ARCHIVE_FORMAT, ARCHIVE_VERSION, type ArchiveTotals } from '../rules/archives.ts'
import { CSV_BYTE_ORDER_MARK, csvLine } from '../rules/csv-text.ts'
import { iso } from '../rules/durations.ts'
import { can } from '../rules/permissions.ts'
import { accountPart, securityEventPages } from './account-part.ts'
import { organizationPart } from './organization-part.ts'
import { archivedReview, csvPages, fullPages } from './review-pages.ts'

const RESPONSE_HEADER = [
  'Business',
  'Platform',
  'Author',
  'Review ID',
  'Response',
  'Written',
  'On the platform',
]

/**
 * Streams a zip archive of everything stored about the caller, and about the organization if their role allows it. Goes
 * beyond the plan's history, because hidden data is still the owner's.
 *
 * @throws DomainError `too_many`; the stream throws if the store can't be read, so that an incomplete archive doesn't
 * look complete
 */
export async function exportArchive(ctx: MemberContext): Promise<AsyncGenerator<Uint8Array>> {
  await requireTry(ctx, LIMITS.exportsUser, ctx.session.user.id)
  const done = { organizationId: ctx.organization.id, action: 'archive_exported' } as const
  await recordAction(ctx, done, sql`true`)
  await audit(ctx, 'archive_exported', 'done')
  return zip(entries(ctx), ctx.now())
}

function* entries(ctx: MemberContext): Generator<ZipEntry> {
  const { manifest, account, securityLog } = ARCHIVE_FILES
  const hasOrganization = can(ctx.organization.role, 'organization.export')
  yield jsonFile(manifest, async () => ({
    format: ARCHIVE_FORMAT,
    version: ARCHIVE_VERSION,
    madeAt: iso(ctx.now()),
    organization: hasOrganization ? ctx.organization.id : null,
    files: Object.values(ARCHIVE_FILES),
  }))
  yield jsonFile(account, () => accountPart(ctx))
  yield { name: securityLog, pieces: lines(securityEventPages(ctx)) }
  if (hasOrganization) yield* organizationEntries(ctx)
}

function* organizationEntries(ctx: MemberContext): Generator<ZipEntry> {
  const totals: ArchiveTotals = { reviews: 0, revisions: 0, responses: 0 }
  yield jsonFile(ARCHIVE_FILES.organization, () => organizationPart(ctx))
  yield { name: ARCHIVE_FILES.reviews, pieces: lines(reviewLines(ctx, totals)) }
  yield { name: ARCHIVE_FILES.reviewsCsv, pieces: reviewsCsv(ctx) }
  yield { name: ARCHIVE_FILES.responsesCsv, pieces: responsesCsv(ctx) }
  yield { name: ARCHIVE_FILES.asks, pieces: lines(archivedAsks(ctx)) }
  yield { name: ARCHIVE_FILES.asksCsv, pieces: asksCsv(ctx) }
  yield { name: ARCHIVE_FILES.competitors, pieces: lines(archivedCompetitors(ctx)) }
  yield jsonFile(ARCHIVE_FILES.totals, async () => totals)
}

function jsonFile(name: string, read: () => Promise<unknown>): ZipEntry {
  async function* pieces() {
    yield `${JSON.stringify(await read(), null, 2)}\n`
  }
  return { name, pieces: pieces() }
}

async function* lines(pages: AsyncIterable<readonly unknown[]>): AsyncGenerator<string> {
  for await (const rows of pages) {
    if (rows.length > 0) yield `${rows.map((row) => JSON.stringify(row)).join('\n')}\n`
  }
}

async function* reviewLines(ctx: MemberContext, totals: ArchiveTotals) {
  for await (const rows of fullPages(ctx)) {
    const page = rows.map(archivedReview)
    for (const { revisions, response } of page) {
      totals.reviews += 1
      totals.revisions += revisions.length
      totals.responses += response ? 1 : 0
    }
    yield page
  }
}

async function* reviewsCsv(ctx: MemberContext): AsyncGenerator<string> {
  const names = await csvNames(ctx)
  yield CSV_BYTE_ORDER_MARK + csvLine(CSV_HEADER)
  for await (const rows of csvPages(ctx)) {
    yield rows.map(({ review }) => csvLine(csvFieldsOf(review, names))).join('')
  }
}

async function* responsesCsv(ctx: MemberContext): AsyncGenerator<string> {
  const names = namesOf(await businessChoicesQuery(ctx))
  yield CSV_BYTE_ORDER_MARK + csvLine(RESPONSE_HEADER)
  for await (const rows of csvPages(ctx, isNotNull(reviews.responseId))) {
    yield rows
      .map(({ review }) =>
        csvLine([
          names.get(review.businessId) ?? UNKNOWN_BUSINESS,
          review.platformName,
          review.authorName,
          review.platformReviewId,
          review.responseText ?? '',
          iso(review.responseAt) ?? '',
          review.responsePosted ? 'Yes' : 'No',
        ]),
      )
      .join('')
  }
}
