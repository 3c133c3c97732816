import { and, eq, isNull } from 'drizzle-orm'
import { webhookEndpoints } from '#db/schema/index.ts'
import type { MemberContext } from '../context.ts'
import { DomainError } from '../errors.ts'
import { requireApiAccess } from '../identity/keys/api-access.ts'
import { LIMITS, takeTry } from '../identity/limits/tries.ts'
import { randomToken } from '../platform/ids.ts'
import { CHALLENGE_EVENT, type WebhookId, type WebhookProof } from '../rules/webhooks.ts'
import { isTaken, postMessage } from './post-message.ts'
import { ownEndpoint, requireEndpoint } from './require-endpoint.ts'
import { openSecret } from './secrets.ts'

const TOO_MANY = 'You have tried many times in the last hour. Please try again later.'
const NO_CHALLENGE = 'It answered, but not with the challenge that we sent.'

interface Asked {
  id: string
  url: string
  secret: string
}

/**
 * Asks an endpoint again to answer a challenge. Once it has, it is told of events.
 *
 * @throws DomainError `not_found`, `plan_limit`; `conflict` while it is switched off
 */
export async function proveWebhook(ctx: MemberContext, { id }: WebhookId): Promise<WebhookProof> {
  requireApiAccess(ctx)
  const { url, sealedSecret, offSince, provenAt } = await requireEndpoint(ctx, id)
  if (offSince !== null) throw new DomainError('conflict', 'Switch the endpoint on first.')
  if (provenAt !== null) return { proofFault: null }
  return recordProof(ctx, { id, url, secret: await openSecret(ctx, id, sealedSecret) })
}

/** Asks an endpoint to answer a challenge, and records what came of it. */
export async function recordProof(ctx: MemberContext, asked: Asked): Promise<WebhookProof> {
  const proofFault = await challenge(ctx, asked)
  // What answered is this address: the endpoint may have another one by now.
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
 * Sends a random text to an address, which has to answer with it: so nobody is sent messages who did not ask for them.
 *
 * @returns why it failed; null if the address has proven itself
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

/** The text of an answer, or its field `challenge` in JSON. A service that sends back whatever it gets proves nothing. */
function challengeIn(answer: string): unknown {
  try {
    const json: unknown = JSON.parse(answer)
    return typeof json === 'object' && json !== null && 'challenge' in json ? json.challenge : json
  } catch {
    return answer.trim()
  }
}
