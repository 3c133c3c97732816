import * as v from 'valibot'
import { nameString, uuid } from './fields.ts'

export const KEY_SCOPES = [
  'read',
  'reviews.push',
  'responses.write',
  'collection.start',
  'businesses.write',
  'reviews.ask',
  'tags.write',
] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** The only scope of a feed key. The key is part of the feed's URL, so anyone with the URL can read the feed. */
export const FEED_SCOPE = 'feed' as const
export const FEED_PATH = '/feeds/reviews.atom'

export const KEY_SCOPE_NAMES: Record<KeyScope | typeof FEED_SCOPE, string> = {
  read: 'Read businesses, reviews and statistics',
  'reviews.push': 'Add reviews',
  'responses.write': 'Draft, publish, change and delete replies',
  'collection.start': 'Collect reviews',
  'businesses.write': 'Add, change and delete businesses',
  'reviews.ask': 'Ask people for reviews by e-mail',
  'tags.write': 'Tag reviews',
  feed: 'Show new reviews in a feed reader',
}

/** Lifetimes in days. */
export const KEY_LIFETIMES = [30, 90, 365] as const

/** Hours for which a key still works after its replacement. */
const KEY_OVERLAPS = [0, 1, 24, 168] as const

/** Limit per organization; replaced keys don't count. */
export const MAX_API_KEYS = 20

export const KEY_GONE = 'This key no longer exists.'

export const CreateApiKeyInput = v.object({
  name: nameString(60, 'Name', 'Give the key a name.'),
  scopes: v.pipe(
    v.array(v.picklist(KEY_SCOPES, 'Unknown scope.'), 'Choose what the key may do.'),
    v.minLength(1, 'Choose what the key may do.'),
    v.maxLength(KEY_SCOPES.length, 'Choose each scope once.'),
  ),
  /** Null if the key never expires. */
  days: v.optional(v.nullable(v.picklist(KEY_LIFETIMES, 'Choose 30, 90 or 365 days.')), null),
})
export type CreateApiKeyInput = v.InferOutput<typeof CreateApiKeyInput>

export const CreateFeedInput = v.object({ name: nameString(60, 'Name', 'Give the feed a name.') })
export type CreateFeedInput = v.InferOutput<typeof CreateFeedInput>

export const RotateApiKeyInput = v.object({
  id: uuid(KEY_GONE),
  overlapHours: v.optional(v.picklist(KEY_OVERLAPS, 'Choose 0, 1, 24 or 168 hours.'), 24),
})
export type RotateApiKeyInput = v.InferOutput<typeof RotateApiKeyInput>

export const ApiKeyId = v.object({ id: uuid(KEY_GONE) })
export type ApiKeyId = v.InferOutput<typeof ApiKeyId>

export interface ApiKeyView {
  id: string
  name: string
  prefix: string
  scopes: (KeyScope | typeof FEED_SCOPE)[]
  /** The key has the role of this member. */
  maker: string
  createdAt: string
  expiresAt: string | null
  /** Accurate to a few minutes; null if never used. */
  lastUsedAt: string | null
  isReplaced: boolean
  /** Host to which an assistant's connection returned; null for a key. */
  assistantHost: string | null
}

/** This is the only time the secret is shown. */
export interface NewApiKey {
  id: string
  key: string
}
