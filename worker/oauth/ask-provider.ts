import * as v from 'valibot'
import type { Context } from '../context.ts'
import { OutboundError } from '../platform/outbound.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { OAuthRefusal } from './refusal.ts'

const TIMEOUT_MS = 10 * SECOND_MS

type AskingContext = Pick<Context, 'outbound'>

/**
 * Sends a request to a provider.
 *
 * @returns the status, and the response's JSON, not validated
 * @throws OAuthRefusal `unavailable` if it doesn't respond, or responds with 429 or 5xx; `failed` if the response isn't
 * JSON
 */
export async function askProvider({ outbound }: AskingContext, address: string, init: RequestInit) {
  const { hostname } = new URL(address)
  const request = new Request(address, init)
  const sent = outbound('identity-provider', request, { timeoutMs: TIMEOUT_MS })
  const { status, body } = await sent.catch((cause: unknown) => {
    if (!(cause instanceof OutboundError)) throw cause
    throw new OAuthRefusal('unavailable', `${hostname}: ${cause.fault}`, { cause })
  })
  if (status === 429 || status >= 500) throw new OAuthRefusal('unavailable', `${hostname} answered ${status}`)
  try {
    return { status, json: JSON.parse(body) as unknown }
  } catch {
    throw new OAuthRefusal('failed', `${hostname} answered ${status} with something that is no JSON`)
  }
}

/**
 * Calls a provider's API with an access token. @throws OAuthRefusal `unavailable`; `failed` if the response has another
 * shape
 */
export async function askAsPerson<T>(
  ctx: AskingContext,
  address: string,
  accessToken: string,
  schema: v.GenericSchema<unknown, T>,
  headers: Record<string, string> = {},
): Promise<T> {
  const authorization = `Bearer ${accessToken}`
  const { status, json } = await askProvider(ctx, address, { headers: { ...headers, authorization } })
  const parsed = v.safeParse(schema, json)
  if (status !== 200 || !parsed.success) {
    const { hostname, pathname } = new URL(address)
    throw new OAuthRefusal('failed', `${hostname}${pathname} could not be read: ${status}`)
  }
  return parsed.output
}
