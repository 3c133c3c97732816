import { expect } from 'vitest'
import { createBusiness } from '#tests/factories.ts'
import { chooseFromMenu } from './support/business-menu.ts'
import { newOwner } from './support/owner.ts'
import { open } from './support/settled.ts'
import { signOut } from './support/sign-up.ts'
import { test } from './support/test.ts'

test('a business is deleted, too, when its owner logs out before the time to undo is over', async ({
  newPerson,
  product,
}) => {
  const { page } = await newPerson()
  const owner = await newOwner(page, product)
  const db = await product.server.database()
  const { id } = await createBusiness(db, owner, { name: 'Harbor Books' })
  await open(page, '/app/businesses')
  await chooseFromMenu(page, 'Harbor Books', 'Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('are deleted in 8 seconds').waitFor()

  await signOut(page, owner.email)
  const left = await db
    .prepare('SELECT count(*) AS n FROM businesses WHERE id = ?')
    .bind(id)
    .first<number>('n')
  expect(left).toBe(0)
})
