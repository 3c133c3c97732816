import type { RemarkKind, Tone } from '../../../rules/drafts.ts'
import type { Topic } from '../../../rules/review-features.ts'
import type { Industry } from '../../topics/industries.ts'

/** What a reply answers: good stars or middling ones, with a text or without. */
export type Occasion = 'praise' | 'praise_unwritten' | 'mixed' | 'mixed_unwritten'

interface ToneWordings {
  /** With `{name}`. */
  greetings: readonly string[]
  nameless: readonly string[]
  /** Thanks, or thanks and a word of regret; may have `{visit}` and `{business}`. */
  openings: Readonly<Record<Occasion, readonly string[]>>
  /** With `{topic}`. */
  topics: Readonly<Record<RemarkKind, readonly string[]>>
  nextSteps: Readonly<Record<'praise' | 'mixed', readonly string[]>>
  /** With `{business}`. */
  signOffs: readonly string[]
}

/** What replies in a language are assembled from. Lists of terms are written as those of `text/languages/`. */
export interface Wordings {
  tones: Readonly<Record<Tone, ToneWordings>>
  /** What a topic is called in a sentence, after praise and after a complaint; missing where a reply had better not name it. */
  topicNames: Readonly<Partial<Record<Topic, readonly [praise: string, complaint: string]>>>
  /** What somebody is thanked for where the text says nothing of the visit. */
  visit: string
  /** What the text says of the visit. */
  visits: Readonly<Partial<Record<Industry, readonly (readonly [terms: string, visit: string])[]>>>
  /** Law, health, safety, discrimination: a person answers these. */
  delicateTerms: string
  /** Titles and the like that stand before a person's name, where every noun has a capital letter. Null where none has. */
  namesFollow: RegExp | null
  admitsLiability: RegExp
  promisesMoney: RegExp
}
