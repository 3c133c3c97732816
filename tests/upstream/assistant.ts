import { type Answer, json, type Route, redirect, type UpstreamRequest } from './wire.ts'

/** Host of an assistant, with the documents that say who it is. */
const ASSISTANT_HOST = 'assistant.example.com'

export function clientAddress(document: string): string {
  return `https://${ASSISTANT_HOST}/${document}`
}

export const CALLBACK = clientAddress('callback')

function described(document: string, other: object = {}): Answer {
  return json(200, {
    client_id: clientAddress(document),
    client_name: 'Assistant Aster',
    redirect_uris: [CALLBACK, 'http://127.0.0.1/callback', 'aster://callback'],
    token_endpoint_auth_method: 'none',
    ...other,
  })
}

const DOCUMENTS: Readonly<Record<string, () => Answer>> = {
  'client.json': () => described('client.json'),
  'of-another.json': () => described('client.json'),
  'secret.json': () => described('secret.json', { token_endpoint_auth_method: 'client_secret_basic' }),
  'app-only.json': () => described('app-only.json', { redirect_uris: ['aster://callback'] }),
  'large.json': () => described('large.json', { padding: 'x'.repeat(30_000) }),
  'broken.json': () => ({ ...json(200, {}), body: '{' }),
  'missing.json': () => json(404, {}),
  'moved.json': () => redirect(302, clientAddress('client.json')),
}

/** Null for requests that it doesn't serve. */
export function routeAssistant({ host, method, path }: UpstreamRequest): Route | null {
  const answer = DOCUMENTS[path.slice(1)]
  if (host !== ASSISTANT_HOST || method !== 'GET' || !answer) return null
  return { platform: 'identity', listing: null, failures: {}, answer }
}
