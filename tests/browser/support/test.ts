import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { test as base } from 'vitest'
import { TICK_LATE_MS } from '#worker/rules/operation.ts'
import { launchBrowser } from './browser.ts'
import { newPerson, type Person } from './person.ts'
import { type Product, startProduct } from './product.ts'

/** The worker's only ones. Vitest's `worker` scope alone would start them once for each test that extends this one. */
const running: { product?: Promise<Product>; browser?: Promise<Browser>; tickedAt: number } = {
  tickedAt: Date.now(),
}

async function closedAtEnd<T extends { close(): Promise<void> }>(
  starting: Promise<T>,
  onCleanup: (close: () => Promise<void>) => void,
): Promise<T> {
  const started = await starting
  onCleanup(() => started.close())
  return started
}

/**
 * A test with fixtures by name: `product` and `browser`, shared by all files of a worker, and `newPerson`, which opens
 * a separate browser profile for each person of the test. Files share a database, so each creates its own accounts.
 * Tests about the product as a whole (killing it, all of its mails) start their own.
 */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: a fixture destructures what it needs, this one nothing
  .extend('sharedProduct', { scope: 'worker' }, ({}, { onCleanup }) => {
    running.product ??= closedAtEnd(startProduct(), onCleanup)
    return running.product
  })
  // biome-ignore lint/correctness/noEmptyPattern: the same
  .extend('browser', { scope: 'worker' }, ({}, { onCleanup }): Promise<Browser> => {
    running.browser ??= closedAtEnd(launchBrowser(), onCleanup)
    return running.browser
  })
  .extend('product', { scope: 'file' }, async ({ sharedProduct }): Promise<Product> => {
    // Nothing else fires cron, and `/healthz` reports ticks that have stopped.
    if (Date.now() - running.tickedAt > TICK_LATE_MS / 2) {
      running.tickedAt = Date.now()
      await sharedProduct.server.tick()
    }
    const former = sharedProduct.faults.length
    return Object.defineProperty({ ...sharedProduct }, 'faults', {
      get: () => sharedProduct.faults.slice(former),
    })
  })
  .extend('newPerson', { scope: 'file' }, ({ product, browser }, { onCleanup }): NewPerson => {
    const contexts: BrowserContext[] = []
    onCleanup(async () => {
      await Promise.all(contexts.map((context) => context.close()))
    })
    return async (options) => {
      const person = await newPerson(browser, { baseURL: product.origin, ...options })
      contexts.push(person.context)
      return person
    }
  })

/** Paths are relative to the product. */
export type NewPerson = (options?: BrowserContextOptions) => Promise<Person>
