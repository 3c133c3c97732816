import type { Context } from '../context.ts'
import type { Env, Settings } from '../env.ts'

/** What the steps of a request hand on to each other. */
export interface HttpEnv {
  Bindings: Env
  Variables: {
    settings: Settings
    requestId: string
    nonce: string
    /** Set once the session is resolved; public pages never get one. */
    context: Context
    /** For a screen: whether the session it was made with was the right one. If not, `context` is another one now. */
    isConfirmed?: () => Promise<boolean>
  }
}
