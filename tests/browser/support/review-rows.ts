import type { Locator, Page } from 'playwright-core'
import { type Account, type Business, createBusiness, giveReviewIds, storeReviews } from '#tests/factories.ts'
import { googleUrl, LISTINGS } from '#tests/upstream/listings.ts'
import { DAY_MS } from '#worker/rules/durations.ts'
import type { Product } from './product.ts'

/** The reviews in the list. */
export function reviewRows(page: Page): Locator {
  return page.getByRole('list', { name: 'Reviews' }).getByRole('listitem')
}

const REVIEWS = [
  { authorName: 'Ana Reis', rating: 1, text: 'The queue at noon was long, and the till was rude.' },
  { authorName: 'Kim Vale', rating: 4, text: 'The shelves are full of books for children.' },
  { authorName: 'Bo Hart', rating: 5, text: 'The staff was lovely, and found the book at once.' },
]

/** A business with three unanswered reviews on Google, stored without collecting. */
export async function newShop({ server }: Product, account: Account): Promise<Business> {
  const database = await server.database()
  const { name } = LISTINGS.small
  const business = await createBusiness(database, account, { name, googleUrl: googleUrl(LISTINGS.small) })
  const reviews = REVIEWS.map((review, index) => ({
    ...review,
    business,
    reviewDate: Date.now() - (REVIEWS.length - index) * DAY_MS,
  }))
  await storeReviews(database, reviews)
  await giveReviewIds(database).run()
  return business
}
