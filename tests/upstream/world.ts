import type { Listing, SimulatedPlatform } from './listing.ts'
import { DAY_MS, makeReview, reviewsOf, type SimulatedReview } from './reviews.ts'

/** Fields of a review that a test sets; others keep their value. */
export interface ReviewChange {
  rating?: number
  text?: string
  photos?: number
  /** The owner's reply on the platform; null removes it. */
  reply?: string | null
}

/** The state of all listings, in memory only. */
export interface World {
  /** Reviews that the platform shows, last edited first. */
  reviews(listing: Listing, platform: SimulatedPlatform): readonly SimulatedReview[]
  /** Changes a review; a new rating, text or number of photos moves it to the top. Null if it isn't shown. */
  edit(
    listing: Listing,
    platform: SimulatedPlatform,
    reviewId: string,
    change: ReviewChange,
  ): SimulatedReview | null
  /** Takes a review off the list. Null if it isn't shown. */
  remove(listing: Listing, platform: SimulatedPlatform, reviewId: string): SimulatedReview | null
  /** Puts a removed review back where it was. Null if it wasn't removed. */
  restore(listing: Listing, platform: SimulatedPlatform, reviewId: string): SimulatedReview | null
  /** Adds a new review at the top of the list. */
  add(listing: Listing, platform: SimulatedPlatform, change: ReviewChange): SimulatedReview
  reset(): void
  /** The simulator's current time, in milliseconds UTC; it advances by a second with each change. */
  now(): number
}

interface Shelf {
  shown: SimulatedReview[]
  removed: Map<string, SimulatedReview>
  added: number
}

/** The last midnight UTC, so that two processes started on the same day show the same reviews. */
export function defaultNow(): number {
  const now = Date.now()
  return now - (now % DAY_MS)
}

export function createWorld(startedAt: number): World {
  const shelves = new Map<string, Shelf>()
  let changes = 0
  const now = () => startedAt + changes * 1000

  function shelfOf(listing: Listing, platform: SimulatedPlatform): Shelf {
    const key = `${listing.key}:${platform}`
    let shelf = shelves.get(key)
    if (!shelf) {
      shelf = { shown: reviewsOf(listing, platform, startedAt), removed: new Map(), added: 0 }
      shelves.set(key, shelf)
    }
    return shelf
  }

  function put(shelf: Shelf, review: SimulatedReview): SimulatedReview {
    const others = shelf.shown.filter(({ id }) => id !== review.id)
    shelf.shown = [...others, review].sort((a, b) => b.editedAt - a.editedAt)
    return review
  }

  return {
    now,
    reviews: (listing, platform) => shelfOf(listing, platform).shown,
    edit(listing, platform, reviewId, change) {
      const shelf = shelfOf(listing, platform)
      const old = shelf.shown.find(({ id }) => id === reviewId)
      if (!old) return null
      changes += 1
      return put(shelf, changed(old, change, now()))
    },
    remove(listing, platform, reviewId) {
      const shelf = shelfOf(listing, platform)
      const review = shelf.shown.find(({ id }) => id === reviewId)
      if (!review) return null
      shelf.shown = shelf.shown.filter(({ id }) => id !== reviewId)
      shelf.removed.set(reviewId, review)
      return review
    },
    restore(listing, platform, reviewId) {
      const shelf = shelfOf(listing, platform)
      const review = shelf.removed.get(reviewId)
      if (!review) return null
      shelf.removed.delete(reviewId)
      return put(shelf, review)
    },
    add(listing, platform, change) {
      const shelf = shelfOf(listing, platform)
      shelf.added += 1
      changes += 1
      return put(shelf, newReview(listing, platform, shelf.added, change, now()))
    },
    reset() {
      shelves.clear()
      changes = 0
    },
  }
}

function withReply(review: SimulatedReview, reply: string | null | undefined, at: number): SimulatedReview {
  if (reply === undefined) return review
  return { ...review, reply: reply === null ? null : { text: reply, at } }
}

function changed(former: SimulatedReview, change: ReviewChange, at: number): SimulatedReview {
  const old = change.photos === undefined ? former : { ...former, photos: change.photos, editedAt: at }
  const rating = change.rating ?? old.rating
  const text = change.text ?? old.text
  if (rating === old.rating && text === old.text) return withReply(old, change.reply, at)
  const language = text === old.text ? old.language : text === '' ? null : 'en'
  const translation = text === old.text ? old.translation : null
  const previous = [{ rating: old.rating, text: old.text, at: former.editedAt }, ...old.previous]
  return withReply({ ...old, rating, text, language, translation, editedAt: at, previous }, change.reply, at)
}

function newReview(
  listing: Listing,
  platform: SimulatedPlatform,
  number: number,
  change: ReviewChange,
  at: number,
): SimulatedReview {
  const made = makeReview(listing, platform, `${listing.key}:${platform}:added:${number}`, 'newer', at, at)
  const fresh = {
    ...made,
    reply: null,
    rating: change.rating ?? made.rating,
    photos: change.photos ?? made.photos,
  }
  if (change.text === undefined) return withReply(fresh, change.reply, at)
  const language = change.text === '' ? null : 'en'
  return withReply({ ...fresh, text: change.text, translation: null, language }, change.reply, at)
}
