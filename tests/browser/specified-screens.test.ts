import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { storeNotifications } from '#tests/factories.ts'
import { test } from './support/demo.ts'
import { reviewRows } from './support/review-rows.ts'
import { addressAbout, SCREENS } from './support/screens.ts'
import {
  BREADCRUMBS,
  ERROR_OFFERS,
  PLAN_DOTS,
  SAMPLE_NOTIFICATIONS,
  SIDEBAR_UNITS,
  SPECIFIED_SCREENS,
  VISITORS,
} from './support/specification.ts'

const UNIT_PX = 4
const WIDE = { width: 1440, height: 900 }
const PHONE = { width: 390, height: 844 }
const BRAND = 'Review Dashboard'

const VISITS = SPECIFIED_SCREENS.flatMap(({ path, seen }) =>
  VISITORS.map((visitor) => [`${path} for ${visitor}`, path, visitor, seen[visitor]] as const),
)

/** All that can be read on the screen or in a part of it, in one line. */
async function readable(page: Page, part = 'body'): Promise<string> {
  // biome-ignore lint/performance/useDomNodeTextContent: not what is hidden
  const text = await page.locator(part).innerText()
  return text.replaceAll(/\s+/g, ' ')
}

function navigation(page: Page) {
  return page.getByRole('navigation', { name: 'Main' })
}

test.for(VISITS)('%s', async ([_, path, visitor, seen], { visit, product }) => {
  const { page } = await visit(visitor)
  await page.setViewportSize(WIDE)
  const answer = await page.goto(path)
  expect(page.url()).toBe(product.origin + (seen.leadsTo ?? path))
  expect(answer?.status()).toBe(seen.status ?? 200)
  if (seen.heading)
    expect(await page.getByRole('heading', { level: 1 }).allInnerTexts()).toEqual([seen.heading])
  for (const [part, { shows = [], lacks = [] }] of [
    ['body', seen],
    ['main', seen.main ?? {}],
  ] as const) {
    // Some of it is loaded or asked for after the page.
    const lacking = async () => {
      const text = await readable(page, part)
      return shows.filter((shown) => !text.includes(shown))
    }
    await expect.poll(lacking).toEqual([])
    const text = await readable(page, part)
    expect(lacks.filter((missing) => text.includes(missing))).toEqual([])
  }
})

test.for(BREADCRUMBS)('%s has its breadcrumbs', async ([path, labels], { visit }) => {
  const { page } = await visit('pro')
  await page.setViewportSize(WIDE)
  await page.goto(path)
  const crumbs = page.getByRole('navigation', { name: 'Breadcrumbs' })
  expect(await crumbs.count()).toBe(labels.length === 0 ? 0 : 1)
  const texts = await crumbs.getByRole('listitem').allInnerTexts()
  expect(texts.map((text) => text.replace('/', '').trim())).toEqual(labels)
})

test('the entry of the Dashboard is active on its exact path only', async ({ visit }) => {
  const { page } = await visit('pro')
  await page.setViewportSize(WIDE)
  for (const [path, active] of [
    ['/app', 'Dashboard'],
    ['/app/reviews', 'Reviews'],
    ['/app/businesses/new', 'Businesses'],
  ] as const) {
    await page.goto(path)
    expect(await navigation(page).locator('[aria-current=page]').allInnerTexts()).toEqual([active])
  }
})

test.for(PLAN_DOTS)('$name has its dot', async ({ plan, name, hue }, { visit }) => {
  const { page } = await visit(plan)
  await page.goto('/app')
  const dot = page.getByText(name, { exact: true }).first().locator('xpath=preceding-sibling::span')
  const colour = await dot.evaluate((element) => getComputedStyle(element).backgroundColor)
  expect(colour).toMatch(/^oklch/)
  const parts = colour.match(/[\d.]+/g)?.map(Number) ?? []
  if (hue === null) expect(parts[1]).toBeLessThan(0.03)
  else expect(Math.abs((parts[2] ?? 0) - hue)).toBeLessThan(20)
})

test('Upgrade Plan leads to the prices', async ({ visit }) => {
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

test('the sidebar is 64 units wide and 16 narrow, and stays as it was left', async ({ visit }) => {
  const { page } = await visit('pro')
  await page.setViewportSize(WIDE)
  await page.goto('/app', { waitUntil: 'networkidle' })
  const widthOf = async () => (await page.getByRole('complementary').boundingBox())?.width
  expect(await widthOf()).toBe(SIDEBAR_UNITS.wide * UNIT_PX)
  await page.getByRole('button', { name: 'Collapse sidebar' }).click()
  await expect.poll(widthOf).toBe(SIDEBAR_UNITS.narrow * UNIT_PX)
  await page.reload({ waitUntil: 'networkidle' })
  expect(await widthOf()).toBe(SIDEBAR_UNITS.narrow * UNIT_PX)
  await page.getByRole('button', { name: 'Expand sidebar' }).click()
  await expect.poll(widthOf).toBe(SIDEBAR_UNITS.wide * UNIT_PX)
})

test('the drawer lists three screens, names the brand in its header alone, and closes on the way', async ({
  visit,
}) => {
  const { page } = await visit('ai_insights')
  for (const size of [WIDE, PHONE]) {
    await page.setViewportSize(size)
    await page.goto('/app', { waitUntil: 'networkidle' })
    expect(await readable(page)).not.toContain(BRAND)
  }
  await page.getByRole('button', { name: 'Open navigation' }).click()
  const drawer = page.getByRole('dialog', { name: BRAND })
  expect(await drawer.getByRole('navigation').getByRole('link').allInnerTexts()).toEqual([
    'Dashboard',
    'Reviews',
    'Businesses',
  ])
  await drawer.getByRole('link', { name: 'Businesses' }).click()
  await page.waitForURL('**/app/businesses')
  await drawer.waitFor({ state: 'detached' })
})

test('the samples are told, one is read when it is pressed, and the badge ends at 9+', async ({
  visit,
  product,
}) => {
  const { page } = await visit('free')
  await page.setViewportSize(WIDE)
  await page.goto('/app', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Notifications, 3 unread' }).click()
  const items = page.getByRole('menu').getByRole('menuitem')
  for (const sample of SAMPLE_NOTIFICATIONS) await items.filter({ hasText: sample }).waitFor()
  await items.filter({ hasText: SAMPLE_NOTIFICATIONS[0] }).click()
  await page.getByRole('button', { name: 'Notifications, 2 unread' }).waitFor()

  const database = await product.server.database()
  const owner = await database
    .prepare(
      `SELECT organization_id AS id FROM organization_users JOIN users ON users.id = user_id
      WHERE email = 'free@demo.test'`,
    )
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
] as const)('the sample ‘%s’ leads to what it is about', async ([sample, address, field], { visit }) => {
  const { page } = await visit('pro')
  await page.setViewportSize(WIDE)
  await page.goto('/app', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page.getByRole('menuitem').filter({ hasText: sample }).click()
  await page.waitForURL(address)
  await page.getByLabel(field).waitFor()
})

test('all screens begin at one left edge', { timeout: 180_000 }, async ({ visit }) => {
  const { page, objects } = await visit('pro')
  await page.setViewportSize(WIDE)
  const edges = new Map<number, string>()
  for (const { path, query = '' } of SCREENS.filter(
    ({ path, visitors }) => path.startsWith('/app') && visitors.includes('pro'),
  )) {
    const address = addressAbout(path + query, objects)
    await page.goto(address)
    const heading = page.locator('main h1').first()
    edges.set(await heading.evaluate((element) => element.getBoundingClientRect().left), address)
  }
  expect([...edges.values()]).toHaveLength(1)
})

test.for([
  [1024, 768],
  [1440, 900],
  [1440, 1000],
] as const)('at %i by %i the list shows 12 to 20 reviews at once', async ([width, height], { visit }) => {
  const { page } = await visit('pro')
  await page.setViewportSize({ width, height })
  await page.goto('/app/reviews', { waitUntil: 'networkidle' })
  const boxes = await Promise.all((await reviewRows(page).all()).map((row) => row.boundingBox()))
  const visible = boxes.filter((box) => box && box.y + box.height <= height)
  expect(visible.length).toBeGreaterThanOrEqual(12)
  expect(visible.length).toBeLessThanOrEqual(20)
})

test('an error screen offers its ways on', async ({ visit }) => {
  const { page } = await visit('pro')
  await page.goto('/app/businesses/edit?id=nobodys', { waitUntil: 'networkidle' })
  const screen = page.getByRole('main')
  for (const { role, name, ...offer } of ERROR_OFFERS) {
    const found = screen.getByRole(role, { name })
    expect([name, await found.count()]).toEqual([name, 1])
    if ('leadsTo' in offer) expect(await found.getAttribute('href')).toContain(offer.leadsTo)
  }
  expect(await screen.getByRole('list').getByRole('listitem').count()).toBeGreaterThan(0)
})

test('a message appears at the top right, and can be dismissed', async ({ visit }) => {
  const { page } = await visit('pro')
  await page.setViewportSize(WIDE)
  await page.goto('/app/notifications', { waitUntil: 'networkidle' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const message = page.getByText('Saved.')
  const box = await message.boundingBox()
  expect(box?.y).toBeLessThan(WIDE.height / 4)
  expect(box?.x).toBeGreaterThan(WIDE.width / 2)
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await message.waitFor({ state: 'detached' })
})

test('the user menu has initial and address, Profile, and Logout, which leads to /', async ({
  visit,
  product,
}) => {
  const { page } = await visit('ai_insights')
  await page.setViewportSize(WIDE)
  await page.goto('/app', { waitUntil: 'networkidle' })
  const menu = page.getByRole('button', { name: 'Account of ai@demo.test' })
  expect(await menu.textContent()).toContain('ai@demo.test')
  const initial = await menu
    .locator('span')
    .first()
    .evaluate((element) => getComputedStyle(element, '::before').content)
  expect(initial).toBe('"I"')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Profile' }).click()
  await page.waitForURL('**/app/profile')
  await menu.click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL(`${product.origin}/`)
  await page.goto('/app')
  expect(page.url()).toBe(`${product.origin}/login?redirectTo=%2Fapp`)
})
