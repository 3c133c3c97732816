import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { LISTINGS } from '#tests/upstream/listings.ts'
import { HOUR_MS } from '#worker/rules/durations.ts'
import { lookingTest as test } from './support/demo.ts'
import { addressAbout } from './support/screens.ts'
import { open } from './support/settled.ts'

/** An A4 page within its margins, in CSS pixels. */
const PAPER = { width: 688, height: 1016 }
const DESK = { width: 1440, height: 900 }

/** Screens, and words on the paper. */
const SCREENS: readonly { path: string; says: string[] }[] = [
  {
    path: '/app?businessId=:business',
    says: ['Dashboard', 'Showing the last 365 days', LISTINGS.large.name],
  },
  { path: '/app/analytics?days=90', says: ['Analytics', '90 days', 'All businesses'] },
  {
    path: '/app/reviews?platform=google&rating=5&status=responded',
    says: ['Reviews', 'Platform: Google', 'Stars: 5', 'Answered'],
  },
  { path: '/app/reviews/:review', says: ['Posted'] },
  { path: '/app/businesses?view=table', says: ['Need an answer'] },
  { path: '/app/ai-insights', says: ['AI Insights'] },
  { path: '/app/ai-insights/competitors', says: ['Competitors'] },
]

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
async function startPrinting(page: Page): Promise<string> {
  const date = page.locator('.print-date')
  await date.waitFor({ state: 'attached' })
  const printed = async () => {
    await page.evaluate(() => window.dispatchEvent(new Event('beforeprint')))
    return date.textContent()
  }
  await expect.poll(printed).toMatch(/^Printed /)
  return (await printed()) ?? ''
}

test.for(SCREENS)(
  '$path prints in light colours and unclipped, with its filters and its date',
  async ({ path, says }, { visit }) => {
    const { page, objects } = await visit('ai_insights')
    await page.emulateMedia({ media: 'screen', colorScheme: 'dark' })
    await page.setViewportSize(DESK)
    await open(page, addressAbout(path, objects))
    await startPrinting(page)
    await page.setViewportSize(PAPER)
    await page.emulateMedia({ media: 'print' })
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
  },
)

/** Number of pages: Chromium does not compress their names in a PDF. */
const pagesOf = (pdf: Buffer) => [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length

test('the numbers of a chart are printed in full when unfolded, with the date of the printing', async ({
  visit,
}) => {
  const { page } = await visit('ai_insights')
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize(DESK)
  await open(page, '/app/analytics?days=90')
  const before = await startPrinting(page)
  await page.clock.setFixedTime(Date.now() + 2 * HOUR_MS)
  await expect.poll(() => startPrinting(page)).not.toBe(before)
  await page.getByText('Show the numbers').first().click()
  const frame = page.getByRole('region', { name: /^The numbers/ }).first()
  await frame.waitFor()
  expect(pagesOf(await page.pdf({ format: 'Letter' }))).toBeGreaterThan(1)
  await page.emulateMedia({ media: 'print' })
  expect(await frame.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(
    1,
  )
  expect(await frame.locator('thead').evaluate((head) => getComputedStyle(head).display)).toBe(
    'table-header-group',
  )
})
