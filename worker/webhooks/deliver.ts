import type { BackgroundContext } from '../context.ts'
import { MINUTE_MS } from '../rules/durations.ts'
import { hasFeature } from '../rules/plans.ts'
import { askForDelivery } from './ask-for-delivery.ts'
import { type ClaimedEndpoint, claimRound } from './claim-round.ts'
import { postMessage } from './post-message.ts'
import { openSecret } from './secrets.ts'
import { settleRound, type Try } from './settle.ts'

/** Deliveries due later than this wait for the tick. */
const SOON_MS = MINUTE_MS

/**
 * Sends an endpoint what is due to it, ten messages at a time and as many an hour as it may get; of consumers at once, one does.
 * Any line may be the last before the worker dies: what was sent and not recorded is sent again, under the same id.
 *
 * @throws what nobody expected, such as a database fault; the message should then be delivered again
 */
export async function deliverWebhooks(ctx: BackgroundContext, endpointId: string): Promise<void> {
  const endpoint = await claimRound(ctx, endpointId)
  if (!endpoint) return
  const secrets = await secretsOf(ctx, endpoint)
  const tries = await Promise.all(endpoint.due.map((message) => send(ctx, endpoint, message, secrets)))
  const nextDueAt = await settleRound(ctx, endpoint, tries)
  const waitMs = (nextDueAt ?? Infinity) - ctx.now()
  if (waitMs < SOON_MS) await askForDelivery(ctx, endpointId, Math.max(0, waitMs))
}

async function secretsOf(ctx: BackgroundContext, endpoint: ClaimedEndpoint): Promise<string[]> {
  const { id, sealedSecret, sealedFormerSecret, formerSecretUntil } = endpoint
  const isFormerGood = sealedFormerSecret !== null && (formerSecretUntil ?? 0) > ctx.now()
  const sealed = [sealedSecret, ...(isFormerGood ? [sealedFormerSecret] : [])]
  return Promise.all(sealed.map((one) => openSecret(ctx, id, one)))
}

async function send(
  ctx: BackgroundContext,
  { url, plan }: ClaimedEndpoint,
  { number, attempts, ...message }: ClaimedEndpoint['due'][number],
  secrets: readonly string[],
): Promise<Try> {
  const about = { number, attempts: attempts + 1 }
  if (!hasFeature(plan ?? 'free', 'hasApiAccess')) {
    return { ...about, status: null, answer: 'Your plan does not include the API.' }
  }
  return { ...about, ...(await postMessage(ctx, url, message, secrets)) }
}
