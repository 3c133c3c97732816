import { and, type Column, type SQL, sql } from 'drizzle-orm'
import type { MemberContext } from '../context.ts'
import { can, canBeLimited, canNeedApproval, ROLES } from '../rules/permissions.ts'

interface Member {
  organization: Pick<MemberContext['organization'], 'businessIds'>
}

/**
 * The businesses a membership is limited to; null for all. People who manage members are never limited.
 *
 * @param stored `organization_users.business_ids`: a JSON list, or null
 */
export function limitOf(role: string, stored: string | null): readonly string[] | null {
  return stored === null || !canBeLimited(role) ? null : (JSON.parse(stored) as string[])
}

/**
 * The businesses a membership can access: all or those it is limited to, without deleted ones; null for all.
 *
 * @param live result of `liveBusinesses`
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

/**
 * Ids of an organization's existing businesses as a JSON list; null if none is deleted, because then nothing has to be
 * filtered.
 */
export function liveBusinesses(organizationId: Column | SQL): SQL<string | null> {
  return sql`CASE WHEN EXISTS (SELECT 1 FROM businesses AS gone
      WHERE gone.organization_id = ${organizationId} AND gone.deleted_at IS NOT NULL)
    THEN (SELECT json_group_array(live.id) FROM businesses AS live
      WHERE live.organization_id = ${organizationId} AND live.deleted_at IS NULL) END`
}

/**
 * True unless the business is deleted. Background work needs this check, because `reachOf` only limits people. The work
 * waits, in case the business is restored.
 */
export function ofLiveBusiness(businessId: Column | SQL): SQL {
  return sql`NOT EXISTS (SELECT 1 FROM businesses AS gone WHERE gone.id = ${businessId} AND gone.deleted_at IS NOT NULL)`
}

/**
 * True if a membership is limited to some businesses. People who manage members never are, even while a deleted
 * business makes `businessIds` a list.
 */
export function isLimited({
  role,
  businessIds,
}: Pick<MemberContext['organization'], 'role' | 'businessIds'>): boolean {
  return businessIds !== null && canBeLimited(role)
}

/**
 * Matches rows the caller may read and write: of their organization, and of a business they can see. Every statement
 * about a business or its data needs it. The plus stops SQLite from replanning the statement (`Database.statement`).
 */
export function isOwn(
  ctx: Pick<MemberContext, 'organization'>,
  { organizationId, businessId }: { organizationId: Column; businessId: Column },
): SQL | undefined {
  return and(sql`${organizationId} = +${ctx.organization.id}`, inReach(ctx, sql`${businessId}`))
}

/**
 * The second half of `isOwn`, for statements that match the organization in another way; undefined if the member can
 * see all businesses.
 */
export function inReach({ organization: { businessIds } }: Member, businessId: SQL): SQL | undefined {
  if (businessIds === null) return
  return sql`${businessId} IN (SELECT value FROM json_each(${JSON.stringify(businessIds)}))`
}

/** Like `inReach`, but always SQL, for hand-written statements. */
export function isInReach(ctx: Member, businessId: SQL): SQL {
  return inReach(ctx, businessId) ?? sql`1`
}

/**
 * Candidate keys for a page, if the member can only see some businesses: the first ones of each business, by an index.
 * Rows of other businesses aren't read, however many there are in between.
 *
 * @param pageOf selects as `key` as many rows of one business as a page needs, in its order
 */
export function firstOfEach(businessIds: readonly (string | null)[], pageOf: (businessId: SQL) => SQL): SQL {
  return sql`(SELECT first.value FROM json_each(${JSON.stringify(businessIds)}) AS own,
    json_each((SELECT json_group_array(key) FROM (${pageOf(sql`own.value`)}))) AS first)`
}

/** Adds access to a business that the caller has just created. */
export function reaching<Ctx extends Pick<MemberContext, 'organization'>>(ctx: Ctx, businessId: string): Ctx {
  const { organization } = ctx
  if (organization.businessIds === null) return ctx
  return { ...ctx, organization: { ...organization, businessIds: [...organization.businessIds, businessId] } }
}

const LIMITED_ROLES = JSON.stringify(ROLES.filter(canBeLimited))

/**
 * SQL that is true if a member's role can be limited. `member` is the name or alias of organization_users in the query.
 */
export function memberCanBeLimited(member: SQL): SQL {
  return sql`${member}.role IN (SELECT value FROM json_each(${LIMITED_ROLES}))`
}

/**
 * SQL that is true if a member is limited to some businesses (see `limitOf`). `member` is the name or alias of
 * organization_users in the query.
 */
export function memberIsLimited(member: SQL): SQL {
  return sql`(${member}.business_ids IS NOT NULL AND ${memberCanBeLimited(member)})`
}

/**
 * SQL that is true if a member can see a business. `member` is the name or alias of organization_users in the query.
 */
export function memberReaches(member: SQL, businessId: SQL): SQL {
  return sql`(NOT ${memberIsLimited(member)}
    OR EXISTS (SELECT 1 FROM json_each(${member}.business_ids) AS own WHERE own.value = ${businessId}))`
}

const POSTING_ROLES = JSON.stringify(ROLES.filter((role) => can(role, 'replies.post')))
const APPROVED_ROLES = JSON.stringify(ROLES.filter(canNeedApproval))

/**
 * SQL that is true if a member may decide what guests read about a business. `member` is the name or alias of
 * organization_users in the query.
 */
export function memberMayPost(member: SQL, businessId: SQL): SQL {
  return sql`(${member}.is_active = 1 AND ${member}.role IN (SELECT value FROM json_each(${POSTING_ROLES}))
    AND NOT (${member}.suggests_only AND ${member}.role IN (SELECT value FROM json_each(${APPROVED_ROLES})))
    AND ${memberReaches(member, businessId)})`
}
