import { isRetryable } from '#worker/rules/error-catalogue.ts'
import { api, errorText, errorType } from './api.ts'
import type { LocalResponse } from './local-response.ts'
import type { Delivery } from './reply-outbox.ts'

/** Sends a reply from the outbox. */
export async function sendReply(reply: LocalResponse): Promise<Delivery> {
  try {
    await api.responses.create.mutate({ reviewId: reply.review_id, text: reply.response_text })
    return 'sent'
  } catch (error) {
    const type = errorType(error)
    if (isRetryable(type) || type === 'RATE_LIMIT' || type === 'AUTHENTICATION') return 'later'
    return (await isAlreadyThere(reply)) ? 'sent' : { refused: errorText(error) }
  }
}

/** True when an earlier try arrived although its answer got lost. */
async function isAlreadyThere(reply: LocalResponse): Promise<boolean> {
  try {
    const stored = await api.responses.forReview.query({ reviewId: reply.review_id })
    return stored?.text === reply.response_text
  } catch {
    return false
  }
}
