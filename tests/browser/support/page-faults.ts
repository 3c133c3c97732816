import type { Page } from 'playwright-core'

/** What is wrong with a page at the width it has: it scrolls sideways, or a text is cut off for good. */
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
      // Ended with dots, and there is the whole of it behind a link or in a title.
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

const MIN_TARGET_PX = 44

/** What is too small for a thumb. A link inside a sentence is as high as its line. */
export function smallTargets(page: Page): Promise<string[]> {
  return page.evaluate((least) => {
    const controls = 'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=switch]'
    return [...document.querySelectorAll(controls)].flatMap((control) => {
      if (!control.checkVisibility({ visibilityProperty: true })) return []
      const { display, clipPath } = getComputedStyle(control)
      // The link that skips to the content, until it has the focus.
      if (clipPath !== 'none') return []
      const hasText = [...(control.parentElement?.childNodes ?? [])].some(
        (node) => node !== control && node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
      )
      if (display === 'inline' && hasText && control.localName === 'a') return []
      const overlay = getComputedStyle(control, '::after')
      const isStretched = overlay.content !== 'none' && overlay.position === 'absolute'
      const target =
        (isStretched && (control as HTMLElement).offsetParent) || control.closest('label') || control
      const { width, height } = target.getBoundingClientRect()
      if (height >= least - 0.5) return []
      return [
        `${Math.round(width)} × ${Math.round(height)} px: <${control.localName}> ${control.getAttribute('aria-label') ?? control.textContent?.slice(0, 40)}`,
      ]
    })
  }, MIN_TARGET_PX)
}
