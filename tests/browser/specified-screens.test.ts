import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { storeNotifications } from '#tests/factories.ts'
import { test as base } from './support/demo.ts'
import { newOwner } from './support/owner.ts'
import { reviewRows } from './support/review-rows.ts'
import { open, read, settled } from './support/settled.ts'
import { ERROR_OFFERS, PLAN_DOTS, SAMPLE_NOTIFICATIONS, SIDEBAR_UNITS } from './support/specification.ts'

const UNIT_PX = 4
const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const BRAND = 'Review Dashboard'

/** Owner of an empty account, on any plan. */
const test = base.extend('subscriber', { scope: 'file' }, async ({ newPerson, product }) => {
  const { page } = await newPerson()
  return { page, ...(await newOwner(page, product)) }
})

function navigation(page: Page) {
  return page.getByRole('navigation', { name: 'Main' })
}

test('the Dashboard entry is active on its exact path only', async ({ visit }) => {
  const { page } = await visit('pro')
  await page.setViewportSize(WIDE)
  for (const [path, active] of [
    ['/app', 'Dashboard'],
    ['/app/reviews', 'Reviews'],
    ['/app/businesses/new', 'Businesses'],
  ] as const) {
    await read(page, path)
    expect(await navigation(page).locator('[aria-current=page]').allInnerTexts()).toEqual([active])
  }
})

test.for(PLAN_DOTS)('$name has a dot in its colour', async ({ plan, name, hue }, { subscriber, product }) => {
  const { page, organizationId } = subscriber
  const database = await product.server.database()
  await database
    .prepare('UPDATE organization_subscriptions SET plan_type = ? WHERE organization_id = ?')
    .bind(plan, organizationId)
    .run()
  await read(page, '/app')
  const dot = page.getByText(name, { exact: true }).first().locator('xpath=preceding-sibling::span')
  const colour = await dot.evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(colour).toMatch(/^oklch/)
  const parts = colour.match(/[\d.]+/g)?.map(Number) ?? []
  if (hue === null) expect(parts[1]).toBeLessThan(0.03)
  else expect(Math.abs((parts[2] ?? 0) - hue)).toBeLessThan(20)
})

test('Upgrade Plan leads to the pricing page', async ({ visit }) => {
  for (const visitor of ['free', 'pro'] as const) {
    const { page } = await visit(visitor)
    await page.goto('/app')
    await page.getByRole('link', { name: 'Upgrade Plan' }).click()
    await page.waitForURL('**/pricing')
  }
})

test('locked sections are disabled and carry a lock', async ({ visit }) => {
  const { page } = await visit('free')
  await page.goto('/app')
  for (const name of [/^Analytics/, /^AI Insights/]) {
    const entry = navigation(page).getByRole('button', { name })
    expect(await entry.isDisabled()).toBe(true)
    expect(await entry.getByLabel('Locked').count()).toBe(1)
  }
})

test('locked sections can be previewed from the sidebar and from a phone’s tab bar', async ({ visit }) => {
  const { page } = await visit('free')
  await page.setViewportSize(WIDE)
  await open(page, '/app')
  await navigation(page).getByRole('link', { name: 'See a preview of Analytics' }).click()
  await page.waitForURL('**/app/analytics')
  await page.getByText('This is what it looks like, with sample data.').waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  const tabs = page.getByRole('navigation', { name: 'Screens' })
  expect(await tabs.getByRole('link').allTextContents()).toEqual([
    'Dashboard',
    'Reviews',
    'Businesses',
    'Analytics',
    'AI Insights',
  ])
  expect(await tabs.getByLabel('Locked').count()).toBe(2)
  await tabs.getByRole('link', { name: 'AI Insights' }).click()
  await page.waitForURL('**/app/ai-insights')
})

test('the sidebar is 64 units wide, or 16 when narrow, and stays as it was left', async ({ visit }) => {
  const { page } = await visit('pro')
  await page.setViewportSize(WIDE)
  await open(page, '/app')
  const widthOf = async () => (await page.getByRole('complementary').boundingBox())?.width
  expect(await widthOf()).toBe(SIDEBAR_UNITS.wide * UNIT_PX)
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await expect.poll(widthOf).toBe(SIDEBAR_UNITS.narrow * UNIT_PX)
  await page.reload()
  await settled(page)
  expect(await widthOf()).toBe(SIDEBAR_UNITS.narrow * UNIT_PX)
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  await expect.poll(widthOf).toBe(SIDEBAR_UNITS.wide * UNIT_PX)
})

test('the drawer lists three screens, names the brand only in its header, and closes on navigation', async ({
  visit,
}) => {
  const { page } = await visit('pro')
  for (const size of [WIDE, PHONE]) {
    await page.setViewportSize(size)
    await open(page, '/app')
    // biome-ignore lint/performance/useDomNodeTextContent: not what is hidden
    expect(await page.locator('body').innerText()).not.toContain(BRAND)
  }
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
})

test('sample notifications are listed, pressing one marks it as read, and the badge ends at 9+', async ({
  visit,
  emailOf,
  product,
}) => {
  const { page } = await visit('free')
  await page.setViewportSize(WIDE)
  await open(page, '/app')
  await page.getByRole('button', { name: 'Notifications, 3 unread' }).click()
  const items = page.getByRole('menu').getByRole('menuitem')
  for (const sample of SAMPLE_NOTIFICATIONS) await items.filter({ hasText: sample }).waitFor()
  await items.filter({ hasText: SAMPLE_NOTIFICATIONS[0] }).click()
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor()

  const database = await product.server.database()
  const owner = await database
    .prepare(
      `SELECT organization_id AS id FROM organization_users JOIN users ON users.id = user_id
      WHERE email = ?`,
    )
    .bind(await emailOf('free'))
    .first<{ id: string }>()
  await storeNotifications(
    database,
    String(owner?.id),
    Array.from({ length: 8 }, () => ({})),
  )
  await page.goto('/app')
  await page.getByRole('button', { name: 'Notifications, 9+ unread' }).waitFor()
})

test.for([
  ['New review detected', /\/app\/reviews\?review=\d+$/, 'Your reply'],
  ['System update completed', /\/app\/help$/, 'Search the articles'],
] as const)(
  'the sample notification ‘%s’ leads to its subject',
  async ([sample, address, field], { visit }) => {
    const { page } = await visit('pro')
    await page.setViewportSize(WIDE)
    await open(page, '/app')
    await page.getByRole('button', { name: /^Notifications/ }).click()
    await page.getByRole('menuitem').filter({ hasText: sample }).click()
    await page.waitForURL(address)
    await page.getByLabel(field).waitFor()
  },
)

test('the list shows 12 to 20 reviews at once on screens of three sizes', async ({ visit }) => {
  const { page } = await visit('pro')
  await open(page, '/app/reviews')
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

test('an error screen offers its actions', async ({ visit }) => {
  const { page } = await visit('pro')
  await open(page, '/app/businesses/edit?id=nobodys')
  const screen = page.getByRole('main')
  for (const { role, name, ...offer } of ERROR_OFFERS) {
    const found = screen.getByRole(role, { name })
    expect([name, await found.count()]).toEqual([name, 1])
    if ('leadsTo' in offer) expect(await found.getAttribute('href')).toContain(offer.leadsTo)
  }
  expect(await screen.getByRole('list').getByRole('listitem').count()).toBeGreaterThan(0)
})

test('a message appears at the top right and can be dismissed', async ({ visit }) => {
  const { page } = await visit('pro')
  await page.setViewportSize(WIDE)
  await open(page, '/app/notifications')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const message = page.getByText('Saved.')
  const box = await message.boundingBox()
  expect(box?.y).toBeLessThan(WIDE.height / 4)
  expect(box?.x).toBeGreaterThan(WIDE.width / 2)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await message.waitFor({ state: 'detached' })
})

test('the user menu has the initial, the address, Profile, and a Logout that leads to /', async ({
  visit,
  emailOf,
  product,
}) => {
  const email = await emailOf('pro')
  const { page } = await visit('pro')
  await page.setViewportSize(WIDE)
  await open(page, '/app')
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
  await menu.click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL(`${product.origin}/`)
  await page.goto('/app')
  expect(page.url()).toBe(`${product.origin}/login?redirectTo=%2Fapp`)
})
