import type { Context } from '../context.ts'
import { OutboundError } from '../platform/outbound.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { OAuthRefusal } from './refusal.ts'

const TIMEOUT_MS = 10 * SECOND_MS

/**
 * Asks an identity provider something, through the one outbound door.
 *
 * @returns the JSON of its answer, whatever it is, and the status
 * @throws OAuthRefusal `unavailable` when it does not answer, or says that it can't now; `failed` when what it answers
 *   is no JSON
 */
export async function askProvider(
  ctx: Pick<Context, 'outbound'>,
  address: string,
  init: RequestInit,
): Promise<{ status: number; json: unknown }> {
  const { hostname } = new URL(address)
  const answer = await ctx
    .outbound('identity-provider', new Request(address, init), { timeoutMs: TIMEOUT_MS })
    .catch((cause: unknown) => {
      if (!(cause instanceof OutboundError)) throw cause
      throw new OAuthRefusal('unavailable', `${hostname}: ${cause.fault}`, cause)
    })
  const { status, body } = answer
  if (status === 429 || status >= 500) throw new OAuthRefusal('unavailable', `${hostname} answered ${status}`)
  try {
    return { status, json: JSON.parse(body) }
  } catch {
    throw new OAuthRefusal('failed', `${hostname} answered ${status} with something that is no JSON`)
  }
}
