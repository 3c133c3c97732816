import { sql } from 'drizzle-orm'
import type { MemberContext } from '../../context.ts'
import { DomainError } from '../../errors.ts'
import { fromBase64Url, randomToken, sha256Hex } from '../../platform/ids.ts'
import {
  ASSISTANT_SCOPES,
  type ConsentInput,
  type ConsentView,
  fieldsIn,
  MCP_PATH,
} from '../../rules/assistants.ts'
import { MINUTE_MS } from '../../rules/durations.ts'
import { can } from '../../rules/permissions.ts'
import { hasFeature } from '../../rules/plans.ts'
import { storeKey } from './keys.ts'
import { isThisComputer, keepClient, mayReturnTo, requireClient } from './oauth-clients.ts'

const CODE_MS = 5 * MINUTE_MS
const SHA256_BYTES = 32

/** A client's request, as it can be shown and allowed; or the address that tells the client what is wrong with it. */
export async function getConsent(
  ctx: MemberContext,
  input: ConsentInput,
): Promise<ConsentView | { address: string }> {
  const asked = await requestIn(ctx, input)
  if (asked.error) return { address: asked.back({ error: asked.error }) }
  const { client, redirectUri, scopes, back } = asked
  return {
    name: client.name,
    host: new URL(redirectUri).host,
    isThisComputer: isThisComputer(redirectUri),
    organizationName: ctx.organization.name,
    scopes,
    obstacle: obstacleOf(ctx),
    refusal: back({ error: 'access_denied' }),
  }
}

function obstacleOf({ organization: { role, plan }, session }: MemberContext): ConsentView['obstacle'] {
  if (!can(role, 'api.manage')) return 'role'
  if (!hasFeature(plan, 'hasApiAccess')) return 'plan'
  return session.user.isVerified ? null : 'unproven'
}

/**
 * Gives the client a code, which it exchanges for tokens.
 *
 * @returns the client's address with the code
 * @throws DomainError as `storeKey`, `requestIn`
 */
export async function allowAssistant(ctx: MemberContext, input: ConsentInput): Promise<{ address: string }> {
  const { error, client, redirectUri, scopes, challenge, back } = await requestIn(ctx, input)
  if (error) return { address: back({ error }) }
  const code = randomToken()
  const codeHash = await sha256Hex(code)
  const key = {
    name: client.name,
    prefix: '',
    keyHash: codeHash,
    scopes: scopes.join(' '),
    expiresAt: ctx.now() + CODE_MS,
  }
  await storeKey(ctx, key, 'assistant_connected', (id) => [
    ctx.db.statement(sql`
      INSERT INTO assistant_grants (key_id, organization_id, client_id, redirect_uri, challenge, code_hash)
      SELECT id, organization_id, ${client.id}, ${redirectUri}, ${challenge}, key_hash FROM api_keys
      WHERE id = ${id} AND organization_id = ${ctx.organization.id}`),
    keepClient(ctx, client.id),
  ])
  return { address: back({ code }) }
}

/**
 * Reads an authorization request (RFC 6749, 7636, 8707).
 *
 * @returns `back`: the client's address with an answer; `error`: what to tell the client, or null
 * @throws DomainError `invalid_input` for a client or address that isn't registered: nothing may be sent there
 */
async function requestIn(ctx: MemberContext, { query }: ConsentInput) {
  const one = fieldsIn(new URLSearchParams(query))
  const client = await requireClient(ctx, one('client_id'))
  const redirectUri = one('redirect_uri')
  if (!mayReturnTo(client, redirectUri)) throw new DomainError('invalid_input', WRONG_ADDRESS)
  const issuer = ctx.settings.APP_ORIGIN
  const back = (answer: Record<string, string>) => {
    const url = new URL(redirectUri)
    const state = one('state')
    const fields = { ...answer, ...(state && { state }), iss: issuer }
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, value)
    return url.href
  }
  const challenge = fromBase64Url(one('code_challenge'))
  const wanted = (one('scope') || ASSISTANT_SCOPES.join(' ')).split(' ')
  const scopes = ASSISTANT_SCOPES.filter((scope) => wanted.includes(scope))
  const isProvable = one('code_challenge_method') === 'S256' && challenge?.length === SHA256_BYTES
  const checks = {
    unsupported_response_type: one('response_type') === 'code',
    invalid_request: isProvable,
    invalid_target: isMcp(one('resource'), issuer),
    invalid_scope: scopes.length > 0,
  }
  const [error = null] = Object.entries(checks).flatMap(([name, isMet]) => (isMet ? [] : [name]))
  return { client, redirectUri, scopes, challenge: Buffer.from(challenge ?? []).toString('hex'), back, error }
}

const WRONG_ADDRESS = 'The program wants to send you to an address that is not its own. Nothing was allowed.'

/** Scheme and host may be written in capitals. */
export function isMcp(resource: string, origin: string): boolean {
  return URL.canParse(resource) && new URL(resource).href === `${origin}${MCP_PATH}`
}
