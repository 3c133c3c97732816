import { and, desc, eq, lt, type SQL, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { asks, profiles, users } from '#db/schema/index.ts'
import { businessChoicesQuery, namesOf } from '../businesses/list.ts'
import { requireBusiness } from '../businesses/require-business.ts'
import type { MemberContext } from '../context.ts'
import { LIMITS, type Limit, requireTry, triesOf } from '../identity/limits/tries.ts'
import { recordAction } from '../identity/log/record-action.ts'
import { inReach, isOwn } from '../platform/business-access.ts'
import { derivedId, sha256Hex } from '../platform/ids.ts'
import type { RestoreAsksInput } from '../rules/archive-import.ts'
import type { ArchivedAsk } from '../rules/archives.ts'
import { type AskLog, type AskLogInput, type AskView, CHANNEL_NAMES, CONSENT_NAMES } from '../rules/asking.ts'
import { CSV_BYTE_ORDER_MARK, csvLine } from '../rules/csv-text.ts'
import { DAY_MS, iso } from '../rules/durations.ts'

const EXPORT_PAGE_ROWS = 500
export const LOG_PAGE_ROWS = 20

const HEADER = ['Asked', 'Location', 'How', 'Name', 'E-mail', 'Agreed', 'State', 'Sent', 'By']

/** A page of the log, newest first. The log doesn't record whether somebody has written a review. */
export function askLogQuery(
  ctx: MemberContext,
  { businessId, cursor, limit }: Omit<AskLogInput, 'businessId'> & { businessId?: string | SQL | undefined },
) {
  return ctx.db
    .select({
      ...columns(
        asks,
        'id',
        'businessId',
        'channel',
        'name',
        'email',
        'consent',
        'state',
        'createdAt',
        'sentAt',
        'restoredAt',
      ),
      by: sql<string | null>`coalesce(nullif(${profiles.fullName}, ''), ${users.email})`.as('by_name'),
    })
    .from(asks)
    .leftJoin(users, eq(users.id, asks.userId))
    .leftJoin(profiles, eq(profiles.id, asks.userId))
    .where(
      and(
        // The plus makes SQLite use the location's index, which has the entries in order.
        businessId === undefined
          ? isOwn(ctx, asks)
          : and(
              eq(asks.businessId, businessId),
              sql`+${asks.organizationId} = ${ctx.organization.id}`,
              inReach(ctx, sql`${asks.businessId}`),
            ),
        cursor === undefined ? undefined : lt(asks.id, cursor),
      ),
    )
    .orderBy(desc(asks.id))
    .limit(limit + 1)
}

type LogRow = Awaited<ReturnType<typeof askLogQuery>>[number]

export function askLogPage(rows: readonly LogRow[], limit: number): AskLog {
  const items = rows.slice(0, limit).map(askView)
  return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}

function askView({ createdAt, sentAt: _, restoredAt, email, ...row }: LogRow): AskView {
  return { ...row, email: email ?? '', at: iso(createdAt), isRestored: restoredAt !== null }
}

/** @throws DomainError `not_found` for a location that isn't the caller's */
export async function listAsks(ctx: MemberContext, input: AskLogInput): Promise<AskLog> {
  if (input.businessId !== undefined) await requireBusiness(ctx, input.businessId)
  return askLogPage(await askLogQuery(ctx, input), input.limit)
}

const STATES: Record<AskView['state'], string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  stopped: 'Not sent',
  handed_over: 'Handed over',
}

/**
 * Streams the whole log as CSV: evidence of who was asked, and how.
 *
 * @throws DomainError `too_many`
 */
export async function exportAsks(ctx: MemberContext): Promise<AsyncGenerator<string>> {
  await requireTry(ctx, LIMITS.exportsUser, ctx.session.user.id)
  const organizationId = ctx.organization.id
  await recordAction(ctx, { organizationId, action: 'asks_exported' }, sql`true`)
  return asksCsv(ctx)
}

export async function* asksCsv(ctx: MemberContext): AsyncGenerator<string> {
  yield CSV_BYTE_ORDER_MARK + csvLine(HEADER)
  const names = namesOf(await businessChoicesQuery(ctx))
  for await (const page of logPages(ctx)) {
    yield page
      .map((row) =>
        csvLine([
          iso(row.createdAt),
          names.get(row.businessId) ?? '',
          CHANNEL_NAMES[row.channel],
          row.name,
          row.email ?? '',
          row.consent === null ? '' : CONSENT_NAMES[row.consent],
          STATES[row.state],
          iso(row.sentAt) ?? '',
          row.restoredAt === null ? (row.by ?? '') : 'From an archive',
        ]),
      )
      .join('')
  }
}

/** Newest first. */
export async function* archivedAsks(ctx: MemberContext): AsyncGenerator<ArchivedAsk[]> {
  for await (const page of logPages(ctx)) {
    yield page.map(({ id, businessId, channel, consent, state, createdAt, sentAt }) => ({
      ...{ id, businessId, channel, consent, state },
      createdAt: iso(createdAt),
      sentAt: iso(sentAt),
    }))
  }
}

async function* logPages(ctx: MemberContext): AsyncGenerator<LogRow[]> {
  let cursor: string | undefined
  do {
    const rows: LogRow[] = await askLogQuery(ctx, { cursor, limit: EXPORT_PAGE_ROWS })
    const page = rows.slice(0, EXPORT_PAGE_ROWS)
    if (page.length > 0) yield page
    cursor = rows.length > EXPORT_PAGE_ROWS ? page.at(-1)?.id : undefined
  } while (cursor !== undefined)
}

/** Limit on restored entries, so that nobody can fill the log through imports. */
const RESTORED_ASKS: Limit = {
  name: 'asks-restored',
  max: 50_000,
  windowMs: DAY_MS,
  message: 'Too many entries of the log were imported today. Please continue tomorrow.',
}

/**
 * Restores entries of an archive's log, marked as restored; repeating it stores nothing twice. Waiting entries are
 * stored as stopped, so that no email is sent. Restored entries contain no address, so they don't count as earlier
 * requests to a person.
 *
 * @throws DomainError `not_found`, `too_many`
 */
export async function restoreAsks(ctx: MemberContext, { businessId, rows }: RestoreAsksInput): Promise<void> {
  await requireBusiness(ctx, businessId)
  const organizationId = ctx.organization.id
  const now = ctx.now()
  const items = await Promise.all(
    rows.map(async (row) => ({
      ...row,
      state: row.state === 'waiting' ? 'stopped' : row.state,
      restoredId: derivedId(row.createdAt, await sha256Hex(`${organizationId} ${row.id}`)),
    })),
  )
  const tries = triesOf(ctx, [{ limit: RESTORED_ASKS, key: organizationId }], rows.length)
  const [stored] = await ctx.db.batch([
    ctx.db.statement<{ id: string }>(sql`
      INSERT INTO asks (id, organization_id, business_id, channel, consent, state, created_at, sent_at, restored_at)
      SELECT value->>'restoredId', ${organizationId}, ${businessId}, value->>'channel', value->>'consent',
        value->>'state', value->>'createdAt', value->>'sentAt', ${now}
      FROM json_each(${JSON.stringify(items)})
      WHERE value->>'createdAt' BETWEEN 0 AND ${now} AND ${tries.areLeft}
        AND NOT EXISTS (SELECT 1 FROM asks WHERE id = value->>'id' AND organization_id = ${organizationId})
      ON CONFLICT (id) DO NOTHING RETURNING id`),
    ...tries.count,
  ])
  if (stored.results.length === 0) await tries.requireLeft()
}
