import type { Page, Request, Response } from 'playwright-core'
import { vi } from 'vitest'
import { runScripts } from './appearance.ts'

const TIMEOUT_MS = 30_000

/** Requests whose responses the product leaves unread, so that they may never finish. */
const UNREAD = /\/(?:healthz|api\/(?:web-vitals|security-log))$/

/** The unanswered requests of a page. */
const openRequests = new WeakMap<Page, Set<Request>>()

export function watchRequests(page: Page): void {
  const open = new Set<Request>()
  openRequests.set(page, open)
  page.on('request', (request) => UNREAD.test(request.url()) || open.add(request))
  page.on('requestfinished', (request) => open.delete(request))
  page.on('requestfailed', (request) => open.delete(request))
  // Requests of the previous document don't matter any more.
  page.on('framenavigated', (frame) => frame === page.mainFrame() && open.clear())
}

/** Opens an address of the product, and waits until the screen is complete and interactive. */
export async function open(page: Page, address: string): Promise<Response | null> {
  const response = await page.goto(address)
  await settled(page)
  return response
}

/**
 * Shows a screen of the app, within the open document if that is one of the app, like a link of the product: that takes
 * a fraction of the time.
 */
export async function show(page: Page, address: string): Promise<void> {
  const isShown = await page.evaluate((to) => {
    const { __remixRouter } = window as { __remixRouter?: { navigate(to: string): Promise<void> } }
    return location.pathname.startsWith('/app') && __remixRouter?.navigate(to).then(() => true)
  }, address)
  await (isShown ? settled(page) : open(page, address))
}

/** Opens an address without running its scripts, for a test of the server's HTML: that halves the processor time. */
export async function read(page: Page, address: string): Promise<Response | null> {
  await runScripts(page, false)
  try {
    return await page.goto(address)
  } finally {
    await runScripts(page, true)
  }
}

/** Resolves once a screen is hydrated. A page without scripts never is. */
export async function hydrated(page: Page): Promise<void> {
  await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
}

/**
 * Resolves once a screen is interactive and all its data is shown: it requests smaller parts after hydration, and
 * others once the browser is idle. A page without scripts is complete once it is loaded.
 */
export async function settled(page: Page): Promise<void> {
  await page.waitForLoadState()
  const hasScripts = await page.evaluate(() => document.querySelector('script[type=module]') !== null)
  if (hasScripts) await hydrated(page)
  const open = openRequests.get(page)
  const isSettled = async () => {
    if (open?.size) return false
    await rendered(page)
    return !open?.size
  }
  await vi.waitUntil(isSettled, { timeout: TIMEOUT_MS, interval: 20 }).catch((cause: unknown) => {
    const addresses = [...(open ?? [])].map((request) => request.url())
    throw new Error(`Unanswered, or not drawn: ${addresses.join(', ')}`, { cause })
  })
}

/** Resolves once the browser has drawn everything and is idle. */
function rendered(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() => requestAnimationFrame(() => requestIdleCallback(() => done()))),
      ),
  )
}
