import { TZDateMini } from '@date-fns/tz'
import type { Digest } from '../rules/alerts.ts'

interface DigestPlan {
  digest: Digest
  /** Day of the week from 0 (Sunday) to 6. */
  digestWeekday: number
  /** Minutes since midnight, local time. */
  digestMinute: number
  timeZone: string
}

const WEEK_DAYS = 7

/**
 * Next time after `now` at which a digest is due, in milliseconds; null if none. Stays at the same local time through
 * daylight saving changes: a skipped time moves an hour later, and a time that occurs twice counts once.
 */
export function nextDigestAt(plan: DigestPlan, now: number): number | null {
  if (plan.digest === 'off') return null
  // Eight days, because today's time may be over.
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

/** End of the current quiet hours, in milliseconds; null outside of them. They may span midnight. */
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

/** `days` counts from today. */
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
