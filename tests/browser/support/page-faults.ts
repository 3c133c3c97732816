import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { drawn } from './appearance.ts'

const MAX_PHONE_PX = 390

/** Faults of a page at each of these widths: its layout and, on a phone, its touch targets. */
export async function faultsAtWidths(page: Page, widths: readonly number[]): Promise<string[]> {
  const faults: string[] = []
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 })
    await drawn(page)
    faults.push(...(await layoutFaults(page)))
    if (width <= MAX_PHONE_PX) faults.push(...(await fingerFaults(page)))
  }
  return faults
}

/** Width of a page's content in CSS pixels: larger than the window if it scrolls sideways. */
export function scrollWidth(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth)
}

/** Expects that the page doesn't scroll sideways, on a phone and on a wide screen. */
export async function expectToFit(page: Page): Promise<void> {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await scrollWidth(page)).toBe(width)
  }
}

/** Layout faults of a drawn page at its width: it scrolls sideways, or a text is cut off. */
export function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const faults: string[] = []
    const fault = (what: string, element: Element) =>
      faults.push(
        `${what} at ${innerWidth} px: <${element.localName} class="${element.getAttribute('class')}"> ${element.textContent?.slice(0, 30)}`,
      )
    const root = document.documentElement
    if (root.scrollWidth > innerWidth) faults.push(`${root.scrollWidth} px wide at ${innerWidth} px`)
    for (const element of document.querySelectorAll('body, body *:not(svg, svg *, select, input)')) {
      const { overflowX, overflowY, clipPath, textOverflow, webkitLineClamp } = getComputedStyle(element)
      const isCutX = /hidden|clip/.test(overflowX) && element.scrollWidth > element.clientWidth + 1
      const isCutY = /hidden|clip/.test(overflowY) && element.scrollHeight > element.clientHeight + 2
      if (!isCutX && !isCutY) continue
      const isForReaders = clipPath !== 'none'
      if (isForReaders || !element.checkVisibility({ visibilityProperty: true })) continue
      // Cut with an ellipsis, and the full text is behind a link or in a title.
      const isShortened = textOverflow === 'ellipsis' || webkitLineClamp !== 'none'
      if (isShortened && element.closest('a[href], button, [title], li:has(a[href*="/app/reviews"])'))
        continue
      fault('cut off', element)
    }
    for (const text of document.querySelectorAll('svg text')) {
      const { left, right } = text.getBoundingClientRect()
      const drawing = text.closest('svg')?.getBoundingClientRect()
      if (drawing && (left < drawing.left - 1 || right > drawing.right + 1))
        fault('outside its drawing', text)
    }
    return faults
  })
}

/**
 * Touch targets that are too small, and fields that iOS zooms into. Links in sentences may be as high as their line.
 */
export function fingerFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // Allows for rounding in the layout.
    const MIN_TARGET_PX = 43.5
    const MIN_FIELD_TEXT_PX = 16
    const CONTROLS =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=menuitem], [role=option]'
    const TEXT_FIELDS = 'select, textarea, input:not([type=checkbox], [type=radio], [type=file])'
    const isInSentence = (link: Element) => {
      if (link.localName !== 'a' || getComputedStyle(link).display !== 'inline') return false
      let block = link.parentElement
      while (block && getComputedStyle(block).display === 'inline') block = block.parentElement
      const rest = block?.cloneNode(true) as Element
      for (const link of rest.querySelectorAll('a, button, .sr-only')) link.remove()
      return /\p{Letter}/u.test(rest.textContent ?? '')
    }
    const sizeOf = (control: Element) => {
      const target = control.closest('label') ?? control
      const { width, height } = target.getBoundingClientRect()
      // An overlay near a control takes its taps.
      const cover = getComputedStyle(control, '::after')
      const isCovering = cover.content !== 'none' && cover.position === 'absolute'
      return {
        width: Math.max(width, isCovering ? Number.parseFloat(cover.width) : 0),
        height: Math.max(height, isCovering ? Number.parseFloat(cover.height) : 0),
      }
    }
    return [...document.querySelectorAll(CONTROLS)].flatMap((control) => {
      const { clipPath, fontSize } = getComputedStyle(control)
      // The skip link is clipped until it has the focus.
      if (!control.checkVisibility({ visibilityProperty: true }) || clipPath !== 'none') return []
      const name = `<${control.localName}> ${control.getAttribute('aria-label') ?? control.textContent?.slice(0, 40)}`
      const { width, height } = sizeOf(control)
      // Elements without a width can't be touched; swagger-ui has such buttons.
      const isSmall = width > 0 && Math.min(width, height) < MIN_TARGET_PX && !isInSentence(control)
      const zooms = control.matches(TEXT_FIELDS) && Number.parseFloat(fontSize) < MIN_FIELD_TEXT_PX
      return [
        ...(isSmall ? [`${Math.round(width)} × ${Math.round(height)} px: ${name}`] : []),
        ...(zooms ? [`text of ${fontSize}: ${name}`] : []),
      ]
    })
  })
}
