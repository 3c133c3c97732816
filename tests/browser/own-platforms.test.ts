import { expect } from 'vitest'
import { createBusiness } from '#tests/factories.ts'
import { expectAccessible } from './support/axe.ts'
import { newOwner } from './support/owner.ts'
import { open, show } from './support/settled.ts'
import { test } from './support/test.ts'

const TODAY = new Date().toISOString().slice(0, 10)
const CSV = `Business,Author,Rating,Date,Text
Harbor Books,Ana Pohl,2,${TODAY},The soup was cold.
Harbor Books,Ben Ruiz,5,${TODAY},Lovely soup.
Quay Café,Cleo Sand,5,${TODAY},Lovely coffee.
`

test('an owner adds a platform, imports its reviews, finds and answers them, and renames it', async ({
  newPerson,
  product,
}) => {
  const { page } = await newPerson()
  const owner = await newOwner(page, product)
  const business = await createBusiness(await product.server.database(), owner, { name: 'Harbor Books' })
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const rows = page.getByRole('list', { name: 'Reviews' }).getByRole('listitem')

  await open(page, `/app/businesses/${business.id}/sources`)
  await button('Add a platform').click()
  await page.getByLabel('Name of the platform').fill('Google')
  await page.getByRole('radio', { name: 'purple' }).check()
  await button('Save platform').click()
  await page.getByText('This platform is already there. Connect it instead.').waitFor()
  await page.getByLabel('Name of the platform').fill('Trustpilot')
  await expectAccessible(page)
  await button('Save platform').click()
  await page.getByText('No reviews yet').waitFor()

  await page.getByRole('link', { name: 'Add reviews from Trustpilot' }).click()
  await page
    .getByLabel('File with reviews')
    .setInputFiles({ name: 'reviews.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) })
  await expect.poll(() => page.getByLabel('Platform', { exact: true }).inputValue()).toMatch(/^other/)
  expect(await page.getByLabel('Import rows for').inputValue()).toBe('Harbor Books')
  await button('Check the file').click()
  await button('Import 2 reviews').click()
  await page.getByText('2 reviews are stored').waitFor()

  await show(page, '/app/reviews')
  await page.getByText('Filters', { exact: true }).click()
  await page.getByLabel('Platform', { exact: true }).selectOption('Trustpilot')
  await page.waitForURL(/platform=other/)
  expect(await rows.count()).toBe(2)
  await rows.getByText('Ana Pohl').click()
  await page.getByRole('textbox', { name: 'Your reply' }).fill('Sorry, Ana.')
  await button('Save and copy').click()
  await page.getByText('Posted on Trustpilot?').waitFor()
  await button('Yes, it’s posted').click()
  await page.getByText('On Trustpilot', { exact: true }).waitFor()
  await expectAccessible(page)

  await show(page, '/app')
  await page.getByRole('heading', { name: 'All reviews are on Trustpilot' }).waitFor()
  await show(page, '/app/analytics')
  await page.getByRole('heading', { name: 'All reviews came from Trustpilot' }).waitFor()

  await show(page, `/app/businesses/${business.id}/sources`)
  await button('Edit Trustpilot').click()
  await page.getByLabel('Name of the platform').fill('Trust Pilot')
  await button('Save platform').click()
  await page.getByRole('link', { name: 'View reviews from Trust Pilot' }).click()
  await rows.getByText('Trust Pilot').first().waitFor()
})
