/** Where this browser keeps the replies that wait for a connection. */
export const OUTBOX_KEY = 'review-responses'

/** `storage` tells other tabs only; this tells the tab that wrote. */
export const OUTBOX_CHANGED = 'outbox-changed'
