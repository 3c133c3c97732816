import type { BackgroundContext } from '../context.ts'
import { OutboundError } from '../platform/outbound.ts'
import { MINUTE_MS, SECOND_MS } from '../rules/durations.ts'
import { hasFeature } from '../rules/plans.ts'
import { askForDelivery } from './ask-for-delivery.ts'
import { type ClaimedEndpoint, claimRound } from './claim-round.ts'
import { openSecret } from './secrets.ts'
import { settleRound, type Try } from './settle.ts'
import { signedHeaders } from './sign.ts'

const TIMEOUT_MS = 15 * SECOND_MS
const KEPT_ANSWER_BYTES = 500
/** What comes later than that waits for the tick. */
const SOON_MS = MINUTE_MS

const FAULT_TEXTS = {
  timeout: `It did not answer within ${TIMEOUT_MS / SECOND_MS} seconds.`,
  network: 'It could not be reached.',
  address_refused: 'This address is not on the internet.',
  too_large: 'It could not be reached.',
  not_text: 'It could not be reached.',
} as const satisfies Record<OutboundError['fault'], string>

/**
 * Sends an endpoint what is due to it, ten messages at a time; of consumers at once, one does. Any line may be the last before
 * the worker dies: what was sent and not recorded is sent again, under the same id.
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
  const request = new Request(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'user-agent': 'ReviewDashboard-Webhooks/1',
      ...signedHeaders(secrets, message, ctx.now()),
    },
    body: message.body,
  })
  try {
    const options = { timeoutMs: TIMEOUT_MS, firstBytes: KEPT_ANSWER_BYTES }
    const { status, body } = await ctx.outbound('webhook', request, options)
    return { ...about, status, answer: body }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { ...about, status: null, answer: FAULT_TEXTS[error.fault] }
  }
}
