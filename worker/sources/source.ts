import { FAILURES, type SourceErrorKind } from '../rules/failures.ts'
import type { Platform } from '../rules/platforms.ts'
import type { FetchedReview } from '../rules/views.ts'

/** A review as a source has it, before it is stored. */
export interface ScrapedReview extends FetchedReview {
  /** When its author last changed it, ISO 8601 in UTC, where the source says. */
  editedDate?: string | null
}

export interface SourcePage {
  reviews: ScrapedReview[]
  /** Where the next page begins; null at the end of the list. */
  nextCursor: string | null
  /** How many reviews the place itself states, where the answer says. */
  total: number | null
  /** The average the place itself states, 1 to 5, where the answer says. */
  rating?: number | null
  /** Sentences an owner can read. */
  warnings: string[]
  /** Seconds that the source is to be left alone before the next request, whatever it is for. */
  pauseSeconds?: number
  /** How many reviews of the page could not be read: they are in the list, but we don't know which they are. */
  unreadable?: number
}

/** What a place states of itself; null where it doesn't. */
export interface StatedNumbers {
  total: number | null
  /** Their average, 1 to 5. */
  rating: number | null
}

export interface PlaceRef {
  /** What the review list is asked with (Google: feature id, Yelp: encid); null until `resolve` has found it. */
  id: string | null
  /** Canonical https address of the listing. */
  url: string
}

export type FoundPlace = PlaceRef & { id: string }

/** A place that a platform finds by its name. */
export interface NamedPlace {
  name: string
  /** '' where the platform tells none. */
  address: string
  /** Google's Place ID. */
  placeId: string
}

/** An upstream answer, read to its end. */
export interface SourceAnswer {
  status: number
  headers: Headers
  body: string
}

/** What a source is asked with, besides the place and the cursor. */
export interface SourceAccess {
  /** Hash of the stored GraphQL document Yelp accepts; it changes with Yelp's releases. */
  yelpDocumentId?: string | undefined
  /** The operator's key, for sources that need one. */
  apiKey?: string | undefined
  /** What the owner's connection is asked with, for sources that need one. */
  accessToken?: string | undefined
  /** Milliseconds; what a platform gives until a day is not asked for afterwards. */
  now?: number | undefined
  /** Our own address; TripAdvisor's keys are bound to it. */
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
  /** By what right it is asked: the operator's leave to read public pages, the operator's key, the owner's connection. */
  access: 'public_page' | 'api_key' | 'connection'
  /** What may be kept without an agreement: reviews, only the place's numbers, or nothing but its id. */
  keeps: 'reviews' | 'numbers' | 'nothing'
  /** 'all' pages through the whole list, so a scan to its end finds out what is gone. */
  lists: 'all' | 'some'
  /** An excerpt never replaces a text that is known in full. */
  texts: 'full' | 'excerpts'
  /** Reads a listing out of an address, without a request; null when it is no listing of this platform. */
  locate(listingUrl: URL): PlaceRef | null
  /** Finds `PlaceRef.id` where neither address nor connection tells it; short links may take several rounds. */
  resolve: {
    request(place: PlaceRef, access: SourceAccess): Request
    /** @throws SourceError */
    parse(place: PlaceRef, answer: SourceAnswer): PlaceRef
  } | null
  /** @throws SourceError `reconnect` or `not_allowed` without the access it needs, `wrong_listing` for an id of another kind */
  request(place: FoundPlace, cursor: string | null, access: SourceAccess): Request
  /** Seconds that the source is to be left alone after this answer, although it may be a good one; null for none. */
  pauseAfter?(answer: SourceAnswer): number | null
  /** Recognises an answer that is no page at all: block, captcha, consent, rate limit, gone, server fault. */
  refusal(answer: SourceAnswer): SourceError | null
  /**
   * @param cursor what the body was asked with, null for the first page; some lists count the next page from it
   * @throws SourceError for every other body: a page to people, an error, a broken or changed format
   */
  parse(body: string, cursor?: string | null): SourcePage
  /** Asks for the numbers alone, where a platform gives them although it refuses the list (`not_offered`, `ended`). */
  numbers?: {
    request(place: FoundPlace, access: SourceAccess): Request
    /** @throws SourceError */
    parse(body: string): StatedNumbers
  }
}

/** `message` is written for the owner: what happened, and that we try again where the kind passes by itself. */
export class SourceError extends Error {
  readonly kind: SourceErrorKind
  /** The message once nothing is tried again. */
  readonly finalMessage: string
  /** Seconds the source asked us to wait, from Retry-After. */
  readonly retryAfterSeconds: number | null
  /** How a run that it ends tells of it. Nothing is wrong where a platform only wants to see a human being. */
  readonly recordedAs: 'error' | 'warning'
  readonly movedTo: FoundPlace | null

  /** The retry notice, the kind's own unless given, is added to the sentence. */
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
