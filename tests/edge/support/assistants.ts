import { env } from 'cloudflare:test'
import { ask, ORIGIN } from '#tests/edge/support/web.ts'
import type { Account } from '#tests/factories.ts'
import { CALLBACK, clientAddress } from '#tests/upstream/assistant.ts'
import { base64Url, randomToken } from '#worker/platform/ids.ts'
import { apiFor } from './caller.ts'

const RESOURCE = `${ORIGIN}/mcp`
export const CLIENT = clientAddress('client.json')

async function challengeOf(verifier: string): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(verifier))
  return base64Url(new Uint8Array(digest))
}

export type Fields = Record<string, string>

/** The query of an authorization request; an empty field is left out. */
export async function requestOf(verifier: string, changes: Fields = {}): Promise<string> {
  const fields = {
    response_type: 'code',
    client_id: CLIENT,
    redirect_uri: CALLBACK,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
    resource: RESOURCE,
    scope: 'read responses.write',
    state: 'the state',
    ...changes,
  }
  return `?${new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== ''))}`
}

export interface Allowed {
  /** Where the browser was sent. */
  address: URL
  code: string
  verifier: string
}

export async function allowed(
  account: Account,
  changes: Fields = {},
  options: Parameters<typeof apiFor>[1] = {},
): Promise<Allowed> {
  const verifier = randomToken()
  const query = await requestOf(verifier, changes)
  const address = new URL((await apiFor(account, options).assistants.allow({ query })).address)
  return { address, code: address.searchParams.get('code') ?? '', verifier }
}

/** Sends a form as the assistant's server. */
export function sendForm(path: string, fields: Fields, env?: Parameters<typeof ask>[1]): Promise<Response> {
  return ask(path, {
    method: 'POST',
    body: new URLSearchParams(fields).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    ...env,
  })
}

export function redemption(
  { code, verifier }: Pick<Allowed, 'code' | 'verifier'>,
  changes: Fields = {},
): Fields {
  return {
    grant_type: 'authorization_code',
    code,
    code_verifier: verifier,
    client_id: CLIENT,
    redirect_uri: CALLBACK,
    resource: RESOURCE,
    ...changes,
  }
}

export interface Tokens {
  access_token: string
  refresh_token: string
  expires_in: number
  scope: string
}

/** Tokens of an assistant that this account has allowed. */
export async function connectedTokens(account: Account, changes: Fields = {}): Promise<Tokens> {
  const answer = await sendForm('/oauth/token', redemption(await allowed(account, changes)))
  if (answer.status !== 200) throw new Error(await answer.text())
  return answer.json()
}

export function refresh(token: string, changes: Fields = {}): Promise<Response> {
  const fields = { grant_type: 'refresh_token', refresh_token: token, client_id: CLIENT, resource: RESOURCE }
  return sendForm('/oauth/token', { ...fields, ...changes })
}

/** Status of listing the tools with a token. */
export async function statusOf(token: string, path = '/mcp'): Promise<number> {
  const answer = await ask(path, {
    method: path === '/mcp' ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    ...(path === '/mcp' && { body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }) }),
  })
  await answer.body?.cancel()
  return answer.status
}

export async function rowsOf(sql: string, ...values: unknown[]): Promise<Record<string, unknown>[]> {
  const { results } = await env.DB.prepare(sql)
    .bind(...values)
    .all<Record<string, unknown>>()
  return results
}
