import * as v from 'valibot'
import { BusinessKey } from './businesses.ts'
import { MINUTE_MS } from './durations.ts'
import { nullableString, requiredString } from './fields.ts'
import { ReviewKey } from './reviews.ts'

export const TONES = ['friendly', 'formal', 'brief'] as const
export type Tone = (typeof TONES)[number]

const REMARK_KINDS = ['praise', 'complaint'] as const
export type RemarkKind = (typeof REMARK_KINDS)[number]

export const MAX_REMARKS = 20
export const MAX_SIGN_OFF_CHARS = 120
export const MAX_CONTACT_CHARS = 200
export const MAX_REMARK_CHARS = 300

/** A sentence by the owner, used whenever a review praises a topic or complains about it. */
const Remark = v.object({
  topic: v.pipe(v.string('Choose a topic.'), v.regex(/^[a-z_]{1,30}$/, 'Choose a topic.')),
  kind: v.picklist(REMARK_KINDS, 'Choose whether it follows praise or a complaint.'),
  text: requiredString(MAX_REMARK_CHARS, 'What to say', 'Write what to say.'),
})

const STYLE = {
  tone: v.picklist(TONES, 'Choose a tone.'),
  signOff: v.optional(nullableString(MAX_SIGN_OFF_CHARS, 'Sign-off'), null),
  contactLine: v.optional(nullableString(MAX_CONTACT_CHARS, 'Contact line'), null),
  remarks: v.optional(
    v.pipe(
      v.array(Remark, 'Send a list.'),
      v.maxLength(MAX_REMARKS, `Keep at most ${MAX_REMARKS} sentences about topics.`),
      v.check(
        (remarks) => new Set(remarks.map(({ topic, kind }) => `${topic} ${kind}`)).size === remarks.length,
        'There are two sentences for the same topic. Keep one of them.',
      ),
    ),
    [],
  ),
}

const DraftStyle = v.object(STYLE)
export type DraftStyle = v.InferOutput<typeof DraftStyle>

export const DEFAULT_DRAFT_STYLE: DraftStyle = {
  tone: 'friendly',
  signOff: null,
  contactLine: null,
  remarks: [],
}

/** Minimum stars for an automatic reply. */
export const AUTOMATIC_STARS = 4
/** Delay before an automatic reply is published; until then, it can be deleted. */
export const AUTOMATIC_DELAY_MS = 10 * MINUTE_MS

export const AUTOMATIC_WAIT = 'Written for you. It is sent ten minutes later unless you delete it.'

export const AUTOMATIC_NEWS = 'A reply was written for you. It goes out in ten minutes unless you delete it.'

/**
 * Message sent when automatic replies end, because the person who allowed them can no longer answer reviews or the plan
 * has changed.
 */
export const AUTOMATIC_ENDED =
  'Replies are no longer sent for you: the person who allowed this can no longer answer reviews. Edit the business to allow it again.'

export const AUTOMATIC_STOPPED =
  'Replies are no longer sent for you, because of a suspected attack. Edit the business to allow them again.'

export const DraftStyleOf = v.object({ businessId: BusinessKey })
export type DraftStyleOf = v.InferOutput<typeof DraftStyleOf>

export const SaveDraftStyleInput = v.object({
  businessId: BusinessKey,
  ...STYLE,
  isAutomatic: v.optional(v.boolean('Choose whether replies are sent for you.'), false),
})
export type SaveDraftStyleInput = v.InferOutput<typeof SaveDraftStyleInput>

export interface DraftStyleView {
  style: DraftStyle
  isAutomatic: boolean
  /** Topics of the business's industry, for which the owner can write sentences. */
  topics: { topic: string; label: string }[]
}

export const DraftReplyInput = v.object({ reviewId: ReviewKey })
export type DraftReplyInput = v.InferOutput<typeof DraftReplyInput>

export type HoldReason =
  | 'low_rating'
  | 'delicate'
  | 'mismatch'
  | 'named_person'
  | 'unknown_language'
  | 'personal_data'
  | 'liability'
  | 'money'
  | 'contact_on_google'
  | 'too_long'

/** A drafted reply, or a checklist for a person who writes the reply. Only a drafted reply costs a credit. */
export interface ReplyDraft {
  /** Null if the reply is left to a person. */
  text: string | null
  /** The wordings used, such as `en/friendly/praise/1`: language, tone, occasion, version. Null without a text. */
  templateVersion: string | null
  /** 'template' for the unchanged template, 'model' if rewritten by a language model. Null without a text. */
  source: 'template' | 'model' | null
  /** Reason why the language model didn't rewrite the text although it should have. */
  unrewritten: string | null
  /** One sentence per reason why there is no text. */
  held: string[]
  checklist: string[]
  /** True if the text has a blank that only a person can fill in. */
  hasBlank: boolean
}

const HELD: Record<HoldReason, { why: string; checklist: readonly string[] }> = {
  low_rating: {
    why: 'Only you know what happened, and what happens next.',
    checklist: ['Find out what happened, then fill in what you have done or will do about it.'],
  },
  delicate: {
    why: 'It mentions law, health, safety or discrimination.',
    checklist: [
      'Write down what you know and keep records, pictures and receipts.',
      'Admit nothing and dispute nothing in public.',
      'Ask your lawyer or insurer before you answer if a lot is at stake.',
    ],
  },
  mismatch: {
    why: 'Its stars and its text disagree.',
    checklist: ['Read it to the end, and answer what it says rather than its stars.'],
  },
  named_person: {
    why: 'It names somebody in a complaint.',
    checklist: ['First speak with the person it names.', 'Leave their name out of the reply.'],
  },
  unknown_language: {
    why: 'It is in a language that we don’t write.',
    checklist: ['Answer in the language of the review, or in English with a word of apology.'],
  },
  personal_data: {
    why: 'The reply would repeat personal data from the review, such as a number or an address.',
    checklist: ['Leave out whatever could tell others who wrote it.'],
  },
  liability: {
    why: 'One of your sentences admits fault. In public, that can be used against you.',
    checklist: ['Edit the business, and change it under “Drafts of replies”.'],
  },
  money: {
    why: 'One of your sentences promises money or a gift.',
    checklist: ['Edit the business, and change it under “Drafts of replies”: offer such things in private.'],
  },
  contact_on_google: {
    why: 'Your sign-off or one of your sentences contains a link, a phone number or an e-mail address, which Google does not want in replies.',
    checklist: ['Move it into the contact line, which is left out on Google.'],
  },
  too_long: {
    why: 'The reply would be longer than its platform allows.',
    checklist: ['Shorten your sentences under “Drafts of replies” of this business.'],
  },
}

export function heldDraft(reasons: readonly HoldReason[]): ReplyDraft {
  return {
    text: null,
    templateVersion: null,
    source: null,
    unrewritten: null,
    held: reasons.map((reason) => HELD[reason].why),
    checklist: checklistOf(reasons),
    hasBlank: false,
  }
}

export function checklistOf(reasons: readonly HoldReason[]): string[] {
  return reasons.flatMap((reason) => HELD[reason].checklist)
}

/** Message beside a sentence by the owner that must not appear in a public reply. */
export function refusedSentence(reason: HoldReason): string {
  return HELD[reason].why
}
