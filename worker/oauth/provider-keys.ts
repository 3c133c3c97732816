import * as v from 'valibot'
import type { Context } from '../context.ts'
import type { Settings } from '../env.ts'
import { createKeyCache, type KeyCache } from '../platform/jws/key-cache.ts'
import type { KeySet } from '../platform/jws/verification-key.ts'
import { askProvider } from './ask-provider.ts'
import { ENDPOINTS } from './endpoints.ts'
import { OAuthRefusal } from './refusal.ts'

const MAX_KEYS = 20
const KeySetAnswer = v.object({ keys: v.pipe(v.array(v.looseObject({})), v.maxLength(MAX_KEYS)) })

type KeyProvider = 'google' | 'apple'
/** Public keys, kept for as long as this isolate lives with these settings. */
const caches = new WeakMap<Settings, Map<KeyProvider, KeyCache>>()

/**
 * The keys a provider signs with.
 *
 * @throws OAuthRefusal `unavailable` or `failed` while they have never been got
 */
export function providerKeys({ settings, outbound, now }: Context, provider: KeyProvider): KeyCache {
  const ofSettings = caches.get(settings) ?? new Map<KeyProvider, KeyCache>()
  caches.set(settings, ofSettings)
  // Only these two of the request stay with the cache; neither knows whose request it was.
  const cache = ofSettings.get(provider) ?? createKeyCache(() => fetchKeys({ outbound }, provider), now)
  ofSettings.set(provider, cache)
  return cache
}

async function fetchKeys(ctx: Pick<Context, 'outbound'>, provider: KeyProvider): Promise<KeySet> {
  const { status, json } = await askProvider(ctx, ENDPOINTS[provider].keys, {})
  const keySet = v.safeParse(KeySetAnswer, json)
  if (status !== 200 || !keySet.success) {
    throw new OAuthRefusal('failed', `the keys of ${provider} could not be read: ${status}`)
  }
  return keySet.output
}
