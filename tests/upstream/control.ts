import type { ReviewTarget } from './control-routes.ts'
import type { ActiveFault, Fault } from './faults.ts'
import type { SimulatedPlatform } from './listing.ts'
import type { ListingSummary } from './listing-summary.ts'
import type { RecordedRequest } from './recorder.ts'
import type { ReviewTruth } from './truth.ts'
import type { ReviewChange } from './world.ts'

export type { ActiveFault, Fault, ListingSummary, RecordedRequest, ReviewChange, ReviewTarget, ReviewTruth }

/**
 * Steers a simulator in this process or another one, over HTTP. Every method rejects with the simulator's own words
 * when the input is wrong.
 */
export class UpstreamControl {
  readonly origin: string

  /** @param origin as `startUpstream` gives it, for example `http://127.0.0.1:9900` */
  constructor(origin: string) {
    this.origin = origin
  }

  /** Switches a fault on; see README for kinds and forms. */
  addFault(fault: Fault): Promise<ActiveFault> {
    return this.#send('POST', 'faults', fault)
  }

  /** Faults that are on, with how many requests each has hit. */
  faults(): Promise<ActiveFault[]> {
    return this.#send('GET', 'faults')
  }

  async clearFaults(): Promise<void> {
    await this.#send('DELETE', 'faults')
  }

  /** A new review at the top of a list. What is not given is made up. */
  add(target: ReviewTarget, review: ReviewChange = {}): Promise<ReviewTruth> {
    return this.#send('POST', 'add', { ...target, ...review })
  }

  /** Changes a review; a new rating or text moves it to the top, a new reply does not. */
  edit(target: ReviewTarget, reviewId: string, change: ReviewChange): Promise<ReviewTruth> {
    return this.#send('POST', 'edit', { ...target, reviewId, ...change })
  }

  /** Takes a review off the list. */
  remove(target: ReviewTarget, reviewId: string): Promise<ReviewTruth> {
    return this.#send('POST', 'remove', { ...target, reviewId })
  }

  /** Puts a removed review back where it was. */
  restore(target: ReviewTarget, reviewId: string): Promise<ReviewTruth> {
    return this.#send('POST', 'restore', { ...target, reviewId })
  }

  /**
   * What happens to a listing between two visits: the oldest review with a text is rewritten to two stars, and the
   * one in the middle disappears. Meant for the listing `changing`.
   */
  async editOneRemoveOne(target: ReviewTarget): Promise<{ edited: ReviewTruth; removed: ReviewTruth }> {
    const reviews = await this.reviews(target.platform, target.id)
    const oldest = reviews.findLast(({ reviewText, rating }) => reviewText !== '' && rating > 2)
    const middle = reviews[Math.floor(reviews.length / 2)]
    if (!oldest || !middle || oldest === middle)
      throw new Error(`${target.id} has too few reviews to change.`)
    const text = `${oldest.reviewText}\n\nUpdate: my last visit was not as good.`
    const edited = await this.edit(target, oldest.reviewId, { rating: 2, text })
    return { edited, removed: await this.remove(target, middle.reviewId) }
  }

  /** Back to the start: reviews, faults and recorded requests. */
  async reset(): Promise<void> {
    await this.#send('POST', 'reset')
  }

  /** Requests so far, oldest first; control requests are not among them. */
  requests(): Promise<RecordedRequest[]> {
    return this.#send('GET', 'requests')
  }

  async forgetRequests(): Promise<void> {
    await this.#send('DELETE', 'requests')
  }

  listings(): Promise<ListingSummary[]> {
    return this.#send('GET', 'listings')
  }

  /**
   * The truth: every review on show, last edited first.
   *
   * @param language only reviews of this language, as Yelp lists them
   */
  reviews(platform: SimulatedPlatform, id: string, language?: string): Promise<ReviewTruth[]> {
    const query = new URLSearchParams({ platform, id, ...(language && { language }) })
    return this.#send('GET', `reviews?${query}`)
  }

  async #send<T>(method: string, path: string, body?: unknown): Promise<T> {
    const response = await fetch(`${this.origin}/__control/${path}`, {
      method,
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    })
    const answer: unknown = await response.json()
    // Both ends are of one version, so the answer has the type the method above names.
    if (response.ok) return answer as T
    const said =
      typeof answer === 'object' && answer !== null && 'error' in answer ? String(answer.error) : ''
    throw new Error(said || `The simulator answered ${response.status}.`)
  }
}
