import { createExecutionContext, env, SELF } from 'cloudflare:test'
import type { ExecutionContext } from '@cloudflare/workers-types'
import { v7 as createId } from 'uuid'
import { databaseOf } from '#db/client.ts'
import { sessions } from '#db/schema/index.ts'
import type { Account } from '#tests/factories.ts'
import type { Env } from '#worker/env.ts'
import worker from '#worker/index.ts'
import { randomToken, sha256Hex } from '#worker/platform/ids.ts'
import { SESSION_LIFETIME_MS } from '#worker/rules/sessions.ts'
import { newAddress } from './networks.ts'

/** Origin of the worker under test. */
export const ORIGIN = 'http://localhost:8787'

export interface Ask extends RequestInit {
  /** Bindings or variables to override. */
  env?: Env
}

/** Sends a request to the worker as if from the network; redirects aren't followed. */
export async function ask(address: string, { env: bindings, ...init }: Ask = {}): Promise<Response> {
  const url = new URL(address, ORIGIN).href
  const headers = new Headers(init.headers)
  // From a new network each time, so that no network limit is reached by accident.
  if (!headers.has('cf-connecting-ip')) headers.set('cf-connecting-ip', newAddress())
  const request = { redirect: 'manual', ...init, headers } as const
  if (!bindings) return SELF.fetch(url, request)
  // The same object under two versions of its type.
  const execution = createExecutionContext() as unknown as ExecutionContext
  return worker.fetch(new Request(url, request), bindings, execution)
}

/** Calls a procedure like the product's own pages. */
export function askProcedure(path: string, input: unknown, { headers, ...init }: Ask = {}) {
  return ask(`/trpc/${path}`, {
    method: 'POST',
    body: JSON.stringify(input ?? {}),
    ...init,
    headers: { origin: ORIGIN, 'content-type': 'application/json', ...headers },
  })
}

/** Settings that production would accept, with the tests' bindings. */
export const PRODUCTION: Env = {
  ...env,
  ENVIRONMENT: 'production',
  APP_ORIGIN: 'https://reviews.example.com',
  SCRYPT_COST: undefined,
  UPSTREAM_ORIGIN: undefined,
}

interface SessionOptions {
  /** Milliseconds; both default to now. */
  createdAt?: number
  lastActivityAt?: number
}

/** Opens a session for an account; returns its browser's Cookie header. */
export async function signedIn(account: Account, options: SessionOptions = {}): Promise<string> {
  const token = randomToken()
  const createdAt = options.createdAt ?? Date.now()
  await databaseOf(env)
    .insert(sessions)
    .values({
      id: createId(),
      tokenHash: await sha256Hex(token),
      userId: account.userId,
      organizationId: account.organizationId,
      authenticatedAt: createdAt,
      createdAt,
      lastActivityAt: options.lastActivityAt ?? createdAt,
      expiresAt: createdAt + SESSION_LIFETIME_MS,
    })
  return `session=${token}`
}
