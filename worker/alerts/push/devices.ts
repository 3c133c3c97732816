import { and, eq, type SQL, sql } from 'drizzle-orm'
import { pushDevices } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { seal } from '../../platform/seal.ts'
import type { AddDeviceInput, DeviceId, PushMessage } from '../../rules/alerts.ts'
import { pushKey } from './vapid.ts'

/** Maximum devices per person; a new one replaces the oldest. */
const MAX_DEVICES = 10

/**
 * Makes this browser receive the caller's push messages, and nobody else's. If another person later adds the same
 * browser, it receives that person's messages instead.
 *
 * @throws DomainError `unavailable` if this server sends no push messages
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

export const PUSH_SEAL = 'push'

/**
 * Statement that queues a message for every device of a member, for the batch that stores the message's subject.
 * (Wrapped in an object, because awaiting a statement runs it.)
 *
 * @param guard condition to queue it
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
