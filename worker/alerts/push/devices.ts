import { and, eq, sql } from 'drizzle-orm'
import { pushDevices } from '#db/schema/index.ts'
import type { MemberContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import type { AddDeviceInput, DeviceId } from '../../rules/alerts.ts'
import { pushKey } from './vapid.ts'

/** Maximum devices per person; a new one replaces the oldest. */
const MAX_DEVICES = 10

/**
 * The browser that asks gets the caller's push messages from now on, and nobody else's: who signs in to it next takes it over.
 *
 * @throws DomainError `unavailable` where this server sends none
 */
export async function addDevice(ctx: MemberContext, { endpoint, keys }: AddDeviceInput): Promise<void> {
  if (pushKey(ctx) === null)
    throw new DomainError('unavailable', `This server can't send messages to devices.`)
  const { organization, session } = ctx
  await ctx.db.batch([
    ctx.db.delete(pushDevices).where(eq(pushDevices.endpoint, endpoint)),
    ctx.db.insert(pushDevices).values({
      id: ctx.createId(),
      organizationId: organization.id,
      userId: session.user.id,
      endpoint,
      ...keys,
      userAgent: ctx.userAgent.slice(0, 500),
      createdAt: ctx.now(),
    }),
    ctx.db.statement(sql`DELETE FROM push_devices WHERE id IN (SELECT id FROM push_devices
        WHERE user_id = ${session.user.id} AND organization_id = ${organization.id}
        ORDER BY created_at DESC, id DESC LIMIT -1 OFFSET ${MAX_DEVICES})`),
  ])
}

/** @throws DomainError `not_found` */
export async function removeDevice(ctx: MemberContext, input: DeviceId): Promise<void> {
  const removed = await ctx.db
    .delete(pushDevices)
    .where(
      and(
        eq(pushDevices.id, input.id),
        eq(pushDevices.userId, ctx.session.user.id),
        eq(pushDevices.organizationId, ctx.organization.id),
      ),
    )
    .returning({ id: pushDevices.id })
  if (removed.length === 0) throw new DomainError('not_found', 'This device has already been removed.')
}
