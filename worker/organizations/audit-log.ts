import { and, asc, desc, eq, gte, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { auditEntries, organizationUsers } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { LIMITS, requireTry } from '../identity/limits/tries.ts'
import { recordAction } from '../identity/log/record-action.ts'
import {
  AUDITED,
  type AuditEntryView,
  type AuditedAction,
  type AuditFilters,
  type AuditLogInput,
  type AuditLogPage,
  actionText,
  doerText,
} from '../rules/audit-log.ts'
import { CSV_BYTE_ORDER_MARK, csvLine } from '../rules/csv-text.ts'
import { iso } from '../rules/durations.ts'
import { historyCutoff } from '../rules/plans.ts'
import { deviceName } from '../rules/sessions.ts'

const PAGE_SIZE = 50
const EXPORT_PAGE_ROWS = 500

/** Newest first, within the plan's history. */
export async function auditLog(ctx: MemberContext, input: AuditLogInput): Promise<AuditLogPage> {
  return auditPage(await auditQuery(ctx, input))
}

/** Query for `auditPage`: one row more than the page, to see whether another page follows. */
export function auditQuery(ctx: MemberContext, input: AuditLogInput, size = PAGE_SIZE) {
  const { person, subject, from, to, cursor } = input
  const { id, organizationId, userId, aboutUserId, action, createdAt } = auditEntries
  const oldest = Math.max(from ?? 0, historyCutoff(ctx.organization.plan, ctx.now()))
  return ctx.db
    .select({
      ...columns(auditEntries, 'id', 'action', 'subject', 'userAgent', 'network', 'createdAt'),
      by: nameOf(sql`${userId}`).as('done_by'),
      about: nameOf(sql`${aboutUserId}`).as('done_to'),
    })
    .from(auditEntries)
    .where(
      and(
        eq(organizationId, ctx.organization.id),
        gte(createdAt, oldest),
        to === undefined ? undefined : lt(createdAt, to),
        person === undefined ? undefined : eq(userId, person),
        subject === undefined ? undefined : inArray(action, [...AUDITED[subject]]),
        // Ids increase over time.
        cursor === undefined ? undefined : lt(id, cursor),
      ),
    )
    .orderBy(desc(id))
    .limit(size + 1)
}

/** SQL for a person's name, or their address if no name is set; null for a deleted account. */
function nameOf(userId: SQL) {
  return sql<string | null>`(SELECT coalesce(nullif(profiles.full_name, ''), users.email) FROM users
    JOIN profiles ON profiles.id = users.id WHERE users.id = ${userId})`
}

export function auditPage(rows: Awaited<ReturnType<typeof auditQuery>>, size = PAGE_SIZE): AuditLogPage {
  const items = rows.slice(0, size).map(({ action, userAgent, createdAt, ...row }) => ({
    ...row,
    // Safe: no other values are recorded.
    action: action as AuditedAction,
    device: userAgent && deviceName(userAgent),
    at: iso(createdAt),
  }))
  return { items, nextCursor: rows.length > size ? (items.at(-1)?.id ?? null) : null }
}

/** Query for all current and former members, for the log's filter. */
export function peopleQuery(ctx: MemberContext) {
  const { userId, organizationId, joinedAt } = organizationUsers
  return ctx.db
    .select({ userId, name: sql<string>`coalesce(${nameOf(sql`${userId}`)}, '')`.as('person_name') })
    .from(organizationUsers)
    .where(eq(organizationId, ctx.organization.id))
    .orderBy(asc(joinedAt))
}

/** Streams the audit log as a CSV file, with one page in memory at a time. @throws DomainError `too_many` */
export async function exportAuditLog(
  ctx: MemberContext,
  input: AuditFilters,
): Promise<AsyncGenerator<string>> {
  await requireTry(ctx, LIMITS.exportsUser, ctx.session.user.id)
  const about = { organizationId: ctx.organization.id, action: 'audit_log_exported' } as const
  await recordAction(ctx, about, sql`true`)
  return pieces(ctx, input)
}

async function* pieces(ctx: MemberContext, input: AuditFilters): AsyncGenerator<string> {
  yield CSV_BYTE_ORDER_MARK + csvLine(['Time (UTC)', 'Who', 'What', 'Browser', 'Network'])
  let cursor: string | undefined
  do {
    const rows = await auditQuery(ctx, { ...input, cursor }, EXPORT_PAGE_ROWS)
    const page: AuditLogPage = auditPage(rows, EXPORT_PAGE_ROWS)
    if (page.items.length > 0) yield page.items.map(lineOf).join('')
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
}

function lineOf(entry: AuditEntryView): string {
  return csvLine([entry.at, doerText(entry), actionText(entry), entry.device, entry.network])
}
