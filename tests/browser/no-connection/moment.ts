import type { BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'

/** What one person is doing when the net or the server goes away. */
export interface Moment {
  /** What comes before, while all is well. */
  before: (page: Page) => Promise<unknown>
  /** What is done without it. */
  act: (page: Page) => Promise<unknown>
  /** What is on screen then. */
  see: (page: Page) => Promise<unknown>
  /** What comes once it is back, by itself. */
  after: (page: Page) => Promise<unknown>
  /** Nobody is signed in. */
  isSignedOut?: true
  context?: BrowserContextOptions
  /** Scripts that can't be loaded as long as it is away, nor before. */
  without?: RegExp
  /** The screen asks for them by itself: refused while the server is there, they would look like those of a former build. */
  isAskedForBefore?: true
}

/** Of the account that signs in and out; an account's fourth session ends its first. */
export const EMAIL = 'wren-offline@example.test'
export const TYPED = 'Thank you. The reading corner is open until nine now.'
export const ANSWERED = 'Thanks for the kind words.'
/** Added and deleted by moments. */
export const OTHER_BUSINESS = 'Harbour Street Books'
export const HELD = 'This will be sent automatically once you’re back online.'
export const OPENS = 'The page you asked for will open automatically.'
export const COPY = /Showing what we had at \d/
export const PHONE = { viewport: { width: 390, height: 844 } }
/** As in a private window: nothing but the page itself can help. */
export const NO_WORKER = { serviceWorkers: 'block' } as const

/** The server is asked again after 15 seconds at the latest. */
const SLOW = { timeout: 40_000 }
const NO_CONNECTION = /can’t reach the server|currently offline/

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first()
export const link = (page: Page, name: string | RegExp) =>
  page
    .getByRole('link', { name, exact: typeof name === 'string' })
    .first()
    .click()
export const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, level: 1, exact: true }).waitFor(SLOW)
export const text = (page: Page, wanted: string | RegExp) => page.getByText(wanted).first().waitFor(SLOW)
export const noConnection = (page: Page) => text(page, NO_CONNECTION)
export const address = (page: Page, wanted: string | RegExp) => page.waitForURL(wanted, SLOW)
export const upToDate = (page: Page) =>
  expect.poll(() => page.getByText(NO_CONNECTION).or(page.getByText(COPY)).count(), SLOW).toBe(0)
export const has = (page: Page, label: string | RegExp, value: string) =>
  expect.poll(() => page.getByLabel(label).first().inputValue()).toBe(value)

/** A screen, once its service worker has taken over. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.evaluate(
    () =>
      navigator.serviceWorker?.controller ??
      new Promise((resolve) => navigator.serviceWorker?.addEventListener('controllerchange', resolve)),
  )
}

/** The review beside the list, with its reply. */
export const review = (page: Page) => page.getByRole('article').first().waitFor()
export const replyField = (page: Page) => page.getByRole('textbox', { name: 'Your reply' })
export const composed = (page: Page) => expect.poll(() => replyField(page).inputValue()).toBe(TYPED)

/** The screen where the owner adds reviews, reached by clicks as an owner does. */
export async function goToImport(page: Page): Promise<void> {
  const businesses = await page.request.get('/trpc/businesses.list')
  const { id } = (await businesses.json()).result.data.items[0]
  await page.goto(`/app/businesses/${id}/import`)
  await button(page, 'Add a review by hand').waitFor()
}
