import { expect } from 'vitest'
import {
  createAccount,
  createBusiness,
  joinOrganization,
  storeResponses,
  storeReviews,
} from '#tests/factories.ts'
import { expectAccessible } from './support/axe.ts'
import { newOwner } from './support/owner.ts'
import { open } from './support/settled.ts'
import { test } from './support/test.ts'

test('a reply suggested for a review that was edited after its reply replaces that reply', async ({
  newPerson,
  product,
}) => {
  const { page, complaints } = await newPerson()
  const person = await newOwner(page, product, { plan: 'pro' })
  const db = await product.server.database()
  await joinOrganization(db, person, await createAccount(db), 'owner', Date.now())
  const business = await createBusiness(db, person)
  await storeReviews(db, [{ business, platformReviewId: 'edited', text: 'Cold again.', rating: 2 }])
  await storeResponses(db, business, [{ platformReviewId: 'edited', text: 'Thank you!', at: Date.now() }])
  await db
    .prepare('UPDATE reviews SET responded = 0, edited_at = 1 WHERE business_id = ?')
    .bind(business.id)
    .run()
  const become = (role: string, suggestsOnly: number) =>
    db
      .prepare('UPDATE organization_users SET role = ?, suggests_only = ? WHERE user_id = ?')
      .bind(role, suggestsOnly, person.userId)
      .run()

  await become('member', 1)
  await open(page, '/app/reviews')
  await page.getByText('Cold again.').first().click()
  const review = page.getByRole('article')
  await review.getByRole('button', { name: 'Suggest another reply' }).click()
  await review.getByRole('textbox', { name: 'Your reply' }).fill('We are sorry.')
  await review.getByRole('button', { name: 'Suggest reply' }).click()
  await review.getByText('Your suggestion waits for approval.').waitFor()
  await review.getByText('Thank you!').waitFor()
  await expectAccessible(page)

  await become('owner', 0)
  await page.reload()
  await review.getByRole('region', { name: 'Suggested reply' }).getByText('We are sorry.').waitFor()
  await review.getByRole('button', { name: 'Save reply' }).click()
  await review.getByRole('region', { name: 'Suggested reply' }).waitFor({ state: 'detached' })
  await review.getByText('We are sorry.').waitFor()
  expect(await review.getByText('Thank you!').count()).toBe(0)
  expect(complaints).toEqual([])
})
