import { type SQL, sql } from 'drizzle-orm'
import type { BackgroundContext, MemberContext } from '../context.ts'

/**
 * The businesses that somebody chose for a limit, in SQL: those of them that the organization has, as the list that is stored
 * and by their names, and whether there is any.
 *
 * @param businessIds null for all
 */
export function chosenBusinesses(
  organizationId: string,
  businessIds: readonly string[] | null,
): { stored: SQL; names: SQL; areThere: SQL } {
  if (businessIds === null) return { stored: sql`NULL`, names: sql`NULL`, areThere: sql`1` }
  const chosen = sql`FROM businesses WHERE organization_id = ${organizationId} AND deleted_at IS NULL
    AND id IN (SELECT value FROM json_each(${JSON.stringify(businessIds)}))`
  return {
    stored: sql`(SELECT json_group_array(id) ${chosen})`,
    names: sql`(SELECT group_concat(name, ', ') FROM (SELECT name ${chosen} ORDER BY name))`,
    areThere: sql`EXISTS (SELECT 1 ${chosen})`,
  }
}

/** The statement that lets a member who is limited to some businesses see one that they have made. */
export function reachOwnBusiness({ db, organization, session }: MemberContext, businessId: string) {
  return db.statement(sql`
    UPDATE organization_users SET business_ids = json_insert(business_ids, '$[#]', ${businessId})
    WHERE organization_id = ${organization.id} AND user_id = ${session.user.id} AND business_ids IS NOT NULL
      AND EXISTS (SELECT 1 FROM businesses WHERE id = ${businessId} AND organization_id = ${organization.id})`)
}

/** The statements that take businesses which are no longer there out of the limits of members and invitations. */
export function forgetGoneBusinesses({ db }: Pick<BackgroundContext, 'db'>, organizationId: string) {
  const isThere = sql`EXISTS (SELECT 1 FROM businesses WHERE id = value)`
  const left = sql`business_ids = (SELECT json_group_array(value) FROM json_each(business_ids) WHERE ${isThere})`
  const hasGone = sql`organization_id = ${organizationId} AND business_ids IS NOT NULL
    AND EXISTS (SELECT 1 FROM json_each(business_ids) WHERE NOT ${isThere})`
  return [
    db.statement(sql`UPDATE organization_users SET ${left} WHERE ${hasGone}`),
    db.statement(sql`UPDATE organization_invitations SET ${left} WHERE ${hasGone}`),
  ] as const
}
