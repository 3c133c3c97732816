import { expect } from 'vitest'
import { createBusiness, storeResponses, storeReviews } from '#tests/factories.ts'
import { newOwner } from './support/owner.ts'
import { open } from './support/settled.ts'
import { test } from './support/test.ts'

test('a reply that a colleague changed meanwhile is shown beside the edit, which replaces it on a second press', async ({
  newPerson,
  product,
}) => {
  const { page, complaints } = await newPerson()
  const owner = await newOwner(page, product, { plan: 'pro' })
  const db = await product.server.database()
  const business = await createBusiness(db, owner)
  await storeReviews(db, [{ business, platformReviewId: 'one', text: 'Cold again.', rating: 2 }])
  await storeResponses(db, business, [{ platformReviewId: 'one', text: 'Thank you!', at: Date.now() }])

  await open(page, '/app/reviews')
  await page.getByText('Cold again.').first().click()
  const review = page.getByRole('article')
  await review.getByRole('button', { name: 'Edit' }).click()
  await review.getByRole('textbox', { name: 'Your reply' }).fill('We are sorry.')
  for (const table of ['review_responses', 'reviews'])
    await db
      .prepare(`UPDATE ${table} SET response_text = 'Call us.' WHERE business_id = ?`)
      .bind(business.id)
      .run()
  await review.getByRole('button', { name: 'Save reply' }).click()
  await review
    .getByText('This reply was changed meanwhile. Read it, then save again to replace it.')
    .waitFor()
  await review.getByText('Call us.').waitFor()
  await review.getByRole('button', { name: 'Save reply' }).click()
  await review.getByText('edited').waitFor()
  await review.getByText('We are sorry.').waitFor()
  expect(complaints).toEqual([expect.stringContaining('409')])
})
