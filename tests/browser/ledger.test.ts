import { expect, vi } from 'vitest'
import { expectAccessible } from './support/axe.ts'
import { reviewRows } from './support/review-rows.ts'
import { signUp } from './support/sign-up.ts'
import { addSmallListing } from './support/small-listing.ts'
import { test as base } from './support/test.ts'

const TARGET = { platform: 'google', id: 'small' } as const

/** With an account whose three reviews were collected, of which one was then edited and another one taken off the list. */
const test = base.extend('ledger', { scope: 'file' }, async ({ newPerson, product }) => {
  const { page: owner, complaints } = await newPerson()
  await signUp(owner, 'wren-ledger@example.test')
  await addSmallListing(owner)

  const database = await product.server.database()
  await database.prepare("UPDATE organization_subscriptions SET plan_type = 'pro'").run()
  const { control } = product.upstream
  const [first, second] = await control.reviews('google', 'small')
  const text = `${first?.reviewText ?? ''} Update: the new shelves are lovely.`
  await control.edit(TARGET, first?.reviewId ?? '', { rating: 2, text })
  const removed = (await control.remove(TARGET, second?.reviewId ?? '')).authorName ?? ''
  for (const runs of [2, 3]) {
    await owner.goto('/app/businesses')
    await owner.getByRole('button', { name: 'Collect now: Marlowe & Daughter Books' }).click()
    await vi.waitUntil(
      async () => {
        const done = database.prepare("SELECT count(*) AS count FROM scrape_runs WHERE status = 'succeeded'")
        return (await done.first<{ count: number }>())?.count === runs
      },
      { timeout: 30_000, interval: 200 },
    )
  }
  return { owner, complaints, removed }
})

test.for([
  [1440, 900, 'light'],
  [390, 844, 'dark'],
  [1440, 900, 'dark'],
  [390, 844, 'light'],
] as const)(
  'at %i by %i in the %s an owner sees what became of each review',
  async ([width, height, scheme], { ledger: { owner, complaints, removed } }) => {
    await owner.setViewportSize({ width, height })
    await owner.emulateMedia({ colorScheme: scheme })
    const shot = (name: string) =>
      owner.screenshot({ path: `.test-output/ledger-${name}-${width}-${scheme}.png`, fullPage: true })
    const fits = async () =>
      expect(await owner.evaluate(() => document.documentElement.scrollWidth)).toBe(width)

    await owner.goto('/app/reviews')
    const rows = reviewRows(owner)
    await expect.poll(() => rows.count()).toBe(3)
    await shot('list')
    await fits()

    await rows.filter({ hasText: 'Removed' }).getByRole('link').click()
    const gone = owner.getByRole('article').filter({ hasText: 'No longer shown by Google since' })
    await gone.getByText(removed).waitFor()
    await gone.getByText('there is nothing to answer').waitFor()
    expect(await gone.getByRole('textbox').count()).toBe(0)
    await fits()

    // Beside the list it is there before the router is.
    await owner.waitForURL(/\/app\/reviews\/\d+/)
    await owner.goBack()
    await rows.filter({ hasText: 'Edited' }).getByRole('link').click()
    await owner.getByRole('heading', { name: 'History' }).waitFor()
    await owner.getByText('to 2 stars.').waitFor()
    expect(await owner.locator('ol ins').textContent()).toContain('Update: the new shelves are lovely.')
    await owner.getByText('First seen here').waitFor()
    await shot('history')
    await fits()
    await expectAccessible(owner, [width])

    await owner.goto('/app')
    const numbers = owner.getByRole('region', { name: 'Numbers' })
    await numbers.getByText('2', { exact: true }).first().waitFor()
    await shot('dashboard-public')
    await fits()
    await owner.getByRole('link', { name: 'Including removed' }).click()
    await numbers.getByText('3', { exact: true }).first().waitFor()
    await owner.getByText('These need an answer').waitFor()
    await shot('dashboard-all')
    await fits()
    expect(complaints).toEqual([])
  },
)

test('the filter and the switch work without scripts', async ({ browser, product, ledger }) => {
  const context = await browser.newContext({ baseURL: product.origin, javaScriptEnabled: false })
  await context.addCookies(await ledger.owner.context().cookies())
  const page = await context.newPage()
  await page.goto('/app/reviews?visibility=removed')
  await page.getByLabel('On the platform').waitFor()
  expect(await reviewRows(page).count()).toBe(1)
  await page.getByLabel('On the platform').selectOption('public')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL(/visibility=public/)
  expect(await reviewRows(page).count()).toBe(2)

  await page.goto('/app')
  await page.getByText('2 reviews need an answer').waitFor()
  await page.getByRole('link', { name: 'Including removed' }).click()
  await page.waitForURL('**/app?ledger=all')
  expect(await page.getByRole('link', { name: 'Including removed' }).getAttribute('aria-current')).toBe(
    'true',
  )
})
