import type { Correction } from '../../rules/corrections.ts'
import type { DraftStyle, HoldReason, RemarkKind } from '../../rules/drafts.ts'
import { isHealthCare } from '../../rules/health-care.ts'
import type { Industry } from '../../rules/kind-answers.ts'
import { LANGUAGES, type Language } from '../../rules/locales.ts'
import type { ReviewPlatform } from '../../rules/platforms.ts'
import { hasContact } from '../../rules/reply-check.ts'
import type { Topic } from '../../rules/review-features.ts'
import { correctedTopicsOf } from '../corrections/find-corrections.ts'
import { phraseAt, phraseTable } from '../text/phrase-table.ts'
import { type ReadText, readText } from '../text/read-text.ts'
import { scoreText, type TextScore, textSentimentOf } from '../text/text-opinion.ts'
import type { WordLists } from '../text/word-lists.ts'
import { chooseWordings, type Part, varyWordings, WORDINGS_VERSION } from './choose-wordings.ts'
import { GOOD_RATING, holdReasons, isContradicted, isListedAt, LOW_RATING } from './hold.ts'
import type { Mood, Occasion, ToneWordings, Wordings } from './languages/wordings-data.ts'
import { draftFault } from './text-checks.ts'

export interface DraftRequest {
  review: {
    id: string
    rating: number
    text: string
    /** Language stated by the platform; used if the text is too short to detect its language. */
    language: string | null
    author: string
    platform: ReviewPlatform
  }
  business: { name: string; industry: string | null }
  kind: Industry
  style: DraftStyle
  /** Oldest first. */
  former: readonly { text: string; wordings: readonly string[] }[]
  corrections: readonly Correction[]
}

export type Draft =
  | {
      text: string
      wordings: string[]
      templateVersion: string
      language: Language
      care: HoldReason[]
    }
  | { held: HoldReason[] }

const MAX_TOPICS = 2
/** Language of a draft if the review has no text and its platform states none. */
const FALLBACK_LANGUAGE = 'en'

interface Reading {
  request: DraftRequest
  language: Language
  text: ReadText
  score: TextScore
  industry: Industry
  words: WordLists
  wordings: Wordings
}

/** Assembles a reply from wordings. Uses only the review, the business and its owner's settings. Deterministic. */
export function draftReply(request: DraftRequest, words: WordLists): Draft {
  const { review, business, style, corrections } = request
  const language = languageFor(readText(review.text, words), review)
  if (!language) return { held: ['unknown_language'] }
  const text = readText(review.text, words, language)
  const wordings = words.wordings[language]
  const score = scoreText(text)
  const about = {
    ...review,
    written: review.text,
    businessName: business.name,
    corrections,
  }
  const held = { ...about, text, score }
  const care = holdReasons(held, wordings)
  if (care.includes('delicate')) return { held: care.filter((reason) => reason === 'delicate') }
  const reading = { request, language, text, score, industry: request.kind, words, wordings }
  const topics = namedTopics(reading)
  // A text with complaints isn't praise, however much its sarcasm sounds like it.
  const complains = review.rating <= LOW_RATING && topics.some(({ kind }) => kind === 'complaint')
  const occasion = occasionOf(review.rating, text, isContradicted(held) && !complains)
  const { draft, chosen } = assemble(reading, topics, occasion)
  const fault = draftFault(draft, about)
  if (fault) return { held: [fault] }
  const templateVersion = `${language}/${style.tone}/${occasion}/${WORDINGS_VERSION}`
  return { text: draft, wordings: chosen, templateVersion, language, care }
}

/** Matches a text of ASCII characters and emoji only. The language of a short one (`Horrible place`) is uncertain. */
const FEW_WORDS = /^(?:[ -~]|\p{Extended_Pictographic})*$/u
const MAX_FEW_TOKENS = 3

function languageFor(
  { language, contentCount }: ReadText,
  { text, language: stated }: DraftRequest['review'],
): Language | null {
  const known = LANGUAGES.find((one) => stated?.toLowerCase().split(/[-_]/)[0] === one)
  if (language ?? known) return language ?? known ?? null
  const isUnsure = contentCount === 0 || (contentCount <= MAX_FEW_TOKENS && FEW_WORDS.test(text))
  return isUnsure && stated === null ? FALLBACK_LANGUAGE : null
}

/** Occasion by the stars; `mixed` if the text contradicts them, so that we don't give thanks for a complaint. */
function occasionOf(rating: number, { contentCount }: ReadText, isContrary: boolean): Occasion {
  const isExtreme = rating >= GOOD_RATING || rating <= LOW_RATING
  const mood: Mood = !isExtreme || isContrary ? 'mixed' : rating >= GOOD_RATING ? 'praise' : 'apology'
  return contentCount > 0 ? mood : `${mood}_unwritten`
}

/** Industries whose guests come to the business. `generic` isn't one: it includes gyms, but also removal companies. */
const VISITED: readonly Industry[] = ['restaurant', 'hotel', 'retail', 'automotive', 'salon']

function assemble(reading: Reading, named: readonly NamedTopic[], occasion: Occasion) {
  const { review, business, style, former } = reading.request
  const tone = reading.wordings.tones[style.tone]
  // Patients may not want others to know about their treatment.
  const isPrivate = isHealthCare(business)
  const isVisited = !isPrivate && VISITED.includes(reading.industry)
  const name = isPrivate ? null : firstNameOf(review.author, reading.words)
  const mood = moodOf(occasion)
  const values = {
    name: name ?? '',
    business: business.name,
    visit: isVisited ? visitOf(reading) : reading.wordings.trust,
  }
  const openings = tone.openings[occasion].filter((text) => !isPrivate || !text.includes('{visit}'))
  const opening = slotOf(`opening-${occasion}`, openings, values)
  const step = stepAfter(mood, { isVisited, isPrivate })
  const next = slotOf(`next-${step}`, tone.nextSteps[step], values)
  const topics = topicSlots(named, mood, { tone, and: reading.wordings.and })
  const blanks = mood === 'apology' ? [slotOf('blank', tone.blanks, values)] : []
  const greeting = name
    ? slotOf('greeting', tone.greetings, values)
    : slotOf('nameless', tone.nameless, values)
  const signOff = style.signOff
    ? { name: 'own-sign-off', texts: [style.signOff] }
    : slotOf('sign-off', tone.signOffs, values)
  // Longest parts first, because they affect the similarity of replies most.
  const slots = [opening, next, ...topics, ...blanks, greeting, signOff]
  const prefix = `${reading.language}/${style.tone}/`
  const parts = slots.map(({ name, texts }) => ({ name: prefix + name, texts }))
  const contact = mood === 'praise' ? null : contactLine(style, review.platform)
  function draftOf(choice: readonly number[]): string {
    const said = new Map(slots.map((slot, index) => [slot, slot.texts[choice[index] ?? 0]]))
    const body = [...[opening, ...topics, ...blanks, next].map((slot) => said.get(slot)), contact]
    return [said.get(greeting), body.filter((part) => part).join(' '), said.get(signOff)].join('\n\n')
  }
  const first = chooseWordings(parts, { seed: review.id, former: former.map(({ wordings }) => wordings) })
  const formerTexts = former.map(({ text }) => text)
  const choice = varyWordings(parts, first, draftOf, formerTexts)
  return { draft: draftOf(choice), chosen: parts.map(({ name }, part) => `${name}.${choice[part]}`) }
}

/**
 * Chooses a next step that fits the business. It mentions no other visit if guests don't come to the business, and no
 * second chance if that would reveal that the author was a patient.
 */
function stepAfter(mood: Mood, { isVisited, isPrivate }: { isVisited: boolean; isPrivate: boolean }) {
  if (mood === 'praise' && !isVisited) return 'farewell'
  return mood === 'mixed' && isPrivate ? 'apology' : mood
}

function moodOf(occasion: Occasion): Mood {
  if (occasion.startsWith('praise')) return 'praise'
  return occasion.startsWith('mixed') ? 'mixed' : 'apology'
}

/**
 * Fills the slots of each wording with their values. A slot inside a value isn't expanded: an author may be called
 * `{business}`.
 */
function slotOf(name: string, wordings: readonly string[], values: Readonly<Record<string, string>>): Part {
  const fill = (wording: string) =>
    wording.replace(/\{(\w+)\}/g, (whole, slot: string) => values[slot] ?? whole)
  return { name, texts: wordings.map(fill) }
}

/** The owner's contact line; null on Google if it has a link, phone number or address, which Google doesn't want. */
function contactLine({ contactLine: line }: DraftStyle, platform: ReviewPlatform): string | null {
  return line && !(platform === 'google' && hasContact(line)) ? line : null
}

interface NamedTopic {
  topic: Topic
  kind: RemarkKind
  own: string | null
  name: string
}

const NEUTRAL_RATING = 3

/** The topics the reply may name: those the text clearly praises or complains about, and members' corrections. */
function namedTopics(reading: Reading): NamedTopic[] {
  const { text, score, industry, request, wordings } = reading
  const { business, style, corrections } = request
  // Naming a patient's treatment would reveal it to others.
  if (isHealthCare(business)) return []
  // Read from the text alone: stars don't show which topics they are for.
  const topics = correctedTopicsOf(text, { score, industry, rating: NEUTRAL_RATING }, corrections)
  return topics.flatMap(({ topic, polarity, spans }): NamedTopic[] => {
    if (polarity === 'neutral') return []
    const kind = polarity === 'positive' ? 'praise' : 'complaint'
    const isCorrected = corrections.some(({ subject }) => subject === topic)
    if (!isCorrected && !spans.some(({ start }) => isClearAt(start, kind, reading))) return []
    const own = style.remarks.find((remark) => remark.topic === topic && remark.kind === kind)
    const name = wordings.topicNames[topic]?.[kind === 'praise' ? 0 : 1]
    return own || name ? [{ topic, kind, own: own?.text ?? null, name: name ?? '' }] : []
  })
}

/** Minimum strength of an opinion that a reply repeats: that of the mildest entry in a polarity list. */
const CLEAR_EFFECT = 0.5

/**
 * Minimum strength of a complaint that a reply repeats. Few stars confirm even a faint one (`charged me 450`), unless
 * the text sounds like praise; many stars show that a mild one didn't matter (`waited a little, but what a feast`).
 */
function clearComplaint({ request, text, score }: Reading): number {
  const { rating } = request.review
  if (rating >= GOOD_RATING) return CLEAR_EFFECT * 2
  const isConfirmed = rating <= LOW_RATING && textSentimentOf(text, score) !== 'positive'
  return isConfirmed ? CLEAR_EFFECT / 2 : CLEAR_EFFECT
}

/**
 * True if the clause at an offset of the text clearly praises or complains. `Was all right`, `would have been perfect`
 * and `not dirty` don't: thanks for these would sound odd.
 */
function isClearAt(start: number, kind: RemarkKind, reading: Reading): boolean {
  const { text, score, request, wordings } = reading
  const { tokens } = text
  const clause = tokens.find((token) => token.start === start)?.clause
  const isHedged = tokens.some(
    (token, index) => token.clause === clause && !token.negated && isListedAt(wordings.hedges, tokens, index),
  )
  if (isHedged) return false
  const minimum = kind === 'praise' ? CLEAR_EFFECT : clearComplaint(reading)
  const direction = kind === 'praise' ? 1 : -1
  // `Couldn't be cleaner` complains only to those who give few stars.
  const mayBeNegated = kind === 'complaint' && request.review.rating < GOOD_RATING
  return score.reasons.some(({ index, effect }) => {
    const token = tokens[index]
    return token?.clause === clause && effect * direction >= minimum && (mayBeNegated || !token?.negated)
  })
}

/**
 * Sentences about the first `MAX_TOPICS` topics: the owner's own ones, then one for all other praise and one for all
 * other complaints.
 */
function topicSlots(
  topics: readonly NamedTopic[],
  mood: Mood,
  { tone, and }: { tone: ToneWordings; and: string },
): Part[] {
  const said = topics.filter(({ kind }) => kind === 'complaint' || mood !== 'apology').slice(0, MAX_TOPICS)
  const own = said.flatMap(({ topic, kind, own }) =>
    own === null ? [] : [{ name: `own-${topic}-${kind}`, texts: [own] }],
  )
  const joined = (['praise', 'complaint'] as const).flatMap((kind) => {
    const names = said.flatMap((topic) => (topic.kind === kind && topic.own === null ? [topic.name] : []))
    if (names.length === 0) return []
    const wording = kind === 'complaint' && mood !== 'apology' ? 'regret' : kind
    return [slotOf(`topic-${wording}`, tone.topics[wording], { topic: [...new Set(names)].join(` ${and} `) })]
  })
  return [...own, ...joined]
}

/** Finds the visit the text mentions: `joining us for lunch`. */
function visitOf({ text: { tokens }, industry, wordings: { visit, visits } }: Reading): string {
  const table = phraseTable(visits[industry] ?? [])
  for (let index = 0; index < tokens.length; index += 1) {
    const found = phraseAt(table, tokens, index)
    if (found) return found.value
  }
  return visit
}

/** A capital letter followed by lower-case letters; also Jean-Luc and O'Neil. */
const NAME = /^\p{Lu}\p{Ll}{1,19}(?:['’-]\p{Lu}?\p{Ll}{1,19})?$/u
const MAX_NAME_PARTS = 4
/** First parts of author names that aren't first names: placeholders and titles. */
const NO_NAMES = new Set(
  `a an the google yelp facebook tripadvisor user guest anonymous customer client traveler traveller local guide visitor member
reviewer mr mrs ms miss dr prof sir herr frau monsieur madame senor señora señor signora signor mister team family company hotel
restaurant cafe shop inc ltd llc gmbh happy hungry foodie someone nobody deleted unknown`.split(/\s+/),
)

/** Null if the name doesn't begin with a likely first name. */
export function firstNameOf(author: string, words: WordLists): string | null {
  const parts = author.trim().split(/\s+/)
  const [first = ''] = parts
  if (parts.length > MAX_NAME_PARTS || /\p{N}|[@_/]/u.test(author) || !NAME.test(first)) return null
  const lower = first.toLowerCase()
  const { functionWords, polarity } = words.tablesOf('en')
  return NO_NAMES.has(lower) || functionWords.has(lower) || polarity.whole.has(lower) ? null : first
}
