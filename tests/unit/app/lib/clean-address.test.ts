import { expect, test } from 'vitest'
import { fragmentWithoutTokens } from '#app/lib/clean-address.ts'

test.each([
  '#access_token=a',
  '#access_token=',
  'access_token=a&token_type=bearer',
  '#state=x&id_token=a',
  '#refresh_token=a',
  '#provider_token=a&expires_in=3600',
  '#code=a',
])('%s is removed', (fragment) => {
  expect(fragmentWithoutTokens(fragment)).toBe('')
})

test.each(['', '#', '#main', '#review-12', '#access_tokens', '#about-access_token', '#token=a'])(
  '%s is kept',
  (fragment) => {
    expect(fragmentWithoutTokens(fragment)).toBe(fragment)
  },
)
