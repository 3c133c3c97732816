import * as v from 'valibot'
import { OAUTH_PROVIDERS } from './oauth.ts'
import { needed } from './text.ts'

/** Apart from `oauth.ts`, whose texts are in the pages: no page checks this. */
export const ProviderInput = v.object({ provider: needed(v.picklist(OAUTH_PROVIDERS, 'Unknown provider.')) })
export type ProviderInput = v.InferOutput<typeof ProviderInput>

/** `target` is the screen that asked, a path of our own. */
export const ConfirmByProviderInput = v.object({
  ...ProviderInput.entries,
  target: needed(v.string('Unknown screen.')),
})
export type ConfirmByProviderInput = v.InferOutput<typeof ConfirmByProviderInput>
