import { expect, test } from 'vitest'
import {
  findOAuthProvider,
  OAUTH_PROBLEMS,
  OAUTH_PROVIDERS,
  oauthProblemAddress,
  oauthProblemIn,
  oauthProblemText,
} from '#worker/rules/oauth.ts'

test('only google, github and apple are providers', () => {
  expect(OAUTH_PROVIDERS).toEqual(['google', 'github', 'apple'])
  expect(OAUTH_PROVIDERS.map(findOAuthProvider)).toEqual(OAUTH_PROVIDERS)
  for (const name of [null, undefined, '', 'Google', 'facebook', 'constructor', '__proto__']) {
    expect(findOAuthProvider(name)).toBeUndefined()
  }
})

test('every problem has its own text', () => {
  for (const provider of OAUTH_PROVIDERS) {
    const texts = OAUTH_PROBLEMS.map((problem) => oauthProblemText(problem, provider))
    expect(new Set(texts).size).toBe(OAUTH_PROBLEMS.length)
    expect(texts.every((text) => text.endsWith('.'))).toBe(true)
  }
  expect(oauthProblemText('limit', 'google')).toBe('Too many login attempts. Please try again later.')
})

test('a problem is shown on the page where the attempt started', () => {
  expect(oauthProblemAddress('expired', 'google', null)).toBe('/login?provider=google&problem=expired')
  expect(oauthProblemAddress('denied', 'apple', { target: '/app/reviews?a=b&c', purpose: 'sign_in' })).toBe(
    '/login?provider=apple&problem=denied&redirectTo=%2Fapp%2Freviews%3Fa%3Db%26c',
  )
  expect(oauthProblemAddress('taken', 'github', { target: '/app/security', purpose: 'link' })).toBe(
    '/app/security?provider=github&problem=taken',
  )
})

test('a screen shows only known problems, never a text from the URL', () => {
  const read = (query: string) => oauthProblemIn(new URLSearchParams(query))
  expect(read('provider=google&problem=denied')).toBe(
    'You cancelled the sign-in at Google. Nothing was changed.',
  )
  for (const query of [
    '',
    'problem=denied',
    'provider=google',
    'provider=google&problem=Your+account+is+locked',
    'provider=<b>&problem=denied',
    'provider=google&problem=constructor',
  ]) {
    expect(read(query)).toBeNull()
  }
})
