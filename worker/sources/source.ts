import { FAILURES, type SourceErrorKind } from '../rules/failures.ts'
import type { ReviewPhoto } from '../rules/photos.ts'
import type { Platform } from '../rules/platforms.ts'

export interface ScrapedReview extends FetchedReview {
  /** Time of the author's last edit, ISO 8601 in UTC, if the source states it. */
  editedDate?: string | null
  photos?: readonly ReviewPhoto[]
  /** Page of the platform on which the business can reply, if the source states one. */
  replyUrl?: string | null
}

export interface SourcePage {
  reviews: ScrapedReview[]
  /** Null at the end of the list. */
  nextCursor: string | null
  /** Number of reviews that the place states, if the response contains it. */
  total: number | null
  /** Average that the place states, 1 to 5, if the response contains it. */
  rating?: number | null
  /** The place's category, such as `Noodle restaurant`, if the response contains it. */
  category?: string | null
  /** Sentences for the owner. */
  warnings: string[]
  /** Seconds to wait before the next request to the source, of any kind. */
  pauseSeconds?: number
  /** Reviews that are in the list, but can't be identified. */
  unreadable?: number
}

export interface StatedNumbers {
  total: number | null
  /** 1 to 5; null if it isn't stated. */
  rating: number | null
}

export interface PlaceRef {
  /** Id for requesting the review list (Google: feature id, Yelp: encid); null until `resolve` has found it. */
  id: string | null
  /** Canonical https address of the listing. */
  url: string
}

export type FoundPlace = PlaceRef & { id: string }

export interface NamedPlace {
  name: string
  address: string
  /** Google's Place ID. */
  placeId: string
}

export interface SourceAnswer {
  status: number
  headers: Headers
  body: string
}

export interface SourceAccess {
  /** Hash of the stored GraphQL document that Yelp accepts; changes with Yelp's releases. */
  yelpDocumentId?: string | undefined
  /** The operator's key, for sources that need one. */
  apiKey?: string | undefined
  /** The owner's access token, for sources that need one. */
  accessToken?: string | undefined
  /** Current time in milliseconds, to stop requesting data after the last day on which a platform offers it. */
  now?: number | undefined
  /** Our own address, which TripAdvisor's keys are bound to. */
  appOrigin?: string | undefined
}

export const SOURCE_NAMES = [
  'google-business-profile',
  'google-places',
  'google-public',
  'yelp-fusion',
  'yelp-public',
  'facebook',
  'tripadvisor',
] as const
export type SourceName = (typeof SOURCE_NAMES)[number]

export interface ReviewSource {
  name: SourceName
  platform: Platform
  /** Basis for access: the operator's consent to read public pages, the operator's key, or the owner's connection. */
  access: 'public_page' | 'api_key' | 'connection'
  /** Permitted storage without an agreement: reviews, only the place's numbers, or only its id. */
  keeps: 'reviews' | 'numbers' | 'nothing'
  /** 'all' pages through the whole list, so a complete scan reveals removed reviews. */
  lists: 'all' | 'some'
  /** Excerpts never replace a stored full text. */
  texts: 'full' | 'excerpts'
  /** Reads an address without making a request. Null if it isn't a listing of this platform. */
  locate(listingUrl: URL): PlaceRef | null
  /**
   * Finds `PlaceRef.id` if neither the address nor the connection contains it. Short links may take several requests.
   */
  resolve: {
    request(place: PlaceRef, access: SourceAccess): Request
    /** @throws SourceError */
    parse(place: PlaceRef, answer: SourceAnswer): PlaceRef
    /** The place's name and category in the same response; '' if it doesn't contain them. */
    describe?(answer: SourceAnswer): { name: string; category: string }
  } | null
  /**
   * Builds the request for a page of the list.
   *
   * @throws SourceError `reconnect` or `not_allowed` if the required token or key is missing; `wrong_listing` if the id
   * isn't one of this source
   */
  request(place: FoundPlace, cursor: string | null, access: SourceAccess): Request
  /** Seconds to pause after this response, even if it is valid; null for none. */
  pauseAfter?(answer: SourceAnswer): number | null
  /**
   * Recognizes a block, captcha, consent page, rate limit, missing place or server error; null for a page of reviews.
   */
  refusal(answer: SourceAnswer): SourceError | null
  /**
   * @param cursor the cursor that the body was requested with, null for the first page; some lists compute the next
   * cursor from it
   * @throws SourceError for anything but a page of reviews: an HTML page, an error, a truncated or changed format
   */
  parse(body: string, cursor?: string | null): SourcePage
  /**
   * Requests only the rating and review count. Present if the platform provides them even when it refuses the list
   * (`not_offered`, `ended`).
   */
  numbers?: {
    request(place: FoundPlace, access: SourceAccess): Request
    /** @throws SourceError */
    parse(body: string): StatedNumbers
  }
}

/** `message` is for the owner: what happened, and that we will retry if this kind of error is temporary. */
export class SourceError extends Error {
  readonly kind: SourceErrorKind
  /** `message` without the retry notice, for the last try. */
  readonly finalMessage: string
  /** Seconds that the source asked us to wait, from Retry-After. */
  readonly retryAfterSeconds: number | null
  /**
   * Level at which a run records this error if it ends the run. A warning if the platform only demands proof that the
   * visitor is human.
   */
  readonly recordedAs: 'error' | 'warning'
  readonly movedTo: FoundPlace | null

  /** @param sentence message without the retry notice, which is appended; by default, the notice of the error's kind */
  constructor(
    kind: SourceErrorKind,
    sentence: string,
    options: {
      retryAfterSeconds?: number | null
      recordedAs?: 'warning'
      movedTo?: FoundPlace | null
      cause?: unknown
      retryNotice?: string | undefined
    } = {},
  ) {
    const retryNotice = options.retryNotice ?? FAILURES[kind].retryNotice
    super(retryNotice === undefined ? sentence : `${sentence} ${retryNotice}`, { cause: options.cause })
    this.name = 'SourceError'
    this.finalMessage = sentence
    this.kind = kind
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
    this.recordedAs = options.recordedAs ?? 'error'
    this.movedTo = options.movedTo ?? null
  }
}

export interface FetchedReview {
  reviewId: string
  authorName: string
  /** The author's page, if the platform requires a link to it beside the name. */
  authorUrl?: string | null
  rating: number
  /** The original text, never a translation; on some platforms only its beginning; '' for a rating without text. */
  reviewText: string
  /** Null if the platform gives only a relative date. */
  reviewDate: string | null
  helpfulVotes: number
  userVerified: boolean
  ownerResponse: { text: string; date: string | null } | null
  language: string | null
  url: string | null
}
