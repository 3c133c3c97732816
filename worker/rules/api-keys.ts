import * as v from 'valibot'
import { nameString, uuid } from './fields.ts'

/** What a key may do, as whoever makes it chooses. */
export const KEY_SCOPES = [
  'read',
  'reviews.push',
  'responses.write',
  'collection.start',
  'businesses.write',
] as const
export type KeyScope = (typeof KEY_SCOPES)[number]

/** The only scope of a key that is part of a feed's address, where everybody reads it who gets hold of the address. */
export const FEED_SCOPE = 'feed' as const
export const FEED_PATH = '/feeds/reviews.atom'

/** What each scope allows, for whoever chooses. */
export const KEY_SCOPE_NAMES: Record<KeyScope | typeof FEED_SCOPE, string> = {
  read: 'Read businesses, reviews and statistics',
  'reviews.push': 'Add reviews',
  'responses.write': 'Draft, publish, change and delete replies',
  'collection.start': 'Collect reviews',
  'businesses.write': 'Add, change and delete businesses',
  feed: 'Show new reviews in a feed reader',
}

/** Days after which a new key ends by itself. */
export const KEY_LIFETIMES = [30, 90, 365] as const

/** Hours that a key goes on after another one has replaced it. */
const KEY_OVERLAPS = [0, 1, 24, 168] as const

/** Keys of an organization at a time; those that were replaced don't count. */
export const MAX_API_KEYS = 20

export const KEY_GONE = 'This key no longer exists.'

export const CreateApiKeyInput = v.object({
  name: nameString(60, 'Name', 'Give the key a name.'),
  scopes: v.pipe(
    v.array(v.picklist(KEY_SCOPES, 'Unknown scope.'), 'Choose what the key may do.'),
    v.minLength(1, 'Choose what the key may do.'),
    v.maxLength(KEY_SCOPES.length, 'Choose each scope once.'),
  ),
  /** Null for a key that never ends by itself. */
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

/** A key as its organization sees it: never the key itself. */
export interface ApiKeyView {
  id: string
  name: string
  /** How the key begins. */
  prefix: string
  scopes: (KeyScope | typeof FEED_SCOPE)[]
  /** Whose role it has. */
  maker: string
  createdAt: string
  /** Null for a key that never ends by itself. */
  expiresAt: string | null
  /** To within some minutes; null for a key that was never used. */
  lastUsedAt: string | null
  /** Whether a rotation has made another one in its place. */
  isReplaced: boolean
}

/** A new key: the only time that it is shown. */
export interface NewApiKey {
  id: string
  key: string
}
