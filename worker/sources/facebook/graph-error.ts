import { PLATFORM_NAMES } from '../../rules/platforms.ts'
import { at } from '../at.ts'
import { failure } from '../failure.ts'
import type { SourceError } from '../source.ts'

const NAME = PLATFORM_NAMES.facebook
const STAYS = 'the reviews collected so far stay.'

const SENTENCES = {
  expired: `The connection to Facebook has expired. Connect it again; ${STAYS}`,
  password: `The password of the connected Facebook account was changed, which ended the connection. Connect it again; ${STAYS}`,
  removed: `This service was removed from the connected Facebook account. Connect it again; ${STAYS}`,
  permission:
    "Facebook doesn't let the connected account read this page's reviews. Connect it again with an account that manages the page, and allow everything it asks for.",
  hidden: `Facebook doesn't show this page to the connected account. Check that the page is still there and that the account manages it; ${STAYS}`,
  withdrawn: `Facebook no longer hands out reviews to apps. What was collected so far stays.`,
} as const

export interface GraphError {
  code: number
  subcode: number | null
}

/** The error of an answer; null when the answer is none. An error without a code has the code 0. */
export function graphErrorOf(answer: unknown): GraphError | null {
  const error = at(answer, 'error')
  if (typeof error !== 'object' || error === null) return null
  const code = at(error, 'code')
  const subcode = at(error, 'error_subcode')
  return {
    code: typeof code === 'number' ? code : 0,
    subcode: typeof subcode === 'number' ? subcode : null,
  }
}

/**
 * What a Graph error stands for; null for codes that say no more than the status.
 *
 * @param waitSeconds how long Facebook wants to be left alone, where it says
 */
export function codeRefusal({ code, subcode }: GraphError, waitSeconds: number | null): SourceError | null {
  // Permissions are numbered through.
  if (code >= 200 && code <= 299) return failure(NAME, 'not_allowed', { message: SENTENCES.permission })
  switch (code) {
    case 190:
      return disconnected(subcode)
    case 10:
      return failure(NAME, 'not_allowed', { message: SENTENCES.permission })
    case 12:
      return failure(NAME, 'not_offered', { message: SENTENCES.withdrawn })
    case 100:
      return subcode === 33 ? failure(NAME, 'not_found', { message: SENTENCES.hidden }) : null
    case 4:
    case 17:
    case 32:
    case 613:
    case 80001:
      return failure(NAME, 'rate_limited', { retryAfterSeconds: waitSeconds })
    case 1:
    case 2:
      return failure(NAME, 'unavailable', { retryAfterSeconds: waitSeconds })
    default:
      return null
  }
}

function disconnected(subcode: number | null): SourceError {
  switch (subcode) {
    case 458:
      return failure(NAME, 'reconnect', { message: SENTENCES.removed })
    case 460:
      return failure(NAME, 'reconnect', { message: SENTENCES.password })
    case 463:
      return failure(NAME, 'reconnect', { message: SENTENCES.expired })
    default:
      return failure(NAME, 'reconnect')
  }
}
