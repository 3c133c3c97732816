import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { type Account, changePlan, createBusiness } from '#tests/factories.ts'
import { openMailedLink } from './support/mailbox.ts'
import { newOwner } from './support/owner.ts'
import type { Product } from './support/product.ts'
import { hydrated, open, read } from './support/settled.ts'
import { makeAccount, newEmail, PASSWORD } from './support/sign-up.ts'
import { test } from './support/test.ts'

const INVITED = '% asks you to help with their reviews'
const PHONE = { width: 390, height: 844 }

function hasSidewaysScroll(page: Page): Promise<boolean> {
  return page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)
}

async function setPlan(product: Product, account: Account, plan: string) {
  await changePlan(await product.server.database(), account, plan)
}

async function proveAddress(product: Product, { userId }: Account) {
  const database = await product.server.database()
  await database.prepare('UPDATE users SET email_verified_at = 1 WHERE id = ?').bind(userId).run()
}

async function mailSubjects(product: Product, email: string): Promise<unknown[]> {
  const database = await product.server.database()
  const mails = database.prepare('SELECT subject FROM dev_mails WHERE recipient = ? ORDER BY id').bind(email)
  return (await mails.all<{ subject: string }>()).results.map(({ subject }) => subject)
}

/** Invites a viewer from the Team screen. */
async function invite(page: Page, email: string) {
  await open(page, '/app/team')
  await page.getByLabel('E-mail', { exact: true }).fill(email)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByText(`We sent ${email} an invitation.`).waitFor()
}

test('an owner invites a colleague, who joins, reads, may answer after a change, and is removed', async ({
  newPerson,
  product,
}) => {
  const { page, complaints } = await newPerson({ viewport: { width: 1440, height: 900 } })
  const colleagueEmail = newEmail('cole')
  const owner = await newOwner(page, product, { plan: 'free', isVerified: false })
  await page.goto('/app/team')
  await page.getByText('1 of 1 seat taken.').waitFor()
  await page.getByText('Your plan is for one person.').waitFor()
  await setPlan(product, owner, 'pro')
  await page.reload()
  await page.getByText('Confirm your own address first, then you can invite people.').waitFor()
  await proveAddress(product, owner)

  await page.goto('/app')
  await page.getByRole('button', { name: `Account of ${owner.email}` }).click()
  await page.getByRole('menuitem', { name: 'Team' }).click()
  const invitations = page.getByRole('button', { name: 'Invite', exact: true })
  const email = page.getByLabel('E-mail', { exact: true })
  await email.fill('cole')
  await invitations.click()
  await page.getByText('Invalid email format').waitFor()
  expect(await email.inputValue()).toBe('cole')
  await email.fill(colleagueEmail)
  await page.getByLabel('Role', { exact: true }).selectOption('viewer')
  await invitations.click()
  await page.getByText(`We sent ${colleagueEmail} an invitation.`).waitFor()
  await page.getByText('Link expires').waitFor()
  await page.getByText('2 of 3 seats taken, 1 of them by an open invitation.').waitFor()

  const colleague = await newPerson({ viewport: PHONE, colorScheme: 'dark' })
  await openMailedLink(colleague.page, product, colleagueEmail, INVITED)
  await colleague.page.getByRole('heading', { name: 'Join Wren Alder' }).waitFor()
  expect(await hasSidewaysScroll(colleague.page)).toBe(false)
  await colleague.page.getByText(`Wren Alder (${owner.email}) invites you as a viewer`).waitFor()
  expect(await colleague.page.getByLabel('E-mail').inputValue()).toBe(colleagueEmail)
  await colleague.page.getByLabel('Your name').fill('Wren Alder')
  await colleague.page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await colleague.page.getByRole('button', { name: 'Join Wren Alder' }).click()
  await colleague.page.waitForURL('**/app')
  // Nothing is left to confirm.
  const mails = await mailSubjects(product, colleagueEmail)
  expect(mails).toEqual([expect.stringMatching(/ asks you to help with their reviews$/)])
  await colleague.page.goto('/app/team')
  await colleague.page.getByText('2 of 3 seats taken.').waitFor()
  await colleague.page.getByText('Viewer, Pro plan').waitFor()
  expect(await hasSidewaysScroll(colleague.page)).toBe(false)
  // A viewer manages nobody, and adds nothing.
  await colleague.page.goto('/app/businesses')
  await colleague.page.getByText('Your role can read reviews.').waitFor()
  expect(await colleague.page.getByRole('link', { name: /Add/ }).count()).toBe(0)
  await colleague.page.goto('/app/team')
  await colleague.page.getByText('2 of 3 seats taken.').waitFor()
  expect(await colleague.page.getByRole('button', { name: 'Invite', exact: true }).count()).toBe(0)
  expect(await colleague.page.getByRole('button', { name: /^Remove/ }).count()).toBe(0)

  await page.reload()
  const role = page.getByLabel('Role of Wren Alder')
  await role.selectOption('member')
  await page.getByText('The role of Wren Alder is now member.').waitFor()
  expect(await role.inputValue()).toBe('member')
  await page.getByRole('button', { name: 'Remove Wren Alder' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Wren Alder is no longer on the team.').waitFor()
  await page.getByText('1 of 3 seats taken.').waitFor()

  await colleague.page.goto('/app/reviews')
  await colleague.page.waitForURL('**/login?redirectTo=**')
  expect(product.faults).toEqual([])
  expect(complaints).toEqual([expect.stringContaining('400 (Bad Request)')])
})

test('an invitation for somebody else says so, and a second organization is a place of its own', async ({
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

test('who is invited joins through a provider, with an account that it makes', async ({
  newPerson,
  product,
}) => {
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
  // The wrong account comes back to the invitation, which says so.
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
  // No empty organization of their own.
  expect(await invited.page.getByRole('button', { name: /^Switch to/ }).count()).toBe(0)
  expect(invited.complaints).toEqual([])
})

test('who has an account signs in on the invitation, with the address filled in, and is in', async ({
  newPerson,
  product,
}) => {
  const email = newEmail('dee')
  const { page } = await newPerson()
  await newOwner(page, product, { plan: 'pro' })
  await invite(page, email)

  const invited = await newPerson({ viewport: PHONE })
  // Its address was never confirmed: the link does that.
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

test('who is invited to one business sees no other, from the first screen on', async ({
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
  // Another role that is looked at meanwhile takes no tick away.
  for (const one of ['admin', 'viewer']) await role.selectOption(one)
  expect(await page.getByLabel('Corner Books').isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByText('sees 1 business').waitFor()
  await page.getByRole('button', { name: `Send again to ${email}` }).click()
  await page.getByText('a new link. The old one no longer works.').waitFor()
  await page.getByText('sees 1 business').waitFor()
  await page.setViewportSize(PHONE)
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await hasSidewaysScroll(page)).toBe(false)

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
