import { MINUTE_MS, SECOND_MS } from '../../rules/durations.ts'
import { at, listAt } from '../at.ts'
import { parseJson } from '../json.ts'
import { retryAfterSeconds } from '../retry-after.ts'
import type { SourceAnswer } from '../source.ts'

const MINUTE_SECONDS = MINUTE_MS / SECOND_MS

/** Facebook bars an app at 100; all its pages share the app's allowance, so each run stops well before. */
const PAUSE_ABOVE_PERCENT = 80
/** Usage is counted over the last hour; this gives back a quarter of it. */
const PAUSE_SECONDS = 15 * MINUTE_SECONDS

/** How much of Facebook's hourly allowances is used up. */
export interface Usage {
  /** Of the allowance that is nearest to its end, in percent; 0 when nothing is said. */
  percent: number
  /** How long until a barred app or page may ask again; null when it isn't barred. */
  waitSeconds: number | null
}

/** Reads `X-App-Usage` (of the app) and `X-Business-Use-Case-Usage` (of each page, by kind). */
export function usageOf(headers: Headers): Usage {
  const counts = [parseJson(headers.get('x-app-usage') ?? ''), ...pageUsages(headers)]
  const shares = counts.flatMap((count) => [
    numberAt(count, 'call_count'),
    numberAt(count, 'total_time'),
    numberAt(count, 'total_cputime'),
  ])
  const minutes = Math.max(0, ...counts.map((count) => numberAt(count, 'estimated_time_to_regain_access')))
  return {
    percent: Math.max(0, ...shares),
    waitSeconds: minutes > 0 ? Math.ceil(minutes * MINUTE_SECONDS) : null,
  }
}

/**
 * Seconds to leave Facebook alone after an answer; null where there is no need. Above 80 % of an allowance the answer
 * still counts, and the next request waits.
 */
export function pauseAfter({ headers }: Pick<SourceAnswer, 'headers'>): number | null {
  const { percent, waitSeconds } = usageOf(headers)
  if (percent <= PAUSE_ABOVE_PERCENT) return null
  return waitSeconds ?? retryAfterSeconds(headers) ?? PAUSE_SECONDS
}

function pageUsages(headers: Headers): unknown[] {
  const byPage = parseJson(headers.get('x-business-use-case-usage') ?? '')
  if (typeof byPage !== 'object' || byPage === null) return []
  return Object.keys(byPage).flatMap((page) => listAt(byPage, page))
}

function numberAt(value: unknown, key: string): number {
  const number = at(value, key)
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : 0
}
