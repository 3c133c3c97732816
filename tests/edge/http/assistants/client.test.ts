import { env, SELF } from 'cloudflare:test'
import { auth } from '@modelcontextprotocol/sdk/client/auth.js'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { describe, expect } from 'vitest'
import { CLIENT } from '#tests/edge/support/assistants.ts'
import { apiFor } from '#tests/edge/support/caller.ts'
import { test } from '#tests/edge/support/test.ts'
import { ask, ORIGIN } from '#tests/edge/support/web.ts'
import { CALLBACK } from '#tests/upstream/assistant.ts'

describe('the official client', () => {
  /** Memory of an assistant about its user. */
  function provider(documentAddress?: string) {
    const kept: Record<string, unknown> = {}
    const keep = (name: string) => (value: unknown) => {
      kept[name] = value
    }
    return {
      kept,
      redirectUrl: CALLBACK,
      ...(documentAddress !== undefined && { clientMetadataUrl: documentAddress }),
      clientMetadata: { client_name: 'Assistant Birch', redirect_uris: [CALLBACK] },
      state: () => 'some state',
      clientInformation: () => kept.client as never,
      saveClientInformation: keep('client'),
      tokens: () => kept.tokens as never,
      saveTokens: keep('tokens'),
      redirectToAuthorization: keep('address'),
      saveCodeVerifier: keep('verifier'),
      codeVerifier: () => kept.verifier as string,
    }
  }

  const fetchFn = (url: string | URL, init?: RequestInit) => SELF.fetch(String(url), init)

  test.for([
    ['that registers itself', undefined],
    ['that has a document', CLIENT],
  ] as const)(
    '%s finds everything by itself, connects and calls a tool',
    async ([_, document], { tenant }) => {
      const assistant = provider(document)
      const transport = () =>
        new StreamableHTTPClientTransport(new URL('/mcp', ORIGIN), {
          authProvider: assistant,
          fetch: fetchFn,
        })
      const first = transport()
      await expect(new Client({ name: 'test', version: '1' }).connect(first)).rejects.toThrow('Unauthorized')
      const address = assistant.kept.address as URL
      expect(address.pathname).toBe('/oauth/authorize')
      const { address: back } = await apiFor(tenant.account).assistants.allow({ query: address.search })
      const answer = new URL(back)
      expect(`${answer.origin}${answer.pathname}`).toBe(CALLBACK)
      expect(answer.searchParams.get('state')).toBe('some state')
      expect(answer.searchParams.get('iss')).toBe(ORIGIN)
      await first.finishAuth(answer.searchParams.get('code') ?? '')
      const client = new Client({ name: 'test', version: '1' })
      await client.connect(transport())
      expect(JSON.stringify(await client.callTool({ name: 'find_reviews', arguments: {} }))).toContain(
        tenant.canary,
      )
      await client.close()
      // Its access token has expired: it renews it without asking anybody.
      await env.DB.prepare('UPDATE assistant_grants SET access_until = 1 WHERE organization_id = ?')
        .bind(tenant.organizationId)
        .run()
      expect(await auth(assistant, { serverUrl: new URL('/mcp', ORIGIN), fetchFn })).toBe('AUTHORIZED')
      const again = new Client({ name: 'test', version: '1' })
      await again.connect(transport())
      await again.close()
    },
  )
})

test('the addresses of metadata name each other, and are the same for everyone', async ({ cookie }) => {
  const read = async (path: string) => {
    const answer = await ask(path, { headers: { cookie } })
    expect([path, answer.status, answer.headers.get('cache-control')]).toEqual([
      path,
      200,
      'public, max-age=600',
    ])
    return answer.json<Record<string, unknown>>()
  }
  const resource = await read('/.well-known/oauth-protected-resource/mcp')
  expect(resource).toMatchObject({ resource: `${ORIGIN}/mcp`, authorization_servers: [ORIGIN] })
  expect(await read('/.well-known/oauth-protected-resource')).toEqual(resource)
  expect(await read('/.well-known/oauth-authorization-server')).toEqual({
    issuer: ORIGIN,
    authorization_endpoint: `${ORIGIN}/oauth/authorize`,
    token_endpoint: `${ORIGIN}/oauth/token`,
    registration_endpoint: `${ORIGIN}/oauth/register`,
    revocation_endpoint: `${ORIGIN}/oauth/revoke`,
    scopes_supported: resource.scopes_supported,
    response_types_supported: ['code'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    authorization_response_iss_parameter_supported: true,
    client_id_metadata_document_supported: true,
  })
})
