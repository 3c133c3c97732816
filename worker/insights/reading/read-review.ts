import type { Correction, TextSentiment } from '../../rules/corrections.ts'
import type { Industry } from '../../rules/kind-answers.ts'
import type { Language } from '../../rules/locales.ts'
import {
  ANY_TEXT,
  MAX_TERM_CHARS,
  type MismatchKind,
  mismatchTerm,
  OTHER_LANGUAGE,
} from '../../rules/review-features.ts'
import { sentimentOf } from '../../rules/sentiment.ts'
import { correctedTopicsOf, textVerdict } from '../corrections/find-corrections.ts'
import { contradictionOf, mismatchOf } from '../text/mismatch.ts'
import { type ReadText, readText } from '../text/read-text.ts'
import { scoreText, textSentimentOf } from '../text/text-opinion.ts'
import type { WordLists } from '../text/word-lists.ts'
import type { ReviewTopic } from '../topics/review-topics.ts'

/** Raised with every change of the reading method; then all reviews are read again in the background. */
export const METHOD = 7

const MAX_TERMS = 60

/** Number of parts that a review is divided into; divisible by every number of topics up to eight. */
export const WHOLE_SHARE = 840

/** A topic with the part of the review's stars that it explains, from 0 to `WHOLE_SHARE`. */
type SharedTopic = ReviewTopic & { share: number }

export interface ReviewFeatures {
  language: ReadText['language']
  tokens: number
  /** Probability of 4 or 5 stars, given the text. */
  score: number
  /** A member's correction, or else our own reading; null if unclear. */
  sentiment: TextSentiment | null
  mismatch: MismatchKind | null
  topics: SharedTopic[]
  terms: string[]
}

/**
 * Reads a review from its text; members' corrections take precedence. Deterministic: the same text, stars and
 * corrections give the same result.
 */
export function readReview(
  text: string,
  rating: number,
  industry: Industry,
  words: WordLists,
  corrections: readonly Correction[] = [],
): ReviewFeatures {
  const read = readText(text, words)
  const score = scoreText(read)
  const verdict = textVerdict(corrections)
  const mismatch = verdict
    ? contradictionOf(rating, verdict)
    : (mismatchOf(rating, read, score)?.kind ?? null)
  return {
    language: read.language,
    tokens: read.tokens.length,
    score: score.positiveChance,
    sentiment: verdict ?? textSentimentOf(read, score),
    mismatch,
    topics: withShares(correctedTopicsOf(read, { score, industry, rating }, corrections), rating),
    terms: [
      ANY_TEXT,
      ...(mismatch ? [mismatchTerm(mismatch)] : []),
      ...(read.language ? termsOf(read) : [OTHER_LANGUAGE]),
    ],
  }
}

/**
 * Shares a review's stars among its topics, so that each review counts once: bad stars go to complaints, good ones to
 * praise, and three to both. If no topic's opinion matches the stars, all topics with an opinion share them. A review
 * without opinions explains nothing.
 */
function withShares(topics: readonly ReviewTopic[], rating: number): SharedTopic[] {
  const opinions = topics.filter(({ polarity }) => polarity !== 'neutral')
  const side = sentimentOf(rating)
  const agreeing = opinions.filter(({ polarity }) => side === 'neutral' || polarity === side)
  const explaining = agreeing.length > 0 ? agreeing : opinions
  return topics.map((topic) => ({
    ...topic,
    share: explaining.includes(topic) ? Math.floor(WHOLE_SHARE / explaining.length) : 0,
  }))
}

/**
 * Phrases of one to three words with plurals as singulars. Short ones come first, so that long texts lose long phrases.
 * The language needs a list of function words: without one, most phrases would be function words.
 */
function termsOf(read: ReadText): string[] {
  const tokens = read.tokens.map((token) => ({ ...token, term: baseForm(token.term, read.language) }))
  const phrases = [...phrasesOf({ ...read, tokens })].filter((phrase) => phrase.length <= MAX_TERM_CHARS)
  const byLength = Map.groupBy(phrases, (phrase) => phrase.split(' ').length)
  return [1, 2, 3].flatMap((length) => byLength.get(length) ?? []).slice(0, MAX_TERMS)
}

const MAX_PHRASE_TOKENS = 3

/**
 * The distinct phrases of a text that may be a subject: one to three adjacent tokens of a clause, neither beginning nor
 * ending with a function word.
 */
export function phrasesOf({ tokens }: ReadText): Set<string> {
  const phrases = new Set<string>()
  for (const [index, first] of tokens.entries()) {
    if (!first.isContent) continue
    let phrase = ''
    for (const token of tokens.slice(index, index + MAX_PHRASE_TOKENS)) {
      if (token.clause !== first.clause || token.kind !== 'word') break
      phrase = phrase === '' ? token.term : `${phrase} ${token.term}`
      if (token.isContent) phrases.add(phrase)
    }
  }
  return phrases
}

/** Words that look like plurals but aren't, and plurals of words that end in -ie, -oe or -f. */
const ENGLISH_EXCEPTIONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    women: 'woman',
    men: 'man',
    children: 'child',
    knives: 'knife',
    loaves: 'loaf',
    leaves: 'leaf',
    shelves: 'shelf',
    halves: 'half',
    wives: 'wife',
    shoes: 'shoe',
    toes: 'toe',
    series: 'series',
    species: 'species',
    news: 'news',
    lens: 'lens',
    always: 'always',
    perhaps: 'perhaps',
    sometimes: 'sometimes',
    besides: 'besides',
    christmas: 'christmas',
  }),
)
const ENGLISH_IE =
  /(?:cook|brown|smooth|mov|calor|vegg|hood|food|self|rook|zomb|gen|prair|past|cal|birr|newb|lad|laz)ies$|^(?:pies|ties|lies)$/
const NO_PLURAL = /(?:ss|us|is|as|ous)$/
const MIN_LETTERS = 4

/**
 * The singular of a word, so that 'oyster' and 'oysters' count as one. Handles regular plurals of English, French,
 * Spanish and Portuguese; words of other languages stay unchanged.
 */
export function baseForm(word: string, language: Language | null): string {
  if (word.length < MIN_LETTERS || !word.endsWith('s')) {
    return language === 'en' ? (ENGLISH_EXCEPTIONS.get(word) ?? word) : word
  }
  switch (language) {
    case 'en':
      return englishSingular(word)
    case 'fr':
      return NO_PLURAL.test(word) ? word : word.slice(0, -1)
    case 'es':
    case 'pt':
      return /[aeiouáéíóúãõ]s$/.test(word) && !/(?:us|is)$/.test(word) ? word.slice(0, -1) : word
    default:
      return word
  }
}

function englishSingular(word: string): string {
  const known = ENGLISH_EXCEPTIONS.get(word)
  if (known !== undefined) return known
  if (NO_PLURAL.test(word)) return word
  if (word.endsWith('ies')) {
    return ENGLISH_IE.test(word) ? word.slice(0, -1) : `${word.slice(0, -3)}y`
  }
  if (/(?:ch|sh|x|zz|sse|o)es$/.test(word)) return word.slice(0, -2)
  return word.slice(0, -1)
}
