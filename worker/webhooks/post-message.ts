import type { BackgroundContext } from '../context.ts'
import { OutboundError } from '../platform/outbound.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { signedHeaders } from './sign.ts'

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
 * Sends one signed message to an address.
 *
 * @param secrets each of them signs
 * @returns how the answer begins, or why none came; its status is null then
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

/** True for a 2xx. */
export function isTaken(status: number | null): boolean {
  return status !== null && status >= 200 && status < 300
}
