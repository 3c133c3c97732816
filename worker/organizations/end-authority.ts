import { sql } from 'drizzle-orm'
import type { BackgroundContext } from '../context.ts'
import { endKeysOf } from '../identity/keys/revoke.ts'
import { can, mayManage, ROLES } from '../rules/permissions.ts'
import { switchOffMadeBy } from '../webhooks/update.ts'

const INVITING = JSON.stringify(
  ROLES.flatMap((own) => ROLES.filter((other) => mayManage(own, other)).map((other) => [own, other])),
)
const MANAGING = JSON.stringify(ROLES.filter((role) => can(role, 'api.manage')))

/**
 * The statements after which nothing acts for somebody that their role does not allow them any more: their keys, endpoints and
 * open invitations. They look at the membership as the batch has left it, so they change nothing for who may still make these.
 */
export function endAuthority(ctx: BackgroundContext, organizationId: string, userId: string) {
  const seat = sql`FROM organization_users AS seat
    WHERE seat.organization_id = ${organizationId} AND seat.user_id = ${userId} AND seat.is_active = 1`
  const isOver = sql`NOT EXISTS (SELECT 1 ${seat} AND seat.role IN (SELECT value FROM json_each(${MANAGING})))`
  return [
    endKeysOf(ctx, { organizationId, userId }, isOver),
    ...switchOffMadeBy(ctx, { organizationId, userId }, isOver),
    ctx.db.statement(sql`
      DELETE FROM organization_invitations WHERE organization_id = ${organizationId} AND invited_by = ${userId}
        AND NOT EXISTS (SELECT 1 ${seat} AND EXISTS (SELECT 1 FROM json_each(${INVITING}) AS pair
          WHERE pair.value->>0 = seat.role AND pair.value->>1 = organization_invitations.role))`),
  ]
}
