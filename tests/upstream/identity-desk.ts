import { createClients, type IdentityClients } from './identity-clients.ts'
import { createGrantBook, type GrantBook } from './identity-grants.ts'
import { createSigningKey, type SigningKey } from './identity-tokens.ts'
import type { Answer, Route, UpstreamRequest } from './wire.ts'

/** What the three providers remember. */
export interface IdentityDesk {
  clients: IdentityClients
  grants: GrantBook
  /** The key a provider signs with, made when it is first needed. */
  key(provider: 'google' | 'apple'): SigningKey
}

export function createIdentityDesk(): IdentityDesk {
  const keys = new Map<string, SigningKey>()
  return {
    clients: createClients(),
    grants: createGrantBook(),
    key(provider) {
      const key = keys.get(provider) ?? createSigningKey(`${provider}-stand-in-1`)
      keys.set(provider, key)
      return key
    },
  }
}

/** A request a provider knows; the `answer` is given once, for a code is good once. */
export function identityRoute(answer: () => Answer, failures: Route['failures'] = {}): Route {
  return { platform: 'identity', listing: null, answer, failures }
}

/** The form of a token request and who sends it: by Basic credentials, or by fields of the form. */
export function credentialsOf({ body, headers }: UpstreamRequest) {
  const form = new URLSearchParams(body)
  const basic = /^Basic (.+)$/i.exec(headers.authorization ?? '')?.[1]
  if (basic === undefined) return { form, id: form.get('client_id'), secret: form.get('client_secret') }
  const [id = '', secret = ''] = atob(basic).split(':').map(decodeURIComponent)
  return { form, id, secret }
}
