import type { Correction } from '../../rules/corrections.ts'
import type { HoldReason } from '../../rules/drafts.ts'
import { INDUSTRIES } from '../../rules/kind-answers.ts'
import { textVerdict } from '../corrections/find-corrections.ts'
import { contradictionOf, mismatchOf } from '../text/mismatch.ts'
import { type PhraseTable, phraseAt, phraseTable } from '../text/phrase-table.ts'
import type { ReadText } from '../text/read-text.ts'
import { NEGATIVE_TO, type TextScore } from '../text/text-opinion.ts'
import { mentionsIn } from '../topics/review-topics.ts'
import type { Wordings } from './languages/wordings-data.ts'

/** Maximum stars of a review that gets an apology. Only a person knows the next step. */
export const LOW_RATING = 2
/** Minimum stars of a review that gets thanks. */
export const GOOD_RATING = 4
const CAPITALIZED = /^\p{Lu}\p{Ll}+/u

interface HeldReview {
  rating: number
  written: string
  text: ReadText
  score: TextScore
  businessName: string
  corrections: readonly Correction[]
}

export function holdReasons(review: HeldReview, wordings: Wordings): HoldReason[] {
  const { rating, text } = review
  const reasons: HoldReason[] = []
  if (rating <= LOW_RATING) reasons.push('low_rating')
  if (isDelicate(text, wordings)) reasons.push('delicate')
  if (isContradicted(review)) reasons.push('mismatch')
  if (namesSomebodyInComplaint(review, wordings)) reasons.push('named_person')
  return reasons
}

/** True if text and stars contradict each other, with the members' corrections applied. */
export function isContradicted(review: HeldReview): boolean {
  const { rating, text, score, corrections } = review
  const verdict = textVerdict(corrections)
  if (verdict) return contradictionOf(rating, verdict) !== null
  return mismatchOf(rating, text, score) !== null || isThankedForComplaint(review)
}

function isThankedForComplaint({ rating, text, score }: HeldReview): boolean {
  return rating >= GOOD_RATING && text.contentCount > 0 && score.positiveChance <= NEGATIVE_TO
}

/** Phrase tables by the text of their list; each is built on first use. */
const tables = new Map<string, PhraseTable<true>>()

export function isDelicate({ tokens }: Pick<ReadText, 'tokens'>, { delicateTerms }: Wordings): boolean {
  return tokens.some((_, index) => isListedAt(delicateTerms, tokens, index))
}

export function isListedAt(list: string, tokens: ReadText['tokens'], index: number): boolean {
  const table = tables.get(list) ?? phraseTable([[list, true as const]])
  tables.set(list, table)
  return phraseAt(table, tokens, index) !== null
}

/**
 * True if a complaint seems to name somebody: it has a capitalized word that isn't in any list. At the beginning of a
 * sentence, and in languages that capitalize every noun, the sentence must also be about people.
 */
function namesSomebodyInComplaint(
  { written, text, score, businessName }: HeldReview,
  { namesFollow: pattern }: Wordings,
): boolean {
  const { tables, tokens } = text
  if (!tables) return false
  const { functionWords, polarity } = tables
  const namesFollow = pattern === null ? null : new RegExp(pattern)
  const complaints = new Map<number, number>()
  for (const { index, effect } of score.reasons) {
    const sentence = tokens[index]?.sentence ?? 0
    complaints.set(sentence, (complaints.get(sentence) ?? 0) + effect)
  }
  const mentions = INDUSTRIES.flatMap((industry) => mentionsIn(text, industry))
  const known = new Set(mentions.map(({ index }) => index))
  const aboutPeople = new Set(
    mentions.filter(({ topic }) => topic === 'staff').map(({ index }) => tokens[index]?.sentence),
  )
  const ownName = businessName.toLowerCase()
  return tokens.some(({ term, kind, start, end, sentence }, index) => {
    if (kind !== 'word' || (complaints.get(sentence) ?? 0) >= 0) return false
    if (!CAPITALIZED.test(written.slice(start, end)) || known.has(index)) return false
    if (functionWords.has(term) || phraseAt(polarity, tokens, index) || ownName.includes(term)) return false
    if (namesFollow?.test(written.slice(0, start))) return true
    const isFirst = tokens[index - 1]?.sentence !== sentence
    return (!isFirst && !namesFollow) || aboutPeople.has(sentence)
  })
}
