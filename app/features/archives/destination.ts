import type { RowFault } from '#app/features/imports/file/row-review.ts'
import { retryTransient, type Sending } from '#app/features/imports/file/send-file.ts'
import { errorText } from '#app/lib/api.ts'

type Calling = Pick<Sending, 'signal' | 'onWaiting'>

export class Destination {
  /** Ids in this organization of the archive's businesses and platforms, by their ids in the archive. */
  readonly ids = new Map<string, string>()
  readonly faults: RowFault[] = []
  readonly #skipped = new Set<string>()
  readonly #to: Calling

  constructor(to: Calling) {
    this.#to = to
  }

  /** Leaves out a business and all entries about it. Adds only the business to `faults`. */
  skip(businessId: string, name: string, problem: string): void {
    this.#skipped.add(businessId)
    this.#refuse(name, problem)
  }

  isSkipped(businessId: string): boolean {
    return this.#skipped.has(businessId)
  }

  /** True if a value contains the id of a skipped business. */
  namesSkipped(value: unknown): boolean {
    const text = JSON.stringify(value)
    return [...this.#skipped].some((id) => text.includes(id))
  }

  /** Repeats a call while the connection or the server fails. @throws the server's refusal */
  call<T>(work: () => Promise<T>): Promise<T> {
    return retryTransient(work, this.#to)
  }

  /** Like `call`, for one entry of the archive. Adds a refusal to `faults` under `name` instead of throwing it. */
  async attempt(name: string, work: () => Promise<unknown>): Promise<void> {
    try {
      await this.call(work)
    } catch (error) {
      this.#to.signal.throwIfAborted()
      this.#refuse(name, errorText(error))
    }
  }

  /**
   * Like `attempt`, for an entry about one business, or about all of them (null). Does nothing if the business is
   * skipped. If the archive doesn't contain the business, adds the entry to `faults`.
   *
   * @param work gets the business's id in this organization
   */
  async attemptFor<Id extends string | null>(
    businessId: Id,
    name: string,
    work: (ownId: Id) => Promise<unknown>,
  ): Promise<void> {
    if (businessId !== null && this.isSkipped(businessId)) return
    const ownId = businessId === null ? null : this.ids.get(businessId)
    if (ownId === undefined) this.#refuse(name, 'Its location isn’t in the archive.')
    else await this.attempt(name, () => work(ownId as Id))
  }

  /** Replaces the archive's ids of businesses and platforms in a value. */
  withOwnIds<T>(value: T): T {
    let text = JSON.stringify(value)
    for (const [id, ownId] of this.ids) text = text.replaceAll(id, ownId)
    return JSON.parse(text)
  }

  #refuse(name: string, problem: string): void {
    this.faults.push({ line: 1, column: name, problem })
  }
}
