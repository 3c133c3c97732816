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
 * Controls a simulator over HTTP, in this process or another one. Every method rejects with the simulator's message if
 * the input is invalid.
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

  /** Active faults, each with the number of requests it has hit. */
  faults(): Promise<ActiveFault[]> {
    return this.#send('GET', 'faults')
  }

  async clearFaults(): Promise<void> {
    await this.#send('DELETE', 'faults')
  }

  /** Creates a simulated browser's push subscription. */
  subscribeToPush(state: PushState = 'live'): Promise<PushSubscriptionJson> {
    return this.#send('POST', 'push/subscriptions', { state })
  }

  /** The push messages that arrived, decrypted. */
  pushed(): Promise<PushedMessage[]> {
    return this.#send('GET', 'push/messages')
  }

  /** The webhooks that arrived at `receiver.example.com`, oldest first. */
  webhooks(): Promise<ReceivedMessage[]> {
    return this.#send('GET', 'receiver/messages')
  }

  /** Sets whether and when Stripe's events are sent to the product. */
  async deliverStripeEvents(delivery: EventDelivery): Promise<void> {
    await this.#send('POST', 'stripe/delivery', { delivery })
  }

  /** Stripe's events so far, signed, oldest first. */
  stripeEvents(): Promise<SignedEvent[]> {
    return this.#send('GET', 'stripe/events')
  }

  /** Pays an open checkout, as its hosted page does. */
  async payAtStripe(session: string): Promise<void> {
    await this.#send('POST', 'stripe/pay', { session })
  }

  /** Changes a customer's subscription or payments. */
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

  /** Adds ended subscriptions, newer than all others. */
  async endedSubscriptions(customer: string, count: number): Promise<void> {
    await this.#send('POST', 'stripe/ended', { customer, count })
  }

  /** Adds a review at the top of a list. Fields that aren't given are generated. */
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
   * Changes a listing between two collections: the oldest review with a text is rewritten with two stars, and the one
   * in the middle of the list disappears. Meant for the listing `changing`.
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

  /** Restores the initial state: reviews, no faults and no recorded requests. */
  async reset(): Promise<void> {
    await this.#send('POST', 'reset')
  }

  /** Requests so far, oldest first, without control requests. */
  requests(): Promise<RecordedRequest[]> {
    return this.#send('GET', 'requests')
  }

  async forgetRequests(): Promise<void> {
    await this.#send('DELETE', 'requests')
  }

  /**
   * The reviews that the platform shows now, last edited first: the truth to compare a collection with.
   *
   * @param language only reviews in this language, as Yelp lists them
   */
  reviews(platform: SimulatedPlatform, id: string, language?: string): Promise<ReviewTruth[]> {
    const query = new URLSearchParams({ platform, id, ...(language && { language }) })
    return this.#send('GET', `reviews?${query}`)
  }

  /** The locations that a person manages in Business Profile. `account`: a person's key, or any email address. */
  locations(account: string): Promise<LocationSummary[]> {
    return this.#send('GET', `business?${new URLSearchParams({ account })}`)
  }

  /** Lets a person manage a place, verified by default. `id`: any name of the Google listing. */
  addLocation(account: string, id: string, isVerified = true): Promise<LocationSummary> {
    return this.#send('POST', 'business/location', { account, id, isVerified })
  }

  /** Removes a place from a person's locations, as if somebody else had taken it over. */
  async removeLocation(account: string, id: string): Promise<void> {
    await this.#send('DELETE', 'business/location', { account, id })
  }

  /** Sets how replies sent from now on are moderated; `approve` at the start. */
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

  /** Issues Google tokens as after a person's consent, with the business scope by default. */
  grantGoogle(account: string, scope?: string): Promise<GoogleTokens> {
    return this.#send('POST', 'google/tokens', { account, scope })
  }

  /** Expires all Google access tokens, as after an hour. Refresh tokens still work. */
  async expireGoogleTokens(): Promise<void> {
    await this.#send('DELETE', 'google/tokens')
  }

  /** Revokes a person's consent at Google: all their tokens are refused, and refreshing gets `invalid_grant`. */
  async revokeGoogle(account: string): Promise<void> {
    await this.#send('DELETE', 'google/tokens', { account })
  }

  /**
   * Issues Facebook tokens as after a person's consent, for the person and their pages, with all permissions by
   * default.
   */
  grantFacebook(account: string, scope?: string): Promise<FacebookTokens> {
    return this.#send('POST', 'facebook/tokens', { account, scope })
  }

  /** Retires the oldest version of the Graph API; requests to it are answered by the next one. */
  async endFacebookVersion(): Promise<void> {
    await this.#send('POST', 'facebook/end-version')
  }

  /** Expires the tokens of people on Facebook, as after two months. Page tokens still work. */
  async expireFacebookTokens(): Promise<void> {
    await this.#send('DELETE', 'facebook/tokens')
  }

  /** Removes this product from a person's Facebook account: all their tokens are refused. */
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
    // Safe: client and simulator have the same version, so the response has the type that the method declares.
    if (response.ok) return answer as T
    const said =
      typeof answer === 'object' && answer !== null && 'error' in answer ? String(answer.error) : ''
    throw new Error(said || `The simulator answered ${response.status}.`)
  }
}
