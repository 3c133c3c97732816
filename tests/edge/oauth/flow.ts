import { expect } from 'vitest'
import { type Ask, ask, ORIGIN } from '#tests/edge/support/web.ts'
import type { OAuthProvider } from '#worker/rules/oauth.ts'

/** The account that is chosen on the stand-in's page. */
export interface Chosen {
  email?: string
  name?: string
  subject?: string
  isVerified?: boolean
  /** The provider's own where it is left out. */
  picture?: string
}

/** A browser that has been sent to a provider. */
export interface Visit {
  provider: OAuthProvider
  /** Where it was sent: the stand-in. */
  address: URL
  /** What it sends as Cookie. */
  cookie: string
}

/** What a provider sends a browser back with. */
export interface WayBack {
  provider: OAuthProvider
  fields: URLSearchParams
}

/** Headers of a network that nobody else in the tests has: limits count by it. */
export function ownNetwork(): Record<string, string> {
  const [a, b, c] = crypto.getRandomValues(new Uint8Array(3))
  return { 'cf-connecting-ip': `10.${a}.${b}.${c}` }
}

let people = 0
/** An address that no other test has. */
export function newEmail(): string {
  people += 1
  return `person-${people}-${crypto.randomUUID().slice(0, 8)}@example.test`
}

export function cookiesOf(answer: Response): string[] {
  return answer.headers.getSetCookie()
}

export async function visit(
  provider: OAuthProvider,
  { redirectTo, keep = false, ...init }: Ask & { redirectTo?: string; keep?: boolean } = {},
): Promise<Visit> {
  const query = `?${new URLSearchParams({ ...(redirectTo !== undefined && { redirectTo }), ...(keep && { keep: 'yes' }) })}`
  const answer = await ask(`/auth/${provider}${query}`, { headers: ownNetwork(), ...init })
  await answer.body?.cancel()
  expect(answer.status).toBe(302)
  const [cookie = ''] = cookiesOf(answer)
  return {
    provider,
    address: new URL(answer.headers.get('location') ?? ''),
    cookie: cookie.split(';')[0] ?? '',
  }
}

/** Sends the form of the stand-in's page, as a browser would, and reads where that leads. */
async function decide({ provider, address }: Visit, form: Record<string, string>): Promise<WayBack> {
  const answer = await fetch(address, {
    method: 'POST',
    body: new URLSearchParams(form),
    redirect: 'manual',
  })
  const text = await answer.text()
  if (provider === 'apple') {
    expect(text).toContain(`action="${ORIGIN}/auth/apple/callback"`)
    const inputs = [...text.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)">/g)]
    return {
      provider,
      fields: new URLSearchParams(inputs.map(([, name = '', value = '']) => [name, unescapeHtml(value)])),
    }
  }
  const location = new URL(answer.headers.get('location') ?? `no-location:${text}`)
  expect(location.origin + location.pathname).toBe(`${ORIGIN}/auth/${provider}/callback`)
  return { provider, fields: location.searchParams }
}

export function agree(visited: Visit, chosen: Chosen = {}): Promise<WayBack> {
  const { email = newEmail(), name = 'Wren Alder', subject, isVerified = true, picture } = chosen
  return decide(visited, {
    decision: 'allow',
    account: 'other',
    email,
    name,
    ...(subject && { subject }),
    ...(picture !== undefined && { picture }),
    ...(isVerified && { verified: 'yes' }),
  })
}

export function refuse(visited: Visit): Promise<WayBack> {
  return decide(visited, { decision: 'deny' })
}

/** Comes back to the product: with an address, or with Apple's form from Apple's site. */
export async function arrive(
  { provider, fields }: WayBack,
  { headers, ...init }: Ask & { headers?: Record<string, string> } = {},
): Promise<Response> {
  const address = `/auth/${provider}/callback`
  if (provider !== 'apple') {
    return ask(`${address}?${fields}`, { ...init, headers: { ...ownNetwork(), ...headers } })
  }
  return ask(address, {
    ...init,
    method: 'POST',
    body: fields.toString(),
    headers: {
      origin: 'https://appleid.apple.com',
      'content-type': 'application/x-www-form-urlencoded',
      ...ownNetwork(),
      ...headers,
    },
  })
}

/** The path that the page of an answer goes on to. */
export async function targetOf(answer: Response): Promise<string> {
  const html = await answer.text()
  expect(answer.status).toBe(200)
  const [, path = ''] = /<meta http-equiv="refresh" content="0;url=([^"]*)">/.exec(html) ?? []
  return unescapeHtml(path)
}

/** From the button to the path it ends at, with everything agreed to. */
export async function signInWith(
  provider: OAuthProvider,
  chosen: Chosen = {},
  redirectTo?: string,
  keep = false,
) {
  const visited = await visit(provider, { keep, ...(redirectTo !== undefined && { redirectTo }) })
  const answer = await arrive(await agree(visited, chosen), { headers: { cookie: visited.cookie } })
  const path = await targetOf(answer)
  return { answer, path, session: sessionIn(answer) }
}

/** The session cookie that an answer sets, as a browser sends it; null where it sets none. */
export function sessionIn(answer: Response): string | null {
  const cookie = cookiesOf(answer).find((line) => /^session=[^;]/.test(line))
  return cookie?.split(';')[0] ?? null
}

/** The problem that a path names. */
export function problemIn(path: string): string | null {
  return new URL(path, ORIGIN).searchParams.get('problem')
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
}
