import { INDUSTRIES } from '../../../rules/kind-answers.ts'
import type { Language } from '../../../rules/locales.ts'
import { hasContact } from '../../../rules/reply-check.ts'
import { phraseAt } from '../../text/phrase-table.ts'
import { type ReadText, readText } from '../../text/read-text.ts'
import type { LanguageTables, WordLists } from '../../text/word-lists.ts'
import { mentionsIn } from '../../topics/review-topics.ts'
import { isDelicate } from '../hold.ts'
import type { Wordings } from '../languages/wordings-data.ts'
import { sentenceFault } from '../text-checks.ts'
import { capitalizedWords, isI, PLACEHOLDER, plainWord, wordsIn, wordsOfWordings } from './mask.ts'

export type RewriteFault =
  | 'length'
  | 'format'
  | 'placeholder'
  | 'contact'
  | 'number'
  | 'name'
  | 'language'
  | 'promise'
  | 'topic'
  | 'opinion'
  | 'delicate'
  | 'liability'
  | 'money'

/** Maximum and minimum length of the rewrite, relative to the draft. */
const MAX_LENGTH_RATIO = 1.5
const MIN_LENGTH_RATIO = 0.4
/**
 * Additional difference in characters that is allowed for greetings and the like, which matter more in short drafts.
 */
const MARGIN_CHARS = 100
/** Minimum share of words that are known in the draft's language or occur in the draft or review. */
const MIN_KNOWN_SHARE = 0.6

/** Characters every rewrite may contain; others only if the draft has them. */
const PLAIN = /[\p{Script=Latin}\p{M}\p{Nd} \n.,!?'’…;()–—-]/u
const NUMBER_WORDS =
  /\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|hundred|thousand|half|double|twice|percent|dozen)\b/gi
const PROMISES =
  /\b(?:promis\w*|guarant\w*|ensur\w*|assur\w*|vow|pledge\w*|make sure|make (?:it|this|things) (?:right|up)|make up for|never again|always|free|gifts?|treat you|on us|off your|offer\w*)\b/gi
/**
 * Match announced and reported actions. They capture the verb, which may follow `also`, `be`, `gladly` and the like.
 */
const INTENTIONS =
  /(?:\b(?:will|shall|won['’]t|going to|plan(?:ning)? to|intend(?:ing)? to|aim(?:ing)? to|about to|working (?:on|to))|['’]ll)[\s,]+(?:(?:not|also|be|never|always|then|now|\p{L}+ly)[\s,]+)*(\p{L}+)/giu
const DEEDS =
  /(?:\b(?:have|has|had)|['’]ve)[\s,]+(?:(?:not|also|been|never|always|then|now|already|just|\p{L}+ly)[\s,]+)*(\p{L}+(?:ed|en|ne|ught|ade|old|ut))\b/giu

interface Rewritten {
  /** Placeholders replace names and contacts in all three texts. */
  draft: string
  review: string
  rewrite: string
  language: Language
  wordings: Wordings
  words: WordLists
}

/**
 * Reason why a model's rewrite of a draft must not be offered; null if it may be. As far as lists can tell, everything
 * that the rewrite says must be in the draft; names and words may also come from the review. Good rewrites may be
 * rejected too: then the draft is offered.
 */
export function rewriteFault({
  draft,
  review,
  rewrite,
  language,
  wordings,
  words,
}: Rewritten): RewriteFault | null {
  const { length } = rewrite
  if (length > draft.length * MAX_LENGTH_RATIO + MARGIN_CHARS || length < draft.length * MIN_LENGTH_RATIO)
    return 'length'
  if (marksIn(rewrite) !== marksIn(draft)) return 'placeholder'
  const said = withoutMarks(rewrite)
  const drafted = withoutMarks(draft)
  const given = `${drafted}\n${withoutMarks(review)}`
  if (!isPlain(said, drafted) || !endsLike(rewrite, draft)) return 'format'
  if (hasContact(said) && !hasContact(drafted)) return 'contact'
  if (addsAny(said, drafted, /\p{N}+/gu) || addsAny(said, drafted, NUMBER_WORDS)) return 'number'
  const tables = words.tablesOf(language)
  const everyday = new Set([
    ...tables.functionWords,
    ...wordsOfWordings(wordings),
    ...wordsIn(drafted),
    ...ordinaryWordsIn(given),
  ])
  const text = readText(said, words)
  const draftText = readText(drafted, words)
  const isUnsure = text.language === null && draftText.language === null
  if ((text.language !== language && !isUnsure) || !isKnown(said, everyday)) return 'language'
  if (addsName(said, given, everyday)) return 'name'
  if (addsAny(said, drafted, PROMISES) || addsDeed(said, drafted)) return 'promise'
  const fault = sentenceFault(said)
  if (fault) return fault
  if (isDelicate(text, wordings)) return 'delicate'
  if (!isSubset(topicsIn(text, tables), topicsIn(draftText, tables))) return 'topic'
  return isSubset(complaintsIn(text, tables), complaintsIn(draftText, tables)) ? null : 'opinion'
}

/** The placeholders of a text, in order, because swapped ones would address a person by the name of the business. */
function marksIn(text: string): string {
  return (text.match(PLACEHOLDER) ?? []).join('')
}

function withoutMarks(text: string): string {
  return text.replace(PLACEHOLDER, '')
}

function isPlain(said: string, drafted: string): boolean {
  return [...said].every((character) => PLAIN.test(character) || drafted.includes(character))
}

/** True if a text ends like a sentence or like the draft; truncated texts do neither. */
function endsLike(rewrite: string, draft: string): boolean {
  return /[.!?…\]]$/.test(rewrite) || wordsIn(rewrite).at(-1) === wordsIn(draft).at(-1)
}

function addsAny(said: string, given: string, pattern: RegExp): boolean {
  const known = new Set((given.match(pattern) ?? []).map(plainWord))
  return (said.match(pattern) ?? []).some((found) => !known.has(plainWord(found)))
}

function ordinaryWordsIn(text: string): string[] {
  const capitalized = new Set(capitalizedWords(text).map(({ word }) => plainWord(word)))
  return wordsIn(text).filter((word) => !capitalized.has(word))
}

/**
 * True if the rewrite contains a capitalized word that isn't in the given texts, except 'I' and ordinary words at the
 * beginning of a sentence.
 */
function addsName(said: string, given: string, everyday: ReadonlySet<string>): boolean {
  const asGiven = new Set(capitalizedWords(given).map(({ word }) => word))
  return capitalizedWords(said).some(
    ({ word, isFirst }) => !asGiven.has(word) && !isI(word) && !(isFirst && everyday.has(plainWord(word))),
  )
}

function isKnown(said: string, everyday: ReadonlySet<string>): boolean {
  const words = wordsIn(said).flatMap((word) => word.split(/['-]/))
  return words.filter((word) => everyday.has(word)).length >= words.length * MIN_KNOWN_SHARE
}

function addsDeed(said: string, drafted: string): boolean {
  const known = new Set(wordsIn(drafted))
  return [INTENTIONS, DEEDS].some((pattern) =>
    [...said.matchAll(pattern)].some(([, verb = '']) => !known.has(plainWord(verb))),
  )
}

/**
 * Finds topics of every industry, because a rewrite must not add any. The business's own industry only limits which
 * topics are counted in the insights.
 */
function topicsIn(text: ReadText, tables: LanguageTables): Set<string> {
  const read = { ...text, tables }
  return new Set(INDUSTRIES.flatMap((industry) => mentionsIn(read, industry)).map(({ topic }) => topic))
}

function complaintsIn({ tokens }: ReadText, { polarity }: LanguageTables): Set<string> {
  return new Set(
    tokens.flatMap(({ term }, index) => ((phraseAt(polarity, tokens, index)?.value ?? 0) < 0 ? [term] : [])),
  )
}

function isSubset(part: ReadonlySet<string>, whole: ReadonlySet<string>): boolean {
  return [...part].every((one) => whole.has(one))
}
