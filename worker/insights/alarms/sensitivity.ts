import { eq } from 'drizzle-orm'
import { columns } from '#db/client.ts'
import { alarmSettings } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../../context.ts'
import { recordAction } from '../../identity/log/record-action.ts'
import type { Sensitivity, SetSensitivityInput } from '../../rules/alarms.ts'

/** How soon the alarms of an organization go off. */
export function sensitivityQuery({ db }: Pick<BackgroundContext, 'db'>, organizationId: string) {
  return db
    .select(columns(alarmSettings, 'sensitivity'))
    .from(alarmSettings)
    .where(eq(alarmSettings.organizationId, organizationId))
}

/** @param rows with what the organization has chosen; absent where they could not be read */
export function sensitivityIn(rows: readonly { sensitivity: Sensitivity | null }[] | undefined): Sensitivity {
  return rows?.[0]?.sensitivity ?? 'normal'
}

/** Sets it, for every business and for everyone: the next check goes by it. */
export async function setSensitivity(
  ctx: MemberContext,
  { sensitivity }: SetSensitivityInput,
): Promise<void> {
  const organizationId = ctx.organization.id
  await ctx.db.batch([
    ctx.db
      .insert(alarmSettings)
      .values({ organizationId, sensitivity })
      .onConflictDoUpdate({ target: alarmSettings.organizationId, set: { sensitivity } }),
    recordAction(ctx, { organizationId, action: 'alarms_changed', subject: sensitivity }),
  ])
}
