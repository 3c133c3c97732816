import * as v from 'valibot'
import { FEED_SCOPE, type KeyScope } from './api-keys.ts'

export const TOKEN_SCOPES = ['read', 'write'] as const

type TokenScope = (typeof TOKEN_SCOPES)[number]

export const TokenInput = v.optional(
  v.object({
    scopes: v.optional(
      v.pipe(v.array(v.picklist(TOKEN_SCOPES, 'Unknown scope.')), v.minLength(1, 'Choose a scope.')),
      [...TOKEN_SCOPES],
    ),
  }),
  {},
)

export type TokenInput = v.InferOutput<typeof TokenInput>

/**
 * Procedures that may be called with a token, by its scope. Excludes account data, anything that creates or reveals
 * access outlasting the token (a session, a connection, a forwarding address), anything that spends money, and the
 * queries of screens.
 */
export const OPEN_TO_TOKENS: Readonly<Record<TokenScope, readonly string[]>> = {
  read: [
    'imports.options',
    'analytics.locations',
    'asking.log',
    'auth.session',
    'businesses.count',
    'businesses.get',
    'businesses.list',
    'businesses.stats',
    'collection.preview',
    'collection.run',
    'collection.runs',
    'credits.balance',
    'credits.ledger',
    'notifications.list',
    'responses.forBusiness',
    'responses.forReview',
    'responses.stats',
    'responses.suggestion',
    'reviews.get',
    'reviews.list',
    'reviews.stats',
    'platforms.list',
    'tags.list',
  ],
  write: [
    'imports.finishImport',
    'imports.importRows',
    'imports.paste',
    'imports.push',
    'imports.startImport',
    'businesses.create',
    'businesses.remove',
    'businesses.update',
    'collection.cancel',
    'collection.scrape',
    'collection.start',
    'notifications.markAllRead',
    'notifications.markRead',
    'responses.create',
    'responses.markPosted',
    'responses.remove',
    'responses.suggest',
    'responses.undo',
    'responses.update',
    'tags.assign',
  ],
}

export const OPEN_TO_KEYS: Readonly<Record<KeyScope, readonly string[]>> = {
  read: OPEN_TO_TOKENS.read,
  'reviews.push': ['imports.push'],
  'responses.write': ['insights.draft', 'responses.create', 'responses.remove', 'responses.update'],
  'collection.start': ['collection.cancel', 'collection.scrape', 'collection.start'],
  'reviews.ask': ['asking.ask'],
  'tags.write': ['tags.assign'],
  'businesses.write': ['businesses.create', 'businesses.remove', 'businesses.update'],
}

const OPEN = new Map<string, readonly string[]>([
  ...Object.entries(OPEN_TO_TOKENS),
  ...Object.entries(OPEN_TO_KEYS),
  [FEED_SCOPE, ['reviews.list']],
])

export function tokenMayCall(scopes: readonly string[], path: string): boolean {
  return scopes.some((scope) => OPEN.get(scope)?.includes(path) ?? false)
}
