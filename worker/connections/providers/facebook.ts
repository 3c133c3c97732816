import * as v from 'valibot'
import type { Context } from '../../context.ts'
import { tokensIn } from '../../oauth/arctic.ts'
import { askProvider } from '../../oauth/ask-provider.ts'
import { exchangeCode } from '../../oauth/exchange-code.ts'
import { OAuthRefusal } from '../../oauth/refusal.ts'
import { SECOND_MS } from '../../rules/durations.ts'
import { CONNECTION_ENDPOINTS } from '../endpoints.ts'
import { ConnectionRefusal } from '../refusal.ts'
import type { AccessToken, PlatformClient, PlatformProvider } from './provider.ts'

const { authorize, token: tokenEndpoint, person, permissions } = CONNECTION_ENDPOINTS.facebook

const Person = v.object({ id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)), name: v.string() })
const Permissions = v.object({
  data: v.array(v.object({ permission: v.string(), status: v.string() })),
})

/** Facebook's pages: https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow */
export const facebook: PlatformProvider = {
  hasPkce: false,
  endpoint: authorize,
  scopes: ['pages_show_list', 'pages_read_engagement', 'pages_read_user_content'],
  // Asks again for what was declined before.
  parameters: () => ({ auth_type: 'rerequest' }),
  async accept(ctx, client, { code, redirectUri }) {
    const { accessToken } = await exchangeCode(ctx, {
      endpoint: tokenEndpoint,
      code,
      codeVerifier: null,
      redirectUri,
      clientId: client.id,
      clientSecret: client.secret,
    })
    if (accessToken === null) throw new OAuthRefusal('failed', 'there is no access token')
    const longLived = await longLivedToken(ctx, client, accessToken)
    const [who, allowed] = await Promise.all([
      askAs(ctx, person, longLived.text, Person),
      askAs(ctx, permissions, longLived.text, Permissions),
    ])
    const scopes = allowed.data.filter(({ status }) => status === 'granted').map((one) => one.permission)
    if (!facebook.scopes.every((scope) => scopes.includes(scope))) {
      throw new ConnectionRefusal('incomplete', 'a permission was left out')
    }
    return { subject: who.id, label: who.name, accessToken: longLived, refreshToken: null, scopes }
  },
  refresh: null,
  async revoke(ctx, { accessToken }) {
    await askProvider(ctx, permissions, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${accessToken}` },
    })
  },
}

/** In place of one that ends within hours: this one ends after about 60 days, and what it gives for pages never does. */
async function longLivedToken(ctx: Context, client: PlatformClient, token: string): Promise<AccessToken> {
  const { status, json } = await askProvider(ctx, tokenEndpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'fb_exchange_token',
      client_id: client.id,
      client_secret: client.secret,
      fb_exchange_token: token,
    }),
  })
  const tokens = typeof json === 'object' && json !== null ? tokensIn(json) : null
  if (status !== 200 || !tokens?.accessToken) {
    throw new OAuthRefusal('failed', `no long-lived token was given: ${status}`)
  }
  const { accessToken, lifetimeSeconds } = tokens
  return {
    text: accessToken,
    expiresAt: lifetimeSeconds === null ? null : ctx.now() + lifetimeSeconds * SECOND_MS,
  }
}

async function askAs<T>(
  ctx: Context,
  address: string,
  accessToken: string,
  schema: v.GenericSchema<unknown, T>,
): Promise<T> {
  const { status, json } = await askProvider(ctx, address, {
    headers: { authorization: `Bearer ${accessToken}` },
  })
  const parsed = v.safeParse(schema, json)
  if (status !== 200 || !parsed.success) {
    throw new OAuthRefusal('failed', `${new URL(address).pathname} of Facebook could not be read: ${status}`)
  }
  return parsed.output
}
