import type { Correction } from '../../rules/corrections.ts'
import type { DraftStyle, HoldReason } from '../../rules/drafts.ts'
import { isHealthCare } from '../../rules/health-care.ts'
import type { Industry } from '../../rules/kind-answers.ts'
import { LANGUAGES, type Language } from '../../rules/locales.ts'
import type { Platform } from '../../rules/platforms.ts'
import { hasContact } from '../../rules/reply-check.ts'
import { correctedTopicsOf } from '../corrections/find-corrections.ts'
import { phraseAt, phraseTable } from '../text/phrase-table.ts'
import { type ReadText, readText } from '../text/read-text.ts'
import { scoreText, type TextScore } from '../text/text-opinion.ts'
import type { WordLists } from '../text/word-lists.ts'
import { industryOf } from '../topics/industries.ts'
import { chooseWordings, varyWordings, WORDINGS_VERSION } from './choose-wordings.ts'
import { GOOD_RATING, holdReasons, isContradicted, LOW_RATING } from './hold.ts'
import type { Mood, Occasion, Wordings } from './languages/wordings-data.ts'
import { draftFault } from './text-checks.ts'

export interface DraftRequest {
  review: {
    id: string
    rating: number
    text: string
    /** Language stated by the platform; used if the text is too short to detect its language. */
    language: string | null
    author: string
    platform: Platform
  }
  business: { name: string; industry: string | null }
  style: DraftStyle
  /** The business's recent drafts, oldest first. */
  former: readonly { text: string; wordings: readonly string[] }[]
  /** Corrections by members. */
  corrections: readonly Correction[]
}

export type Draft =
  | {
      text: string
      wordings: string[]
      templateVersion: string
      language: Language
      /** Reasons for a person to check the reply before it is sent. */
      care: HoldReason[]
    }
  /** Reasons why a person has to write the reply. */
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

/**
 * A reply to a review, assembled from wordings: a greeting, thanks or an apology, one sentence for each of up to two
 * topics, the next step (after a complaint, a blank to fill in and an offer to talk), and a sign-off. Uses only the
 * review, the business and its owner's settings. Deterministic.
 */
export function draftReply(request: DraftRequest, words: WordLists): Draft {
  const { review, business, style, corrections } = request
  const language = languageFor(readText(review.text, words), review)
  if (!language) return { held: ['unknown_language'] }
  const text = readText(review.text, words, language)
  const wordings = words.wordings[language]
  const score = scoreText(text)
  const industry = industryOf(business)
  const about = {
    ...review,
    written: review.text,
    businessName: business.name,
    corrections,
  }
  const held = { ...about, text, score }
  const care = holdReasons(held, wordings)
  if (care.includes('delicate')) return { held: care.filter((reason) => reason === 'delicate') }
  const occasion = occasionOf(review.rating, text, isContradicted(held))
  const { draft, chosen } = assemble({ request, language, text, score, industry, words, wordings }, occasion)
  const fault = draftFault(draft, about)
  if (fault) return { held: [fault] }
  const templateVersion = `${language}/${style.tone}/${occasion}/${WORDINGS_VERSION}`
  return { text: draft, wordings: chosen, templateVersion, language, care }
}

/** Short texts such as `Horrible place` may be in any of several languages. */
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

/** Complaints in good reviews get no praise, and praise in bad reviews gets no apology. */
function occasionOf(rating: number, { contentCount }: ReadText, isContrary: boolean): Occasion {
  const isExtreme = rating >= GOOD_RATING || rating <= LOW_RATING
  const mood: Mood = !isExtreme || isContrary ? 'mixed' : rating >= GOOD_RATING ? 'praise' : 'apology'
  return contentCount > 0 ? mood : `${mood}_unwritten`
}

/** A part of the reply with all its wordings. */
interface Slot {
  name: string
  texts: readonly string[]
}

function assemble(reading: Reading, occasion: Occasion) {
  const { review, business, style, former } = reading.request
  const tone = reading.wordings.tones[style.tone]
  // Patients may not want others to know about their treatment.
  const isPrivate = isHealthCare(business)
  const name = isPrivate ? null : firstNameOf(review.author, reading.words)
  const mood = moodOf(occasion)
  const values = { name: name ?? '', business: business.name, visit: visitOf(reading) }
  const openings = tone.openings[occasion].filter((text) => !isPrivate || !text.includes('{visit}'))
  const opening = slotOf(`opening-${occasion}`, openings, values)
  const next = slotOf(`next-${mood}`, tone.nextSteps[mood], values)
  const topics = topicSlots(reading, mood)
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
  const parts = slots.map((slot) => ({ name: prefix + slot.name, count: slot.texts.length }))
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

function moodOf(occasion: Occasion): Mood {
  if (occasion.startsWith('praise')) return 'praise'
  return occasion.startsWith('mixed') ? 'mixed' : 'apology'
}

/** Slots aren't expanded inside a value: an author may be called `{business}`. */
function slotOf(name: string, wordings: readonly string[], values: Readonly<Record<string, string>>): Slot {
  const fill = (wording: string) =>
    wording.replace(/\{(\w+)\}/g, (whole, slot: string) => values[slot] ?? whole)
  return { name, texts: wordings.map(fill) }
}

/** Google wants no links, phone numbers or addresses in replies. */
function contactLine({ contactLine: line }: DraftStyle, platform: Platform): string | null {
  return line && !(platform === 'google' && hasContact(line)) ? line : null
}

const NEUTRAL_RATING = 3

/**
 * A sentence for each of the first topics of the review: the owner's own, otherwise one of the wordings. Apologies are
 * only for complaints.
 */
function topicSlots({ text, score, industry, request, wordings }: Reading, mood: Mood): Slot[] {
  // Naming a patient's treatment would reveal it to others.
  if (isHealthCare(request.business)) return []
  const { style, corrections } = request
  // Read from the text alone: stars don't show which topics they are for.
  return correctedTopicsOf(text, { score, industry, rating: NEUTRAL_RATING }, corrections)
    .flatMap(({ topic, polarity }): Slot[] => {
      if (polarity === 'neutral' || (mood === 'apology' && polarity === 'positive')) return []
      const kind = polarity === 'positive' ? 'praise' : 'complaint'
      const own = style.remarks.find((remark) => remark.topic === topic && remark.kind === kind)
      if (own) return [{ name: `own-${topic}-${kind}`, texts: [own.text] }]
      const topicName = wordings.topicNames[topic]?.[kind === 'praise' ? 0 : 1]
      if (topicName === undefined) return []
      return [slotOf(`topic-${kind}`, wordings.tones[style.tone].topics[kind], { topic: topicName })]
    })
    .slice(0, MAX_TOPICS)
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

/** The first name of a review's author; null if it doesn't look like one. */
export function firstNameOf(author: string, words: WordLists): string | null {
  const parts = author.trim().split(/\s+/)
  const [first = ''] = parts
  if (parts.length > MAX_NAME_PARTS || /\p{N}|[@_/]/u.test(author) || !NAME.test(first)) return null
  const lower = first.toLowerCase()
  const { functionWords, polarity } = words.tablesOf('en')
  return NO_NAMES.has(lower) || functionWords.has(lower) || polarity.whole.has(lower) ? null : first
}
