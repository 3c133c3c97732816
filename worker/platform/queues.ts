import type { Queue } from '@cloudflare/workers-types'
import type { Env, PlatformMessage } from '../env.ts'
import type { Platform } from '../rules/platforms.ts'

/** One queue a platform, so that a slow or blocking platform holds up no other. */
export type CollectQueues = Record<Platform, Queue<PlatformMessage>>

export function queuesOf(env: Env): CollectQueues {
  return {
    google: env.COLLECT_GOOGLE,
    yelp: env.COLLECT_YELP,
    facebook: env.COLLECT_FACEBOOK,
    tripadvisor: env.COLLECT_TRIPADVISOR,
  }
}
