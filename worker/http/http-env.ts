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
     * For screens rendered with a cached session: resolves to true if it was current. If not, `context` now has the
     * current one.
     */
    isConfirmed?: () => Promise<boolean>
    /**
     * Set for responses that are the same for everyone: how long caches may keep them, the policy for pages that others
     * may frame, and whether pages of other origins load them.
     */
    publicPolicy?: { cache: string; page?: string; isForOtherSites?: true } | undefined
  }
}
