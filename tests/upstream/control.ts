import type { ReviewTarget } from './control-routes.ts'
import type { FacebookTokens } from './facebook-control.ts'
import type { ActiveFault, Fault } from './faults.ts'
import type { GoogleTokens, LocationSummary } from './google-business-control.ts'
import type { ModerationMode, ReplyState } from './google-business-replies.ts'
import type { SimulatedPlatform } from './listing.ts'
import type { PushedMessage, PushState, PushSubscriptionJson } from './push.ts'
import type { ReceivedMessage } from './receiver.ts'
import type { RecordedRequest } from './recorder.ts'
import type { DisputeStatus, EventDelivery, SignedEvent } from './stripe-desk.ts'
import type { ReviewTruth } from './truth.ts'
import type { ReviewChange } from './world.ts'

export type {
  ActiveFault,
  FacebookTokens,
  Fault,
  GoogleTokens,
  LocationSummary,
  RecordedRequest,
  ReviewChange,
  ReviewTarget,
  ReviewTruth,
  SignedEvent,
}

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

  /** A browser's subscription at its push service. */
  subscribeToPush(state: PushState = 'live'): Promise<PushSubscriptionJson> {
    return this.#send('POST', 'push/subscriptions', { state })
  }

  /** The push messages that arrived, as their browsers read them. */
  pushed(): Promise<PushedMessage[]> {
    return this.#send('GET', 'push/messages')
  }

  /** The webhooks that arrived at `receiver.example.com`, oldest first. */
  webhooks(): Promise<ReceivedMessage[]> {
    return this.#send('GET', 'receiver/messages')
  }

  /** Whether Stripe's events reach the product by themselves, and when. */
  async deliverStripeEvents(delivery: EventDelivery): Promise<void> {
    await this.#send('POST', 'stripe/delivery', { delivery })
  }

  /** Stripe's events so far, oldest first, as they are sent. */
  stripeEvents(): Promise<SignedEvent[]> {
    return this.#send('GET', 'stripe/events')
  }

  /** Pays an open checkout, as its hosted page does. */
  async payAtStripe(session: string): Promise<void> {
    await this.#send('POST', 'stripe/pay', { session })
  }

  /** What happens to a customer's payments. */
  async changeAtStripe(
    what:
      | 'fail-renewal'
      | 'pay-renewal'
      | 'end'
      | 'refund'
      | 'dispute'
      | 'pause'
      | 'add-item'
      | 'charge-more',
    customer: string,
    fields: { daysAgo?: number; days?: number; status?: DisputeStatus } = {},
  ): Promise<void> {
    await this.#send('POST', `stripe/${what}`, { customer, ...fields })
  }

  /** Subscriptions that were made after all others, and have ended. */
  async endedSubscriptions(customer: string, count: number): Promise<void> {
    await this.#send('POST', 'stripe/ended', { customer, count })
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

  /**
   * The truth: every review on show, last edited first.
   *
   * @param language only reviews of this language, as Yelp lists them
   */
  reviews(platform: SimulatedPlatform, id: string, language?: string): Promise<ReviewTruth[]> {
    const query = new URLSearchParams({ platform, id, ...(language && { language }) })
    return this.#send('GET', `reviews?${query}`)
  }

  /** What a person manages in Business Profile. `account`: a person's key, or any e-mail address. */
  locations(account: string): Promise<LocationSummary[]> {
    return this.#send('GET', `business?${new URLSearchParams({ account })}`)
  }

  /** Lets a person manage a place, verified unless stated. `id`: any name of the Google listing. */
  addLocation(account: string, id: string, isVerified = true): Promise<LocationSummary> {
    return this.#send('POST', 'business/location', { account, id, isVerified })
  }

  /** Somebody else takes a place over: the person can't see it any more. */
  async removeLocation(account: string, id: string): Promise<void> {
    await this.#send('DELETE', 'business/location', { account, id })
  }

  /** What becomes of replies that are sent from now on; `approve` at the start. */
  async moderateReplies(mode: ModerationMode, policyViolation?: string): Promise<void> {
    await this.#send('POST', 'business/moderation', { mode, policyViolation })
  }

  /** Lets a location change this many replies a minute. */
  async limitReplies(editsAMinute: number): Promise<void> {
    await this.#send('POST', 'business/limit', { editsAMinute })
  }

  /** Ends the moderation of a reply. `review`: name, id or public id of the review. */
  async decideReply(review: string, state: ReplyState, policyViolation?: string): Promise<void> {
    await this.#send('POST', 'business/decide', { review, state, policyViolation })
  }

  /** Tokens of Google as a person's consent gives them; with the business scope unless others are stated. */
  grantGoogle(account: string, scope?: string): Promise<GoogleTokens> {
    return this.#send('POST', 'google/tokens', { account, scope })
  }

  /** An hour passes: access tokens of Google are refused, refresh tokens still work. */
  async expireGoogleTokens(): Promise<void> {
    await this.#send('DELETE', 'google/tokens')
  }

  /** A person takes back what they agreed to: all tokens are refused, refreshing answers `invalid_grant`. */
  async revokeGoogle(account: string): Promise<void> {
    await this.#send('DELETE', 'google/tokens', { account })
  }

  /** Tokens of Facebook as a person's consent gives them, with those of the pages; all permissions unless stated. */
  grantFacebook(account: string, scope?: string): Promise<FacebookTokens> {
    return this.#send('POST', 'facebook/tokens', { account, scope })
  }

  /** The oldest version of the Graph API ends: the next one answers in its place. */
  async endFacebookVersion(): Promise<void> {
    await this.#send('POST', 'facebook/end-version')
  }

  /** Two months pass: tokens of people on Facebook are refused, those of pages still work. */
  async expireFacebookTokens(): Promise<void> {
    await this.#send('DELETE', 'facebook/tokens')
  }

  /** A person removes this product from their Facebook account: all their tokens are refused. */
  async revokeFacebook(account: string): Promise<void> {
    await this.#send('DELETE', 'facebook/tokens', { account })
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
