import { strict as assert } from 'node:assert'
import { type Browser, chromium, type Page } from 'playwright-core'
import { requireChromium } from '#scripts/local/chromium.ts'
import { startServer } from '#scripts/local/server.ts'
import { freePort } from '#tests/free-port.ts'
import { type Bench, createStore, SMALL_REVIEWS } from '../bench.ts'
import { serveHydratedPage } from '../hydrated-page.ts'
import { interleaved } from '../measure/rounds.ts'
import type { Row } from '../measure/row.ts'
import { EMAIL, PASSWORD } from '../store/seed.ts'

const SLOWDOWN = 4
/** Several rounds, because a busy machine blocks even an idle page for 140 ms. */
const ROUNDS = 5
/**
 * Users notice tasks that block the thread for longer. Time beyond it is counted from the first contentful
 * paint on, because earlier there is nothing to touch: https://web.dev/articles/tbt
 */
const UNNOTICED_MS = 50
/** Covers a page's own work after loading, and the browser's work after closing a page. */
const SETTLE_MS = 1_500
/** Pause between two interactions. */
const BETWEEN_MS = 500
const FLOOR = 'an empty hydrated page'
const VIEWPORT = { width: 390, height: 844 }

/** Limits of every screen. */
const MEASURES = {
  blocking: { name: 'total blocking time', unit: 'ms', atMost: 50 },
  interaction: { name: 'interaction to next paint', unit: 'ms', atMost: 100 },
  shift: { name: 'layout shift', unit: 'CLS', atMost: 0.02 },
} as const
type Measured = Record<keyof typeof MEASURES, number>

/** Paths of the screens; `account` has ten businesses and ten thousand reviews. */
function screens({ businessId, reviewId }: { businessId: string; reviewId: string }) {
  const business = `/app/businesses/${businessId}`
  return {
    Dashboard: '/app',
    Reviews: '/app/reviews',
    'A review': `/app/reviews/${reviewId}`,
    Templates: '/app/reviews/templates',
    Tags: '/app/reviews/tags',
    Analytics: '/app/analytics',
    'AI Insights': '/app/ai-insights',
    Actions: '/app/ai-insights/actions',
    Competitors: '/app/ai-insights/competitors',
    Reports: '/app/ai-insights/reports',
    Businesses: '/app/businesses',
    'Add business': '/app/businesses/new',
    'Edit business': `/app/businesses/edit?id=${businessId}`,
    Sources: `${business}/sources`,
    Connect: `${business}/connect`,
    Import: `${business}/import`,
    Notifications: '/app/notifications',
    Profile: '/app/profile',
    Security: '/app/security',
    Team: '/app/team',
    Activity: '/app/team/activity',
    'Data Management': '/app/data-management',
    'AI Credits': '/app/credits',
    Billing: '/app/billing',
    Help: '/app/help',
  }
}

const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--disable-quic',
  '--disable-sync',
]

/**
 * Blocking time, layout shift and response time of every signed-in screen on a phone with a quarter of this
 * processor: a first visit, then opening and closing the account's menu, and typing if there is a field. The
 * goals apply to the screens alone; the floor is a page with only a button, on this machine and in the same
 * round.
 */
export async function screensInBrowser(bench: Bench): Promise<Row[]> {
  const { stateDir } = await createStore(bench, SMALL_REVIEWS)
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const server = await startServer({ port, stateDir, settings: { ...bench.settings, APP_ORIGIN: origin } })
  const floor = await serveHydratedPage(bench.small)
  const chrome = await chromium.launch({ executablePath: requireChromium(), args: FLAGS })
  try {
    const storageState = await signedIn(chrome, origin)
    const paths = Object.entries(screens(await someIds(chrome, origin, storageState)))
    const visits = paths.map(([name, path]) => [name, () => visit(chrome, `${origin}${path}`, storageState)])
    const { [FLOOR]: least = [], ...rounds } = await interleaved<string, Measured>(
      { [FLOOR]: () => visit(chrome, `${floor.origin}/`, storageState), ...Object.fromEntries(visits) },
      ROUNDS,
    )
    return Object.entries(rounds).flatMap(([screen, measured]) =>
      Object.entries(MEASURES).map(
        ([measure, { name, unit, atMost }]): Row => ({
          name: `${screen}, ${name}`,
          unit,
          ours: measured.map((one) => one[measure as keyof Measured]),
          floor: { name: FLOOR, values: least.map((one) => one[measure as keyof Measured]) },
          goal: { of: 'value', atMost },
          rounds: {},
        }),
      ),
    )
  } finally {
    await chrome.close()
    await server.close()
    await floor.close()
  }
}

type StorageState = Awaited<ReturnType<typeof signedIn>>

/** Cookies after a sign-in through the form. */
async function signedIn(chrome: Browser, origin: string) {
  const context = await chrome.newContext()
  const page = await context.newPage()
  await page.goto(`${origin}/login`)
  await page.getByLabel('E-mail').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL(`${origin}/app`)
  const state = await context.storageState()
  await context.close()
  return state
}

/** A business and a review of the account. */
async function someIds(chrome: Browser, origin: string, storageState: StorageState) {
  const context = await chrome.newContext({ storageState })
  const idIn = async (path: string, pattern: RegExp) => {
    const html = await (await context.request.get(`${origin}${path}`)).text()
    const id = pattern.exec(html)?.[1]
    assert.ok(id, `an id on ${path}`)
    return id
  }
  try {
    return {
      businessId: await idIn('/app/reviews', /value="([0-9a-f-]{36})"/),
      reviewId: await idIn('/app/reviews', /data-review="(\d+)"/),
    }
  } finally {
    await context.close()
  }
}

/** Values from a page's performance observers. */
interface Seen {
  firstPaint: number
  tasks: { from: number; to: number }[]
  shifts: number[]
  interactions: number[]
}

function observe(): void {
  const seen: Seen = { firstPaint: 0, tasks: [], shifts: [], interactions: [] }
  Reflect.set(window, 'seen', seen)
  const each = (options: PerformanceObserverInit, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ buffered: true, ...options })
  each({ type: 'paint' }, ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime
  })
  each({ type: 'longtask' }, ({ startTime, duration }) =>
    seen.tasks.push({ from: startTime, to: startTime + duration }),
  )
  each({ type: 'layout-shift' }, (entry) => {
    if (!Reflect.get(entry, 'hadRecentInput')) seen.shifts.push(Reflect.get(entry, 'value'))
  })
  each({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit, (entry) => {
    if (Reflect.get(entry, 'interactionId')) seen.interactions.push(entry.duration)
  })
}

/** One visit with an empty cache. */
async function visit(chrome: Browser, url: string, storageState: StorageState): Promise<Measured> {
  const context = await chrome.newContext({ storageState, viewport: VIEWPORT, hasTouch: true })
  try {
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    await page.addInitScript(observe)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    await page.waitForTimeout(SETTLE_MS)
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(SETTLE_MS)
    const { firstPaint, tasks } = await page.evaluate(() => Reflect.get(window, 'seen') as Seen)
    assert.ok(firstPaint > 0, 'a first contentful paint')
    await touch(page)
    // The address may have a query by now.
    assert.equal(page.url().split('?')[0], url.split('?')[0], 'the screen that was asked for')
    assert.deepEqual(faults, [], 'faults on the page')
    const { shifts, interactions } = await page.evaluate(() => Reflect.get(window, 'seen') as Seen)
    return {
      blocking: tasks
        .map(({ from, to }) => to - Math.max(from, firstPaint) - UNNOTICED_MS)
        .reduce((sum, ms) => sum + Math.max(0, ms), 0),
      interaction: Math.max(0, ...interactions),
      shift: shifts.reduce((sum, value) => sum + value, 0),
    }
  } finally {
    await context.close()
  }
}

/**
 * Opens and closes the account's menu by tap and key, and types. Playwright's own work in the page (finding,
 * awaiting and checking elements) takes longer than the product's, so it waits until an interaction is over.
 */
async function touch(page: Page): Promise<void> {
  const account = page.getByRole('button', { name: /account/i }).first()
  const box = await account.boundingBox()
  assert.ok(box, 'the button of the account')
  await page.waitForTimeout(BETWEEN_MS)
  await page.touchscreen.tap(box.x + box.width / 2, box.y + box.height / 2)
  await page.waitForTimeout(BETWEEN_MS)
  assert.ok(await page.getByRole('menu').isVisible(), 'the menu of the account')
  await page.waitForTimeout(BETWEEN_MS)
  await page.keyboard.press('Escape')
  await page.waitForTimeout(BETWEEN_MS)
  const field = page.locator('main').locator('input[type=search], input[type=text], textarea').first()
  if (await field.isVisible()) {
    await field.focus()
    await page.waitForTimeout(BETWEEN_MS)
    await page.keyboard.type('soup', { delay: 50 })
  }
  await page.keyboard.press('Tab')
  await page.waitForTimeout(BETWEEN_MS)
}
