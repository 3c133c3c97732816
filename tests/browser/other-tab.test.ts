import { expect } from 'vitest'
import { newOwner } from './support/owner.ts'
import { open } from './support/settled.ts'
import { test } from './support/test.ts'

test('text typed before another tab switched organizations is never saved into the other organization', async ({
  newPerson,
  product,
}) => {
  const { page, context, complaints } = await newPerson()
  const { email } = await newOwner(page, product, { plan: 'pro' })
  await open(page, '/app/team')
  await page.getByLabel('New organization').fill('Harbor Books')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.waitForURL('**/app')

  const other = await context.newPage()
  await open(other, '/app/team')
  await other.getByLabel('Name', { exact: true }).fill('Harbor Books and Café')
  await page.getByRole('button', { name: `Account of ${email}` }).click()
  await page.getByRole('menuitem', { name: 'Team' }).click()
  await page.getByRole('button', { name: 'Switch to Wren Alder' }).click()
  await page.getByText('Pro plan').first().waitFor()

  // The plans differ, so the other tab loads the new organization's data at once.
  await other.getByText('What you typed here was for the former one and can’t be saved.').waitFor()
  await other.getByRole('button', { name: 'Save', exact: true }).click()
  await other
    .getByText('You switched to another organization in another tab, so nothing was changed.')
    .waitFor()
  expect(await other.getByLabel('Name', { exact: true }).inputValue()).toBe('Harbor Books and Café')
  await other.getByRole('button', { name: 'reload this page' }).click()
  await other.getByRole('heading', { name: 'Wren Alder' }).waitFor()
  await expect.poll(() => other.getByLabel('Name', { exact: true }).inputValue()).toBe('Wren Alder')
  await other.getByRole('button', { name: 'Switch to Harbor Books' }).waitFor()

  // Opening another screen loads the page for the new organization.
  await page.getByRole('link', { name: 'Reviews' }).first().click()
  await page.waitForURL('**/app/reviews')
  await other.getByRole('button', { name: 'Switch to Harbor Books' }).click()
  await other.waitForURL('**/app')
  await page.getByText('What you typed here was for the former one').waitFor()
  await page.getByRole('link', { name: 'Businesses' }).first().click()
  await page.getByText('Free plan').first().waitFor()
  await page.getByText('What you typed here was for the former one').waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
  expect(product.faults).toEqual([])
})
