import * as v from 'valibot'
import { askAsPerson, askProvider } from '../ask-provider.ts'
import { ENDPOINTS } from '../endpoints.ts'
import type { ConnectionFlow } from '../provider.ts'
import { OAuthRefusal } from '../refusal.ts'
import { accessTokenIn, requestTokens } from '../token-endpoint.ts'

const { token: tokenEndpoint, person, permissions } = ENDPOINTS.facebook

const Person = v.object({ id: v.pipe(v.string(), v.minLength(1), v.maxLength(64)), name: v.string() })
const Permissions = v.object({ data: v.array(v.object({ permission: v.string(), status: v.string() })) })

/** Connects Facebook pages: https://developers.facebook.com/docs/facebook-login/guides/advanced/manual-flow */
export const facebookConnection: ConnectionFlow = {
  endpoints: ENDPOINTS.facebook,
  hasPkce: false,
  scopes: ['pages_show_list', 'pages_read_engagement', 'pages_read_user_content'],
  // Asks again for permissions that were declined before.
  parameters: () => ({ auth_type: 'rerequest' }),
  async claims(ctx, { client, tokens }) {
    const shortLived = accessTokenIn(tokens, ctx.now())
    // The first token expires within hours, this one after about 60 days; the page tokens obtained with it never
    // expire.
    const exchange = { grant_type: 'fb_exchange_token', fb_exchange_token: shortLived.text }
    const accessToken = accessTokenIn(await requestTokens(ctx, tokenEndpoint, client, exchange), ctx.now())
    const [who, allowed] = await Promise.all([
      askAsPerson(ctx, person, accessToken.text, Person),
      askAsPerson(ctx, permissions, accessToken.text, Permissions),
    ])
    const scopes = allowed.data.filter(({ status }) => status === 'granted').map((one) => one.permission)
    if (!facebookConnection.scopes.every((scope) => scopes.includes(scope))) {
      throw new OAuthRefusal('incomplete', 'a permission was left out')
    }
    return { subject: who.id, label: who.name, accessToken, refreshToken: null, scopes }
  },
  refresh: null,
  async revoke(ctx, { accessToken }) {
    const headers = { authorization: `Bearer ${accessToken}` }
    await askProvider(ctx, permissions, { method: 'DELETE', headers })
  },
}
