import { ReplyOutbox } from './reply-outbox.ts'

/** The outbox in this browser's storage. */
export function outboxOf(userId: string): ReplyOutbox {
  return new ReplyOutbox({
    storage: window.localStorage,
    userId,
    now: () => new Date().toISOString(),
    createId: () => crypto.randomUUID(),
  })
}
