import { and, eq, isNull } from 'drizzle-orm'
import { webhookEndpoints } from '#db/schema/index.ts'
import type { BackgroundContext, MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { requireApiAccess } from '../identity/keys/keys.ts'
import { LIMITS, takeTry } from '../identity/limits/tries.ts'
import { randomToken } from '../platform/ids.ts'
import { OutboundError } from '../platform/outbound.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { CHALLENGE_EVENT, type WebhookId, type WebhookProof } from '../rules/webhooks.ts'
import { ownEndpoint, requireEndpoint } from './require-endpoint.ts'
import { openSecret, signedHeaders } from './sign.ts'

const TIMEOUT_MS = 15 * SECOND_MS
const KEPT_ANSWER_BYTES = 500

const FAULT_TEXTS = {
  timeout: `It did not answer within ${TIMEOUT_MS / SECOND_MS} seconds.`,
  network: 'It could not be reached.',
  address_refused: 'This address is not on the internet.',
  too_large: 'It could not be reached.',
  not_text: 'It could not be reached.',
} as const satisfies Record<OutboundError['fault'], string>

/**
 * Sends one signed message to a URL.
 *
 * @param secrets each one adds a signature
 * @returns `answer`: the beginning of the response. If there was no response, `status` is null and `answer` says why.
 */
export async function postMessage(
  ctx: BackgroundContext,
  url: string,
  message: { id: string; body: string },
  secrets: readonly string[],
): Promise<{ status: number | null; answer: string }> {
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
    return { status, answer: body }
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return { status: null, answer: FAULT_TEXTS[error.fault] }
  }
}

/** True for a 2xx status. */
export function isTaken(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300
}

const TOO_MANY = 'You have tried many times in the last hour. Please try again later.'
const NO_CHALLENGE = 'It answered, but not with the challenge that we sent.'

interface Asked {
  id: string
  url: string
  secret: string
}

/**
 * Challenges an endpoint again, unless it has already answered a challenge. Until then, it gets no events.
 *
 * @throws DomainError `not_found`, `plan_limit`; `conflict` while the endpoint is off
 */
export async function proveWebhook(ctx: MemberContext, { id }: WebhookId): Promise<WebhookProof> {
  requireApiAccess(ctx)
  const { url, sealedSecret, offSince, provenAt } = await requireEndpoint(ctx, id)
  if (offSince !== null) throw new DomainError('conflict', 'Switch the endpoint on first.')
  if (provenAt !== null) return { proofFault: null }
  return recordProof(ctx, { id, url, secret: await openSecret(ctx, id, sealedSecret) })
}

export async function recordProof(ctx: MemberContext, asked: Asked): Promise<WebhookProof> {
  const proofFault = await challenge(ctx, asked)
  // Only if the URL is unchanged, because the response came from this URL.
  const isIt = and(
    ownEndpoint(ctx, asked.id),
    eq(webhookEndpoints.url, asked.url),
    isNull(webhookEndpoints.provenAt),
  )
  await ctx.db
    .update(webhookEndpoints)
    .set({ proofFault, provenAt: proofFault === null ? ctx.now() : null })
    .where(isIt)
  return { proofFault }
}

/**
 * Sends a random text to a URL, which has to return it. This proves that the URL's owner wants the messages.
 *
 * @returns why the challenge failed; null if the URL has answered it
 */
export async function challenge(ctx: MemberContext, { id, url, secret }: Asked): Promise<string | null> {
  const { isAllowed } = await takeTry(ctx, LIMITS.webhookChallenges, ctx.organization.id)
  if (!isAllowed) return TOO_MANY
  const sent = randomToken()
  const body = JSON.stringify({
    type: CHALLENGE_EVENT,
    timestamp: new Date(ctx.now()).toISOString(),
    data: { endpointId: id, challenge: sent },
  })
  const { status, answer } = await postMessage(ctx, url, { id: `msg_${ctx.createId()}`, body }, [secret])
  if (status === null) return answer
  if (!isTaken(status)) return `It answered ${status} instead of 200.`
  return challengeIn(answer) === sent ? null : NO_CHALLENGE
}

/** The response itself, or its JSON field `challenge`. An echo of the whole request isn't accepted as proof. */
function challengeIn(answer: string): unknown {
  try {
    const json: unknown = JSON.parse(answer)
    return typeof json === 'object' && json !== null && 'challenge' in json ? json.challenge : json
  } catch {
    return answer.trim()
  }
}
