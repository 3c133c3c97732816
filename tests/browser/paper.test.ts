import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { lookingTest as test, type Visitor } from './support/demo.ts'
import { open } from './support/settled.ts'

/** An A4 page within its margins, in CSS pixels. */
const PAPER = { width: 688, height: 1016 }

const SCREENS: readonly { path: string; visitor: Visitor; says: string[] }[] = [
  { path: '/app', visitor: 'pro', says: ['Dashboard', 'Showing the last 90 days', 'All businesses'] },
  { path: '/app?businessId=:business', visitor: 'pro', says: ['Dashboard', 'Marlowe & Daughter Books'] },
  { path: '/app/analytics?days=90', visitor: 'pro', says: ['Analytics', '90 days', 'All businesses'] },
  { path: '/app/reviews?status=responded', visitor: 'pro', says: ['Reviews', 'Answered'] },
  {
    path: '/app/reviews?platform=google&rating=5',
    visitor: 'pro',
    says: ['Platform: Google', 'Stars: 5'],
  },
  { path: '/app/reviews/:review', visitor: 'pro', says: ['Posted'] },
  { path: '/app/businesses?view=table', visitor: 'pro', says: ['Need an answer'] },
  { path: '/app/ai-insights', visitor: 'ai_insights', says: ['AI Insights'] },
  { path: '/app/ai-insights/competitors', visitor: 'ai_insights', says: ['Competitors'] },
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

/** Number of pages: Chromium does not compress their names in a PDF. */
const pagesOf = (pdf: Buffer) => [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length

test('the numbers of a chart are printed in full when unfolded', async ({ visit }) => {
  const { page } = await visit('pro')
  await open(page, '/app/analytics?days=365')
  const folded = pagesOf(await page.pdf({ format: 'Letter' }))
  expect(folded).toBeGreaterThan(1)
  await page.getByText('Show the numbers').first().click()
  const frame = page.getByRole('region', { name: /^The numbers/ }).first()
  await frame.waitFor()
  await page.emulateMedia({ media: 'print' })
  expect(await frame.evaluate((element) => element.scrollHeight - element.clientHeight)).toBeLessThanOrEqual(
    1,
  )
  expect(await frame.locator('thead').evaluate((head) => getComputedStyle(head).display)).toBe(
    'table-header-group',
  )
  await page.emulateMedia({ media: 'screen' })
})

test('a printout is dated when it is printed, not when the screen was opened', async ({
  newPerson,
  visit,
}) => {
  const { page } = await visit('pro')
  const { context } = await newPerson({ storageState: await page.context().storageState() })
  const later = await context.newPage()
  await later.clock.install()
  await open(later, '/app/help')
  const before = await startPrinting(later)
  await later.clock.fastForward('02:00:00')
  await expect.poll(() => startPrinting(later)).not.toBe(before)
})
