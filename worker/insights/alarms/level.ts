import { eq } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { alarmSettings } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../../context.ts'
import { recordAction } from '../../identity/log/record-action.ts'
import { ALARM_LEVEL_TEXTS, type AlarmLevel, type SetAlarmLevelInput } from '../../rules/alarms.ts'

/** Alarms an organization wants. */
export function alarmLevelQuery({ db }: Pick<BackgroundContext, 'db'>, organizationId: string) {
  return db
    .select(columns(alarmSettings, 'level'))
    .from(alarmSettings)
    .where(eq(alarmSettings.organizationId, organizationId))
}

/** @param rows with what the organization has chosen; absent where they could not be read */
export function alarmLevelIn(rows: readonly { level: AlarmLevel | null }[] | undefined): AlarmLevel {
  return rows?.[0]?.level ?? 'all'
}

/** Sets it, for every business and for everyone: the next check goes by it. */
export async function setAlarmLevel(ctx: MemberContext, { level }: SetAlarmLevelInput): Promise<void> {
  const organizationId = ctx.organization.id
  await ctx.db.batch([
    ctx.db
      .insert(alarmSettings)
      .values({ organizationId, level })
      .onConflictDoUpdate({ target: alarmSettings.organizationId, set: { level } }),
    recordAction(ctx, {
      organizationId,
      action: 'alarms_changed',
      subject: ALARM_LEVEL_TEXTS[level].name.toLowerCase(),
    }),
  ])
}
