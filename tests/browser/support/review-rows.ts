import type { Locator, Page } from 'playwright-core'
import { type Account, type Business, createBusiness, giveReviewIds, storeReviews } from '#tests/factories.ts'
import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import type { Product } from './product.ts'

/** The reviews in the list. */
export function reviewRows(page: Page): Locator {
  return page.getByRole('list', { name: 'Reviews' }).getByRole('listitem')
}

/** A business whose three reviews on Google need an answer, stored without collecting. */
export async function newShop({ server }: Product, account: Account): Promise<Business> {
  const database = await server.database()
  const { name } = LISTINGS.small
  const business = await createBusiness(database, account, { name, googleUrl: googleUrl(LISTINGS.small) })
  const reviews = ['Ana Reis', 'Kim Vale', 'Bo Hart'].map((authorName, index) => ({
    business,
    authorName,
    rating: 3 + index,
    text: `Visit ${index}: the shelves are full, the queue at noon is long.`,
    reviewDate: Date.now() - (3 - index) * DAY_MS,
  }))
  await storeReviews(database, reviews)
  await giveReviewIds(database).run()
  return business
}
