import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { storeNotifications } from '#tests/factories.ts'
import { test } from './support/demo.ts'
import { reviewRows } from './support/review-rows.ts'
import { open, read, settled } from './support/settled.ts'
import { leadsTo, signOut } from './support/sign-up.ts'
import { SAMPLE_NOTIFICATIONS, SIDEBAR_UNITS } from './support/specification.ts'

const UNIT_PX = 4
const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const BRAND = 'Review Dashboard'

test('the list shows 12 to 20 reviews at once on screens of three sizes', async ({ visit }) => {
  const { page } = await visit('pro')
  await read(page, '/app/reviews')
  for (const [width, height] of [
    [1024, 768],
    [1440, 900],
    [1440, 1000],
  ] as const) {
    await page.setViewportSize({ width, height })
    const bottoms = await reviewRows(page).evaluateAll((rows) =>
      rows.filter((row) => row.checkVisibility()).map((row) => row.getBoundingClientRect().bottom),
    )
    const visible = bottoms.filter((bottom) => bottom <= height)
    expect(visible.length, `${width} by ${height}`).toBeGreaterThanOrEqual(12)
    expect(visible.length, `${width} by ${height}`).toBeLessThanOrEqual(20)
  }
})

test('sample notifications are listed, a pressed one leads to its subject and is read, and the badge ends at 9+', async ({
  visit,
  emailOf,
  product,
}) => {
  const { page } = await visit('pro')
  await page.setViewportSize(WIDE)
  await open(page, '/app')
  const bell = (unread: string) => page.getByRole('button', { name: `Notifications, ${unread} unread` })
  const items = page.getByRole('menu').getByRole('menuitem')
  await bell('3').click()
  for (const sample of SAMPLE_NOTIFICATIONS) await items.filter({ hasText: sample }).waitFor()
  await items.filter({ hasText: 'New review detected' }).click()
  await page.waitForURL(/\/app\/reviews\?review=\d+$/)
  await page.getByLabel('Your reply').waitFor()
  await bell('2').click()
  await items.filter({ hasText: 'System update completed' }).click()
  await page.waitForURL(/\/app\/help$/)
  await page.getByLabel('Search the articles').waitFor()

  const database = await product.server.database()
  const owner = await database
    .prepare(
      `SELECT organization_id AS id FROM organization_users JOIN users ON users.id = user_id
      WHERE email = ?`,
    )
    .bind(await emailOf('pro'))
    .first<{ id: string }>()
  await storeNotifications(
    database,
    String(owner?.id),
    Array.from({ length: 9 }, () => ({})),
  )
  await page.evaluate(() => window.dispatchEvent(new Event('review-scraped')))
  await bell('9+').waitFor()
})

/** Expects no brand on the screen. */
async function expectNoBrand(page: Page): Promise<void> {
  // biome-ignore lint/performance/useDomNodeTextContent: not what is hidden
  expect(await page.locator('body').innerText()).not.toContain(BRAND)
}

test('sidebar, drawer and user menu are as specified', async ({ visit, emailOf }) => {
  const email = await emailOf('pro')
  const { page } = await visit('pro')
  await page.setViewportSize(WIDE)
  await open(page, '/app')
  const widthOf = async () => (await page.getByRole('complementary').boundingBox())?.width
  expect(await widthOf()).toBe(SIDEBAR_UNITS.wide * UNIT_PX)
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await expect.poll(widthOf).toBe(SIDEBAR_UNITS.narrow * UNIT_PX)
  await page.reload()
  await settled(page)
  expect(await widthOf(), 'it stays as it was left').toBe(SIDEBAR_UNITS.narrow * UNIT_PX)
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  await expect.poll(widthOf).toBe(SIDEBAR_UNITS.wide * UNIT_PX)

  await expectNoBrand(page)
  await page.setViewportSize(PHONE)
  await expectNoBrand(page)
  await page.getByRole('button', { name: 'Open navigation' }).click()
  const drawer = page.getByRole('dialog', { name: BRAND })
  await drawer.getByRole('link', { name: 'Businesses' }).waitFor()
  expect(await drawer.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual([
    'Dashboard',
    'Reviews',
    'Businesses',
  ])
  await drawer.getByRole('link', { name: 'Businesses' }).click()
  await page.waitForURL('**/app/businesses')
  await drawer.waitFor({ state: 'detached' })

  await page.setViewportSize(WIDE)
  const menu = page.getByRole('button', { name: `Account of ${email}` })
  expect(await menu.textContent()).toContain(email)
  const initial = await menu
    .locator('span')
    .first()
    .evaluate((element) => getComputedStyle(element, '::before').content)
  expect(initial).toBe('"T"')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await page.waitForURL('**/app/profile')
  await signOut(page, email)
  expect(await leadsTo(page, '/app')).toBe('/login?redirectTo=%2Fapp')
})
