import { decodeEntities } from '../../rules/entities.ts'
import { at, countAt, parseJson, textAt } from '../json.ts'
import { isEncid } from './locate.ts'

/** A page's GraphQL cache: objects by `Type:id` that reference each other with `__ref`. */
type ApolloState = unknown

export function apolloStateOf(scripts: Script[]): ApolloState {
  const script = scripts.find(({ tag }) => tag.includes('data-apollo-state'))
  return script && jsonOfScript(script)
}

/**
 * The business that the page is about: the one with this id, otherwise the only one with a review count; null if there
 * is no such business.
 */
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

/** The name and the first category's title; '' if there is none. */
export function descriptionOf(state: ApolloState, encid: string | null): { name: string; category: string } {
  const own = objectsOf(state, 'Business').find((object) => textAt(object, 'encid') === encid)
  const category = textAt(state, textAt(own, 'categories', 0, '__ref'), 'title')
  return { name: textAt(own, 'name').trim(), category }
}

/** Reviews in the cache that have their text, as nodes of the GraphQL list; skips mere references to a review. */
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

/** `name` is without arguments (`rating({"roundingMethod":…})`). */
function fieldOf(state: ApolloState, object: unknown, name: string): unknown {
  const keys = typeof object === 'object' && object !== null ? Object.keys(object) : []
  const value = at(object, keys.find((key) => key === name || key.startsWith(`${name}(`)) ?? name)
  const reference = at(value, '__ref')
  return typeof reference === 'string' ? at(state, reference) : value
}

/** The id of the business a page is about; null on other pages. */
export function encidInMeta(html: string): string | null {
  const id = attributeBeside(html, 'name="yelp-biz-id"', 'content')
  return isEncid(id) ? id : null
}

export function canonicalUrl(html: string): URL | null {
  const href =
    attributeBeside(html, 'rel="canonical"', 'href') ?? attributeBeside(html, 'property="og:url"', 'content')
  return href === null ? null : URL.parse(decodeEntities(href))
}

function attributeBeside(html: string, mark: string, name: string): string | null {
  const found = html.indexOf(mark)
  if (found === -1) return null
  const start = html.lastIndexOf('<', found)
  const end = html.indexOf('>', found)
  const tag = html.slice(start, end === -1 ? undefined : end).slice(0, 2000)
  return new RegExp(`\\s${name}="([^"]{1,1000})"`).exec(tag)?.[1] ?? null
}

export interface Script {
  /** The opening tag without its brackets. */
  tag: string
  content: string
}

/** Finds the page's scripts in linear time, by jumping from tag to tag. */
export function scriptsOf(html: string): Script[] {
  const scripts: Script[] = []
  for (let at = html.indexOf('<script'); at !== -1; ) {
    const open = html.indexOf('>', at)
    const close = open === -1 ? -1 : html.indexOf('</script', open)
    if (close === -1) break
    scripts.push({ tag: html.slice(at + 1, open), content: html.slice(open + 1, close) })
    at = html.indexOf('<script', close)
  }
  return scripts
}

/** Yelp puts the JSON into an HTML comment with encoded quotes. Undefined if it isn't JSON. */
export function jsonOfScript({ content }: Script): unknown {
  const json = content.trim().replace(/^<!--/, '').replace(/-->$/, '')
  return parseJson(/^\s{0,9}[[{]\s{0,9}&quot;/.test(json) ? decodeEntities(json) : json)
}
