import { expect } from 'vitest'
import { createBusiness } from '#tests/factories.ts'
import { chooseFromMenu } from './support/business-menu.ts'
import { newOwner } from './support/owner.ts'
import { open } from './support/settled.ts'
import { test } from './support/test.ts'

test('a deleted business disappears at once and can be restored from the message or the list', async ({
  newPerson,
  product,
}) => {
  const { page, complaints } = await newPerson()
  const owner = await newOwner(page, product)
  await createBusiness(await product.server.database(), owner, { name: 'Harbor Books' })
  await open(page, '/app/businesses')
  const card = page.getByRole('heading', { name: 'Harbor Books' })
  async function remove() {
    await chooseFromMenu(page, 'Harbor Books', 'Delete')
    const question = page.getByRole('alertdialog')
    await question.getByText('You can bring it back for 14 days.').waitFor()
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Harbor Books is deleted').waitFor()
    await expect.poll(() => card.count()).toBe(0)
  }
  await remove()
  await page.getByRole('button', { name: 'Undo' }).click()
  await card.waitFor()
  await remove()
  const deleted = page.getByRole('region', { name: 'Deleted businesses' })
  await deleted.getByRole('button', { name: 'Bring back Harbor Books' }).click()
  await card.waitFor()
  await expect.poll(() => deleted.count()).toBe(0)
  expect(complaints).toEqual([])
})
