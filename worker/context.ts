import type { Fetcher, SendEmail } from '@cloudflare/workers-types'
import type { Database } from '#db/client.ts'
import type { Queues, Settings } from './env.ts'
import type { DomainError } from './errors.ts'
import type { ActiveSession } from './identity/sessions/active-session.ts'
import type { ClientNetwork } from './platform/client-network.ts'
import type { LanguageModel } from './platform/language-model.ts'
import type { Mailer } from './platform/mail.ts'
import type { Outbound } from './platform/outbound.ts'
import type { Setup } from './rules/operation.ts'

export interface BackgroundContext {
  settings: Settings
  db: Database
  /** Milliseconds, UTC. */
  now(): number
  createId(): string
  outbound: Outbound
  mail: Mailer
  /** Raw variables and binding names, to check the configuration. */
  setup(): Setup
  /** Cloudflare's mail service; null if it isn't bound. */
  sendEmail: Pick<SendEmail, 'send'> | null
  /** The deployed version of this worker; 'local' on a local machine. */
  version: string
  queues: Queues
  languageModel: LanguageModel | null
  assets: Fetcher
}

export interface Context extends BackgroundContext {
  requestId: string
  route: string
  userAgent: string
  network: ClientNetwork
  session: ActiveSession | null
  /** True if the request's session cookie is no longer valid. */
  isSessionRefused: boolean
  /** Organization of the calling screen; null if the request doesn't name one. */
  shownOrganizationId: string | null
  /** Error with which every procedure responds, because the request's access token was refused. */
  tokenFault?: DomainError
  /** Cookie of a sign-in that waits for its second factor. */
  challengeToken: string | null
  /** Number of calls in a batch that compute password hashes. */
  hashingCalls?: number
  /** Known-device token; null for a new browser. */
  deviceToken: string | null
  /** Token from this browser's cookie that reopens an expired session; null without a cookie. */
  keptToken: string | null
  answerHeaders: Headers
}

/** Context of procedures declared to compute password hashes (`anyoneHashing` in api/init.ts). */
export interface HashingContext extends Context {
  mayHash: true
}

export interface SignedInContext extends Context {
  session: ActiveSession
}

/** Context of work on a member's behalf, even if they aren't signed in. */
export interface ActingContext extends BackgroundContext {
  session: { user: Pick<ActiveSession['user'], 'id'> }
  organization: ActiveSession['organization']
}

export interface MemberContext extends SignedInContext {
  organization: ActiveSession['organization']
}
