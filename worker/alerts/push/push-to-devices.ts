import { type SQL, sql } from 'drizzle-orm'
import type { BackgroundContext } from '../../context.ts'
import { seal } from '../../platform/seal.ts'
import type { PushMessage } from '../../rules/alerts.ts'

export const PUSH_SEAL = 'push'

/**
 * Puts a message on its way to every device of a member, as a statement for the batch of what it tells of.
 * (In an object: a statement that is awaited runs.)
 *
 * @param guard leaves it out where it is false
 */
export async function pushToDevices(
  ctx: BackgroundContext,
  organizationId: string,
  userId: string,
  message: PushMessage,
  guard: SQL,
) {
  const sealed = await seal(ctx.settings.SESSION_SECRET, PUSH_SEAL, JSON.stringify(message))
  const id = ctx.createId()
  const query = ctx.db.statement(sql`INSERT INTO outgoing_pushes (id, device_id, sealed, due_at, created_at)
      SELECT ${id} || '-' || push_devices.id, push_devices.id, ${sealed}, ${ctx.now()}, ${ctx.now()} FROM push_devices
      WHERE push_devices.user_id = ${userId} AND push_devices.organization_id = ${organizationId} AND ${guard}`)
  return { statement: query }
}
