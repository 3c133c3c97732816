import { expect, test } from 'vitest'
import { fillTemplate } from '#worker/rules/templates.ts'

const VALUES = {
  author: 'Ada Lovelace',
  first_name: 'Ada',
  business: 'Harbor {rating} Books',
  rating: '5',
  platform: 'Google',
}

test('variables become what they stand for, once, and other braces stay', () => {
  expect(
    fillTemplate('Dear {first_name}, {rating} stars on {platform}! {business} {nobody} {}', VALUES),
  ).toBe('Dear Ada, 5 stars on Google! Harbor {rating} Books {nobody} {}')
})
