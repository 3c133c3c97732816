import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { OAuthButtons } from '#app/features/account/oauth-buttons.tsx'
import { OAUTH_PROVIDER_NAMES, OAUTH_PROVIDERS } from '#worker/rules/oauth.ts'

test('each provider is a link with its name that keeps the address to return to', () => {
  const html = renderToStaticMarkup(
    <OAuthButtons providers={OAUTH_PROVIDERS} query="?redirectTo=%2Fapp%2Freviews" divider="or" />,
  )
  for (const provider of OAUTH_PROVIDERS) {
    const name = OAUTH_PROVIDER_NAMES[provider]
    const link = new RegExp(`<a href="/auth/${provider}\\?redirectTo=%2Fapp%2Freviews"[^>]*>.*?</a>`).exec(
      html,
    )?.[0]
    expect(link).toContain(`aria-label="Continue with ${name}"`)
    // The visible text must be part of the accessible name.
    expect(link?.replace(/<[^>]*>/g, '')).toBe(name)
  }
})

test('the provider marks fetch nothing and are hidden from screen readers', () => {
  const html = renderToStaticMarkup(<OAuthButtons providers={OAUTH_PROVIDERS} query="" divider="or" />)
  expect(html).not.toMatch(/<img|url\(|https?:|xlink/)
  expect([...html.matchAll(/<svg [^>]*aria-hidden="true"/g)]).toHaveLength(3)
})

test('no providers render no row and no divider', () => {
  expect(renderToStaticMarkup(<OAuthButtons providers={[]} query="" divider="or" />)).toBe('')
})
