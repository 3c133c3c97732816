export const OUTBOX_KEY = 'review-responses'

/** Event for the tab that changed the outbox, because `storage` events reach only the other tabs. */
export const OUTBOX_CHANGED = 'outbox-changed'

/** An unsent reply, stored in this browser. Field names are the specification's. */
export interface LocalResponse {
  /** `local-` and a random part. */
  id: string
  review_id: string
  business_id: string
  user_id: string
  response_text: string
  is_published: boolean
  platform_response_id: string
  posted_to_platform: boolean
  posted_at: string | null
  created_at: string
  updated_at: string
  edited_at: string | null
  /** Error of the last attempt to send it; null if it is only waiting for a connection. */
  failure: string | null
  /** True for a suggested reply that was approved as it is. */
  as_suggested?: boolean | undefined
}

export interface NewReply {
  reviewId: string
  businessId: string
  text: string
  asSuggested?: boolean
}

export interface OutboxDependencies {
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>
  userId: string
  /** ISO 8601, UTC. */
  now: () => string
  createId: () => string
}

/** Outcome of sending one reply: `later` retries it, `refused` waits until it is changed. */
export type Delivery = 'sent' | 'later' | { refused: string }

/** A user's stored replies, oldest first. */
export function repliesOf(userId: string, stored: string | null): LocalResponse[] {
  return parseReplies(stored).filter((reply) => reply.user_id === userId)
}

/**
 * Replies written offline, per browser and user. The server's rows are the source of truth: a reply leaves the outbox
 * once the server has it. Every call re-reads the storage, because other tabs write to it too.
 */
export class ReplyOutbox {
  readonly #deps: OutboxDependencies

  constructor(deps: OutboxDependencies) {
    this.#deps = deps
  }

  list(): LocalResponse[] {
    return repliesOf(this.#deps.userId, this.#deps.storage.getItem(OUTBOX_KEY))
  }

  forReview(reviewId: string): LocalResponse | null {
    return this.list().find((reply) => reply.review_id === reviewId) ?? null
  }

  /** Stores a reply. There is one per review: a second one replaces the first. */
  create(reply: NewReply): LocalResponse {
    const waiting = this.forReview(reply.reviewId)
    if (waiting) return this.update(waiting.id, reply.text)
    const now = this.#deps.now()
    const created: LocalResponse = {
      id: `local-${this.#deps.createId()}`,
      review_id: reply.reviewId,
      business_id: reply.businessId,
      user_id: this.#deps.userId,
      response_text: reply.text,
      is_published: true,
      platform_response_id: '',
      posted_to_platform: false,
      posted_at: null,
      created_at: now,
      updated_at: now,
      edited_at: null,
      failure: null,
      as_suggested: reply.asSuggested,
    }
    this.#writeAll([...this.#readAll(), created])
    return created
  }

  /** @throws Error 'Response not found' if the id isn't this user's */
  update(id: string, text: string): LocalResponse {
    const known = this.list().find((reply) => reply.id === id)
    if (!known) throw new Error('Response not found')
    const now = this.#deps.now()
    const updated = { ...known, response_text: text, updated_at: now, edited_at: now, failure: null }
    delete updated.as_suggested
    this.#replace(id, updated)
    return updated
  }

  remove(id: string): void {
    this.#replace(id, null)
  }

  /**
   * Passes waiting replies to `deliver`, oldest first, until one returns `later`. Skips refused ones until they are
   * changed.
   *
   * @returns the replies that were sent
   */
  async send(deliver: (reply: LocalResponse) => Promise<Delivery>): Promise<LocalResponse[]> {
    const sent: LocalResponse[] = []
    for (const reply of this.list()) {
      if (reply.failure !== null) continue
      const outcome = await deliver(reply)
      if (outcome === 'later') break
      if (outcome === 'sent') sent.push(reply)
      this.#settle(reply, outcome)
    }
    return sent
  }

  clear(): void {
    this.#writeAll(this.#readAll().filter((reply) => reply.user_id !== this.#deps.userId))
  }

  #settle(reply: LocalResponse, outcome: Exclude<Delivery, 'later'>): void {
    const current = this.list().find((known) => known.id === reply.id)
    // Edited or removed while being sent: don't lose the newer text.
    if (!current || current.updated_at !== reply.updated_at) return
    this.#replace(reply.id, outcome === 'sent' ? null : { ...current, failure: outcome.refused })
  }

  #replace(id: string, replacement: LocalResponse | null): void {
    const { userId } = this.#deps
    this.#writeAll(
      this.#readAll().flatMap((reply) => {
        if (reply.id !== id || reply.user_id !== userId) return [reply]
        return replacement ? [replacement] : []
      }),
    )
  }

  #readAll(): LocalResponse[] {
    return parseReplies(this.#deps.storage.getItem(OUTBOX_KEY))
  }

  #writeAll(replies: LocalResponse[]): void {
    if (replies.length === 0) this.#deps.storage.removeItem(OUTBOX_KEY)
    else this.#deps.storage.setItem(OUTBOX_KEY, JSON.stringify(replies))
  }
}

export function outboxOf(userId: string): ReplyOutbox {
  return new ReplyOutbox({
    storage: window.localStorage,
    userId,
    now: () => new Date().toISOString(),
    createId: () => crypto.randomUUID(),
  })
}

function parseReplies(stored: string | null): LocalResponse[] {
  try {
    const parsed: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(parsed) ? parsed.filter(isLocalResponse) : []
  } catch {
    return []
  }
}

const TEXTS = ['id', 'review_id', 'business_id', 'user_id', 'response_text', 'updated_at'] as const

/** Validates stored data: it may be another version's, or typed into the console. */
function isLocalResponse(value: unknown): value is LocalResponse {
  if (typeof value !== 'object' || value === null) return false
  const fields: Partial<Record<keyof LocalResponse, unknown>> = value
  const { failure } = fields
  return (
    TEXTS.every((name) => typeof fields[name] === 'string') &&
    (failure === null || typeof failure === 'string')
  )
}
