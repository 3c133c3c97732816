import { OAUTH_PROVIDER_NAMES } from './oauth.ts'

/** Platforms that an owner's account can be connected at, in the order in which screens offer them. */
export const CONNECTION_PROVIDERS = ['google', 'facebook'] as const
export type ConnectionProvider = (typeof CONNECTION_PROVIDERS)[number]

export const CONNECTION_PROVIDER_NAMES: Record<ConnectionProvider, string> = {
  google: OAUTH_PROVIDER_NAMES.google,
  facebook: 'Facebook',
}

/** What a connection of each lets its owner choose from. */
export const CONNECTED_PLACE_NAMES: Record<ConnectionProvider, string> = {
  google: 'Business Profile',
  facebook: 'page',
}

/** Why someone comes back from a platform without a connection; travels in the address of the screen. */
export const CONNECT_PROBLEMS = [
  'denied',
  'expired',
  'incomplete',
  'unavailable',
  'failed',
  'limit',
  'off',
  'not_permitted',
  'plan',
  'unverified',
] as const
export type ConnectProblem = (typeof CONNECT_PROBLEMS)[number]

export function findConnectionProvider(name: string | null | undefined): ConnectionProvider | undefined {
  return CONNECTION_PROVIDERS.find((known) => known === name)
}

/** What happened, and what to do now. */
export function connectProblemText(problem: ConnectProblem, provider: ConnectionProvider): string {
  const name = CONNECTION_PROVIDER_NAMES[provider]
  switch (problem) {
    case 'denied':
      return `You cancelled at ${name}. Nothing was changed.`
    case 'expired':
      return `This way to ${name} has ended or was already used. Please start again.`
    case 'incomplete':
      return `${name} was not allowed to share all that is needed. Connect again and leave every box ticked.`
    case 'unavailable':
      return `${name} does not answer right now. Please try again in a moment.`
    case 'failed':
      return `Connecting ${name} did not work. Please try again.`
    case 'limit':
      return 'Too many attempts. Please try again in a few minutes.'
    case 'off':
      return `Connecting ${name} is not switched on here. Ask the operator of this server.`
    case 'not_permitted':
      return 'Your role does not allow connecting accounts. Ask the owner or an admin of your organization.'
    case 'plan':
      return `${name} is not part of your plan. Choose one that has it to connect it.`
    case 'unverified':
      return 'Please confirm your e-mail address first: open the link in the mail we sent you. Under Profile you can have it sent again.'
  }
}

/** @param screen a path of our own without a query */
export function connectProblemAddress(
  problem: ConnectProblem,
  provider: ConnectionProvider,
  screen: string,
): string {
  return `${screen}?${new URLSearchParams({ provider, problem })}`
}

/**
 * Reads the problem a screen was sent with.
 *
 * @returns the text to show; null when the address names no platform and problem that we know
 */
export function connectProblemIn(search: URLSearchParams): string | null {
  const provider = findConnectionProvider(search.get('provider'))
  const problem = CONNECT_PROBLEMS.find((known) => known === search.get('problem'))
  return provider && problem ? connectProblemText(problem, provider) : null
}
