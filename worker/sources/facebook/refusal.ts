import { MINUTE_MS, SECOND_MS } from '../../rules/durations.ts'
import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { failure } from '../failure.ts'
import { parseJson } from '../json-body.ts'
import { retryAfterSeconds } from '../retry-after.ts'
import type { SourceAnswer, SourceError } from '../source.ts'
import { statusRefusal } from '../status-refusal.ts'
import { codeRefusal, graphErrorOf } from './graph-error.ts'
import { usageOf } from './usage.ts'

const NAME = PLATFORM_NAMES.facebook

/** Facebook bars an app at 100; all its pages share the app's allowance, so each run stops well before. */
const PAUSE_ABOVE_PERCENT = 80
/** Usage is counted over the last hour; this gives back a quarter of it. */
const PAUSE_SECONDS = (15 * MINUTE_MS) / SECOND_MS

/**
 * Recognises an answer that is no page of recommendations, or that Facebook wants to be the last for a while: above 80 %
 * usage a good page is let go too, to be asked for again after the pause. Null when it is to be read.
 */
export function refusal(answer: SourceAnswer): SourceError | null {
  const usage = usageOf(answer.headers)
  const waitSeconds = usage.waitSeconds ?? retryAfterSeconds(answer.headers)
  if (answer.status >= 200 && answer.status < 300) {
    if (usage.percent <= PAUSE_ABOVE_PERCENT) return null
    return failure(NAME, 'rate_limited', { retryAfterSeconds: waitSeconds ?? PAUSE_SECONDS })
  }
  const error = graphErrorOf(parseJson(answer.body))
  const recognised = error && codeRefusal(error, waitSeconds)
  if (recognised) return recognised
  // A bad parameter: what changes between two requests is only the cursor.
  if (error?.code === 100) return failure(NAME, 'cursor_expired')
  if (answer.status === 401 || answer.status === 403) return failure(NAME, 'not_allowed')
  return statusRefusal(NAME, answer)
}
