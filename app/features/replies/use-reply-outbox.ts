import { useMemo, useSyncExternalStore } from 'react'
import { onWindow } from '#app/lib/events.ts'
import {
  type NewReply,
  OUTBOX_CHANGED,
  OUTBOX_KEY,
  outboxOf,
  type ReplyOutbox,
  repliesOf,
} from '#app/lib/reply-outbox.ts'
import { useViewer } from '#app/lib/viewer.ts'

const subscribe = (onChange: () => void) => onWindow(['storage', OUTBOX_CHANGED], onChange)

/** The signed-in person's unsent replies, and functions to change them. */
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
    window.dispatchEvent(new Event(OUTBOX_CHANGED))
  }
  return {
    replies,
    create: (reply: NewReply) => change((outbox) => outbox.create(reply)),
    remove: (id: string) => change((outbox) => outbox.remove(id)),
  }
}
