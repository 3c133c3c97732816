import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import {
  APPEARANCES,
  appear,
  appearancesOfPart,
  endTransitions,
  leaveAppearances,
  stopTransitions,
} from './appearance.ts'
import { fingerFaults, layoutFaults } from './page-faults.ts'

/** Minified: the browser parses it on every page, and it is a third of the size of `axe.source`. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const LABEL_IN_NAME = 'label-content-name-mismatch'
const CONTRAST = 'color-contrast'
const BAD = ['serious', 'critical']
/** Rules that take long, and whose faults are moderate. */
const MODERATE = ['landmark-main-is-top-level', 'landmark-unique', 'presentation-role-conflict', 'region']

/** Puts axe into every document that the page will load: sending it to each one takes longer. */
export async function prepareAxe(page: Page): Promise<void> {
  await page.addInitScript(AXE)
  await page.addInitScript(stopTransitions)
}

/** Puts axe into a page that doesn't have it yet. */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in globalThis)) return
  await page.evaluate(AXE)
  await endTransitions(page)
}

const STRUCTURE: RunOptions = {
  rules: {
    [LABEL_IN_NAME]: { enabled: true },
    ...Object.fromEntries([...MODERATE, CONTRAST].map((id) => [id, { enabled: false }])),
  },
  resultTypes: ['violations'],
  preload: false,
}

/** Faults of names, roles and nesting in the elements that have appeared or changed since they were last checked. */
async function structureFaults(page: Page): Promise<string[]> {
  const violations = await page.evaluate(async (options) => {
    const own = globalThis as unknown as {
      axe: typeof import('axe-core')
      checked?: WeakMap<Element, string>
    }
    own.checked ??= new WeakMap()
    const { axe, checked } = own
    const known: Element[] = []
    /** Adds the largest parts that are as they were; true if all of the element is. */
    function isKnown(element: Element): boolean {
      const texts = [...element.childNodes].map((node) => (node instanceof Element ? '<>' : node.nodeValue))
      const isVisible = element.checkVisibility({ visibilityProperty: true })
      const look = [isVisible, (element.cloneNode() as Element).outerHTML, ...texts].join()
      const isSame = checked.get(element) === look
      checked.set(element, look)
      const parts = [...element.children].filter(isKnown)
      if (isSame && parts.length === element.childElementCount) return true
      known.push(...parts)
      return false
    }
    if (isKnown(document.documentElement)) return []
    return (await axe.run({ include: document.documentElement, exclude: known }, options)).violations
  }, STRUCTURE)
  return violations
    .filter(({ id, impact }) => id === LABEL_IN_NAME || BAD.includes(impact ?? ''))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    )
}

/** Texts that axe found legible, on any page: each by its colour, size, weight and the colours behind it. */
const legible = new Set<string>()

/** Faults of contrast. Texts are checked that differ from all legible ones. */
async function contrastFaults(page: Page): Promise<string[]> {
  const { faults, passed } = await page.evaluate(
    async ({ rule, legible }) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
      const known = new Set(legible)
      const behind = new Map<Element, string | null>()
      /** The colours behind an element's text; null for one that floats above others. */
      function colorsBehind(element: Element | null): string | null {
        if (!element) return ''
        const former = behind.get(element)
        if (former !== undefined) return former
        const { backgroundColor, backgroundImage, opacity, position } = getComputedStyle(element)
        const outer = colorsBehind(element.parentElement)
        const own = [backgroundColor, backgroundImage, opacity].join()
        const isClear = own === 'rgba(0, 0, 0, 0),none,1'
        const isFloating = /absolute|fixed|sticky/.test(position)
        const isOpaque = !/rgba|\/|url|gradient/.test(own) && opacity === '1'
        const colors = isOpaque
          ? own
          : outer === null || isFloating
            ? null
            : isClear
              ? outer
              : `${own} ${outer}`
        behind.set(element, colors)
        return colors
      }
      function lookOf(element: Element): string | null {
        const { color, fontSize, fontWeight, textShadow } = getComputedStyle(element)
        const colors = colorsBehind(element)
        return colors && [color, fontSize, fontWeight, textShadow, colors].join()
      }
      const hasText = (element: Element) =>
        element.matches('input, select, textarea') ||
        [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim())
      const include = [...document.body.querySelectorAll('*')].filter((element) => {
        if (!hasText(element) || !element.checkVisibility({ visibilityProperty: true })) return false
        const look = lookOf(element)
        return look === null || !known.has(look)
      })
      if (include.length === 0) return { faults: [], passed: [] }
      const { passes, violations } = await axe.run(
        { include },
        { runOnly: [rule], resultTypes: ['passes', 'violations'], elementRef: true, preload: false },
      )
      const looks = (results: typeof passes) =>
        results.flatMap(({ nodes }) => nodes.map(({ element }) => element && lookOf(element as Element)))
      const bad = new Set(looks(violations))
      return {
        faults: violations.flatMap(({ nodes }) =>
          nodes.map(({ target, failureSummary }) => `${target} ${failureSummary}`),
        ),
        passed: [...new Set(looks(passes))].filter((look) => typeof look === 'string' && !bad.has(look)),
      }
    },
    { rule: CONTRAST, legible: [...legible] },
  )
  for (const look of passed) if (look) legible.add(look)
  return faults.map((fault) => `${CONTRAST}: ${fault}`)
}

/** All faults of a page in these appearances. */
export async function faultsOf(page: Page, appearances = APPEARANCES): Promise<string[]> {
  const found: string[] = []
  const size = page.viewportSize()
  await loadAxe(page)
  try {
    for (const appearance of appearances) {
      await appear(page, appearance)
      const isForFingers = await page.evaluate(() => matchMedia('(pointer: coarse)').matches)
      const faults = [
        ...(isForFingers === (appearance.isTouch ?? false) ? [] : ['it is shown to the wrong pointer']),
        ...(await structureFaults(page)),
        ...(await contrastFaults(page)),
        ...(await layoutFaults(page)),
        ...(appearance.isTouch ? await fingerFaults(page) : []),
      ]
      found.push(...faults.map((fault) => `${appearance.name}: ${fault}`))
    }
  } finally {
    await leaveAppearances(page, size)
  }
  return found
}

/** Expects a page without faults, in all appearances of these widths. */
export async function expectAccessible(page: Page, widths?: readonly number[]): Promise<void> {
  expect(await faultsOf(page, appearancesOfPart(widths))).toEqual([])
}
