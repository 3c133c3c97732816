import type { Locator, Page } from 'playwright-core'

/** The reviews in the list. */
export function reviewRows(page: Page): Locator {
  return page.getByRole('list', { name: 'Reviews' }).getByRole('listitem')
}
