import { TZDateMini } from '@date-fns/tz'
import type { Digest } from '../rules/alerts.ts'

/** When somebody wants a digest: minutes of the local day, 0 for Sunday. */
interface DigestPlan {
  digest: Digest
  digestWeekday: number
  digestMinute: number
  timeZone: string
}

const WEEK_DAYS = 7

/**
 * The next moment after `now` at which a digest is due, in milliseconds; null for none. It keeps its time on the clock through
 * changes of summer time: a time that a change leaves out counts an hour later, one that comes twice counts once.
 */
export function nextDigestAt(plan: DigestPlan, now: number): number | null {
  if (plan.digest === 'off') return null
  // Eight days: today's time may be over.
  for (let days = 0; days <= WEEK_DAYS; days += 1) {
    const at = localTime(now, days, plan.digestMinute, plan.timeZone)
    const isItsDay = plan.digest === 'daily' || at.getDay() === plan.digestWeekday
    if (isItsDay && at.getTime() > now) return at.getTime()
  }
  return null
}

/** Minutes of the local day; both null for none. */
interface QuietHours {
  quietFrom: number | null
  quietUntil: number | null
  timeZone: string
}

/** When the quiet hours end that `now` is in, in milliseconds; null outside of them. They may go on past midnight. */
export function quietUntil({ quietFrom, quietUntil, timeZone }: QuietHours, now: number): number | null {
  if (quietFrom === null || quietUntil === null) return null
  const local = new TZDateMini(now, timeZone)
  const minute = local.getHours() * 60 + local.getMinutes()
  const isQuiet =
    quietFrom < quietUntil
      ? minute >= quietFrom && minute < quietUntil
      : minute >= quietFrom || minute < quietUntil
  if (!isQuiet) return null
  const today = localTime(now, 0, quietUntil, timeZone).getTime()
  return today > now ? today : localTime(now, 1, quietUntil, timeZone).getTime()
}

/** Returns that minute of the local day, `days` after today. */
function localTime(now: number, days: number, minute: number, timeZone: string): Date {
  const local = new TZDateMini(now, timeZone)
  return new TZDateMini(
    local.getFullYear(),
    local.getMonth(),
    local.getDate() + days,
    Math.floor(minute / 60),
    minute % 60,
    timeZone,
  )
}
