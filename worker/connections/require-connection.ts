import { and, eq } from 'drizzle-orm'
import { connections } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import type { Connection } from './access-token.ts'

/** @throws DomainError `not_found` where it does not exist or is another organization's */
export async function requireConnection(ctx: MemberContext, id: string): Promise<Connection> {
  const own = and(eq(connections.id, id), eq(connections.organizationId, ctx.organization.id))
  const [connection] = await ctx.db.select().from(connections).where(own)
  if (!connection) throw connectionNotFound()
  return connection
}

/** An account at Google that works, the oldest first; null where there is none. */
export async function findGoogleConnection(ctx: MemberContext): Promise<Connection | null> {
  const isUsable = and(
    eq(connections.organizationId, ctx.organization.id),
    eq(connections.provider, 'google'),
    eq(connections.state, 'active'),
  )
  const [connection] = await ctx.db
    .select()
    .from(connections)
    .where(isUsable)
    .orderBy(connections.createdAt)
    .limit(1)
  return connection ?? null
}

export function connectionNotFound(): DomainError {
  return new DomainError('not_found', 'This connection was not found. It may have been disconnected.')
}
