import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { authorizeUrl, newCodeVerifier, newState } from '#worker/oauth/arctic.ts'

const PARTS = {
  endpoint: 'https://id.example/authorize',
  clientId: 'client',
  redirectUri: 'https://app.example/auth/google/callback',
  state: 'a-state',
  scopes: ['openid', 'email'],
}

test('the code challenge matches the example in RFC 7636 (appendix B)', () => {
  const { searchParams } = authorizeUrl({
    ...PARTS,
    codeVerifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
  })
  expect(Object.fromEntries(searchParams)).toEqual({
    response_type: 'code',
    client_id: 'client',
    redirect_uri: 'https://app.example/auth/google/callback',
    state: 'a-state',
    scope: 'openid email',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  })
})

test('a verifier has the form of RFC 7636 section 4.1, is unique and not part of the URL', () => {
  const verifiers = Array.from({ length: 100 }, newCodeVerifier)
  expect(new Set(verifiers).size).toBe(verifiers.length)
  for (const codeVerifier of verifiers) {
    // 43 unreserved characters hold 256 bits.
    expect(codeVerifier).toMatch(/^[A-Za-z0-9\-._~]{43}$/)
    const url = authorizeUrl({ ...PARTS, codeVerifier })
    expect(url.href).not.toContain(codeVerifier)
    const challenge = createHash('sha256').update(codeVerifier).digest('base64url')
    expect(url.searchParams.get('code_challenge')).toBe(challenge)
  }
})

test('a provider without PKCE gets no challenge, and every attempt has its own state', () => {
  const { searchParams } = authorizeUrl({ ...PARTS, codeVerifier: null })
  expect([...searchParams.keys()].filter((name) => name.startsWith('code_'))).toEqual([])
  const states = Array.from({ length: 100 }, newState)
  expect(new Set(states).size).toBe(states.length)
  for (const state of states) expect(state).toMatch(/^[\w-]{43}$/)
})
