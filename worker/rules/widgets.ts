import * as v from 'valibot'
import { BusinessKey } from './businesses.ts'
import { grouped } from './counted.ts'
import { needed, uuid } from './fields.ts'
import type { Platform } from './platforms.ts'

const WIDGET_LAYOUTS = ['list', 'carousel', 'badge'] as const
export type WidgetLayout = (typeof WIDGET_LAYOUTS)[number]

export const LAYOUT_NAMES: Record<WidgetLayout, string> = {
  list: 'List',
  carousel: 'Carousel',
  badge: 'Badge',
}

const WIDGET_THEMES = ['light', 'dark', 'auto'] as const
export type WidgetTheme = (typeof WIDGET_THEMES)[number]

/** Languages of widgets, each named in its own language. */
export const WIDGET_LANGUAGES = {
  en: 'English',
  de: 'Deutsch',
  es: 'Español',
  fr: 'Français',
  it: 'Italiano',
  pt: 'Português',
  ar: 'العربية',
  he: 'עברית',
} as const
export type WidgetLanguage = keyof typeof WIDGET_LANGUAGES

/** Pixels. Fixed, so that the page around a widget never moves; longer content scrolls inside the widget. */
export const WIDGET_HEIGHTS: Record<WidgetLayout, number> = { list: 520, carousel: 470, badge: 216 }

const MAX_WIDGET_REVIEWS = 20
const MAX_SITES = 10
const MAX_SITES_CHARS = 2_000

/** `1`: all reviews; `4`: only reviews with 4 or 5 stars, and the widget says so. */
const MIN_STARS = [1, 4] as const

const CHOOSE_SITES = 'Enter the address of your site, such as www.example.com.'

/** Null if invalid. Allows plain http only for localhost. */
function siteOrigin(typed: string): string | null {
  const url = URL.parse(/^[a-z]+:\/\//i.test(typed) ? typed : `https://${typed}`)
  if (!url || url.username || url.password) return null
  const isHere = /^(localhost|127\.0\.0\.1)$/.test(url.hostname)
  if (isHere) return `http://${url.host}`
  const isName = /^[a-z0-9-]+(\.[a-z0-9-]+)*\.[a-z][a-z0-9-]+$/.test(url.hostname)
  return isName && url.port === '' ? `https://${url.hostname}` : null
}

/** Separated by line breaks or commas; duplicates are removed. */
const Sites = needed(
  v.pipe(
    v.string(CHOOSE_SITES),
    v.maxLength(MAX_SITES_CHARS, `Sites can have at most ${grouped(MAX_SITES_CHARS)} characters.`),
    v.check((text) => sitesIn(text).length > 0, CHOOSE_SITES),
    v.check((text) => sitesIn(text).length <= MAX_SITES, `Name at most ${MAX_SITES} sites.`),
    v.rawCheck(({ dataset, addIssue }) => {
      const wrong = dataset.typed && sitesIn(dataset.value).find((typed) => siteOrigin(typed) === null)
      if (wrong) addIssue({ message: `‘${wrong}’ isn’t the address of a site.` })
    }),
  ),
)

function sitesIn(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean)
}

export function originsIn(text: string): string[] {
  return [...new Set(sitesIn(text).flatMap((typed) => siteOrigin(typed) ?? []))]
}

const LOOK = {
  layout: v.picklist(WIDGET_LAYOUTS, 'Choose a layout.'),
  theme: v.optional(v.picklist(WIDGET_THEMES, 'Choose light or dark.'), 'light'),
  language: v.optional(
    v.picklist(Object.keys(WIDGET_LANGUAGES) as WidgetLanguage[], 'Choose a language.'),
    'en',
  ),
  maxReviews: v.optional(
    v.pipe(
      v.number('Enter a number of reviews.'),
      v.integer('Enter a number of reviews.'),
      v.minValue(1, 'Show at least one review.'),
      v.maxValue(MAX_WIDGET_REVIEWS, `Show at most ${MAX_WIDGET_REVIEWS} reviews.`),
    ),
    10,
  ),
  minStars: v.optional(v.picklist(MIN_STARS, 'Choose all reviews, or those with 4 or 5 stars.'), 1),
  withText: v.optional(v.boolean('Say whether reviews need a text.'), false),
}

export const WidgetLook = v.object(LOOK)
export type WidgetLook = v.InferOutput<typeof WidgetLook>

export const PreviewWidgetInput = v.object({ businessId: BusinessKey, ...LOOK })
export type PreviewWidgetInput = v.InferOutput<typeof PreviewWidgetInput>

export const CreateWidgetInput = v.object({ businessId: BusinessKey, ...LOOK, sites: Sites })
export type CreateWidgetInput = v.InferOutput<typeof CreateWidgetInput>

const WidgetKey = uuid('This widget no longer exists.')

export const WidgetId = v.object({ id: WidgetKey })
export type WidgetId = v.InferOutput<typeof WidgetId>

export const UpdateWidgetInput = v.object({ id: WidgetKey, ...LOOK, sites: Sites })
export type UpdateWidgetInput = v.InferOutput<typeof UpdateWidgetInput>

export interface WidgetView extends WidgetLook {
  id: string
  businessId: string
  handle: string
  /** Origins of the pages that may show the widget. */
  sites: string[]
  /** False if the widget isn't shown, because older ones use up the plan's number of widgets. */
  isServed: boolean
}

/** A text, or a tag with its attributes and content. Texts are never markup. */
export type WidgetNode = string | [tag: string, attributes: Record<string, string>, ...children: WidgetNode[]]

export interface DrawnWidget {
  tree: WidgetNode
  css: string
}

export interface WidgetsView {
  business: { id: string; name: string; isSample: boolean; website: string | null }
  widgets: WidgetView[]
  limit: number
  /** Platforms whose reviews are stored and may not be shown on other sites. */
  withheld: Platform[]
  mayEdit: boolean
  origin: string
  /** URL at which visitors can read the reviews if the widget can't be loaded; null if none is known. */
  fallbackUrl: string | null
  preview: DrawnWidget
}

export const WidgetsInput = v.object({ businessId: BusinessKey })
export type WidgetsInput = v.InferOutput<typeof WidgetsInput>

export const NEW_WIDGET: WidgetLook = v.parse(WidgetLook, { layout: 'list' })
