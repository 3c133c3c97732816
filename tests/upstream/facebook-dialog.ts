import { FACEBOOK_CLIENT, type FacebookDesk } from './facebook-desk.ts'
import { FACEBOOK_PEOPLE, type FacebookPerson, findFacebookPerson } from './facebook-people.ts'
import { type Answer, escapeHtml, html, redirect, type UpstreamRequest } from './wire.ts'

/** Local redirect URIs, which developers need not register one by one. */
const LOCAL_CLIENT = /^http:\/\/(localhost|127\.0\.0\.1)(:\d+)?\/[a-z0-9/-]*callback$/

/** Shows the consent dialog. When its form is sent, redirects to the client with a code or a refusal. */
export function facebookDialog(desk: FacebookDesk, request: UpstreamRequest): Answer {
  const { query } = request
  const redirectUri = query.get('redirect_uri') ?? ''
  const wrong = whyWrong(query, redirectUri)
  if (wrong !== null) return html(400, page(`<p>${escapeHtml(wrong)}</p>`))
  const asked = (query.get('scope') ?? '').split(/[ ,]+/).filter(Boolean)
  if (request.method === 'GET') return html(200, page(formOf(asked)))
  const form = new URLSearchParams(request.body)
  const state = query.get('state') ?? ''
  if (form.get('decision') !== 'allow') return sendBack(redirectUri, { ...DENIAL, state })
  const person = findFacebookPerson(form.get('account') ?? '')
  if (!person) return html(400, page('<p>Choose an account.</p>'))
  const granted = asked.filter((scope) => !form.getAll('withhold').includes(scope))
  return sendBack(redirectUri, { code: desk.issue({ person, asked, granted }, redirectUri), state })
}

const DENIAL = {
  error: 'access_denied',
  error_code: '200',
  error_description: 'Permissions error',
  error_reason: 'user_denied',
}

function whyWrong(query: URLSearchParams, redirectUri: string): string | null {
  if (query.get('client_id') !== FACEBOOK_CLIENT.id) return 'Invalid App ID'
  if (!LOCAL_CLIENT.test(redirectUri)) return 'URL blocked: the redirect URI is not allowed for this app.'
  return (query.get('response_type') ?? 'code') === 'code' ? null : 'Invalid response_type'
}

/** Facebook adds an empty fragment, which browsers keep. */
function sendBack(redirectUri: string, fields: Record<string, string>): Answer {
  return redirect(302, `${redirectUri}?${new URLSearchParams(fields)}#_=_`)
}

function formOf(scopes: readonly string[]): string {
  const people = FACEBOOK_PEOPLE.map(choice).join('')
  const withheld = scopes.map(
    (scope) =>
      `<label><input type="checkbox" name="withhold" value="${escapeHtml(scope)}"> without ${escapeHtml(scope)}</label>`,
  )
  return `<p>This is a stand-in for Facebook. Nobody is asked but this machine.</p>
<form method="post" action=""><fieldset><legend>Continue as</legend>${people}</fieldset>
<fieldset><legend>Review dashboard asks for: ${escapeHtml(scopes.join(', ') || 'nothing')}</legend>${withheld.join('')}</fieldset>
<button name="decision" value="allow">Allow</button> <button name="decision" value="deny">Cancel</button></form>`
}

function choice({ key, name, pages }: FacebookPerson, index: number): string {
  return `<label><input type="radio" name="account" value="${key}"${index === 0 ? ' checked' : ''}>
${escapeHtml(name)} (manages ${pages.length} pages)</label>`
}

function page(body: string): string {
  return `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Facebook (simulated)</title><link rel="icon" href="data:,"><style>
body { font: 16px/1.5 system-ui, sans-serif; max-width: 28rem; margin: 10vh auto; padding: 0 1rem }
label { display: block } fieldset { margin: 1rem 0 }</style><h1>Facebook</h1>${body}</html>`
}
