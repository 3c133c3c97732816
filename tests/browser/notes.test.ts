import { expect } from 'vitest'
import { createAccount, createBusiness, joinOrganization, storeReviews } from '#tests/factories.ts'
import { expectAccessible } from './support/axe.ts'
import { newOwner } from './support/owner.ts'
import { open } from './support/settled.ts'
import { test } from './support/test.ts'

test('a member writes a note on a review, mentions a colleague, changes it and deletes it', async ({
  newPerson,
  product,
}) => {
  const { page, complaints } = await newPerson({ viewport: { width: 390, height: 844 } })
  const owner = await newOwner(page, product, { plan: 'pro' })
  const db = await product.server.database()
  const colleague = await createAccount(db, { fullName: 'Ida Moss' })
  await joinOrganization(db, owner, colleague, 'member', Date.now())
  const business = await createBusiness(db, owner, { name: 'Harbor Books' })
  await storeReviews(db, [{ business, authorName: 'Nora Finch', text: 'They forgot my order.', rating: 2 }])

  await open(page, '/app/reviews')
  await page.getByText('They forgot my order.').first().click()
  await page.getByText('Notes for the team').click()
  const field = page.getByLabel('New note')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('Write a note first.').waitFor()
  await field.pressSequentially('Can you call her, @id')
  await page.getByRole('button', { name: 'Ida Moss' }).waitFor()
  await field.press('Tab')
  await page.getByText('Notifies Ida Moss.').waitFor()
  expect(await field.inputValue()).toBe('Can you call her, @Ida Moss ')
  await page.getByRole('button', { name: 'Add note' }).click()
  const note = page.getByRole('article', { name: 'Note by You' })
  await note.getByText('Can you call her, @Ida Moss').waitFor()
  expect(await field.inputValue()).toBe('')
  const { results } = await db
    .prepare('SELECT message FROM notifications WHERE user_id = ?')
    .bind(colleague.userId)
    .all()
  expect(results).toEqual([
    {
      message: 'Wren Alder mentioned you in a note on the review by Nora Finch: Can you call her, @Ida Moss',
    },
  ])

  await note.getByRole('button', { name: 'Edit' }).press('Enter')
  await page.getByLabel('Change your note').fill('She called us.')
  await page.getByRole('button', { name: 'Save note' }).press('Enter')
  await note.getByText('She called us.').waitFor()
  // Notes are shown after a reload.
  await page.reload()
  await note.getByText('edited').waitFor()
  await expectAccessible(page)
  await note.getByRole('button', { name: 'Delete' }).press('Enter')
  await note.waitFor({ state: 'detached' })
  expect(complaints).toEqual([expect.stringContaining('400 (Bad Request)')])
})
