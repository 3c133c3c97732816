import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { lookingTest as test, type Visitor } from './demo.ts'
import { open } from './settled.ts'

/** An A4 page within its margins, in CSS pixels. */
const PAPER = { width: 688, height: 1016 }

export interface Printed {
  path: string
  visitor: Visitor
  /** Words on the paper. */
  says: string[]
}

/** The words on paper, including the chosen options. */
async function wordsOf(page: Page): Promise<string> {
  const chosen = await page.locator('select:visible option:checked').allTextContents()
  // biome-ignore lint/performance/useDomNodeTextContent: only what is displayed
  return [await page.locator('body').innerText(), ...chosen].join('\n')
}

/** Faults on paper, by kind. */
function faultsOf(page: Page) {
  return page.evaluate(({ width, height }) => {
    const shown = [...document.body.querySelectorAll<HTMLElement>('*')].filter((element) =>
      element.checkVisibility({ visibilityProperty: true }),
    )
    const isHidden = (element: Element) => element.getBoundingClientRect().width <= 1
    const names = (elements: HTMLElement[]) => elements.map((element) => element.outerHTML.slice(0, 120))
    return {
      scheme: getComputedStyle(document.documentElement).colorScheme,
      pressed: names(
        shown.filter(
          (element) => element.matches('button, summary, aside, [type=checkbox]') && !isHidden(element),
        ),
      ),
      barsOverText: names(
        shown.filter(
          (element) => /fixed|sticky/.test(getComputedStyle(element).position) && !isHidden(element),
        ),
      ),
      tooWide: names(
        shown.filter((element) => element.getBoundingClientRect().right > width + 1 && !isHidden(element)),
      ),
      clipped: names(
        shown.filter(
          (element) =>
            /auto|scroll/.test(getComputedStyle(element).overflowY) &&
            element.scrollHeight > element.clientHeight + 1,
        ),
      ),
      cutPictures: names(
        shown
          .filter((element) => element.matches('svg[role=img]'))
          .map((drawing) => drawing.closest<HTMLElement>('.break-inside-avoid') ?? drawing)
          .filter((card) => !card.matches('.break-inside-avoid') || card.offsetHeight > height),
      ),
      bleachedStars: names(
        shown.filter(
          (element) =>
            element.matches('.stars') &&
            getComputedStyle(element).getPropertyValue('print-color-adjust') !== 'exact',
        ),
      ),
    }
  }, PAPER)
}

/**
 * Fires `beforeprint`, which Playwright leaves out, until the page has written its date. The page starts
 * listening some time after it has loaded.
 */
export async function startPrinting(page: Page): Promise<string> {
  const date = page.locator('.print-date')
  await date.waitFor({ state: 'attached' })
  const printed = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    return date.textContent()
  }
  await expect.poll(printed).toMatch(/^Printed /)
  return (await printed()) ?? ''
}

/** Adds a test for each of these screens on paper. */
export function testPaper(screens: readonly Printed[]): void {
  test.for(screens)(
    '$path prints for $visitor in light colours and unclipped, with its filters and its date',
    async ({ path, visitor, says }, { visit }) => {
      const { page, objects } = await visit(visitor)
      await page.emulateMedia({ media: 'screen', colorScheme: 'dark', reducedMotion: 'reduce' })
      const address = path.replace(':business', objects.businessId).replace(':review', objects.reviewId)
      await open(page, address)
      await startPrinting(page)
      await page.setViewportSize(PAPER)
      await page.emulateMedia({ media: 'print', colorScheme: 'dark', reducedMotion: 'reduce' })
      const words = await wordsOf(page)
      for (const word of [...says, 'Printed ']) expect(words).toContain(word)
      expect(await faultsOf(page)).toEqual({
        scheme: 'light',
        pressed: [],
        barsOverText: [],
        tooWide: [],
        clipped: [],
        cutPictures: [],
        bleachedStars: [],
      })
      await page.emulateMedia({ media: 'screen', colorScheme: 'light', reducedMotion: 'reduce' })
      await page.setViewportSize({ width: 1440, height: 900 })
    },
  )
}
