import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser } from './support/browser.ts'
import { newPerson } from './support/person.ts'
import { type Product, startProduct } from './support/product.ts'

const TYPING_MS = 3_000

let product: Product
let browser: Browser

beforeAll(async () => {
  product = await startProduct()
  browser = await launchBrowser()
})

afterAll(async () => {
  await browser?.close()
  await product?.close()
})

test.each(['/login', '/signup', '/reset-password'])(
  '%s reacts although somebody types into it while its script starts',
  async (path) => {
    const { page, complaints } = await newPerson(browser)
    await page.addInitScript((durationMs) => {
      const { port1, port2 } = new MessageChannel()
      const endsAt = Date.now() + durationMs
      port1.onmessage = () => {
        document.querySelector('input')?.dispatchEvent(new Event('input', { bubbles: true }))
        if (Date.now() < endsAt) port2.postMessage(null)
      }
      port2.postMessage(null)
    }, TYPING_MS)
    await page.goto(`${product.origin}${path}`)
    await page.locator('button[type=submit]:enabled').waitFor()
    expect(complaints).toEqual([])
  },
)
