import * as v from 'valibot'
import { type BusinessChoice, BusinessKey } from './businesses.ts'
import { PAGE_GONE, uuid } from './fields.ts'
import { OAUTH_PROVIDER_NAMES } from './oauth.ts'

/** In display order. */
export const CONNECTION_PROVIDERS = ['google', 'facebook'] as const
export type ConnectionProvider = (typeof CONNECTION_PROVIDERS)[number]

export const CONNECTION_PROVIDER_NAMES: Record<ConnectionProvider, string> = {
  google: OAUTH_PROVIDER_NAMES.google,
  facebook: 'Facebook',
}

/** Messages by the value passed in the URL. */
const CONNECT_PROBLEM_TEXTS = {
  denied: (name: string) => `You cancelled the request at ${name}. Nothing was changed.`,
  expired: (name: string) =>
    `This attempt to connect ${name} has expired or was already used. Please start again.`,
  incomplete: (name: string) =>
    `${name} was not allowed to share everything we need. Connect again and leave every box ticked.`,
  unavailable: (name: string) => `${name} isn’t responding right now. Please try again in a moment.`,
  failed: (name: string) => `Connecting ${name} did not work. Please try again.`,
  limit: () => 'Too many attempts. Please try again in a few minutes.',
  off: (name: string) => `Connecting ${name} is not switched on here. Ask the operator of this server.`,
  not_permitted: () =>
    'Your role does not allow connecting accounts. Ask the owner or an admin of your organization.',
  plan: (name: string) => `${name} is not part of your plan. Choose a plan that includes it.`,
  unverified: () =>
    'Please confirm your e-mail address first: open the link in the e-mail we sent you. You can have it sent again from Profile.',
}
export type ConnectProblem = keyof typeof CONNECT_PROBLEM_TEXTS
export const CONNECT_PROBLEMS = Object.keys(CONNECT_PROBLEM_TEXTS) as ConnectProblem[]

export function findConnectionProvider(name: string | null | undefined): ConnectionProvider | undefined {
  return CONNECTION_PROVIDERS.find((known) => known === name)
}

/** @param screen a path of this app, without a query */
export function connectProblemAddress(
  problem: ConnectProblem,
  provider: ConnectionProvider,
  screen: string,
): string {
  return `${screen}?${new URLSearchParams({ provider, problem })}`
}

export function connectProblemIn(search: URLSearchParams): string | null {
  const provider = findConnectionProvider(search.get('provider'))
  const problem = CONNECT_PROBLEMS.find((known) => known === search.get('problem'))
  return provider && problem ? CONNECT_PROBLEM_TEXTS[problem](CONNECTION_PROVIDER_NAMES[provider]) : null
}

const ConnectionKey = uuid('Unknown connection. Choose one from the list.')
const UNKNOWN_PLACE = 'Unknown place. Choose one from the list.'

export const ConnectionId = v.object({ id: ConnectionKey })
export type ConnectionId = v.InferOutput<typeof ConnectionId>

export const ListPlacesInput = v.object({
  connectionId: ConnectionKey,
  cursor: v.optional(v.pipe(v.string(), v.maxLength(4_000, PAGE_GONE))),
})
export type ListPlacesInput = v.InferOutput<typeof ListPlacesInput>

export const LinkPlaceInput = v.object({
  connectionId: ConnectionKey,
  businessId: BusinessKey,
  /** Google: `accounts/…/locations/…`; Facebook: the page id. */
  placeId: v.pipe(
    v.string(UNKNOWN_PLACE),
    v.regex(/^(?:accounts\/\d{1,30}\/locations\/\d{1,30}|\d{5,20})$/, UNKNOWN_PLACE),
  ),
})
export type LinkPlaceInput = v.InferOutput<typeof LinkPlaceInput>

export const UnlinkPlaceInput = v.object({
  businessId: BusinessKey,
  platform: v.picklist(CONNECTION_PROVIDERS, 'Choose one of the platforms listed.'),
})
export type UnlinkPlaceInput = v.InferOutput<typeof UnlinkPlaceInput>

export const ConnectScreenInput = v.object({ businessId: BusinessKey })
export type ConnectScreenInput = v.InferOutput<typeof ConnectScreenInput>

/** The types below are API responses about connections: plain JSON, with timestamps as ISO 8601 strings in UTC. */

export interface LinkView {
  businessId: string
  businessName: string
  platform: ConnectionProvider
  placeId: string
  placeName: string
}

export interface ConnectionView {
  id: string
  provider: ConnectionProvider
  /** An e-mail address or a name. */
  label: string
  state: 'active' | 'revoked'
  fault: string | null
  since: string
  links: LinkView[]
}

export interface PlaceView {
  id: string
  name: string
  address: string | null
  url: string | null
  /** Google's public place id, which also occurs in listing links. */
  googlePlaceId: string | null
  /** True if the organization already has this place. */
  isListed: boolean
  /** The business that has this place; null if the member can't see that business. */
  listedAs: BusinessChoice | null
}

/** `problem` is a sentence for the owner. */
export interface PlaceList {
  items: PlaceView[]
  nextCursor: string | null
  problem: { kind: 'reconnect' | 'not_approved' | 'later'; message: string } | null
}

export interface ConnectView {
  business: { id: string; name: string }
  /** Platforms for which connecting is configured. */
  offered: ConnectionProvider[]
  /** Platforms that the plan includes. */
  allowed: ConnectionProvider[]
  connections: ConnectionView[]
  /** Google's public place id in the business's own link, if known. */
  googlePlaceId: string | null
}
