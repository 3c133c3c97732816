import { MINUTE_MS } from '#worker/rules/durations.ts'

/** The server takes 100 calls a minute from a session; some are for the other things its owner does. */
const CALLS_PER_MINUTE = 80

/** Says when the next of many calls may go out, so that none is refused. */
export class Pace {
  #sentAt: number[] = []

  /** Notes a call. */
  sent(now: number): void {
    this.#sentAt.push(now)
    this.#sentAt = this.#sentAt.slice(-CALLS_PER_MINUTE)
  }

  /** Milliseconds to wait before the next call. */
  wait(now: number): number {
    const [oldest] = this.#sentAt
    if (oldest === undefined || this.#sentAt.length < CALLS_PER_MINUTE) return 0
    return Math.max(0, oldest + MINUTE_MS - now)
  }
}
