import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { createBusiness } from '#tests/factories.ts'
import { INVITED, openMailedLink } from './support/mailbox.ts'
import { newOwner } from './support/owner.ts'
import { scrollWidth } from './support/page-faults.ts'
import { hydrated, open, read } from './support/settled.ts'
import { makeAccount, newEmail, PASSWORD } from './support/sign-up.ts'
import { test } from './support/test.ts'

const PHONE = { width: 390, height: 844 }

/** Invites a viewer from the Team screen. */
async function invite(page: Page, email: string) {
  await open(page, '/app/team')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByText(`We sent ${email} an invitation.`).waitFor()
}

test('an invitation to another address says so, and owners can add and switch organizations', async ({
  newPerson,
  product,
}) => {
  const { page } = await newPerson()
  const { email } = await newOwner(page, product, { plan: 'pro' })
  const someoneElse = newEmail('else')
  await invite(page, someoneElse)
  await openMailedLink(page, product, someoneElse, INVITED)
  await page.getByText(`You are signed in as ${email}, which is another address.`).waitFor()

  await open(page, '/app/team')
  await page.getByLabel('New organization').fill('Harbor Books')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.waitForURL('**/app')
  await open(page, '/app/team')
  await page.getByRole('heading', { name: 'Harbor Books' }).waitFor()
  await page.getByRole('button', { name: 'Switch to Wren Alder' }).click()
  await page.waitForURL('**/app')
  await read(page, '/app/team')
  await page.getByRole('heading', { name: 'Wren Alder' }).waitFor()
  expect(product.faults).toEqual([])
})

test('an invited person joins with a new account from a provider', async ({ newPerson, product }) => {
  const email = newEmail('gil')
  const { page } = await newPerson({ viewport: { width: 1440, height: 900 } })
  await newOwner(page, product, { plan: 'pro' })
  await invite(page, email)

  const invited = await newPerson({ viewport: PHONE })
  await openMailedLink(invited.page, product, email, INVITED)
  const agreeAs = async (address: string) => {
    await invited.page.getByRole('link', { name: 'Continue with Google' }).click()
    await invited.page.getByLabel('Another account').check()
    await invited.page.getByLabel('E-mail').fill(address)
    await invited.page.getByLabel('Name', { exact: true }).fill('Gil Moss')
    await invited.page.getByRole('button', { name: 'Allow' }).click()
  }
  // The wrong account returns to the invitation, which says so.
  await agreeAs(newEmail('gil-at-home'))
  await invited.page.getByText('This invitation was sent to another address').waitFor()
  await invited.page.getByRole('heading', { name: 'Join Wren Alder' }).waitFor()
  await hydrated(invited.page)
  await invited.page.getByLabel('Keep me signed in on this device').check()
  await agreeAs(email)
  await invited.page.waitForURL('**/app')
  const cookies = await invited.context.cookies(product.origin)
  expect(cookies.map(({ name }) => name)).toEqual(expect.arrayContaining(['session', 'keep']))
  await invited.page.goto('/app/team')
  await invited.page.getByText('2 of 3 seats taken.').waitFor()
  // The new account has no empty organization of its own.
  expect(await invited.page.getByRole('button', { name: /^Switch to/ }).count()).toBe(0)
  expect(invited.complaints).toEqual([])
})

test('an invited user signs in on the invitation, with the address filled in, and joins', async ({
  newPerson,
  product,
}) => {
  const email = newEmail('dee')
  const { page } = await newPerson()
  await newOwner(page, product, { plan: 'pro' })
  await invite(page, email)

  const invited = await newPerson({ viewport: PHONE })
  // The address was never confirmed; the link confirms it.
  await makeAccount(invited.page, email)
  await invited.page.context().clearCookies()
  await openMailedLink(invited.page, product, email, INVITED)
  const address = invited.page.getByLabel('E-mail')
  expect([await address.inputValue(), await address.isEditable()]).toEqual([email, false])
  await invited.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await invited.page.getByRole('button', { name: 'Join Wren Alder' }).click()
  await invited.page.waitForURL('**/app')
  await invited.page.goto('/app/team')
  await invited.page.getByText('2 of 3 seats taken.').waitFor()
  expect(invited.complaints).toEqual([])
})

test('a member invited to one business sees no other from the first screen on', async ({
  newPerson,
  product,
}) => {
  const email = newEmail('part')
  const { page, complaints } = await newPerson({ viewport: { width: 1440, height: 900 } })
  const owner = await newOwner(page, product)
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

  const invited = await newPerson({ viewport: PHONE })
  await newOwner(invited.page, product, { email, plan: 'free' })
  await openMailedLink(invited.page, product, email, INVITED)
  await invited.page.getByRole('button', { name: 'Join Wren Alder' }).click()
  await invited.page.waitForURL('**/app')
  await invited.page.goto('/app/businesses')
  await invited.page.getByText('Corner Books').first().waitFor()
  expect(await invited.page.content()).not.toContain('Harbor Books')
  expect([complaints, invited.complaints]).toEqual([[expect.stringContaining('400 (Bad Request)')], []])
})
