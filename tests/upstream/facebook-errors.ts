import { randomBytes } from 'node:crypto'
import { type Answer, json } from './wire.ts'

interface GraphError {
  message: string
  type?: 'OAuthException' | 'GraphMethodException'
  /** 400 by default. */
  status?: number
}

/** Errors of the Graph API, by code or code and subcode; these are also the variants of the fault `api_error`. */
const GRAPH_ERRORS = {
  '1': { message: 'An unknown error occurred', status: 500 },
  '2': { message: 'An unexpected error has occurred. Please retry your request later.', status: 500 },
  '4': { message: '(#4) Application request limit reached' },
  '10': { message: '(#10) This endpoint requires the pages_read_engagement permission' },
  '12': { message: '(#12) recommendation is deprecated for versions v22.0 and higher' },
  '17': { message: '(#17) User request limit reached' },
  '32': { message: '(#32) Page request limit reached' },
  '100': { message: '(#100) Invalid parameter' },
  '100.33': {
    message:
      'Unsupported get request. Object with this id does not exist, cannot be loaded due to missing permissions, or does not support this operation.',
    type: 'GraphMethodException',
  },
  '190': { message: 'Invalid OAuth access token - Cannot parse access token' },
  '190.458': { message: 'Error validating access token: The user has not authorized this application.' },
  '190.460': {
    message:
      'Error validating access token: The session has been invalidated because the user changed the password.',
  },
  '190.463': { message: 'Error validating access token: Session has expired.' },
  '200': { message: '(#200) Permissions error' },
  '283': { message: '(#283) Requires pages_read_user_content permission to manage the object' },
  '613': { message: '(#613) Calls to this api have exceeded the rate limit.' },
  '80001': { message: 'There have been too many calls to this Page account.' },
} as const satisfies Record<string, GraphError>
export type GraphErrorName = keyof typeof GRAPH_ERRORS

/** Rate-limit errors, which block an app or a page for a while. */
const BARRED: readonly number[] = [4, 17, 32, 613, 80001]
const REGAIN_MINUTES = 12
const FULL_PERCENT = 100
/** Usage reported by default, in percent of the hourly limit. */
const USUAL_PERCENT = 5

/** @param message replaces the default one */
export function graphError(name: GraphErrorName, message?: string): Answer {
  const { status = 400, type = 'OAuthException', ...usual }: GraphError = GRAPH_ERRORS[name]
  const [code = 0, subcode] = name.split('.').map(Number)
  const error = {
    message: message ?? usual.message,
    type,
    code,
    ...(subcode !== undefined && { error_subcode: subcode }),
    fbtrace_id: `A${randomBytes(16).toString('base64url')}`,
  }
  const usage = BARRED.includes(code) ? usageHeaders(FULL_PERCENT, REGAIN_MINUTES) : usageHeaders()
  return json(status, { error }, usage)
}

/** The fault `api_error`; code 2 unless its variant names another error. */
export function faultyGraph(variant: string | null): Answer {
  const isKnown = variant !== null && Object.hasOwn(GRAPH_ERRORS, variant)
  return graphError(isKnown ? (variant as GraphErrorName) : '2')
}

/**
 * Headers of every response with the hourly usage of the app and of an invented page.
 *
 * @param percent of the hourly limits
 * @param minutes until access is restored
 */
export function usageHeaders(percent = USUAL_PERCENT, minutes = 0): Record<string, string> {
  const usage = { call_count: percent, total_cputime: 1, total_time: 3 }
  const ofPage = { type: 'pages', ...usage, estimated_time_to_regain_access: minutes }
  return {
    'facebook-api-version': 'v21.0',
    'x-app-usage': JSON.stringify(usage),
    'x-business-use-case-usage': JSON.stringify({ '104829374650112': [ofPage] }),
  }
}

/** The fault `high_usage`: the normal answer, reporting this percentage of the hourly limit as used; 85 by default. */
export function withHighUsage(answer: Answer, variant: string | null): Answer {
  return { ...answer, headers: { ...answer.headers, ...usageHeaders(Number(variant ?? '85')) } }
}
