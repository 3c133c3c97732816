import type { Fetcher } from '@cloudflare/workers-types'
import type { Database } from '#db/client.ts'
import type { Queues, Settings } from './env.ts'
import type { DomainError } from './errors.ts'
import type { ActiveSession } from './identity/sessions/active-session.ts'
import type { ClientNetwork } from './platform/client-network.ts'
import type { LanguageModel } from './platform/language-model.ts'
import type { Mailer } from './platform/mail.ts'
import type { Outbound } from './platform/outbound.ts'

/** What background work has. */
export interface BackgroundContext {
  settings: Settings
  db: Database
  /** Milliseconds, UTC. */
  now(): number
  createId(): string
  outbound: Outbound
  mail: Mailer
  queues: Queues
  /** Null for a deployment without one. */
  languageModel: LanguageModel | null
  /** What the build has written. */
  assets: Fetcher
}

/** What every procedure has. */
export interface Context extends BackgroundContext {
  requestId: string
  /** The path that was asked for. */
  route: string
  userAgent: string
  network: ClientNetwork
  session: ActiveSession | null
  /** Whether a session's cookie came along that opens nothing. */
  isSessionRefused: boolean
  /** Of which organization the screen is that asks; null where none says so. */
  shownOrganizationId: string | null
  /** Why the access token that came along does not count; every procedure answers with it. */
  tokenFault?: DomainError
  /** The browser's part of a sign-in that waits for its second factor. */
  challengeToken: string | null
  /** How many calls of a batch compute password hashes. */
  hashingCalls?: number
  /** What names the browser among those that have signed in before; null for one that has not. */
  deviceToken: string | null
  /** What opens a session of this browser again once it has ended by time; null without such a cookie. */
  keptToken: string | null
  /** Headers the answer gets besides its own, such as the session cookie. */
  answerHeaders: Headers
}

/** What a procedure has that is declared as one that computes password hashes (`anyoneHashing` in api/init.ts). */
export interface HashingContext extends Context {
  mayHash: true
}

export interface SignedInContext extends Context {
  session: ActiveSession
}

/** What is done in a member's name, also while that person is not there. */
export interface ActingContext extends BackgroundContext {
  session: { user: Pick<ActiveSession['user'], 'id'> }
  organization: ActiveSession['organization']
}

/** What a procedure of a tenant has: the organization is the caller's by membership. */
export interface MemberContext extends SignedInContext {
  organization: ActiveSession['organization']
}
