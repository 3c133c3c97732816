import type { Handler, Context as HonoContext } from 'hono'
import { DomainError, errorRule } from '../errors.ts'
import { isMcp } from '../identity/keys/consent.ts'
import { redeemCode, refreshTokens, revokeToken } from '../identity/keys/grants.ts'
import { registerClient } from '../identity/keys/oauth-clients.ts'
import { LIMITS, requireTry } from '../identity/limits/tries.ts'
import { ASSISTANT_SCOPES, CONSENT_PAGE, fieldsIn, MCP_PATH } from '../rules/assistants.ts'
import { SECOND_MS } from '../rules/durations.ts'
import { BRAND_NAME } from '../rules/titles.ts'
import { formOf, jsonBody } from './body.ts'
import type { HttpEnv } from './http-env.ts'

const CACHED = { 'cache-control': 'public, max-age=600' }
const GRANT_TYPES = ['authorization_code', 'refresh_token']
/** All clients are public: PKCE proves who asked for a code. */
const NO_SECRET = 'none'

/** `GET /.well-known/oauth-protected-resource/mcp` (RFC 9728) */
export const resourceMetadata: Handler<HttpEnv> = (c) => {
  const { APP_ORIGIN } = c.var.settings
  const metadata = {
    resource: APP_ORIGIN + MCP_PATH,
    resource_name: BRAND_NAME,
    authorization_servers: [APP_ORIGIN],
    scopes_supported: ASSISTANT_SCOPES,
    bearer_methods_supported: ['header'],
  }
  return c.json(metadata, 200, CACHED)
}

/** `GET /.well-known/oauth-authorization-server` (RFC 8414) */
export const serverMetadata: Handler<HttpEnv> = (c) => {
  const { APP_ORIGIN } = c.var.settings
  const metadata = {
    issuer: APP_ORIGIN,
    authorization_endpoint: APP_ORIGIN + CONSENT_PAGE,
    token_endpoint: `${APP_ORIGIN}/oauth/token`,
    registration_endpoint: `${APP_ORIGIN}/oauth/register`,
    revocation_endpoint: `${APP_ORIGIN}/oauth/revoke`,
    scopes_supported: ASSISTANT_SCOPES,
    response_types_supported: ['code'],
    grant_types_supported: GRANT_TYPES,
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: [NO_SECRET],
    revocation_endpoint_auth_methods_supported: [NO_SECRET],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  }
  return c.json(metadata, 200, CACHED)
}

/** `POST /oauth/token` (RFC 6749, 7636, 8707) */
export const exchangeToken = answering(async (c) => {
  const field = fieldsIn(await formOf(c.req.raw))
  const { context, settings } = c.var
  const resource = field('resource')
  if (resource !== '' && !isMcp(resource, settings.APP_ORIGIN)) return refused(c, 'invalid_target')
  const clientId = field('client_id')
  const given = {
    clientId,
    code: field('code'),
    redirectUri: field('redirect_uri'),
    verifier: field('code_verifier'),
  }
  const refreshToken = field('refresh_token')
  const type = field('grant_type')
  if (!GRANT_TYPES.includes(type)) return refused(c, 'unsupported_grant_type')
  const isComplete = type === 'refresh_token' ? refreshToken && clientId : Object.values(given).every(Boolean)
  if (!isComplete) return refused(c, 'invalid_request')
  await requireTry(context, LIMITS.tokensPrefix, context.network.prefix)
  const tokens =
    type === 'refresh_token'
      ? await refreshTokens(context, { refreshToken, clientId })
      : await redeemCode(context, given)
  return tokens ? c.json(tokens) : refused(c, 'invalid_grant')
})

/** `POST /oauth/register` (RFC 7591) */
export const register = answering(async (c) => {
  const { context } = c.var
  const client = await registerClient(context, await jsonBody(c.req.raw))
  if (!client) return refused(c, 'invalid_client_metadata')
  const registered = {
    client_id: client.id,
    client_id_issued_at: Math.floor(context.now() / SECOND_MS),
    client_name: client.name,
    redirect_uris: client.redirectUris,
    grant_types: GRANT_TYPES,
    response_types: ['code'],
    token_endpoint_auth_method: NO_SECRET,
  }
  return c.json(registered, 201)
})

/** `POST /oauth/revoke` (RFC 7009): also for unknown tokens the answer is 200. */
export const revoke = answering(async (c) => {
  const token = fieldsIn(await formOf(c.req.raw))('token')
  if (token === '') return refused(c, 'invalid_request')
  const { context } = c.var
  await requireTry(context, LIMITS.tokensPrefix, context.network.prefix)
  await revokeToken(context, token)
  return c.body(null, 200)
})

/** Answers refusals of the domain in the form of RFC 6749, section 5.2. */
function answering(answer: (c: HonoContext<HttpEnv>) => Promise<Response>): Handler<HttpEnv> {
  return async (c) => {
    try {
      return await answer(c)
    } catch (error) {
      if (!(error instanceof DomainError)) throw error
      const about = { error: 'temporarily_unavailable', error_description: error.message }
      return c.json(about, errorRule(error.code).status)
    }
  }
}

function refused(c: HonoContext<HttpEnv>, error: string) {
  return c.json({ error }, 400)
}
