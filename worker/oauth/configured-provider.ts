import type { Context } from '../context.ts'
import type { OAuthProvider } from '../rules/oauth.ts'
import { findClient, redirectUri } from './clients.ts'
import {
  apple,
  github,
  google,
  type IdentityProvider,
  type ProviderPerson,
  type WayBack,
} from './providers/index.ts'
import { OAuthRefusal } from './refusal.ts'

/** A provider together with our registration there. */
export interface ConfiguredProvider
  extends Pick<IdentityProvider<never>, 'hasPkce' | 'endpoint' | 'scopes' | 'parameters'> {
  clientId: string
  redirectUri: string
  identify(wayBack: Omit<WayBack, 'redirectUri'>): Promise<ProviderPerson>
}

/** How browsers come back from a provider. */
export function callbackMethod(provider: OAuthProvider): 'GET' | 'POST' {
  return { google, github, apple }[provider].callbackMethod
}

/** @throws OAuthRefusal `off` where we have no registration with the provider */
export function configuredProvider(ctx: Context, provider: OAuthProvider): ConfiguredProvider {
  switch (provider) {
    case 'google':
      return configured(ctx, provider, google, findClient(ctx.settings, provider))
    case 'github':
      return configured(ctx, provider, github, findClient(ctx.settings, provider))
    case 'apple':
      return configured(ctx, provider, apple, findClient(ctx.settings, provider))
  }
}

function configured<Client extends { id: string }>(
  ctx: Context,
  name: OAuthProvider,
  provider: IdentityProvider<Client>,
  client: Client | null,
): ConfiguredProvider {
  if (!client) throw new OAuthRefusal('off', `${name} is not configured`)
  const address = redirectUri(ctx.settings, name)
  const { hasPkce, endpoint, scopes, parameters } = provider
  return {
    hasPkce,
    endpoint,
    scopes,
    parameters,
    clientId: client.id,
    redirectUri: address,
    identify: (wayBack) => provider.identify(ctx, client, { ...wayBack, redirectUri: address }),
  }
}
