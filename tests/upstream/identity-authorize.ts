import { chosenAccount, type IdentityProvider } from './identity-accounts.ts'
import type { IdentityClients } from './identity-clients.ts'
import { BUSINESS_SCOPE, type Grant, type GrantBook } from './identity-grants.ts'
import { authorizePage, postingPage, refusedPage } from './identity-page.ts'
import { type Answer, html, redirect, type UpstreamRequest } from './wire.ts'

/** Allowed redirect URIs: any port of this machine, as Google allows for local clients. */
const LOCAL_CALLBACK =
  /^http:\/\/(?:localhost|127\.0\.0\.1)(?::\d+)?(?:\/[a-z-]+)+?\/([a-z]+)(?:-[a-z-]+)?\/callback$/

interface Ask {
  clientId: string
  redirectUri: string
  state: string
  scopes: string[]
  challenge: string | null
  nonce: string | null
  isOffline: boolean
  isAskedAnew: boolean
}

/** Shows the authorize page. When its form is sent, redirects to the client with a code or a refusal. */
export function authorize(
  provider: IdentityProvider,
  desk: { clients: IdentityClients; grants: GrantBook },
  request: UpstreamRequest,
): Answer {
  const ask = askOf(provider, desk.clients, request.query)
  if (typeof ask === 'string') return html(400, refusedPage(provider, ask))
  if (request.method === 'GET') return html(200, authorizePage(provider, ask.scopes))
  const form = new URLSearchParams(request.body)
  if (form.get('decision') !== 'allow') return sendBack(provider, ask, denial(provider))
  const account = chosenAccount(provider, form)
  if (!account) return html(400, refusedPage(provider, 'Choose an account, or enter an e-mail address.'))
  const { state: _, ...asked } = ask
  // People who agree may withhold single permissions.
  const scopes = ask.scopes.filter((scope) => !form.getAll('withhold').includes(scope))
  const grant: Grant = { ...asked, provider, scopes, account }
  return sendBack(provider, ask, { code: desk.grants.issue(grant), ...extras(provider, grant, desk.grants) })
}

/** Parses the client's request; if it is invalid, returns the provider's error message. */
function askOf(provider: IdentityProvider, clients: IdentityClients, query: URLSearchParams): Ask | string {
  const text = (name: string) => query.get(name) ?? ''
  const scopes = text('scope').split(/[ ,]+/).filter(Boolean)
  if (text('client_id') !== clients.of(provider).id) return 'invalid_client: no such client.'
  if (LOCAL_CALLBACK.exec(text('redirect_uri'))?.[1] !== provider) return 'redirect_uri_mismatch'
  if (text('response_type') !== 'code') return 'unsupported_response_type'
  const challenge = query.get('code_challenge')
  if (challenge !== null && text('code_challenge_method') !== 'S256')
    return 'code_challenge_method must be S256.'
  if (provider === 'google' && !scopes.includes('openid') && !scopes.includes(BUSINESS_SCOPE)) {
    return 'invalid_scope: openid is missing.'
  }
  if (provider === 'apple') {
    if (scopes.length > 0 && text('response_mode') !== 'form_post') {
      return 'invalid_request: response_mode must be form_post when name or email scope is requested.'
    }
    if (challenge !== null) return 'invalid_request: code_challenge is not a parameter of this endpoint.'
  }
  return {
    clientId: text('client_id'),
    redirectUri: text('redirect_uri'),
    state: text('state'),
    scopes,
    challenge,
    nonce: query.get('nonce'),
    isOffline: text('access_type') === 'offline',
    isAskedAnew: text('prompt').split(' ').includes('consent'),
  }
}

function denial(provider: IdentityProvider): Record<string, string> {
  switch (provider) {
    case 'google':
      return { error: 'access_denied' }
    case 'github':
      return {
        error: 'access_denied',
        error_description: 'The user has denied your application access.',
        error_uri: 'https://docs.github.com/apps/troubleshooting-authorization-request-errors',
      }
    case 'apple':
      return { error: 'user_cancelled_authorize' }
  }
}

/**
 * Fields sent along with the code. Apple sends the name here, and only the first time a person signs in to the client.
 */
function extras(provider: IdentityProvider, grant: Grant, grants: GrantBook): Record<string, string> {
  switch (provider) {
    case 'google':
      return { scope: grant.scopes.join(' '), authuser: '0', prompt: 'consent' }
    case 'github':
      return {}
    case 'apple': {
      if (!grants.isFirst(grant)) return {}
      const [firstName = '', ...lastName] = grant.account.name.split(' ')
      const name = { firstName, lastName: lastName.join(' ') }
      return { user: JSON.stringify({ name, email: grant.account.email }) }
    }
  }
}

/** Returns to the client: Google and GitHub redirect, Apple makes the browser submit a cross-site form. */
function sendBack(provider: IdentityProvider, ask: Ask, fields: Record<string, string>): Answer {
  const answer = { state: ask.state, ...fields }
  if (provider === 'apple') return html(200, postingPage(ask.redirectUri, answer))
  return redirect(302, `${ask.redirectUri}?${new URLSearchParams(answer)}`)
}
