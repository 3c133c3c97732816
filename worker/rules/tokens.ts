import * as v from 'valibot'

/** What an access token may do, as its user asked for it. */
export const TOKEN_SCOPES = ['read', 'write'] as const
export type TokenScope = (typeof TOKEN_SCOPES)[number]

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

/** For people in a browser only: a token says nothing about the account it came from. */
const CLOSED = ['auth', 'apiKeys']
/** Makes or shows a way in that outlasts the token. */
const CLOSED_PROCEDURES = ['arrivals.renewMailAddress']
/** What a thief could make outlast the token's few minutes, or spend with it. */
const READ_ONLY = ['billing', 'organizations', 'profile']

/** Whether a bearer of these scopes may call the procedure, `reviews.list` for example. */
export function tokenMayCall(
  scopes: readonly string[],
  procedure: { path: string; type: 'query' | 'mutation' | 'subscription' },
): boolean {
  const { path, type } = procedure
  const domain = path.split('.')[0] ?? ''
  if (CLOSED.includes(domain) && path !== 'auth.session') return false
  if (CLOSED_PROCEDURES.includes(path)) return false
  if (type === 'query') return scopes.includes('read')
  return scopes.includes('write') && !READ_ONLY.includes(domain)
}
