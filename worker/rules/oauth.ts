import * as v from 'valibot'
import { needed } from './fields.ts'
import { withQuery } from './paths.ts'

/** In display order. */
export const OAUTH_PROVIDERS = ['google', 'github', 'apple'] as const
export type OAuthProvider = (typeof OAUTH_PROVIDERS)[number]

export const OAUTH_PROVIDER_NAMES: Record<OAuthProvider, string> = {
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
}

/** The key is passed in the URL. No message may reveal whether an unverified address has an account. */
const OAUTH_PROBLEM_TEXTS = {
  denied: (name: string) => `You cancelled the sign-in at ${name}. Nothing was changed.`,
  expired: () => 'This sign-in has expired or was already used. Please start again.',
  unverified: (name: string) =>
    `${name} has not confirmed your e-mail address, so it can't sign you in here. Confirm the address at ${name}, or sign in with your existing method and connect ${name} under Security.`,
  existing: (name: string) =>
    `This e-mail belongs to an account that this ${name} account does not open. Sign in with your existing method and connect ${name} under Security.`,
  taken: (name: string) => `This ${name} account is already connected to another account here.`,
  connected: (name: string) =>
    `Your account is already connected to another ${name} account. Disconnect that one first.`,
  stranger: (name: string) =>
    `That ${name} account isn’t the one connected to your account. Choose the one that is.`,
  uninvited: (name: string) =>
    `This invitation was sent to another address than the one of that ${name} account. Choose another ${name} account, or join with your e-mail.`,
  seats: () => 'This team has no free seat. Ask the person who invited you.',
  unavailable: (name: string) => `${name} isn’t responding right now. Please try again in a moment.`,
  failed: (name: string) => `Signing in with ${name} did not work. Please try again.`,
  limit: () => 'Too many login attempts. Please try again later.',
  off: (name: string) => `Signing in with ${name} is not switched on here.`,
}
export type OAuthProblem = keyof typeof OAUTH_PROBLEM_TEXTS
export const OAUTH_PROBLEMS = Object.keys(OAUTH_PROBLEM_TEXTS) as OAuthProblem[]

export function findOAuthProvider(name: string | null | undefined): OAuthProvider | undefined {
  return OAUTH_PROVIDERS.find((known) => known === name)
}

export function oauthProblemText(problem: OAuthProblem, provider: OAuthProvider): string {
  return OAUTH_PROBLEM_TEXTS[problem](OAUTH_PROVIDER_NAMES[provider])
}

export const KEEP_FIELD = 'keep'
export const KEEP_VALUE = 'yes'

export const IDENTITY_LINKS_SCREEN = '/app/security'

const NO_OUTCOME = { provider: null, problem: null, linked: null, confirmed: null }

/** Parameters of earlier attempts are removed. */
export function oauthOutcomeAddress(target: string, outcome: Record<string, string>): string {
  return withQuery(target, { ...NO_OUTCOME, ...outcome })
}

const INVITATION_PAGE = /^\/invitations\/([\w-]+)$/

export function invitationTokenIn(path: string): string | null {
  return INVITATION_PAGE.exec(path)?.[1] ?? null
}

/** URL of the screen that shows the problem: the screen that started the attempt, or the sign-in page. */
export function oauthProblemAddress(
  problem: OAuthProblem,
  provider: OAuthProvider,
  attempt: { target: string; purpose: 'sign_in' | 'link' | 'confirm' } | null,
): string {
  if (attempt && (attempt.purpose !== 'sign_in' || invitationTokenIn(attempt.target) !== null))
    return oauthOutcomeAddress(attempt.target, { provider, problem })
  const query = new URLSearchParams({ provider, problem })
  if (attempt) query.set('redirectTo', attempt.target)
  return `/login?${query}`
}

/** Message for the problem in a screen's URL; null if it contains no known one. */
export function oauthProblemIn(search: URLSearchParams): string | null {
  const provider = findOAuthProvider(search.get('provider'))
  const problem = OAUTH_PROBLEMS.find((known) => known === search.get('problem'))
  return provider && problem ? oauthProblemText(problem, provider) : null
}

const PROVIDER = { provider: needed(v.picklist(OAUTH_PROVIDERS, 'Unknown provider.')) }

export const ProviderInput = v.object(PROVIDER)
export type ProviderInput = v.InferOutput<typeof ProviderInput>

/** `target` is the path of the screen that started the confirmation. */
export const ConfirmByProviderInput = v.object({ ...PROVIDER, target: needed(v.string('Unknown screen.')) })
export type ConfirmByProviderInput = v.InferOutput<typeof ConfirmByProviderInput>
