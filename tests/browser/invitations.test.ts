import { expect } from 'vitest'
import { createBusiness } from '#tests/factories.ts'
import { INVITED, openMailedLink } from './support/mailbox.ts'
import { newOwner } from './support/owner.ts'
import { scrollWidth } from './support/page-faults.ts'
import { open } from './support/settled.ts'
import { makeAccount, newEmail, PASSWORD, send } from './support/sign-up.ts'
import { test as base } from './support/test.ts'

const PHONE = { width: 390, height: 844 }

const test = base
  .extend('owner', { scope: 'file' }, async ({ newPerson, product }) => {
    const person = await newPerson()
    return { ...person, ...(await newOwner(person.page, product)) }
  })
  .extend('invite', { scope: 'file' }, ({ owner }) => async (email: string) => {
    await send(owner.page, 'organizations.invite', { email, role: 'viewer' })
  })
  .extend('invited', ({ newPerson }) => newPerson({ viewport: PHONE }))

test('an invitation to another address says so', async ({ owner: { page, email }, invite, product }) => {
  const someoneElse = newEmail('else')
  await invite(someoneElse)
  await openMailedLink(page, product, someoneElse, INVITED)
  await page.getByText(`You are signed in as ${email}, which is another address.`).waitFor()
})

test('an invited person joins with a new account from a provider', async ({ invite, invited, product }) => {
  const email = newEmail('gil')
  await invite(email)
  const { page, context, complaints } = invited
  await openMailedLink(page, product, email, INVITED)
  await page.getByRole('heading', { name: 'Join Wren Alder' }).waitFor()
  await page.getByLabel('Keep me signed in on this device').check()
  await page.getByRole('link', { name: 'Continue with Google' }).click()
  await page.getByLabel('Another account').check()
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Name', { exact: true }).fill('Gil Moss')
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.waitForURL('**/app')
  const cookies = await context.cookies(product.origin)
  expect(cookies.map(({ name }) => name)).toEqual(expect.arrayContaining(['session', 'keep']))
  expect(complaints).toEqual([])
})

test('an invited user signs in on the invitation, with the address filled in, and joins', async ({
  invite,
  invited,
  product,
}) => {
  const email = newEmail('dee')
  await invite(email)
  const { page, context, complaints } = invited
  // The address was never confirmed; the link confirms it.
  await makeAccount(page, email)
  await context.clearCookies()
  await openMailedLink(page, product, email, INVITED)
  const address = page.getByLabel('E-mail')
  expect([await address.inputValue(), await address.isEditable()]).toEqual([email, false])
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Join Wren Alder' }).click()
  await page.waitForURL('**/app')
  expect(complaints).toEqual([])
})

test('a member can be invited to one business', async ({ owner, product }) => {
  const { page, complaints } = owner
  const email = newEmail('part')
  const database = await product.server.database()
  await createBusiness(database, owner, { name: 'Corner Books' })
  await createBusiness(database, owner, { name: 'Harbor Books' })
  await open(page, '/app/team')
  const choice = page.getByLabel('Can see all businesses, and those you add later')
  const role = page.getByLabel('Role', { exact: true })
  await role.selectOption('admin')
  await choice.waitFor({ state: 'hidden' })
  await role.selectOption('viewer')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await choice.uncheck()
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByText('Choose at least one business, or all of them.').waitFor()
  await page.getByLabel('Corner Books').check()
  // Looking at another role keeps the ticks.
  for (const one of ['admin', 'viewer']) await role.selectOption(one)
  expect(await page.getByLabel('Corner Books').isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByText('sees 1 business').waitFor()
  await page.getByRole('button', { name: `Send again to ${email}` }).click()
  await page.getByText('a new link. The old one no longer works.').waitFor()
  await page.getByText('sees 1 business').waitFor()
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await scrollWidth(page)).toBe(PHONE.width)
  expect(complaints).toEqual([expect.stringContaining('400 (Bad Request)')])
})
