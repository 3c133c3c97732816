import { MINUTE_MS, SECOND_MS } from '../../rules/durations.ts'
import { failure, requestRefused, requireJson, retryAfterSeconds, statusRefusal } from '../failure.ts'
import { at, listAt, parseJson, textAt } from '../json.ts'
import type { FoundPlace, SourceAnswer, SourceError } from '../source.ts'
import { idOf } from './locate.ts'

export function refusal(answer: SourceAnswer): SourceError | null {
  if (answer.status >= 200 && answer.status < 300) return null
  const waitSeconds = usageOf(answer.headers).waitSeconds ?? retryAfterSeconds(answer.headers)
  const error = graphErrorOf(parseJson(answer.body))
  const recognised = error && codeRefusal(error, waitSeconds)
  if (recognised) return recognised
  if (answer.status === 401 || answer.status === 403) return failure('facebook', 'not_allowed')
  return statusRefusal('facebook', answer, error !== null)
}

const MINUTE_SECONDS = MINUTE_MS / SECOND_MS

/**
 * Percentage of an allowance above which a run pauses. Facebook blocks an app at 100. All pages of the app share the
 * allowance, so each run stops well before that.
 */
const PAUSE_ABOVE_PERCENT = 80
/** Usage covers the last hour, so a quarter of it expires in 15 minutes. */
const PAUSE_SECONDS = 15 * MINUTE_SECONDS

interface Usage {
  /** Used percentage of the most exhausted allowance; 0 if none is reported. */
  percent: number
  /** Null if neither the app nor the page is blocked. */
  waitSeconds: number | null
}

/** Reads `X-App-Usage` (per app) and `X-Business-Use-Case-Usage` (per page and kind). */
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

/** Seconds to pause after a response, which itself is still valid; null if there is no need. */
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

const SENTENCES = {
  expired: `The connection to Facebook has expired. Connect it again.`,
  password: `The password of the connected Facebook account was changed, which ended the connection. Connect it again.`,
  removed: `This service was removed from the connected Facebook account. Connect it again.`,
  permission:
    "Facebook doesn't let the connected account read this page's reviews. Connect it again with an account that manages the page, and allow everything it asks for.",
  hidden: `Facebook doesn't show this page to the connected account. Check that the page is still there and that the account manages it.`,
  moved: `Facebook has merged this page with another one. Connect that one.`,
  barred: `Facebook has barred this service for now, because it takes its requests for misuse. The operator has to look into it.`,
} as const

/** Reason why a connection ended, by the subcode of error 190. */
const DISCONNECTED: ReadonlyMap<number | null, string> = new Map([
  [458, SENTENCES.removed],
  [460, SENTENCES.password],
  [463, SENTENCES.expired],
])

interface GraphError {
  code: number
  subcode: number | null
  message: string
}

function graphErrorOf(answer: unknown): GraphError | null {
  const error = at(answer, 'error')
  if (typeof error !== 'object' || error === null) return null
  const code = at(error, 'code')
  const subcode = at(error, 'error_subcode')
  return {
    code: typeof code === 'number' ? code : 0,
    subcode: typeof subcode === 'number' ? subcode : null,
    message: textAt(error, 'message'),
  }
}

/** Meaning of a Graph error; null for codes that say no more than the status. */
function codeRefusal({ code, subcode, message }: GraphError, waitSeconds: number | null): SourceError | null {
  // Codes 200 to 299 are about permissions.
  if (code >= 200 && code <= 299) return failure('facebook', 'not_allowed', { message: SENTENCES.permission })
  switch (code) {
    case 102:
    case 190:
      return failure('facebook', 'reconnect', { message: DISCONNECTED.get(subcode) })
    case 10:
      return failure('facebook', 'not_allowed', { message: SENTENCES.permission })
    case 12:
      return failure('facebook', 'ended')
    case 100:
      return subcode === 33
        ? failure('facebook', 'not_found', { message: SENTENCES.hidden })
        : // A bad parameter. It must be the cursor, because nothing else changes between two requests.
          failure('facebook', 'cursor_expired')
    case 21:
      return failure('facebook', 'not_found', { message: SENTENCES.moved, movedTo: migratedTo(message) })
    case 368:
      return failure('facebook', 'not_offered', { message: SENTENCES.barred })
    case 4:
    case 17:
    case 32:
    case 341:
    case 613:
    case 80001:
      return failure('facebook', 'rate_limited', { retryAfterSeconds: waitSeconds })
    case 1:
    case 2:
      return failure('facebook', 'unavailable', { retryAfterSeconds: waitSeconds })
    default:
      return null
  }
}

/** '(#21) Page ID 104… was migrated to page ID 111…'; null for other messages. */
function migratedTo(message: string): FoundPlace | null {
  const id = idOf(/\bmigrated to page ID (\d+)/i.exec(message)?.[1] ?? '')
  return id === null ? null : { id, url: `https://www.facebook.com/${id}` }
}

/** @throws SourceError for an error response, a truncated one, or one that isn't JSON */
export function requireAnswer(body: string): unknown {
  const answer = requireJson('facebook', body)
  const error = graphErrorOf(answer)
  if (error)
    throw (
      codeRefusal(error, null) ??
      (error.code > 0 ? requestRefused('facebook') : failure('facebook', 'format_changed'))
    )
  return answer
}
