import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { failure } from '../failure.ts'
import { parseJson } from '../json.ts'
import { retryAfterSeconds } from '../retry-after.ts'
import type { SourceAnswer, SourceError } from '../source.ts'
import { statusRefusal } from '../status-refusal.ts'
import { codeRefusal, graphErrorOf } from './graph-error.ts'
import { usageOf } from './usage.ts'

const NAME = PLATFORM_NAMES.facebook

/** Recognises an answer that is no page of recommendations; null when it is to be read. */
export function refusal(answer: SourceAnswer): SourceError | null {
  if (answer.status >= 200 && answer.status < 300) return null
  const waitSeconds = usageOf(answer.headers).waitSeconds ?? retryAfterSeconds(answer.headers)
  const error = graphErrorOf(parseJson(answer.body))
  const recognised = error && codeRefusal(error, waitSeconds)
  if (recognised) return recognised
  // A bad parameter: what changes between two requests is only the cursor.
  if (error?.code === 100) return failure(NAME, 'cursor_expired')
  if (answer.status === 401 || answer.status === 403) return failure(NAME, 'not_allowed')
  return statusRefusal(NAME, answer)
}
