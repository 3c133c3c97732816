import type { RemarkKind, Tone } from '../../../rules/drafts.ts'
import type { Industry } from '../../../rules/kind-answers.ts'
import type { Topic } from '../../../rules/review-features.ts'

/** Occasion of a reply: a good, middling or bad review, with or without a text. */
export type Occasion = `${Mood}${'' | '_unwritten'}`
export type Mood = 'praise' | 'mixed' | 'apology'

export interface ToneWordings {
  /** Greetings that contain `{name}`; `nameless` is used if the author's name is unknown or must not be mentioned. */
  greetings: readonly string[]
  nameless: readonly string[]
  /** Thanks, or thanks and a word of regret; may have `{visit}` and `{business}`. */
  openings: Readonly<Record<Occasion, readonly string[]>>
  /** Sentences with `{topic}`, for one or two topics. `complaint` is used after an apology, `regret` after thanks. */
  topics: Readonly<Record<RemarkKind | 'regret', readonly string[]>>
  /**
   * Sentences about what comes next, by mood. `farewell` is used instead of `praise` for businesses that guests don't
   * visit.
   */
  nextSteps: Readonly<Record<Mood | 'farewell', readonly string[]>>
  /** Blanks in brackets for details that only the owner knows. */
  blanks: readonly string[]
  /** Closing lines with `{business}`. */
  signOffs: readonly string[]
}

/** Lists of terms have the format of `text/languages/`. */
export interface Wordings {
  tones: Readonly<Record<Tone, ToneWordings>>
  /**
   * Names of topics in a sentence, after praise and after a complaint; missing if a reply should not name the topic.
   */
  topicNames: Readonly<Partial<Record<Topic, readonly [praise: string, complaint: string]>>>
  and: string
  /** Value of `{visit}` if the text mentions none of `visits`. */
  visit: string
  trust: string
  /** Phrases for visits by industry, each with the terms by which a text mentions the visit. */
  visits: Readonly<Partial<Record<Industry, readonly (readonly [terms: string, visit: string])[]>>>
  /** Terms of law, health, safety and discrimination. Reviews with one of these are left to a person. */
  delicateTerms: string
  /** Terms of clauses that neither praise nor blame the business: lukewarm, imagined, or about others. */
  hedges: string
  /**
   * Pattern of titles and similar terms before a person's name, for languages that capitalize every noun. Null for
   * others.
   */
  namesFollow: string | null
}

export interface SharedWordings {
  /** Openings that aren't praise: thanks for the feedback, or an apology. */
  openings: Omit<ToneWordings['openings'], 'praise' | 'praise_unwritten'>
  complaint: readonly string[]
  regret: readonly string[]
  nextSteps: Omit<ToneWordings['nextSteps'], 'praise'>
  blanks: readonly string[]
}

export interface ToneOnly {
  greetings: readonly string[]
  nameless: readonly string[]
  praise: readonly string[]
  praiseUnwritten: readonly string[]
  topicPraise: readonly string[]
  nextPraise: readonly string[]
  signOffs: readonly string[]
}

export function toneOf(shared: SharedWordings, own: ToneOnly): ToneWordings {
  return {
    greetings: own.greetings,
    nameless: own.nameless,
    openings: { praise: own.praise, praise_unwritten: own.praiseUnwritten, ...shared.openings },
    topics: { praise: own.topicPraise, complaint: shared.complaint, regret: shared.regret },
    nextSteps: { praise: own.nextPraise, ...shared.nextSteps },
    blanks: shared.blanks,
    signOffs: own.signOffs,
  }
}
