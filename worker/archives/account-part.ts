import { and, asc, desc, eq, lt, or } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import {
  alertRecipients,
  organizations,
  organizationUsers,
  profiles,
  pushDevices,
  savedViews,
  securityEvents,
  sessions,
  userIdentities,
  users,
} from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { iso } from '../rules/durations.ts'

/** Everything about the person except secrets: profile, memberships and settings. */
export async function accountPart(ctx: MemberContext) {
  const { id: userId } = ctx.session.user
  const [account, memberships, providers, signedIn, views, alerts, devices] = await ctx.db.batch([
    ctx.db
      .select({
        ...columns(users, 'id', 'email', 'emailVerifiedAt', 'passwordChangedAt', 'createdAt'),
        ...columns(profiles, 'fullName', 'avatarUrl'),
      })
      .from(users)
      .innerJoin(profiles, eq(profiles.id, users.id))
      .where(eq(users.id, userId)),
    ctx.db
      .select({ ...columns(organizations, 'id', 'name'), ...columns(organizationUsers, 'role', 'joinedAt') })
      .from(organizationUsers)
      .innerJoin(organizations, eq(organizations.id, organizationUsers.organizationId))
      .where(and(eq(organizationUsers.userId, userId), eq(organizationUsers.isActive, true)))
      .orderBy(asc(organizationUsers.joinedAt)),
    ctx.db
      .select(columns(userIdentities, 'provider', 'email', 'createdAt'))
      .from(userIdentities)
      .where(eq(userIdentities.userId, userId)),
    ctx.db
      .select(columns(sessions, 'createdAt', 'lastActivityAt', 'userAgent', 'network', 'place'))
      .from(sessions)
      .where(eq(sessions.userId, userId)),
    ctx.db
      .select(columns(savedViews, 'organizationId', 'name', 'query', 'createdAt'))
      .from(savedViews)
      .where(eq(savedViews.userId, userId)),
    ctx.db
      .select(
        columns(
          alertRecipients,
          'organizationId',
          'alertStars',
          'digest',
          'digestWeekday',
          'digestMinute',
          'quietFrom',
          'quietUntil',
          'timeZone',
          'takesMail',
          'takesAlarms',
        ),
      )
      .from(alertRecipients)
      .where(eq(alertRecipients.userId, userId)),
    ctx.db
      .select(columns(pushDevices, 'organizationId', 'userAgent', 'createdAt'))
      .from(pushDevices)
      .where(eq(pushDevices.userId, userId)),
  ])
  return {
    account: withTimes(account)[0],
    memberships: withTimes(memberships),
    providers: withTimes(providers),
    sessions: withTimes(signedIn),
    savedViews: withTimes(views),
    alerts,
    devices: withTimes(devices),
  }
}

/** Converts columns whose name ends with 'At' from milliseconds to ISO 8601 in UTC. */
export function withTimes<Row extends object>(rows: readonly Row[]): Record<string, unknown>[] {
  return rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        name.endsWith('At') && typeof value === 'number' ? iso(value) : value,
      ]),
    ),
  )
}

const EVENTS_PAGE_ROWS = 500

/** Newest first. */
export async function* securityEventPages(ctx: MemberContext) {
  const isOwn = eq(securityEvents.userId, ctx.session.user.id)
  let last: { createdAt: number; id: string } | undefined
  do {
    const before =
      last &&
      or(
        lt(securityEvents.createdAt, last.createdAt),
        and(eq(securityEvents.createdAt, last.createdAt), lt(securityEvents.id, last.id)),
      )
    const rows = await ctx.db
      .select(columns(securityEvents, 'id', 'type', 'outcome', 'detail', 'userAgent', 'network', 'createdAt'))
      .from(securityEvents)
      .where(and(isOwn, before))
      .orderBy(desc(securityEvents.createdAt), desc(securityEvents.id))
      .limit(EVENTS_PAGE_ROWS)
    yield withTimes(rows)
    last = rows.length === EVENTS_PAGE_ROWS ? rows.at(-1) : undefined
  } while (last)
}
