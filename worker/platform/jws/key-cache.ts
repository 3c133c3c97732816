import { MINUTE_MS, SECOND_MS } from '../../rules/durations.ts'
import { type KeySet, keysNamed } from './verification-key.ts'

export const KEY_CACHE_MS = 10 * MINUTE_MS
const REFETCH_MS = 30 * SECOND_MS

export interface KeyCache {
  /** The key set that should contain this key id. @throws the error of fetching, until it has succeeded once */
  keysFor(keyId: string | undefined): Promise<KeySet>
}

/**
 * Caches another party's key set for 600,000 ms. An unknown key id triggers a refetch, because the keys may have
 * changed, but at most every 30 s, because anyone can invent ids. If fetching fails, the last set stays in use.
 *
 * Only results are cached, no promises: a Worker must not wait for another request's I/O.
 *
 * @param fetchKeys fetches the set; throws without a usable response
 * @param now milliseconds, UTC
 */
export function createKeyCache(fetchKeys: () => Promise<KeySet>, now: () => number): KeyCache {
  let known: { keys: KeySet; fetchedAt: number } | null = null
  let triedAt = Number.NEGATIVE_INFINITY

  return {
    async keysFor(keyId) {
      const isFresh = known !== null && now() - known.fetchedAt < KEY_CACHE_MS
      if (known && (now() - triedAt < REFETCH_MS || (isFresh && keysNamed(known.keys, keyId).length > 0)))
        return known.keys
      triedAt = now()
      try {
        const keys = await fetchKeys()
        known = { keys, fetchedAt: now() }
        return keys
      } catch (cause) {
        if (known) return known.keys
        throw cause
      }
    },
  }
}
