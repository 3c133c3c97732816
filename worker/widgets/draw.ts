import { iso } from '../rules/durations.ts'
import { PLATFORM_NAMES } from '../rules/platforms.ts'
import { isRecommendation } from '../rules/sentiment.ts'
import type { DrawnWidget, WidgetLayout, WidgetLook, WidgetNode } from '../rules/widgets.ts'
import type { WidgetContent, WidgetReview } from './content.ts'
import { WIDGET_CSS } from './styles.ts'
import { WIDGET_TEXTS } from './texts.ts'

/** Longer texts are cut with an ellipsis and linked to the full text. */
const MAX_TEXT_CHARS: Record<WidgetLayout, number> = { list: 600, carousel: 180, badge: 0 }

const RIGHT_TO_LEFT: readonly string[] = ['ar', 'he']

export function directionOf(language: string): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.includes(language) ? 'rtl' : 'ltr'
}

export function drawWidget(content: WidgetContent, look: WidgetLook): DrawnWidget {
  const { language, layout, theme } = look
  const texts = WIDGET_TEXTS[language]
  const title = texts.reviewsOf(content.businessName)
  const reviews = content.reviews.map((review) => drawReview(review, content, look))
  const tree: WidgetNode = [
    'section',
    { class: `w ${layout} ${theme}`, lang: language, dir: directionOf(language), 'aria-label': title },
    ['p', { class: 'h', dir: 'auto' }, title],
    ...summary(content, look),
    ...(layout !== 'badge' && reviews.length > 0
      ? ([
          ['div', { class: 'x', role: 'region', 'aria-label': title, tabindex: '0' }, ['ul', {}, ...reviews]],
        ] satisfies WidgetNode[])
      : []),
    ...(layout === 'badge' && content.url !== null && content.platforms[0]
      ? ([
          ['p', {}, link(content.url, texts.read(PLATFORM_NAMES[content.platforms[0]]))],
        ] satisfies WidgetNode[])
      : []),
    ...(content.total > 0 ? ([['p', { class: 'm' }, howChosen(content, look)]] satisfies WidgetNode[]) : []),
  ]
  return { tree, css: WIDGET_CSS }
}

function summary({ average, total, days }: WidgetContent, { language }: WidgetLook): WidgetNode[] {
  const texts = WIDGET_TEXTS[language]
  const format = new Intl.NumberFormat(language)
  if (average === null) return [['p', { class: 'm' }, texts.none(format.format(days))]]
  const stars = new Intl.NumberFormat(language, {
    minimumFractionDigits: 1,
    maximumFractionDigits: 1,
  }).format(average)
  return [
    [
      'p',
      { class: 'g' },
      drawStars(average, texts.outOf5(stars)),
      ['span', { class: 'n', 'aria-hidden': 'true' }, texts.outOf5(stars)],
      ['span', { class: 'm' }, texts.total(format.format(days), format.format(total))],
    ],
  ]
}

function drawReview(review: WidgetReview, { businessName }: WidgetContent, look: WidgetLook): WidgetNode {
  const { language, layout } = look
  const texts = WIDGET_TEXTS[language]
  const { platform, platformName: name, rating, url, reviewDate, postedAt, isEntered } = review
  const isVerdict = isRecommendation({ platform, rating, reviewDate: iso(reviewDate) })
  const [yes, no] = texts.recommends
  const verdict: WidgetNode = isVerdict
    ? ['span', { class: 's' }, rating === 5 ? yes : no]
    : drawStars(rating, texts.outOf5(new Intl.NumberFormat(language).format(rating)))
  const text = cut(review.text, MAX_TEXT_CHARS[layout])
  const isCut = text !== review.text
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(postedAt)
  return [
    'li',
    {},
    ['p', { class: 'g' }, ['span', { class: 'n', dir: 'auto' }, review.authorName], verdict],
    ...(text
      ? ([
          ['p', { dir: 'auto', ...(review.language && { lang: review.language }) }, text],
        ] satisfies WidgetNode[])
      : []),
    [
      'p',
      { class: 'g m' },
      ['time', { datetime: iso(postedAt).slice(0, 10) }, date],
      url === null
        ? ['span', {}, name]
        : link(url, isCut ? texts.readInFull(name) : texts.read(name), review.authorName),
      ...(isEntered ? ([['span', {}, texts.addedBy(businessName)]] satisfies WidgetNode[]) : []),
    ],
  ]
}

/** Says which reviews are shown and that nobody has verified who wrote them. */
function howChosen(content: WidgetContent, { language, layout, minStars, withText }: WidgetLook): string {
  const texts = WIDGET_TEXTS[language]
  const { businessName, platforms, otherPlatforms, reviews, total } = content
  const names = new Intl.ListFormat(language).format([
    ...platforms.map((name) => PLATFORM_NAMES[name]),
    ...otherPlatforms,
  ])
  const checked = texts.checked(businessName, names)
  if (layout === 'badge') return checked
  const count = new Intl.NumberFormat(language).format(reviews.length)
  const choice = minStars === 4 ? (withText ? 'both' : 'stars') : withText ? 'text' : null
  if (choice !== null) return `${texts.chosen[choice](count)} ${checked}`
  return `${reviews.length < total ? texts.newest(count) : texts.all} ${checked}`
}

function drawStars(stars: number, label: string): WidgetNode {
  const full = Math.round(stars)
  return ['span', { class: 's', role: 'img', 'aria-label': label }, '★'.repeat(full) + '☆'.repeat(5 - full)]
}

/** @param about author of the linked review, for screen readers that list links out of context */
function link(url: string, text: string, about?: string): WidgetNode {
  const attributes = { href: url, target: '_blank', rel: 'noopener nofollow' }
  return ['a', about === undefined ? attributes : { ...attributes, 'aria-label': `${text}: ${about}` }, text]
}

/** Cuts between whole characters (grapheme clusters), at a nearby space if there is one. */
function cut(text: string, maxChars: number): string {
  if (text.length <= maxChars) return text
  const characters = [...new Intl.Segmenter().segment(text.slice(0, maxChars))].slice(0, -1)
  const beginning = characters.map(({ segment }) => segment).join('')
  const space = beginning.lastIndexOf(' ')
  return `${(space > maxChars / 2 ? beginning.slice(0, space) : beginning).trimEnd()}…`
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** Renders a node as HTML. Tags and attribute names are ours; everything else is escaped. */
export function htmlOf(node: WidgetNode): string {
  if (typeof node === 'string') return escaped(node)
  const [tag, attributes, ...children] = node
  const given = Object.entries(attributes).map(([name, value]) => ` ${name}="${escaped(value)}"`)
  return `<${tag}${given.join('')}>${children.map(htmlOf).join('')}</${tag}>`
}

export function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (mark) => ENTITIES[mark] ?? '')
}

/**
 * Renders a node as HTML without classes, so that the host page's styles apply. The copy in a page doesn't change when
 * a platform removes a review.
 */
export function plainHtmlOf(node: WidgetNode): string {
  return htmlOf(withoutLooks(node))
}

const LOOKS = ['class', 'tabindex', 'role']

function withoutLooks(node: WidgetNode): WidgetNode {
  if (typeof node === 'string') return node
  const [tag, attributes, ...children] = node
  // In the widget, this element scrolls; in plain HTML, its content is part of the page.
  const gone = attributes.role === 'img' ? ['class'] : attributes.role ? ['aria-label', ...LOOKS] : LOOKS
  const kept = Object.entries(attributes).filter(([name]) => !gone.includes(name))
  return [tag, Object.fromEntries(kept), ...children.map(withoutLooks)]
}
