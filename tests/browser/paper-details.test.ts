import { expect } from 'vitest'
import { lookingTest as test } from './support/demo.ts'
import { startPrinting, testPaper } from './support/paper.ts'
import { open } from './support/settled.ts'

testPaper([
  { path: '/app/ai-insights', visitor: 'ai_insights', says: ['AI Insights'] },
  { path: '/app/ai-insights/competitors', visitor: 'ai_insights', says: ['Competitors'] },
])

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
