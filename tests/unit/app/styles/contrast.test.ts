import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { TAG_COLORS } from '#worker/rules/fields.ts'

type Theme = 'light' | 'dark'
type Rgb = [red: number, green: number, blue: number]

const css = readFileSync(new URL('../../../../app/styles/app.css', import.meta.url), 'utf8')

/** Linear sRGB of an oklch colour, by Björn Ottosson's matrices: https://bottosson.github.io/posts/oklab/ */
function linearRgb(lightness: number, chroma: number, hue: number): Rgb {
  const a = chroma * Math.cos((hue * Math.PI) / 180)
  const b = chroma * Math.sin((hue * Math.PI) / 180)
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ]
}

function token(name: string, theme: Theme): Rgb {
  const value = new RegExp(`--color-${name}: ([^;]+);`).exec(css)?.[1]
  if (!value) throw new Error(`app.css has no --${name}`)
  const alias = /^var\(--color-([\w-]+)\)$/.exec(value)?.[1]
  if (alias) return token(alias, theme)
  const pair = /^light-dark\(oklch\(([^)]+)\), oklch\(([^)]+)\)\)$/.exec(value)
  const parts = pair?.[theme === 'light' ? 1 : 2]?.split(' ').map(Number)
  const [lightness, chroma, hue] = parts ?? []
  if (lightness === undefined || chroma === undefined || hue === undefined) {
    throw new Error(`--${name} is not a pair of oklch colours: ${value}`)
  }
  return linearRgb(lightness, chroma, hue)
}

/** WCAG 2.2 contrast ratio of two linear sRGB colours. */
function contrast(one: Rgb, other: Rgb): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance([red, green, blue]: Rgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const SURFACES = ['background', 'card', 'popover']
const TEXTS = ['foreground', 'muted-foreground', 'primary', 'destructive', 'positive', 'neutral', 'negative']
const TEXT_PAIRS: [text: string, surface: string][] = [
  ...TEXTS.flatMap((text) => SURFACES.map((surface): [string, string] => [text, surface])),
  ['muted-foreground', 'muted'],
  ['muted-foreground', 'secondary'],
  ['muted-foreground', 'accent'],
  ['foreground', 'muted'],
  ['foreground', 'accent'],
  ['secondary-foreground', 'secondary'],
  ['accent-foreground', 'accent'],
  ['primary-foreground', 'primary'],
  ['primary-foreground', 'primary-strong'],
  ['destructive-foreground', 'destructive'],
  ['destructive-foreground', 'destructive-strong'],
  ['positive', 'positive-soft'],
  ['neutral', 'neutral-soft'],
  ['negative', 'negative-soft'],
]
const MARKS = [
  'star',
  'input',
  'ring',
  'plan-free',
  'plan-pro',
  'plan-ai',
  'chart-1',
  'chart-2',
  ...TAG_COLORS.map((color) => `tag-${color}`),
]
const MARK_PAIRS = MARKS.flatMap((mark) =>
  ['background', 'card'].map((surface): [string, string] => [mark, surface]),
)
const ALL_NAMES = [...new Set([...TEXT_PAIRS, ...MARK_PAIRS].flat())]

for (const theme of ['light', 'dark'] as const) {
  test.each(TEXT_PAIRS)(
    `text in %s on %s has a contrast of at least 4.5 to 1 (${theme})`,
    (text, surface) => {
      expect(contrast(token(text, theme), token(surface, theme))).toBeGreaterThanOrEqual(4.5)
    },
  )

  test.each(MARK_PAIRS)(`%s on %s has a contrast of at least 3 to 1 (${theme})`, (mark, surface) => {
    expect(contrast(token(mark, theme), token(surface, theme))).toBeGreaterThanOrEqual(3)
  })

  // Outside the gamut the browser shows a different colour from the one computed here.
  test.each(ALL_NAMES)(`%s is within the sRGB gamut (${theme})`, (name) => {
    for (const channel of token(name, theme)) {
      expect(channel).toBeGreaterThanOrEqual(-0.002)
      expect(channel).toBeLessThanOrEqual(1.002)
    }
  })
}

test.each(['google', 'yelp', 'facebook', 'tripadvisor'])(
  'the white letter on the %s mark has enough contrast',
  (platform) => {
    const hex =
      new RegExp(`data-platform="${platform}"\\] \\{\\s+--platform-color: #(\\w{6})`).exec(css)?.[1] ?? ''
    const channels = [0, 2, 4].map((at) => {
      const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
    })
    const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = channels
    expect(contrast([red, green, blue], [1, 1, 1])).toBeGreaterThanOrEqual(4.5)
  },
)
