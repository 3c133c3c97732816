/**
 * On a screen's answer: whose it is, the account and the organization that it looks at, with its plan; or NOBODY. Browsers keep
 * their copies of screens by it.
 */
export const ACCOUNT_HEADER = 'x-account'
export const NOBODY = 'none'
/** On a screen's answer: when its session ends that nobody uses any more; milliseconds, UTC. No copy outlives it. */
export const SESSION_ENDS_HEADER = 'x-session-ends'
/** On a copy: when the server gave it out; milliseconds, UTC. */
export const READ_AT_HEADER = 'x-read-at'
/** In place of data that was not kept: the screen's document was, and can be opened. */
export const OPEN_DOCUMENT_HEADER = 'x-open-document'

/** Each account's copies have a storage of their own in the browser. */
export const SCREENS_PREFIX = 'screens-'

/** Lists and the forms beside them. Profile, Security, what is connected and what is imported stay out. */
const KEPT =
  /^\/app(\/analytics|\/help|\/reviews(\/(?!open)[\w-]+)?|\/businesses(\/new|\/edit|\/[\w-]+\/sources)?)?$/

/** Whether a path is a screen of the application, or the data of one. */
export function isAppPath(pathname: string): boolean {
  return /^\/app(?:[/.]|$)/.test(pathname)
}

/** Whether browsers may keep a copy of the screen at this path, or of its data, for when the server can't be reached. */
export function isKeptPath(pathname: string): boolean {
  return KEPT.test(screenPath(pathname))
}

/** '/app/reviews.data' → '/app/reviews'. */
export function screenPath(pathname: string): string {
  return pathname.replace(/\.data$/, '')
}

/** What a CDN answers in place of a server that it can't reach. */
const NO_SERVER = /^5(?:0[234]|2[0-4]|30)$/

/** Answers of ours have a policy, failures too. */
export function isFromServer({ status, headers }: { status: number; headers: Headers }): boolean {
  return !NO_SERVER.test(String(status)) || headers.has('content-security-policy')
}

/** In an address's fragment: the screen to go on to, where its document was not kept and another one is opened first. */
export const OPEN_PARAMETER = 'open'
