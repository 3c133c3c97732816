import { expect, test } from 'vitest'
import { placeName } from '#app/routes/app.security/place-name.server.ts'

test.each([
  ['DE', 'en', 'Germany'],
  ['DE', 'fr', 'Allemagne'],
  ['', 'en', ''],
  ['T1', 'en', ''],
  ['<b', 'en', ''],
])('the country %j in the locale %s is %j', (country, locale, name) => {
  expect(placeName(country, locale)).toBe(name)
})
