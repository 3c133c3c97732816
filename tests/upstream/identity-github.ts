import { authorize } from './identity-authorize.ts'
import { credentialsOf, type IdentityDesk, identityRoute } from './identity-desk.ts'
import type { Grant } from './identity-grants.ts'
import { type Answer, json, type Route, type UpstreamRequest } from './wire.ts'

const DOCS =
  'https://docs.github.com/apps/managing-oauth-apps/troubleshooting-oauth-app-access-token-request-errors'

/** GitHub's sign-in: the authorize page, the token endpoint, the user and their email addresses. */
export function routeGithubIdentity(desk: IdentityDesk, request: UpstreamRequest): Route | null {
  const { method, host, path } = request
  switch (`${host}${path}`) {
    case 'github.com/login/oauth/authorize':
      return identityRoute(() => authorize('github', desk, request))
    case 'github.com/login/oauth/access_token':
      return method === 'POST' ? identityRoute(() => exchange(desk, request)) : null
    case 'api.github.com/user':
      return identityRoute(() => ofToken(desk, request, person))
    case 'api.github.com/user/emails':
      return identityRoute(() => ofToken(desk, request, addresses))
    default:
      return null
  }
}

/** Exchanges a code for a token. Refusals have status 200, and without an Accept header the answer is form-encoded. */
function exchange(desk: IdentityDesk, request: UpstreamRequest): Answer {
  const { form, id, secret } = credentialsOf(request)
  const client = desk.clients.of('github')
  const refusal = (error: string, error_description: string) =>
    written(request, { error, error_description, error_uri: DOCS })
  if (id !== client.id || secret !== client.secret) {
    return refusal('incorrect_client_credentials', 'The client_id and/or client_secret passed are incorrect.')
  }
  const grant = desk.grants.redeem({
    provider: 'github',
    code: form.get('code') ?? '',
    clientId: id,
    redirectUri: form.get('redirect_uri') ?? '',
    verifier: form.get('code_verifier'),
  })
  if (!grant) return refusal('bad_verification_code', 'The code passed is incorrect or expired.')
  return written(request, {
    access_token: desk.grants.tokenFor(grant),
    scope: grant.scopes.join(','),
    token_type: 'bearer',
  })
}

function written(request: UpstreamRequest, fields: Record<string, string>): Answer {
  if (request.headers.accept?.includes('application/json')) return json(200, fields)
  const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' }
  return { status: 200, headers, body: new URLSearchParams(fields).toString() }
}

/** Answers an API request if it has a user agent and a valid GitHub token. */
function ofToken(desk: IdentityDesk, request: UpstreamRequest, write: (grant: Grant) => Answer): Answer {
  if (!request.headers['user-agent']) {
    return json(403, { message: 'Request forbidden by administrative rules.' })
  }
  const token = /^(?:Bearer|token) (.+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const grant = token === undefined ? null : desk.grants.grantOfToken(token)
  return grant?.provider === 'github' ? write(grant) : json(401, { message: 'Bad credentials' })
}

/** The user. `email` would be their public address, which most users don't have. */
function person({ account }: Grant): Answer {
  const login = account.email.slice(0, account.email.indexOf('@'))
  return json(200, {
    login,
    id: Number(account.subject),
    type: 'User',
    name: account.name === '' ? null : account.name,
    avatar_url: account.picture,
    email: null,
  })
}

/** The user's email addresses: a verified one that isn't primary, then the primary one. */
function addresses({ account, scopes }: Grant): Answer {
  if (!scopes.includes('user:email') && !scopes.includes('user')) return json(404, { message: 'Not Found' })
  return json(200, [
    { email: `second-${account.email}`, primary: false, verified: true, visibility: null },
    { email: account.email, primary: true, verified: account.isVerified, visibility: 'private' },
  ])
}
