import { expect } from 'vitest'
import { createBusiness, storeReviews } from '#tests/factories.ts'
import { expectAccessible } from './support/axe.ts'
import { newOwner } from './support/owner.ts'
import { open, show } from './support/settled.ts'
import { test } from './support/test.ts'

test('reviews are tagged by rule, by hand and in bulk, found by tag, and answered with a template', async ({
  newPerson,
  product,
}) => {
  const { page } = await newPerson()
  const owner = await newOwner(page, product)
  const db = await product.server.database()
  const business = await createBusiness(db, owner, { name: 'Harbor Books' })
  await storeReviews(db, [
    { business, platform: 'yelp', authorName: 'Ana Pohl', text: 'I want a refund.', rating: 1 },
    { business, platform: 'yelp', authorName: 'Ben Ruiz', text: 'Lovely shop.', rating: 5 },
    { business, platform: 'yelp', authorName: 'Cleo Sand', text: 'Lovely books.', rating: 5 },
  ])
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const rows = page.getByRole('list', { name: 'Reviews' }).getByRole('listitem')

  await open(page, '/app/reviews/tags')
  await button('New tag').click()
  await page.getByLabel('Name').fill('Refund')
  await page.getByLabel('Tag new reviews automatically').check()
  await page.getByLabel('Mentions').fill('refund, money back')
  await expectAccessible(page, [390])
  await button('Save tag').click()
  await page.getByText('Automatically: mentions “refund” or “money back”').waitFor()
  await button('Tag existing reviews as Refund').click()
  await page.getByText('1 review newly tagged.').waitFor()
  await page.getByRole('link', { name: 'Show reviews tagged Refund' }).click()
  await rows.getByText('Ana Pohl').waitFor()
  expect(await rows.count()).toBe(1)

  // A tag created in the dialog and set by hand.
  await show(page, '/app/reviews')
  await rows.getByText('Ben Ruiz').click()
  await button('Tags').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('New tag').fill('Regulars')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await dialog.getByRole('checkbox', { name: 'Regulars', checked: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('list', { name: 'Tags' }).getByText('Regulars').waitFor()

  // In bulk, answered with a starter template.
  await show(page, '/app/reviews/templates')
  await button('Add Thank you').click()
  await page.getByText('‘Thank you’ added').waitFor()
  await show(page, '/app/reviews?rating=5')
  for (const name of ['Ben Ruiz', 'Cleo Sand']) await page.getByLabel(`Select the review by ${name}`).check()
  const bar = page.getByRole('region', { name: 'Selected reviews' })
  await bar.getByRole('button', { name: 'Tags' }).click()
  await dialog.getByRole('checkbox', { name: 'Regulars' }).click()
  await page.getByText('1 review tagged, 1 had it already.').waitFor()
  await page.keyboard.press('Escape')
  await bar.getByRole('button', { name: 'Reply with a template' }).click()
  await dialog.getByRole('radio', { name: /Thank you/ }).check()
  await dialog.getByText('Thank you, Ben!').or(dialog.getByText('Thank you, Cleo!')).first().waitFor()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Reply to 2 reviews' }).click()
  await page.getByText('2 reviews answered.').waitFor()

  // Save a reply as a template.
  await show(page, '/app/reviews?rating=1')
  await rows.getByText('Ana Pohl').click()
  await page.getByRole('textbox', { name: 'Your reply' }).fill('Sorry, Ana. Harbor Books pays you back.')
  await button('Templates').click()
  await button('Save as template').click()
  await expect
    .poll(() => dialog.getByLabel('Text').inputValue())
    .toBe('Sorry, {first_name}. {business} pays you back.')
  await dialog.getByLabel('Name').fill('Pays back')
  await button('Save template').click()
  await page.getByText('You’ll find ‘Pays back’ under Templates.').waitFor()
})
