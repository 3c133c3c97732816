import type { Browser, BrowserContextOptions } from 'playwright-core'
import { test as base } from 'vitest'
import { launchBrowser } from './browser.ts'
import { newPerson, type Person } from './person.ts'
import { startProduct } from './product.ts'

/**
 * A test that gets what it names: the `product` and a `browser`, which the tests of a file share, and `newPerson`, which
 * opens a browser profile of its own for each person of the test.
 */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: a fixture destructures what it needs, this one nothing
  .extend('product', { scope: 'file' }, async ({}, { onCleanup }) => {
    const product = await startProduct()
    onCleanup(() => product.close())
    return product
  })
  // biome-ignore lint/correctness/noEmptyPattern: the same
  .extend('browser', { scope: 'file' }, async ({}, { onCleanup }): Promise<Browser> => {
    const browser = await launchBrowser()
    onCleanup(() => browser.close())
    return browser
  })
  .extend('newPerson', { scope: 'file' }, ({ product, browser }): NewPerson => {
    return (options) => newPerson(browser, { baseURL: product.origin, ...options })
  })

/** Paths are addresses of the product. */
export type NewPerson = (options?: BrowserContextOptions) => Promise<Person>
