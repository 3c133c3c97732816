import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { lookingTest as test } from './support/demo.ts'
import { addressAbout } from './support/screens.ts'
import { open, settled, show } from './support/settled.ts'

/** A field of a form that filters a screen. */
interface FilterField {
  on: string
  label: string
  name: string
  /** Text sent with Enter, or a day. Undefined for a select, whose last option is chosen. */
  typed?: string
}

const FIELDS: readonly FilterField[] = [
  { on: '/app', label: 'Business', name: 'businessId' },
  { on: '/app/analytics', label: 'Business', name: 'businessId' },
  { on: '/app/businesses', label: 'Search businesses', name: 'search', typed: 'a' },
  { on: '/app/businesses', label: 'Status', name: 'state' },
  { on: '/app/businesses', label: 'View', name: 'view' },
  { on: '/app/team/activity', label: 'Person', name: 'person' },
  { on: '/app/team/activity', label: 'About', name: 'subject' },
  { on: '/app/team/activity', label: 'From', name: 'from', typed: '2026-01-02' },
  { on: '/app/reviews', label: 'Search reviews', name: 'search', typed: 'coffee' },
  { on: '/app/reviews/:review', label: 'Search reviews', name: 'search', typed: 'coffee' },
  { on: '/app/reviews/:review', label: 'Stars', name: 'rating' },
]

function valueIn(page: Page, name: string): string {
  return new URL(page.url()).searchParams.get(name) ?? ''
}

test.for(FIELDS)(
  '$label on $on keeps the focus and shows the value in the address, also after Back',
  async ({ on, label, name, typed }, { visit }) => {
    const { page, objects } = await visit('pro')
    await page.setViewportSize({ width: 1440, height: 900 })
    await show(page, addressAbout(on, objects))
    const field = page.getByRole('main').getByLabel(label, { exact: true })
    if (name === 'rating') await page.getByText(/^Filters/).click()
    const before = await field.inputValue()
    await field.focus()
    if (typed === undefined) await field.selectOption({ index: (await field.locator('option').count()) - 1 })
    else await field.fill(typed)
    if (name === 'search') await field.press('Enter')
    const chosen = await field.inputValue()
    expect(chosen).not.toBe(before)
    await expect.poll(() => valueIn(page, name)).toBe(chosen)
    await settled(page)
    expect(await field.inputValue()).toBe(chosen)
    expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)

    await page.goBack()
    await expect.poll(() => valueIn(page, name)).toBe('')
    await expect.poll(() => field.inputValue()).toBe(before)
  },
)

test('text typed while the response is loading is kept', async ({ visit }) => {
  const { page } = await visit('pro')
  await show(page, '/app/businesses')
  const { promise: typed, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/app/businesses.data*', async (route) => {
    await typed
    await route.continue()
  })
  const search = page.getByRole('searchbox', { name: 'Search businesses' })
  await search.pressSequentially('a')
  await search.press('Enter')
  await search.pressSequentially('nd')
  answer()
  await page.waitForURL(/search=a(&|$)/)
  await settled(page)
  await page.unroute('**/app/businesses.data*')
  expect(await search.inputValue()).toBe('and')
})

test('a filter choice that leads back to a view leaves its field unfolded and focused', async ({ visit }) => {
  const { page } = await visit('pro')
  await page.setViewportSize({ width: 1440, height: 900 })
  await show(page, '/app/reviews?rating=1')
  await page.getByText(/^Filters/).click()
  const field = page.getByLabel('Stars', { exact: true })
  await field.focus()
  await field.selectOption('All')
  await page.waitForURL('**/app/reviews')
  await page.getByRole('link', { name: /^All/ }).and(page.locator('[aria-current=page]')).waitFor()
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true)
  await page.getByRole('link', { name: /^Unhappy/ }).click()
  await page.waitForURL('**/app/reviews?sentiment=negative')
})

test('on a phone a link with filters leads to the reviews, with the filters in words above them', async ({
  visit,
}) => {
  const { page, objects } = await visit('pro')
  await page.setViewportSize({ width: 390, height: 844 })
  const filters = `businessId=${objects.businessId}&sentiment=positive&text=with&from=2025-01-01&to=2030-12-31`
  await open(page, `/app/reviews?${filters}`)
  const words = page.getByRole('list', { name: 'Filters' })
  expect(await words.getByRole('listitem').allTextContents()).toEqual([
    'Sentiment: Positive (4–5 stars)',
    'Text: With text',
    'Posted from: Jan 1, 2025',
    'Posted until: Dec 31, 2030',
  ])
  const first = await page.locator('.inbox-row').first().boundingBox()
  expect(first?.y).toBeLessThan(700)
  await page.getByText('Filters (5)').click()
  expect(await page.getByLabel('Sentiment').inputValue()).toBe('positive')
  expect(await words.getByRole('listitem').count()).toBe(0)
})

test('going back to the list from another screen focuses its heading, even after a search', async ({
  visit,
}) => {
  const { page, objects } = await visit('pro')
  await page.setViewportSize({ width: 1440, height: 900 })
  await show(page, addressAbout('/app/reviews/:review', objects))
  const search = page.getByLabel('Search reviews')
  await search.fill('coffee')
  await search.press('Enter')
  await page.waitForURL('**/app/reviews?search=coffee')
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Businesses' }).click()
  await page.getByRole('heading', { level: 1, name: 'Businesses' }).waitFor()
  await page.goBack()
  const focused = () => page.evaluate(() => document.activeElement?.textContent)
  await expect.poll(focused).toBe('Reviews')
})
