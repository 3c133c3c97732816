import { strict as assert } from 'node:assert'
import { createServer } from 'node:net'
import { type Browser, chromium } from 'playwright-core'
import { requireChromium } from '#scripts/local/chromium.ts'
import { startServer } from '#scripts/local/server.ts'
import { type Bench, createStore, SMALL_REVIEWS } from '../bench.ts'
import { interleaved } from '../measure/rounds.ts'
import type { Row } from '../measure/row.ts'
import { EMAIL, PASSWORD } from '../store/seed.ts'

const SLOWDOWN = 4
/** A task that keeps the thread for longer is noticed by whoever touches the page; what goes beyond it is counted. */
const UNNOTICED_MS = 50
/** For what a page does by itself after it has loaded. */
const SETTLE_MS = 1_500
const SCREENS = { Dashboard: '/app', Reviews: '/app/reviews', Businesses: '/app/businesses' }
const FLAGS = [
  '--no-sandbox',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-extensions',
  '--disable-quic',
  '--disable-sync',
]

/** Total blocking time of the signed-in screens, first visit, in a browser with a quarter of the processor. */
export async function browser(bench: Bench): Promise<Row[]> {
  const { stateDir } = await createStore(bench, SMALL_REVIEWS)
  const port = await freePort()
  const origin = `http://localhost:${port}`
  const server = await startServer({ port, stateDir, settings: { ...bench.settings, APP_ORIGIN: origin } })
  const chrome = await chromium.launch({ executablePath: requireChromium(), args: FLAGS })
  try {
    const storageState = await signedIn(chrome, origin)
    const visits = Object.entries(SCREENS).map(([name, path]) => [
      name,
      () => blockingTime(chrome, `${origin}${path}`, storageState),
    ])
    const rounds = await interleaved<string, number>(Object.fromEntries(visits))
    return Object.entries(rounds).map(([name, ours]) => ({
      name: `${name} in Chromium slowed ${SLOWDOWN} ×, total blocking time`,
      unit: 'ms',
      ours,
      floor: null,
      goal: { of: 'value', atMost: UNNOTICED_MS },
      rounds: {},
    }))
  } finally {
    await chrome.close()
    await server.close()
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

/** Milliseconds, of one visit with an empty cache. */
async function blockingTime(chrome: Browser, url: string, storageState: StorageState): Promise<number> {
  const context = await chrome.newContext({ storageState })
  try {
    const page = await context.newPage()
    const faults: string[] = []
    page.on('pageerror', (error) => faults.push(error.message))
    await page.addInitScript(() => {
      const tasks: number[] = []
      Reflect.set(window, 'longTasks', tasks)
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) tasks.push(duration)
      }).observe({ type: 'longtask', buffered: true })
    })
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    await page.goto(url, { waitUntil: 'load' })
    await page.waitForTimeout(SETTLE_MS)
    assert.equal(page.url(), url, 'the screen that was asked for')
    assert.deepEqual(faults, [], 'faults on the page')
    const tasks = await page.evaluate(() => Reflect.get(window, 'longTasks') as number[])
    return tasks.reduce((sum, ms) => sum + Math.max(0, ms - UNNOTICED_MS), 0)
  } finally {
    await context.close()
  }
}

/** The product has to know its address before it starts. */
function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}
