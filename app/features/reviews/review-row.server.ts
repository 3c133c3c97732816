import { diffArrays } from 'diff'
import type { ReviewDetail, ReviewView } from '#worker/reviews/review-view.ts'

/** Fields that the screen shows, without empty ones: loader data is sent twice, as HTML and for hydration. */
export function reviewRow(view: ReviewView) {
  const { id, businessId, platform, reviewerName, rating, review } = view
  return {
    id,
    businessId,
    platform,
    reviewerName,
    rating,
    review,
    scrapedAt: toMinute(view.scrapedAt),
    ...ownPlatformOf(view),
    ...(view.reviewDate && { reviewDate: toMinute(view.reviewDate) }),
    ...(view.editedAt && { editedAt: toMinute(view.editedAt) }),
    ...(view.removedAt && { removedAt: toMinute(view.removedAt) }),
    ...(view.returnedAt && { returnedAt: toMinute(view.returnedAt) }),
    ...(view.isVerified && { isVerified: true }),
    ...(view.helpfulVotes > 0 && { helpfulVotes: view.helpfulVotes }),
    ...(view.status === 'responded' && { isAnswered: true }),
    ...(view.photos.length > 0 && { photos: view.photos.length }),
    ...(view.replyUrl !== null && { hasReplyPage: true }),
    ...(view.isSettled && { isSettled: true }),
    ...(view.canPost && { canPost: true }),
    ...(view.posting && { posting: view.posting }),
    ...(view.hasSuggestion && { hasSuggestion: true }),
    ...(view.hasNotes && { hasNotes: true }),
    ...(view.tags.length > 0 && { tags: view.tags }),
    ...(view.leavesAt && { leavesAt: view.leavesAt }),
    ...(view.assignment && { assignment: view.assignment }),
    ...(view.ownerResponse && {
      ownerResponse: {
        text: view.ownerResponse.text,
        ...(view.ownerResponse.date && { date: toMinute(view.ownerResponse.date) }),
      },
    }),
    ...(view.response && {
      response: {
        id: view.response.id,
        text: view.response.text,
        date: toMinute(view.response.date),
        ...(view.response.edited && { edited: true }),
        ...(view.response.postedToPlatform && { isPosted: true }),
      },
    }),
  }
}

/** Name and color of the platform, if the owner has added it, and whether we know the review's address there. */
export function ownPlatformOf({ platformName: name, platformColor: color, url }: ReviewView) {
  return color === null ? {} : { own: { name, color, ...(url !== null && { hasPage: true }) } }
}

export type ReviewRow = ReturnType<typeof reviewRow>

/** '2026-03-02T14:20:31.123Z' → '2026-03-02T14:20Z': nothing finer is shown, and random digits don't compress. */
function toMinute(iso: string): string {
  return `${iso.slice(0, 16)}Z`
}

/** Maximum edits to diff: nobody reads more of them, and each diff takes CPU time. */
const MAX_EDITS = 10

export type HistoryEvent =
  | { kind: 'edited'; at: string; stars?: { from: number; to: number }; parts?: DiffPart[] }
  | { kind: 'posted' | 'seen' | 'removed' | 'returned'; at: string }

/** Latest first. Includes the last ten edits, each with what it changed. */
export function historyOf(review: ReviewDetail): HistoryEvent[] {
  const versions = [{ rating: review.rating, review: review.review }, ...review.revisions]
  const edits = review.revisions.slice(0, MAX_EDITS).map((former, index): HistoryEvent => {
    const later = versions[index] ?? review
    return {
      kind: 'edited',
      at: toMinute(former.replacedAt),
      ...(former.rating !== later.rating && { stars: { from: former.rating, to: later.rating } }),
      ...(former.review !== later.review && { parts: diffWords(former.review, later.review) }),
    }
  })
  const moments = (
    [
      ['removed', review.removedAt],
      ['returned', review.returnedAt],
      ['seen', review.scrapedAt],
      ['posted', review.reviewDate],
    ] as const
  ).flatMap(([kind, at]): HistoryEvent[] => (at === null ? [] : [{ kind, at: toMinute(at) }]))
  return [...edits, ...moments].sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
}

/** A piece of text that is in both versions, only in the former or only in the later one. */
export interface DiffPart {
  kind: 'same' | 'gone' | 'new'
  text: string
}

/** Words, spaces and single punctuation marks; single characters in scripts that don't separate words. */
const TOKEN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{M}*|[\p{L}\p{N}\p{M}'’]+|\s+|\S/gu
/** Maximum changes in a diff. With more of them, both versions side by side are easier to read. */
const MAX_CHANGES = 400

/**
 * Diffs two versions of a text word by word. All parts except 'new' make up the former text, all except 'gone' the
 * later one.
 */
export function diffWords(former: string, later: string): DiffPart[] {
  const a = former.match(TOKEN) ?? []
  const b = later.match(TOKEN) ?? []
  let start = 0
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1
  let end = 0
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end += 1
  return merged([
    { kind: 'same', text: a.slice(0, start).join('') },
    ...changesBetween(a.slice(start, a.length - end), b.slice(start, b.length - end)),
    { kind: 'same', text: a.slice(a.length - end).join('') },
  ])
}

/** The shortest diff of two token lists; replaces one text with the other if there are too many changes. */
function changesBetween(a: string[], b: string[]): DiffPart[] {
  const changes = diffArrays(a, b, { maxEditLength: MAX_CHANGES })
  if (!changes) {
    return [
      { kind: 'gone', text: a.join('') },
      { kind: 'new', text: b.join('') },
    ]
  }
  return changes.map(({ value, added, removed }) => ({
    kind: added ? 'new' : removed ? 'gone' : 'same',
    text: value.join(''),
  }))
}

/** Merges neighbors of the same kind, removals before additions; a space between two changes counts as part of both. */
function merged(parts: DiffPart[]): DiffPart[] {
  const result: DiffPart[] = []
  let gone = ''
  let added = ''
  function put(kind: DiffPart['kind'], text: string) {
    const last = result.at(-1)
    if (last?.kind === kind) last.text += text
    else if (text) result.push({ kind, text })
  }
  function putChanges() {
    put('gone', gone)
    put('new', added)
    gone = ''
    added = ''
  }
  for (const [index, { kind, text }] of parts.entries()) {
    const next = parts[index + 1]
    if (kind === 'gone') gone += text
    else if (kind === 'new') added += text
    else if (gone && added && next && next.kind !== 'same' && !text.trim()) {
      gone += text
      added += text
    } else {
      putChanges()
      put('same', text)
    }
  }
  putChanges()
  return result
}
