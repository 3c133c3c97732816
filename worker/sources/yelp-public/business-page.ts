import { at, countAt, textAt } from '../at.ts'
import { isEncid } from './business-id.ts'
import { jsonOfScript, type Script } from './scripts.ts'

/** The GraphQL cache of a page: objects by `Type:id` that point at each other with `__ref`. */
export type ApolloState = unknown

/** The cache a page carries; undefined when it has none. */
export function apolloStateOf(scripts: Script[]): ApolloState {
  const script = scripts.find(({ tag }) => tag.includes('data-apollo-state'))
  return script && jsonOfScript(script)
}

/** The page's own business: the one with the given id, else the only one whose count is stated; null when unclear. */
export function businessOf(
  state: ApolloState,
  encid: string | null,
): { encid: string; reviewCount: number | null } | null {
  const businesses = objectsOf(state, 'Business').map((object) => ({
    encid: textAt(object, 'encid'),
    reviewCount: countAt(object, 'reviewCount'),
  }))
  const own = businesses.find((business) => business.encid === encid)
  const counted = businesses.filter((business) => isEncid(business.encid) && business.reviewCount !== null)
  return own ?? (counted.length === 1 ? counted[0] : undefined) ?? null
}

/** Reviews of the cache that carry their text, as nodes of the GraphQL list; bare mentions of a review are left out. */
export function reviewNodesOf(state: ApolloState): unknown[] {
  return objectsOf(state, 'Review')
    .map((object) => Object.fromEntries(NODE_FIELDS.map((name) => [name, fieldOf(state, object, name)])))
    .filter((node) => typeof at(node, 'text', 'full') === 'string')
}

const NODE_FIELDS = [
  'encid',
  'rating',
  'text',
  'author',
  'business',
  'createdAt',
  'feedback',
  'availableReactionsContainer',
  'bizUserPublicReply',
]

function objectsOf(state: ApolloState, type: string): unknown[] {
  if (typeof state !== 'object' || state === null) return []
  return Object.entries(state)
    .filter(([key]) => key.startsWith(`${type}:`))
    .map(([, object]) => object)
}

/** A field by its name without arguments (`rating({"roundingMethod":…})`), followed if it is a reference. */
function fieldOf(state: ApolloState, object: unknown, name: string): unknown {
  const keys = typeof object === 'object' && object !== null ? Object.keys(object) : []
  const value = at(object, keys.find((key) => key === name || key.startsWith(`${name}(`)) ?? name)
  const reference = at(value, '__ref')
  return typeof reference === 'string' ? at(state, reference) : value
}
