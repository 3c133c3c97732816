import type { Browser, BrowserContext, BrowserContextOptions } from 'playwright-core'
import { test as base } from 'vitest'
import { launchBrowser } from './browser.ts'
import { newPerson, type Person } from './person.ts'
import { type Product, startProduct } from './product.ts'

/**
 * A test with fixtures by name: `product` and `browser`, shared by all files of a worker, and `newPerson`, which opens
 * a separate browser profile for each person of the test. Files share a database, so each creates its own accounts.
 * Tests about the product as a whole (killing it, all of its mails) start their own.
 */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: a fixture destructures what it needs, this one nothing
  .extend('sharedProduct', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const product = await startProduct()
    onCleanup(() => product.close())
    return product
  })
  // biome-ignore lint/correctness/noEmptyPattern: the same
  .extend('browser', { scope: 'worker' }, async ({}, { onCleanup }): Promise<Browser> => {
    const browser = await launchBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('product', { scope: 'file' }, ({ sharedProduct }): Product => {
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
