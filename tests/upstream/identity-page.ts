import { accountsOf, type IdentityProvider, type ListedAccount } from './identity-accounts.ts'
import { BUSINESS_SCOPE } from './identity-grants.ts'
import { escapeHtml } from './wire.ts'

const PROVIDER_NAMES: Record<IdentityProvider, string> = {
  google: 'Google',
  github: 'GitHub',
  apple: 'Apple',
}

const STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 10vh auto; padding: 0 1rem; color: #1c1c1c }
  form, fieldset { display: grid; gap: .75rem } fieldset { border: 1px solid #ccc; border-radius: .5rem; padding: 1rem }
  label { display: flex; gap: .5rem; align-items: baseline } small { color: #666 }
  input:not([type=radio], [type=checkbox]) { font: inherit; flex: 1; min-width: 0 }
  button { font: inherit; padding: .5rem 1rem; border-radius: .5rem; border: 1px solid #888; background: #fff }
  button[value=allow] { background: #1c1c1c; color: #fff }`

function page(title: string, body: string): string {
  return `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>${escapeHtml(title)}</title><link rel="icon" href="data:,"><style>${STYLE}</style>${body}</html>`
}

/**
 * The authorize page: choice of an account, requested scopes, and consent. Its form is sent to the page's own address.
 */
export function authorizePage(provider: IdentityProvider, scopes: readonly string[]): string {
  const name = PROVIDER_NAMES[provider]
  const choices = accountsOf(provider).map(choice).join('')
  return page(
    `Sign in with ${name} (simulated)`,
    `<h1>${name}</h1><p>This is a stand-in for ${name}. Nobody is asked but this machine.</p>
<form method="post" action="">
<fieldset><legend>Choose an account</legend>${choices}
<label><input type="radio" name="account" value="other"> Another account</label>
<label>E-mail <input name="email" type="email"></label><label>Name <input name="name"></label>
<label><input type="checkbox" name="verified" value="yes" checked> This address is confirmed</label>
</fieldset>
<p>Review dashboard asks for: ${escapeHtml(scopes.join(', ') || 'nothing')}</p>${scopes.includes(BUSINESS_SCOPE) ? WITHHOLD : ''}
<button name="decision" value="allow">Allow</button><button name="decision" value="deny">Cancel</button>
</form>`,
  )
}

/** Lets people withhold the business scope, as Google does. */
const WITHHOLD = `
<label><input type="checkbox" name="withhold" value="${BUSINESS_SCOPE}"> Do not let it manage my business</label>`

function choice(account: ListedAccount, index: number): string {
  const notes = account.isVerified ? '' : ', not confirmed'
  return `<label><input type="radio" name="account" value="${account.key}"${index === 0 ? ' checked' : ''}>
<span>${escapeHtml(account.name)} <small>${escapeHtml(account.email)}${notes}</small></span></label>`
}

/** Page for an invalid request of a client. */
export function refusedPage(provider: IdentityProvider, reason: string): string {
  return page('Access blocked', `<h1>${PROVIDER_NAMES[provider]}</h1><p>${escapeHtml(reason)}</p>`)
}

/** A page that submits its fields automatically, like Apple's. */
export function postingPage(address: string, fields: Readonly<Record<string, string>>): string {
  const inputs = Object.entries(fields).map(
    ([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(value)}">`,
  )
  return page(
    'Continue',
    `<form method="post" action="${escapeHtml(address)}">${inputs.join('')}<button>Continue</button></form>
<script>document.forms[0].submit()</script>`,
  )
}
