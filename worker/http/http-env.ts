import type { Context } from '../context.ts'
import type { Env, Settings } from '../env.ts'

export interface HttpEnv {
  Bindings: Env
  Variables: {
    settings: Settings
    requestId: string
    nonce: string
    /** Set once the session is resolved. */
    context: Context
    /**
     * Set for a screen rendered with a cached session. Resolves to true if that session was current; otherwise,
     * `context` now has the current one.
     */
    isConfirmed?: () => Promise<boolean>
    /**
     * Set for responses that are the same for everyone. `cache`: Cache-Control header; `page`: content security policy
     * of a page that others may frame; `isForOtherSites`: true if other origins may load the response.
     */
    publicPolicy?: { cache: string; page?: string; isForOtherSites?: true } | undefined
  }
}
