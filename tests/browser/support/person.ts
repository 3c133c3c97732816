import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'

/** Someone with a browser of their own. */
export interface Person {
  context: BrowserContext
  page: Page
  /** What the console complained about; stays empty where all is well. */
  complaints: string[]
}

/** A guard against hanging, for the slowest machine; what is fast enough is asserted elsewhere. */
const ACTION_TIMEOUT_MS = 60_000

let number = 0

/** A new browser profile, in a network of its own: limits count by network. */
export async function newPerson(browser: Browser, options: BrowserContextOptions = {}): Promise<Person> {
  number += 1
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    ...options,
    extraHTTPHeaders: { 'cf-connecting-ip': `198.51.100.${number}` },
  })
  context.setDefaultTimeout(ACTION_TIMEOUT_MS)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { context, page, complaints }
}
