import { expect } from 'vitest'
import { createBusiness } from '#tests/factories.ts'
import { chooseFromMenu } from './support/business-menu.ts'
import { newOwner } from './support/owner.ts'
import { test } from './support/test.ts'

test('a business is deleted, too, when its owner logs out before the time to undo is over', {
  timeout: 120_000,
}, async ({ newPerson, product }) => {
  const { page } = await newPerson()
  const email = `odette-${crypto.randomUUID().slice(0, 8)}@example.test`
  const owner = await newOwner(page, product, email)
  const db = await product.server.database()
  const { id } = await createBusiness(db, owner, { name: 'Harbor Books' })
  await page.goto('/app/businesses')
  await chooseFromMenu(page, 'Harbor Books', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('are deleted in 8 seconds').waitFor()

  await page.getByRole('button', { name: `Account of ${email}` }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL('/')
  const left = await db
    .prepare('SELECT count(*) AS n FROM businesses WHERE id = ?')
    .bind(id)
    .first<number>('n')
  expect(left).toBe(0)
})
