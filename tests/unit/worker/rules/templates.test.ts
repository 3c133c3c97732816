import * as v from 'valibot'
import { expect, test } from 'vitest'
import { CreateTemplateInput, fillTemplate, STARTER_TEMPLATES, templateOf } from '#worker/rules/templates.ts'

const VALUES = {
  author: 'Ada Lovelace',
  first_name: 'Ada',
  business: 'Harbor {rating} Books',
  rating: '5',
  platform: 'Google',
}

test('variables are replaced once, and other braces stay', () => {
  expect(
    fillTemplate('Dear {first_name}, {rating} stars on {platform}! {business} {nobody} {}', VALUES),
  ).toBe('Dear Ada, 5 stars on Google! Harbor {rating} Books {nobody} {}')
})

test.each([
  ['Dear Ada Lovelace, thanks, Ada!', 'Dear {author}, thanks, {first_name}!'],
  ['Adaptable as we are at Harbor Books …', 'Adaptable as we are at {business} …'],
  ['No name at all', 'No name at all'],
])('a reply is turned into a template: %s', (text, expected) => {
  const review = {
    reviewerName: 'Ada Lovelace',
    businessName: 'Harbor Books',
    rating: '5',
    platform: 'Google',
  }
  expect(templateOf(text, review)).toBe(expected)
})

test('for an anonymous review only the business name is replaced', () => {
  const review = { reviewerName: 'A Google user', businessName: 'B (C)', rating: '5', platform: 'Google' }
  expect(templateOf('A Google user came to B (C).', review)).toBe('A Google user came to {business}.')
})

test('starter templates are valid and promise nothing', () => {
  for (const starter of STARTER_TEMPLATES) {
    expect(v.safeParse(CreateTemplateInput, starter).success).toBe(true)
    expect(starter.text).not.toMatch(/\d|refund|discount|free|best|guarantee/i)
  }
})
