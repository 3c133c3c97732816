import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { toast } from '#app/components/ui/toast-store.ts'
import { outboxOf } from './browser-outbox.ts'
import { fireAppEvent } from './events.ts'
import { OUTBOX_KEY, repliesOf } from './reply-outbox.ts'
import { sendReply } from './send-reply.ts'
import { useOnline } from './use-online.ts'
import { useViewer } from './viewer.ts'

/** `storage` tells other tabs only; this tells the tab that wrote. */
const CHANGED = 'outbox-changed'

function subscribe(onChange: () => void): () => void {
  window.addEventListener('storage', onChange)
  window.addEventListener(CHANGED, onChange)
  return () => {
    window.removeEventListener('storage', onChange)
    window.removeEventListener(CHANGED, onChange)
  }
}

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

  const create = useCallback(
    (reply: { reviewId: string; businessId: string; text: string }) => {
      outboxOf(userId).create(reply)
      announceChange()
    },
    [userId],
  )
  const update = useCallback(
    (id: string, text: string) => {
      outboxOf(userId).update(id, text)
      announceChange()
    },
    [userId],
  )
  const remove = useCallback(
    (id: string) => {
      outboxOf(userId).remove(id)
      announceChange()
    },
    [userId],
  )
  return { replies, create, update, remove }
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
