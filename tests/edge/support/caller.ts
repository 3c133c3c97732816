import { env } from 'cloudflare:test'
import { batch, databaseOf } from '#db/client.ts'
import type { Account } from '#tests/factories.ts'
import { createApi } from '#worker/api/router.ts'
import { backgroundContext } from '#worker/background-context.ts'
import type { Context } from '#worker/context.ts'
import type { Env } from '#worker/env.ts'
import { endCredentials } from '#worker/erasure/end-credentials.ts'
import type { ActiveSession } from '#worker/identity/sessions/active-session.ts'
import type { ClientNetwork } from '#worker/platform/client-network.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import type { Role } from '#worker/rules/permissions.ts'
import { type Meter, metered } from './meter.ts'
import { networkOf, newAddress } from './networks.ts'

interface ActorOptions {
  plan?: string
  role?: Role
  /** The businesses the member is limited to; all by default. */
  businessIds?: readonly string[] | null
  /** True if the member's replies need approval; false by default. */
  suggestsOnly?: boolean
  /** True if the email address is verified; true by default. */
  isVerified?: boolean
  /** Content of the cookie of a sign-in that waits for its second factor. */
  challengeToken?: string
  /** Content of the cookie that identifies the browser. */
  deviceToken?: string
  /** The product's current time, in milliseconds. */
  now?: () => number
  /** Counts this caller's database reads and writes. */
  meter?: Meter
  env?: Env
  /** The caller's network; a new one by default, so that no network limit is reached by accident. */
  network?: ClientNetwork
}

/** Ends everything that acts for an account without a session, as recovering it does. */
export async function loseCredentials(userId: string): Promise<void> {
  const ctx = contextFor(null)
  await batch(ctx.db, endCredentials(ctx, userId))
}

/** The context of a request with this account's session; null stands for a visitor. */
export function contextFor(account: Account | null, options: ActorOptions = {}): Context {
  const bindings = options.env ?? env
  const background = backgroundContext(bindings)
  const session: ActiveSession | null = account && {
    id: 'session',
    aal: 'aal1',
    amr: ['pwd'],
    authenticatedAt: (options.now ?? Date.now)(),
    factorAt: null,
    keepUntil: null,
    lastActivityAt: (options.now ?? Date.now)(),
    expiresAt: (options.now ?? Date.now)() + DAY_MS,
    nextLevel: 'aal1',
    user: {
      id: account.userId,
      email: account.email,
      fullName: 'Robin Quill',
      isVerified: options.isVerified ?? true,
      mustChangePassword: false,
    },
    organization: {
      id: account.organizationId,
      name: 'Organization',
      role: options.role ?? 'owner',
      plan: options.plan ?? 'ai_insights',
      businessIds: options.businessIds ?? null,
      suggestsOnly: options.suggestsOnly ?? false,
    },
    unknownTier: null,
  }
  return {
    ...background,
    ...(options.meter && { db: databaseOf({ DB: metered(bindings.DB, options.meter) }) }),
    now: options.now ?? background.now,
    requestId: 'request',
    route: '/test',
    userAgent: 'test',
    network: options.network ?? networkOf(newAddress()),
    session,
    isSessionRefused: false,
    shownOrganizationId: null,
    challengeToken: options.challengeToken ?? null,
    deviceToken: options.deviceToken ?? null,
    keptToken: null,
    answerHeaders: new Headers(),
  }
}

/** The procedures as called by this account. */
export function apiFor(account: Account | null, options: ActorOptions = {}) {
  return createApi(contextFor(account, options))
}
