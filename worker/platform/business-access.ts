import { and, type Column, type SQL, sql } from 'drizzle-orm'
import type { MemberContext } from '../context.ts'
import { canBeLimited, ROLES } from '../rules/permissions.ts'

/** Whoever reads or writes: somebody signed in, or the reader of a mail. */
interface Member {
  organization: Pick<MemberContext['organization'], 'businessIds'>
}

/**
 * The businesses that a membership is limited to; null for all. Who manages members is never limited.
 *
 * @param stored `organization_users.business_ids`: a JSON list, or null
 */
export function limitOf(role: string, stored: string | null): readonly string[] | null {
  return stored === null || !canBeLimited(role) ? null : (JSON.parse(stored) as string[])
}

/**
 * The businesses that a membership reaches: all, or those it is limited to; and none that was deleted.
 *
 * @param live what `liveBusinesses` has read
 */
export function reachOf(
  role: string | null,
  stored: string | null,
  live: string | null,
): readonly string[] | null {
  const limit = role === null ? null : limitOf(role, stored)
  if (live === null) return limit
  const ids = JSON.parse(live) as string[]
  return limit === null ? ids : ids.filter((id) => limit.includes(id))
}

/** The ids of an organization's businesses as a JSON list where one of them was deleted and can still be brought back; else null. */
export function liveBusinesses(organizationId: Column | SQL): SQL<string | null> {
  return sql`CASE WHEN EXISTS (SELECT 1 FROM businesses AS gone
      WHERE gone.organization_id = ${organizationId} AND gone.deleted_at IS NOT NULL)
    THEN (SELECT json_group_array(live.id) FROM businesses AS live
      WHERE live.organization_id = ${organizationId} AND live.deleted_at IS NULL) END`
}

/** Whether a membership is limited to some businesses: whoever manages members never is, also while one is deleted. */
export function isLimited({
  role,
  businessIds,
}: Pick<MemberContext['organization'], 'role' | 'businessIds'>): boolean {
  return businessIds !== null && canBeLimited(role)
}

/**
 * True of rows that are the caller's to read or write: of their organization, and of a business they may see. Every statement
 * about a business, or about what belongs to one, carries it. The plus keeps SQLite from planning it anew (`Database.statement`).
 */
export function isOwn(
  ctx: Pick<MemberContext, 'organization'>,
  { organizationId, businessId }: { organizationId: Column; businessId: Column },
): SQL | undefined {
  return and(sql`${organizationId} = +${ctx.organization.id}`, inReach(ctx, sql`${businessId}`))
}

/** The second half of `isOwn`, for statements that find the organization otherwise; undefined for who sees all businesses. */
export function inReach({ organization: { businessIds } }: Member, businessId: SQL): SQL | undefined {
  if (businessIds === null) return
  return sql`${businessId} IN (SELECT value FROM json_each(${JSON.stringify(businessIds)}))`
}

/** The same, for statements written by hand. */
export function isInReach(ctx: Member, businessId: SQL): SQL {
  return inReach(ctx, businessId) ?? sql`1`
}

/**
 * The keys of what may be on a page, for who sees some businesses only: the first ones of each business, by an index. So rows of
 * the others are not read, however many lie between.
 *
 * @param pageOf selects as `key` as many of one business as a page needs, in its order
 */
export function firstOfEach(businessIds: readonly (string | null)[], pageOf: (businessId: SQL) => SQL): SQL {
  return sql`(SELECT first.value FROM json_each(${JSON.stringify(businessIds)}) AS own,
    json_each((SELECT json_group_array(key) FROM (${pageOf(sql`own.value`)}))) AS first)`
}

/** The context of a caller who has just added a business, which is theirs to see from then on. */
export function reaching<Ctx extends Pick<MemberContext, 'organization'>>(ctx: Ctx, businessId: string): Ctx {
  const { organization } = ctx
  if (organization.businessIds === null) return ctx
  return { ...ctx, organization: { ...organization, businessIds: [...organization.businessIds, businessId] } }
}

const LIMITED_ROLES = JSON.stringify(ROLES.filter(canBeLimited))

/** Whether a limit would mean anything, about a row of organization_users under the given name. */
export function memberCanBeLimited(member: SQL): SQL {
  return sql`${member}.role IN (SELECT value FROM json_each(${LIMITED_ROLES}))`
}

/** What `limitOf` says, about a row of organization_users under the given name. */
export function memberIsLimited(member: SQL): SQL {
  return sql`(${member}.business_ids IS NOT NULL AND ${memberCanBeLimited(member)})`
}

/** Whether a member, as such a row, may see a business. */
export function memberReaches(member: SQL, businessId: SQL): SQL {
  return sql`(NOT ${memberIsLimited(member)}
    OR EXISTS (SELECT 1 FROM json_each(${member}.business_ids) AS own WHERE own.value = ${businessId}))`
}
