import * as v from 'valibot'
import { nullableString } from './fields.ts'

export const MAX_VOICE_CHARS = 300

export const SaveModelAgreementInput = v.object({
  isAllowed: v.boolean('Choose whether drafts are rewritten.'),
  voice: v.optional(nullableString(MAX_VOICE_CHARS, 'How you write'), null),
})
export type SaveModelAgreementInput = v.InferOutput<typeof SaveModelAgreementInput>

export interface ModelAgreementView {
  model: string
  isAllowed: boolean
  voice: string | null
}

/** Reason why a draft wasn't rewritten, although the organization allows it. */
export type UnrewrittenReason = 'rejected' | 'used_up' | 'failed' | 'asked' | 'health_care' | 'no_industry'

export const UNREWRITTEN: Record<UnrewrittenReason, string> = {
  rejected:
    'The language model’s version may not have said the same as your draft. This is the original draft.',
  used_up: 'Today’s rewrites are used up. This is the original draft; more are available tomorrow.',
  failed: 'The language model could not be reached. This is the original draft. Try again later.',
  asked:
    'The language model is still writing. This is the original draft. Ask again in a moment for the rewritten one.',
  health_care: 'Reviews of health care are never sent to the language model. This is the original draft.',
  no_industry:
    'To have drafts rewritten, set the industry of this business under Businesses. This is the original draft.',
}
