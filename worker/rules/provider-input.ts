import * as v from 'valibot'
import { OAUTH_PROVIDERS } from './oauth.ts'

/** Apart from `oauth.ts`, whose texts are in the pages: no page checks this. */
export const ProviderInput = v.object({ provider: v.picklist(OAUTH_PROVIDERS, 'Unknown provider.') })
export type ProviderInput = v.InferOutput<typeof ProviderInput>
