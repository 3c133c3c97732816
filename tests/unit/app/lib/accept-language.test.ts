import { expect, test } from 'vitest'
import { knownTimeZone, preferredLocale } from '#app/lib/accept-language.ts'

test.each([
  [null, 'en'],
  ['', 'en'],
  ['*', 'en'],
  ['de-DE,de;q=0.9,en;q=0.8', 'de-DE'],
  ['not a tag;;,fr-CA', 'fr-CA'],
  ['ar-EG-u-nu-arab-ca-islamic', 'ar-EG'],
  ['x'.repeat(10_000), 'en'],
])('Accept-Language %j is read as %s', (header, locale) => {
  expect(preferredLocale(header)).toBe(locale)
})

test.each([
  [null, 'UTC'],
  ['Europe/Berlin', 'Europe/Berlin'],
  ['Mars/Olympus', 'UTC'],
  ['<script>', 'UTC'],
])('the time zone %j is taken as %s', (name, timeZone) => {
  expect(knownTimeZone(name)).toBe(timeZone)
})
