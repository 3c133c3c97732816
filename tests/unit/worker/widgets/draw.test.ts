import { describe, expect, test } from 'vitest'
import { fastestMs } from '#tests/unit/cpu-time.ts'
import { NEW_WIDGET, WIDGET_LANGUAGES, type WidgetLanguage, type WidgetNode } from '#worker/rules/widgets.ts'
import type { WidgetContent, WidgetReview } from '#worker/widgets/content.ts'
import { drawWidget, htmlOf, plainHtmlOf } from '#worker/widgets/draw.ts'

const REVIEW: WidgetReview = {
  platform: 'google',
  platformName: 'Google',
  isEntered: false,
  authorName: 'Ada Quill',
  rating: 4,
  text: 'Good soup.',
  language: 'en',
  reviewDate: Date.UTC(2026, 4, 3),
  postedAt: Date.UTC(2026, 4, 3),
  url: 'https://www.google.com/maps/reviews/x',
}
const CONTENT: WidgetContent = {
  businessName: 'Harbor Books',
  days: 90,
  total: 12,
  average: 4.25,
  platforms: ['google', 'facebook'],
  otherPlatforms: [],
  url: 'https://www.google.com/maps/place/x',
  reviews: [REVIEW],
}

function textOf(node: WidgetNode): string {
  return typeof node === 'string' ? node : (node.slice(2) as WidgetNode[]).map(textOf).join(' ')
}

test('a review has its stars, date, platform, author and link', () => {
  const html = htmlOf(drawWidget(CONTENT, NEW_WIDGET).tree)
  expect(html).toContain('<span class="s" role="img" aria-label="4 out of 5">★★★★☆</span>')
  expect(html).toContain('<time datetime="2026-05-03">May 3, 2026</time>')
  expect(html).toContain(
    '<a href="https://www.google.com/maps/reviews/x" target="_blank" rel="noopener nofollow" aria-label="Read on Google: Ada Quill">Read on Google</a>',
  )
  expect(html).toContain('Shown: the newest 1. From Google and Facebook. Harbor Books doesn’t check')
})

test('a recommendation has no stars, and a review added by the owner is marked', () => {
  const reviews = [
    { ...REVIEW, platform: 'facebook', rating: 1, url: null },
    { ...REVIEW, isEntered: true },
  ] satisfies WidgetReview[]
  const text = textOf(drawWidget({ ...CONTENT, reviews }, NEW_WIDGET).tree)
  expect(text).toContain('Doesn’t recommend it')
  expect(text).toContain('Added by Harbor Books')
})

test('a long text is cut between characters, with a link to the full text', () => {
  const family = '👨‍👩‍👧'
  const reviews = [{ ...REVIEW, text: `${'a '.repeat(290)}${family.repeat(20)}` }]
  const text = textOf(drawWidget({ ...CONTENT, reviews }, NEW_WIDGET).tree)
  expect(text).toContain('…')
  expect(text).toContain('Read in full on Google')
  expect(text.replaceAll(family, '')).not.toMatch(/[\u{1F468}\u{1F469}\u{1F467}\u200D]/u)
})

test('a widget without reviews says so, and a badge links to the place', () => {
  const none = { ...CONTENT, total: 0, average: null, platforms: [], reviews: [], url: null }
  expect(textOf(drawWidget(none, NEW_WIDGET).tree)).toBe(
    'Reviews of Harbor Books No reviews in the last 90 days.',
  )
  const badge = htmlOf(drawWidget(CONTENT, { ...NEW_WIDGET, layout: 'badge' }).tree)
  expect(badge).toContain('href="https://www.google.com/maps/place/x"')
  expect(badge).not.toContain('Good soup.')
})

test('plain HTML uses the styles of its page', () => {
  const html = plainHtmlOf(drawWidget(CONTENT, NEW_WIDGET).tree)
  expect(html).not.toMatch(/class=|tabindex=/)
  expect(html).toContain('Good soup.')
})

describe.each(Object.keys(WIDGET_LANGUAGES) as WidgetLanguage[])('in %s', (language) => {
  test('every filter combination has its own text with the business and the platform', () => {
    const looks = [1, 4].flatMap((minStars) =>
      [false, true].map((withText) => ({ ...NEW_WIDGET, language, minStars: minStars as 1 | 4, withText })),
    )
    const texts = looks.map((look) => textOf(drawWidget(CONTENT, look).tree))
    expect(new Set(texts).size).toBe(4)
    for (const text of texts) {
      expect(text.split('Harbor Books').length).toBeGreaterThanOrEqual(3)
      expect(text).toContain('Google')
      expect(text).not.toMatch(/undefined|\[object|NaN/)
    }
  })

  test('the text direction matches the language', () => {
    const html = htmlOf(drawWidget(CONTENT, { ...NEW_WIDGET, language }).tree)
    expect(html).toContain(`lang="${language}" dir="${['ar', 'he'].includes(language) ? 'rtl' : 'ltr'}"`)
  })
})

test('twenty long reviews are drawn within 50 ms', () => {
  const reviews = Array.from({ length: 20 }, () => ({ ...REVIEW, text: 'a\u0301'.repeat(20_000) }))
  expect(fastestMs(() => htmlOf(drawWidget({ ...CONTENT, reviews }, NEW_WIDGET).tree), 20)).toBeLessThan(50)
})
