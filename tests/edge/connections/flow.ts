import { env } from 'cloudflare:test'
import { expect, inject } from 'vitest'
import { cookiesOf, ownNetwork, targetOf } from '#tests/edge/oauth/flow.ts'
import type { OwnUpstream } from '#tests/edge/support/start-upstream.ts'
import { type Ask, ask, ORIGIN, signedIn } from '#tests/edge/support/web.ts'
import { type Account, type Business, createAccount, createBusiness } from '#tests/factories.ts'
import { UpstreamControl } from '#tests/upstream/control.ts'
import type { Env } from '#worker/env.ts'
import type { ConnectionProvider } from '#worker/rules/connections.ts'

/** An owner with a business, signed in. */
export interface Owner {
  account: Account
  business: Business
  /** What the browser sends as Cookie. */
  session: string
}

/** A browser that was sent to a platform. */
export interface Sent {
  provider: ConnectionProvider
  address: URL
  /** The cookie of the attempt. */
  cookie: string
}

export async function newOwner(options: Parameters<typeof createAccount>[1] = {}): Promise<Owner> {
  const account = await createAccount(env.DB, { plan: 'ai_insights', ...options })
  const business = await createBusiness(env.DB, account)
  return { account, business, session: await signedIn(account) }
}

/** Sends the form of the platform's page and reads what the browser is sent back with. */
export async function decide(
  { provider, address }: Sent,
  form: Record<string, string>,
): Promise<URLSearchParams> {
  const answer = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  const text = await answer.text()
  const location = new URL(answer.headers.get('location') ?? `no-location:${text}`)
  expect(location.origin + location.pathname).toBe(`${ORIGIN}/connections/${provider}/callback`)
  return location.searchParams
}

/** The worker beside a simulator that one test file has to itself. */
export class Stage {
  readonly env: Env
  readonly upstream: UpstreamControl

  constructor(name: OwnUpstream) {
    const settings = inject('ownUpstreamSettings')[name]
    this.env = { ...env, ...settings }
    this.upstream = new UpstreamControl(settings.UPSTREAM_ORIGIN ?? '')
  }

  /** Presses Connect on a business's screen. */
  async begin(
    { business, session }: Pick<Owner, 'business' | 'session'>,
    provider: ConnectionProvider = 'google',
    init: Ask = {},
  ): Promise<Sent> {
    const answer = await ask(`/connections/${provider}?business=${business.id}`, {
      env: this.env,
      headers: { cookie: session, ...ownNetwork() },
      ...init,
    })
    await answer.body?.cancel()
    expect(answer.status).toBe(302)
    const [cookie = ''] = cookiesOf(answer).filter((line) => line.startsWith('oauth='))
    return {
      provider,
      address: new URL(answer.headers.get('location') ?? '', ORIGIN),
      cookie: cookie.split(';')[0] ?? '',
    }
  }

  /** Comes back from another site: without the session's cookie, which is Strict. */
  async comeBack(
    { provider, cookie }: Pick<Sent, 'provider' | 'cookie'>,
    fields: URLSearchParams,
  ): Promise<{ answer: Response; path: string }> {
    const answer = await ask(`/connections/${provider}/callback?${fields}`, {
      env: this.env,
      headers: { ...(cookie && { cookie }), ...ownNetwork() },
    })
    return { answer, path: await targetOf(answer) }
  }

  /**
   * From the button to the place where it ends, with everything agreed to.
   *
   * @param person a key of the platform's invented people, or at Google any e-mail address
   */
  async connect(
    owner: Pick<Owner, 'business' | 'session'>,
    person = 'wren',
    provider: ConnectionProvider = 'google',
  ): Promise<{ connectionId: string; path: string }> {
    const sent = await this.begin(owner, provider)
    const form = new URLSearchParams(
      person.includes('@') ? { account: 'other', email: person, verified: 'yes' } : { account: person },
    )
    form.set('decision', 'allow')
    const fields = await decide(sent, Object.fromEntries(form))
    const { path } = await this.comeBack(sent, fields)
    return { connectionId: new URL(path, ORIGIN).searchParams.get('connection') ?? '', path }
  }
}

export function connectionRows(account: Account) {
  return env.DB.prepare('SELECT * FROM connections WHERE organization_id = ?')
    .bind(account.organizationId)
    .all<Record<string, string | number | null>>()
    .then(({ results }) => results)
}
