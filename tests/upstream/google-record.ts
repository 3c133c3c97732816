import { base64Url } from './ids.ts'
import type { Listing } from './listing.ts'
import { type Random, randomFrom } from './random.ts'
import { relativeAge } from './relative-age.ts'
import type { SimulatedReview } from './reviews.ts'
import { isForeign, LANGUAGE_NAMES } from './texts/other-languages.ts'
import { reviewUrl } from './truth.ts'
import { escapeHtml } from './wire.ts'

const RECORD_LENGTH = 48
/** Longer texts are shown with a preview that ends in " …". */
const PREVIEW_CHARS = 200
const REACTION_KINDS = [3, 4, 5, 6, 7] as const
const LOGO = 'https://www.gstatic.com/images/branding/product/1x/googleg_48dp.png'

/** An HTML fragment as Google sends it: only `&`, `<` and `>` are encoded, newlines are `<br>`. */
function fragment(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\n', '<br>')
}

function preview(text: string): { html: string; cut: 0 | 1 } {
  if (text.length <= PREVIEW_CHARS) return { html: fragment(text), cut: 0 }
  const end = text.lastIndexOf(' ', PREVIEW_CHARS)
  return { html: `${fragment(text.slice(0, end > 0 ? end : PREVIEW_CHARS).trimEnd())} …`, cut: 1 }
}

function author(random: Random, review: SimulatedReview): unknown[] {
  const { reviewer } = review
  if (!reviewer) return ['A Google User', null, null]
  const badge = reviewer.distinguished ? '-ba12' : ''
  const avatar = `https://lh3.googleusercontent.com/a-/ALV-${base64Url(random.bytes(30))}=s64-c-rp-mo${badge}-br100`
  const profile = `https://www.google.com/maps/contrib/${reviewer.id}/reviews?hl=en`
  // Some accounts show no counters.
  const counters = random.chance(0.1) ? [null, null] : [reviewer.reviews, reviewer.photos]
  return [reviewer.name, avatar, profile, ...counters, [null, reviewer.distinguished ? 1 : 0]]
}

function photos(random: Random, review: SimulatedReview, secondHalf: string, age: string): unknown[] | null {
  if (review.photos === 0) return null
  return Array.from({ length: review.photos }, () => {
    const id = `CIABIh${base64Url(random.bytes(17))}`
    const report = `//www.google.com/local/content/rap/report?postId=!1e10!2s${id}&t=27&fid=0x0:${secondHalf}`
    const url = `https://lh3.googleusercontent.com/grass-cs/AC${base64Url(random.bytes(90))}=k-no`
    return [url, '', report, id, random.chance(0.7) ? 4 / 3 : 16 / 9, null, age]
  })
}

/** Ratings by aspect, which Google asks guests of restaurants for. */
function attributes(random: Random, rating: number): unknown[] {
  const aspects = ['FOOD', 'SERVICE', 'ATMOSPHERE'].map((aspect) => {
    const label = aspect.charAt(0) + aspect.slice(1).toLowerCase()
    const stars = Math.min(5, Math.max(1, rating + random.int(-1, 1)))
    const blanks = [null, null, null, null, null]
    return [[`GUIDED_DINING_${aspect}_ASPECT`], label, null, null, null, label, ...blanks, [stars], null, 2]
  })
  const meal = [[[['E:DINNER'], 'Dinner', 2]], 1]
  const mealType = [['GUIDED_DINING_MEAL_TYPE'], 'What did you get?', [meal], null, null, 'Meal type']
  return random.chance(0.5) ? [[...mealType, ...new Array(7).fill(null), 1], ...aspects] : aspects
}

/** Counts of each kind of reaction, most frequent first; their sum is the product's number of helpful votes. */
function reactions(random: Random, total: number): [number, number][] {
  const counts = new Map<number, number>(REACTION_KINDS.map((kind) => [kind, 0]))
  for (let left = total; left > 0; left -= 1) {
    const kind = random.chance(0.7) ? 3 : random.pick(REACTION_KINDS)
    counts.set(kind, (counts.get(kind) ?? 0) + 1)
  }
  return [...counts].sort(([, a], [, b]) => b - a)
}

/**
 * Writes the texts of a review. Google has two forms for a text in another language than the request's: the original at
 * 27 with the translation at 37 and 38, or the translation at 27 with the original at 32.
 */
function writeTexts(record: unknown[], random: Random, review: SimulatedReview): void {
  record[32] = ''
  record[36] = ''
  if (review.text === '') {
    // A rating without text has no language; its text is null or empty.
    if (random.chance(0.5)) record[27] = ''
    return
  }
  const translated = isForeign(review.language) && review.translation !== null ? review.translation : null
  const originalIsMain = translated === null || random.chance(0.7)
  const main = originalIsMain ? review.text : (translated ?? '')
  const shown = preview(main)
  record[26] = review.language
  record[27] = fragment(main)
  record[28] = shown.html
  record[29] = shown.cut
  if (translated === null || !isForeign(review.language)) return
  record[36] = LANGUAGE_NAMES[review.language]
  if (originalIsMain) {
    record[37] = fragment(translated)
    record[38] = preview(translated).html
  } else {
    record[32] = fragment(review.text)
  }
}

/** A review as a record of 48 elements in the public list. */
export function googleRecord(listing: Listing, review: SimulatedReview, now: number): unknown[] {
  const random = randomFrom(`record:${review.id}`)
  const record: unknown[] = new Array(RECORD_LENGTH).fill(null)
  const age = relativeAge(review.createdAt, now)
  const secondHalf = listing.google?.featureId.split(':')[1] ?? '0x0'
  record[1] = review.rating
  record[2] = [age, review.editedAt > review.createdAt ? 2 : null, String(review.createdAt)]
  record[3] = author(random, review)
  if (review.reply) {
    const written = relativeAge(review.reply.at, now)
    record[4] = [null, written, fragment(review.reply.text), null, random.chance(0.5) ? 'en' : '']
  }
  record[5] = review.id
  const report = new URLSearchParams({ postId: review.id, t: '1', wv: '1' })
  record[10] = `https://www.google.com/local/content/rap/report?${report}`
  record[12] = reviewUrl(listing, 'google', review)
  record[14] = photos(random, review, secondHalf, age)
  writeTexts(record, random, review)
  if (listing.kind === 'food' && random.chance(0.4)) record[30] = attributes(random, review.rating)
  record[34] = 1
  record[35] = []
  record[44] = ['Google', [null, null, LOGO], null, null, 1]
  record[45] = review.rating
  record[46] = 5
  record[47] = [null, reactions(random, review.helpful)]
  return record
}

/** The HTML page of a place, with just enough for a client that looks for ids. */
export function googlePlacePage(listing: Listing, placeId: string, limitedView: boolean): string {
  const name = escapeHtml(listing.name)
  const { street, city, region, postalCode } = listing.address
  const state = JSON.stringify([null, [[listing.google?.featureId, listing.name, placeId]]])
  const notice = limitedView
    ? '<div>You\'re seeing a limited view of Google Maps.</div><a href="https://accounts.google.com/">Sign in</a>'
    : ''
  return (
    `<!DOCTYPE html><html itemscope itemtype="http://schema.org/Place" lang="en"><head><title>${name} - Google Maps</title>` +
    `<meta content="${name} · ${escapeHtml(`${street}, ${city}, ${region} ${postalCode}`)}" itemprop="name">` +
    `<meta content="${escapeHtml(listing.category)}" itemprop="description"></head>` +
    `<body>${notice}<script>window.APP_INITIALIZATION_STATE=${state};</script></body></html>`
  )
}
