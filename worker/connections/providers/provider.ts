import type { BackgroundContext, Context } from '../../context.ts'
import type { WayBack } from '../../oauth/providers/index.ts'

/** How this product is registered with a platform. */
export interface PlatformClient {
  id: string
  secret: string
}

export interface AccessToken {
  text: string
  /** Milliseconds, UTC; null where it does not end by itself. */
  expiresAt: number | null
}

/** What an owner has allowed. */
export interface ConnectionGrant {
  /** The platform's own name for the account; never changes. */
  subject: string
  /** What its owner knows it by. */
  label: string
  accessToken: AccessToken
  /** Null where the platform gives none. */
  refreshToken: string | null
  scopes: string[]
}

/** What of a connection its platform is told to end. */
export interface EndedConnection {
  refreshToken: string | null
  accessToken: string
}

/** A platform at which accounts can be connected. */
export interface PlatformProvider {
  hasPkce: boolean
  endpoint: string
  scopes: readonly string[]
  /** Parameters of the authorize address besides those every platform has. */
  parameters(nonce: string): Record<string, string>
  /**
   * Trades the code for what its owner has allowed.
   *
   * @throws ConnectionRefusal, OAuthRefusal
   */
  accept(ctx: Context, client: PlatformClient, wayBack: Omit<WayBack, 'user'>): Promise<ConnectionGrant>
  /**
   * A new access token; null where the platform has none to give, so that its owner has to agree again.
   *
   * @throws ConnectionEnded when the owner has taken the leave back; OAuthRefusal
   */
  refresh:
    | ((ctx: BackgroundContext, client: PlatformClient, refreshToken: string) => Promise<AccessToken>)
    | null
  /** Tells the platform that we give the leave back. @throws OAuthRefusal */
  revoke(ctx: BackgroundContext, ended: EndedConnection): Promise<void>
}

/** The owner took the leave back at the platform, or the platform did. */
export class ConnectionEnded extends Error {
  override name = 'ConnectionEnded'
}
