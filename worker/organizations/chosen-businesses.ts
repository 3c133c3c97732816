import { type SQL, sql } from 'drizzle-orm'

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
