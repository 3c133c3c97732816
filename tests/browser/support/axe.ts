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
  isEverything,
  leaveAppearances,
} from './appearance.ts'
import { fingerFaults, layoutFaults } from './page-faults.ts'

/** Minified: the browser parses it on every page, and it is a third of the size of `axe.source`. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const LABEL_IN_NAME = 'label-content-name-mismatch'
const BAD = ['serious', 'critical']

/** Puts axe into a page that doesn't have it yet. */
async function loadAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in globalThis)) return
  await page.evaluate(AXE)
  await endTransitions(page)
}

const ALL_RULES: RunOptions = { rules: { [LABEL_IN_NAME]: { enabled: true } } }
const COLORS: RunOptions = { runOnly: ['color-contrast'] }

/**
 * Faults found by axe. If a dialog or menu is open, `npm test` checks only that: the screen behind it is checked on its
 * own.
 */
async function axeFaults(page: Page, rules: RunOptions): Promise<string[]> {
  const violations = await page.evaluate(
    async ({ rules, overlays }) => {
      const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
      const part = overlays ? document.querySelector(overlays) : null
      const { violations } = await axe.run(part ?? document, {
        ...rules,
        resultTypes: ['violations'],
        preload: false,
      })
      return violations
    },
    { rules, overlays: isEverything ? null : '[role=dialog], [role=alertdialog], [role=menu]' },
  )
  return violations
    .filter(({ id, impact }) => id === LABEL_IN_NAME || BAD.includes(impact ?? ''))
    .flatMap(({ id, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id}: ${target} ${failureSummary}`),
    )
}

/** All faults of a page in these appearances. If a width occurs again, axe checks only the colors, which differ. */
export async function faultsOf(page: Page, appearances = APPEARANCES): Promise<string[]> {
  const found: string[] = []
  const size = page.viewportSize()
  const widths = new Set<number>()
  await loadAxe(page)
  try {
    for (const appearance of appearances) {
      await appear(page, appearance)
      const isForFingers = await page.evaluate(() => matchMedia('(pointer: coarse)').matches)
      const faults = [
        ...(isForFingers === (appearance.isTouch ?? false) ? [] : ['it is shown to the wrong pointer']),
        ...(await axeFaults(page, widths.has(appearance.width) ? COLORS : ALL_RULES)),
        ...(await layoutFaults(page)),
        ...(appearance.isTouch ? await fingerFaults(page) : []),
      ]
      widths.add(appearance.width)
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
