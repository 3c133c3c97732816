import { MINUTE_MS, SECOND_MS } from '../../rules/durations.ts'
import { type KeySet, keysNamed } from './verification-key.ts'

export const KEY_CACHE_MS = 10 * MINUTE_MS
const REFETCH_MS = 30 * SECOND_MS

export interface KeyCache {
  /** The key set that should contain this key id. @throws whatever fetching throws, until it has succeeded once */
  keysFor(keyId: string | undefined): Promise<KeySet>
}

/**
 * Another party's key set, kept for 600,000 ms. A key id that is not in it fetches anew, for the other party may have
 * changed its keys, but never twice within 30 s, for anyone may invent ids. When fetching fails, the last set serves on.
 *
 * Only results are kept, no promises: a Worker must not wait for what another request asked for.
 *
 * @param fetchKeys asks for the set; throws when there is no usable answer
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
