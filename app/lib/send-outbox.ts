import { toast } from '#app/components/ui/toast-store.ts'
import { isRetryable } from '#worker/rules/error-texts.ts'
import { api, errorText, errorType } from './api.ts'
import { fireAppEvent } from './events.ts'
import { type Delivery, type LocalResponse, OUTBOX_CHANGED, OUTBOX_KEY, outboxOf } from './reply-outbox.ts'

/** Sends waiting replies. A lock allows one tab at a time, so that no reply is sent twice. */
export async function sendOutbox(userId: string): Promise<void> {
  await navigator.locks.request(OUTBOX_KEY, async () => {
    const outbox = outboxOf(userId)
    const sent = await outbox.send(sendReply)
    window.dispatchEvent(new Event(OUTBOX_CHANGED))
    if (sent.length === 0) return
    fireAppEvent('response-created')
    toast.success(sent.length === 1 ? 'Your reply was sent.' : `Your ${sent.length} replies were sent.`)
  })
}

async function sendReply(reply: LocalResponse): Promise<Delivery> {
  try {
    await api.responses.create.mutate({ reviewId: reply.review_id, text: reply.response_text })
    return 'sent'
  } catch (error) {
    const type = errorType(error)
    if (isRetryable(type) || type === 'RATE_LIMIT' || type === 'AUTHENTICATION') return 'later'
    return (await isAlreadyThere(reply)) ? 'sent' : { refused: errorText(error) }
  }
}

/** True if an earlier attempt reached the server and only its response was lost. */
async function isAlreadyThere(reply: LocalResponse): Promise<boolean> {
  try {
    const stored = await api.responses.forReview.query({ reviewId: reply.review_id })
    return stored?.text === reply.response_text
  } catch {
    return false
  }
}
