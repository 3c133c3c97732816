import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { runScripts } from './support/appearance.ts'
import { scrollWidth } from './support/page-faults.ts'
import { reviewRows } from './support/review-rows.ts'
import { open, show } from './support/settled.ts'
import { fieldOf, shownIn, test } from './support/shop-owner.ts'
import { send } from './support/sign-up.ts'

const DRAFT = 'Thank you, we will look into the queue at noon.'

/** Opens an address and sums up the layout shifts until the screen has settled. */
async function shiftsOf(page: Page, address: string): Promise<number> {
  await page.addInitScript(() => {
    const sum = { shifts: 0 }
    Object.assign(window, { sum })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { value: number; hadRecentInput: boolean }[]) {
        if (!entry.hadRecentInput) sum.shifts += entry.value
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await open(page, address)
  return page.evaluate(() => (window as unknown as { sum: { shifts: number } }).sum.shifts)
}

test('a draft survives a reload and is listed, and ‘Save and next’ opens the next review', async ({
  owner: { page, complaints },
}) => {
  await show(page, '/app/reviews?status=pending')
  const rows = reviewRows(page)
  await expect.poll(() => rows.count()).toBe(3)
  await fieldOf(page).fill(DRAFT)
  const first = await shownIn(page)
  await page.reload()
  await expect.poll(() => fieldOf(page).inputValue()).toBe(DRAFT)
  await rows.first().getByText('Draft').waitFor()
  await page.getByRole('link', { name: 'Drafts 1' }).click()
  await page.waitForURL(/ids=\d+/)
  await expect.poll(() => rows.count()).toBe(1)
  await page.getByRole('link', { name: /^Needs an answer/ }).click()
  await expect.poll(() => rows.count()).toBe(3)
  expect(await shownIn(page)).toBe(first)

  const second = await rows.nth(1).getByRole('link').locator('b').textContent()
  await page.getByRole('button', { name: 'Save and next' }).click()
  await expect.poll(() => rows.count()).toBe(2)
  expect(await shownIn(page)).toBe(second)
  await page.getByRole('link', { name: 'Needs an answer 2' }).waitFor()
  await page.getByRole('link', { name: 'Answered 1' }).waitFor()
  expect(complaints).toEqual([])
})

test('folded filters stay applied during a search and can be unfolded and changed without scripts', async ({
  owner: { page },
}) => {
  await show(page, '/app/reviews?status=responded')
  await page.getByRole('searchbox').fill('queue')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.waitForURL('/app/reviews?search=queue&status=responded')
  await page.getByText(/^Filters/).click()
  await page.getByLabel('Status').selectOption('')
  await page.waitForURL('/app/reviews?search=queue')

  await runScripts(page, false)
  await page.goto('/app/reviews?status=responded')
  await page.getByText(/^Filters/).click()
  await page.getByLabel('Status').selectOption('pending')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/status=pending/)
  expect(await page.getByRole('link', { name: /^Needs an answer/ }).getAttribute('aria-current')).toBeTruthy()
  await runScripts(page, true)
})

test('the list can be worked through by single keys, which can be switched off', async ({
  owner: { page },
}) => {
  await show(page, '/app/reviews')
  const rows = reviewRows(page)
  await expect.poll(() => rows.count()).toBe(3)
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).waitFor()
  await page.keyboard.press('j')
  await page.waitForURL(/\/app\/reviews\/\d+$/)
  const first = await shownIn(page)
  await page.keyboard.press('j')
  await expect.poll(() => shownIn(page)).not.toBe(first)
  expect(await rows.nth(1).getByRole('link').getAttribute('aria-current')).toBe('true')
  await page.keyboard.press('k')
  await expect.poll(() => shownIn(page)).toBe(first)
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('H2')
  await page.keyboard.press('/')
  await page.getByRole('searchbox', { name: 'Search reviews' }).press('Escape')
  expect(await page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('search')
  await page.getByRole('heading', { level: 1 }).focus()

  await page.keyboard.press('x')
  const bar = page.getByRole('region', { name: 'Selected reviews' })
  await bar.getByText('1 selected').waitFor()
  await page.keyboard.press('x')
  await expect.poll(() => bar.count()).toBe(0)

  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await help.getByRole('switch', { name: 'Single-letter shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => help.count()).toBe(0)
  await page.keyboard.press('x')
  expect(await bar.count()).toBe(0)
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).click()
  await help.getByRole('switch', { name: 'Single-letter shortcuts' }).click()
  await page.keyboard.press('Escape')
  await expect.poll(() => help.count()).toBe(0)
  await page.keyboard.press('u')
  await page.waitForURL('/app/reviews')
})

test('selected reviews can be marked as answered together, and that can be undone', async ({
  owner: { page },
}) => {
  await show(page, '/app/reviews?status=pending')
  const rows = reviewRows(page)
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByRole('button', { name: 'Keyboard shortcuts' }).waitFor()
  for (const box of await rows.getByRole('checkbox').all()) await box.check()
  await page.getByRole('button', { name: 'Mark as answered' }).click()
  await page.getByText('Nothing needs an answer').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => rows.count()).toBe(2)
})

test('dismissing one review or all from before today takes them off the list and can be undone', async ({
  owner: { page },
}) => {
  await show(page, '/app/reviews?status=pending')
  const rows = reviewRows(page)
  await expect.poll(() => rows.count()).toBe(2)
  const first = await shownIn(page)
  await page.getByRole('article').getByRole('button', { name: 'No reply needed' }).click()
  await expect.poll(() => rows.count()).toBe(1)
  expect(await shownIn(page)).not.toBe(first)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => rows.count()).toBe(2)
  await page.getByRole('button', { name: 'Everything before today is done' }).click()
  await page.getByText('2 reviews are off your list.').waitFor()
  await page.getByText('Nothing needs an answer').waitFor()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(() => rows.count()).toBe(2)
})

test('a review opened by its address does not shift, on a phone and a desktop', async ({
  owner: { page },
}) => {
  await show(page, '/app/reviews?status=pending')
  const address = await reviewRows(page).first().getByRole('link').getAttribute('href')
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await shiftsOf(page, address ?? ''), `at ${width}`).toBeLessThanOrEqual(0.02)
    await fieldOf(page).waitFor()
    expect(await scrollWidth(page)).toBe(width)
  }
})

test('a reply saved elsewhere is shown, and the text typed here is kept', async ({ owner: { page } }) => {
  await show(page, '/app/reviews?status=pending')
  const review = page.getByRole('article')
  const author = await shownIn(page)
  await page.getByRole('button', { name: 'Save reply' }).waitFor()
  const href = await reviewRows(page).first().getByRole('link').getAttribute('href')
  const [, reviewId] = /\/reviews\/(\d+)/.exec(href ?? '') ?? []
  await send(page, 'responses.create', { reviewId, text: 'From the other tab.' })

  await fieldOf(page).fill('From this tab.')
  await page.getByRole('button', { name: 'Save reply' }).click()
  await review.getByText('You or a colleague have answered this review already.').waitFor()
  await review.getByText('From the other tab.').waitFor()
  expect(await fieldOf(page).inputValue()).toBe('From this tab.')
  expect(await shownIn(page)).toBe(author)
})
