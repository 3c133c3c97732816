import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { watchRequests } from './settled.ts'

/** A person with their own browser. */
export interface Person {
  context: BrowserContext
  page: Page
  /** Errors on the console; empty if all is well. */
  complaints: string[]
}

/** Guard against hanging, even on the slowest machine; speed is tested elsewhere. */
const ACTION_TIMEOUT_MS = 60_000

/** The networks for documentation (RFC 5737). */
const NETWORKS = ['198.51.100', '203.0.113', '192.0.2']
const ADDRESSES_PER_NETWORK = 254

let people = 0

function newAddress(): string {
  const network = NETWORKS[Math.floor(people / ADDRESSES_PER_NETWORK)]
  if (!network) throw new Error('No address is left for another person.')
  const address = `${network}.${1 + (people % ADDRESSES_PER_NETWORK)}`
  people += 1
  return address
}

/**
 * A new browser profile in its own network, because limits count by network. Without a service worker unless requested
 * with `serviceWorkers: 'allow'`, because installing one takes longer than most screens.
 */
export async function newPerson(browser: Browser, options: BrowserContextOptions = {}): Promise<Person> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    serviceWorkers: 'block',
    ...options,
    extraHTTPHeaders: { 'cf-connecting-ip': newAddress() },
  })
  context.setDefaultTimeout(ACTION_TIMEOUT_MS)
  context.on('page', watchRequests)
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (message) => {
    // Playwright's message if it blocks service workers.
    if (message.text().startsWith('Service Worker registration blocked by Playwright')) return
    if (['error', 'warning'].includes(message.type()))
      complaints.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  return { context, page, complaints }
}
