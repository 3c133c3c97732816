import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { toast } from '#app/components/ui/toast-store.ts'
import { isRetryable } from '#worker/rules/error-texts.ts'
import { api, errorText, errorType } from './api.ts'
import { useOnline } from './browser-state.ts'
import { fireAppEvent, onWindow } from './events.ts'
import {
  type Delivery,
  type LocalResponse,
  type NewReply,
  OUTBOX_KEY,
  outboxOf,
  type ReplyOutbox,
  repliesOf,
} from './reply-outbox.ts'
import { useViewer } from './viewer.ts'

/** `storage` tells other tabs only; this tells the tab that wrote. */
const CHANGED = 'outbox-changed'

const subscribe = (onChange: () => void) => onWindow(['storage', CHANGED], onChange)

function announceChange(): void {
  window.dispatchEvent(new Event(CHANGED))
}

/** The signed-in person's waiting replies, and the ways to change them. */
export function useReplyOutbox() {
  const userId = useViewer().user.id
  const stored = useSyncExternalStore(
    subscribe,
    () => window.localStorage.getItem(OUTBOX_KEY),
    () => null,
  )
  const replies = useMemo(() => repliesOf(userId, stored), [userId, stored])

  function change(work: (outbox: ReplyOutbox) => void) {
    work(outboxOf(userId))
    announceChange()
  }
  return {
    replies,
    create: (reply: NewReply) => change((outbox) => outbox.create(reply)),
    remove: (id: string) => change((outbox) => outbox.remove(id)),
  }
}

/** Sends what waits, at the start and whenever the connection is back. Once, in the layout. */
export function useOutboxSender(userId: string): void {
  const isOnline = useOnline()
  useEffect(() => {
    if (!isOnline || window.localStorage.getItem(OUTBOX_KEY) === null) return
    // One tab at a time, so that a reply isn't sent twice.
    void navigator.locks.request(OUTBOX_KEY, async () => {
      const outbox = outboxOf(userId)
      const sent = await outbox.send(sendReply)
      announceChange()
      if (sent.length > 0) {
        fireAppEvent('response-created')
        toast.success(sent.length === 1 ? 'Your reply was sent.' : `Your ${sent.length} replies were sent.`)
      }
    })
  }, [isOnline, userId])
}

/** Sends a reply from the outbox. */
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

/** True when an earlier try reached the server although its answer got lost. */
async function isAlreadyThere(reply: LocalResponse): Promise<boolean> {
  try {
    const stored = await api.responses.forReview.query({ reviewId: reply.review_id })
    return stored?.text === reply.response_text
  } catch {
    return false
  }
}
